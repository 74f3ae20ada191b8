import { parseColor, withAlpha } from './colors.ts';
import type { ChartTheme } from './definitions.ts';
import { isRecord, toList, toNumber } from './form-values.ts';

export const conditionOperators = ['None', '>', '<', '≥', '≤', '=', '≠', '< x <', '≤ x ≤', '≤ x <', '< x ≤'] as const;
export type ConditionOperator = (typeof conditionOperators)[number];

/** Colours by meaning, plus any colour by its code. */
export const conditionColors = ['success', 'warning', 'danger', 'accent'] as const;

export interface ConditionalRule {
  readonly column: string;
  readonly colorScheme: string;
  readonly operator: ConditionOperator;
  readonly targetValue?: number;
  readonly targetValueLeft?: number;
  readonly targetValueRight?: number;
}

/** Whether an operator compares with two values. */
export const isBetween = (operator: string): boolean => operator.includes('x');

/** Which value fields the editor shows for an operator. */
export function valueFieldsOf(operator: string): readonly ('targetValue' | 'targetValueLeft' | 'targetValueRight')[] {
  if (operator === 'None' || operator === '') return [];
  return isBetween(operator) ? ['targetValueLeft', 'targetValueRight'] : ['targetValue'];
}

/** Messages by field of a rule being edited; an empty object means that it may be saved. */
export function validateRule(rule: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const operator = typeof rule.operator === 'string' ? rule.operator : '';
  if (operator === '') return { operator: 'Required' };
  const fields = valueFieldsOf(operator);
  const missing = fields.filter((field) => toNumber(rule[field]) === null);
  const errors: Record<string, string> = Object.fromEntries(missing.map((field) => [field, 'Required']));
  if (missing.length > 0 || !isBetween(operator)) return errors;
  if (toNumber(rule.targetValueLeft)! < toNumber(rule.targetValueRight)!) return errors;
  return {
    targetValueLeft: 'This value should be smaller than the right target value',
    targetValueRight: 'This value should be greater than the left target value',
  };
}

/** The rules of a form that can be applied; damaged ones are left out. */
export function readRules(value: unknown): readonly ConditionalRule[] {
  return toList(value).filter(isRecord).filter(isRule).map(toRule);
}

function isRule(entry: Readonly<Record<string, unknown>>): boolean {
  const hasShape = typeof entry.column === 'string' && typeof entry.colorScheme === 'string';
  const isKnown = conditionOperators.some((operator) => operator === entry.operator);
  return hasShape && isKnown && Object.keys(validateRule(entry)).length === 0;
}

function toRule(entry: Readonly<Record<string, unknown>>): ConditionalRule {
  return {
    column: String(entry.column),
    colorScheme: String(entry.colorScheme),
    // isRule let only known operators through.
    operator: entry.operator as ConditionOperator,
    targetValue: toNumber(entry.targetValue) ?? undefined,
    targetValueLeft: toNumber(entry.targetValueLeft) ?? undefined,
    targetValueRight: toNumber(entry.targetValueRight) ?? undefined,
  };
}

const comparisons: Readonly<Record<string, (value: number, target: number) => boolean>> = {
  '>': (value, target) => value > target,
  '<': (value, target) => value < target,
  '≥': (value, target) => value >= target,
  '≤': (value, target) => value <= target,
  '=': (value, target) => value === target,
  '≠': (value, target) => value !== target,
};

/** Whether a value meets a rule. */
export function meetsRule(rule: ConditionalRule, value: number): boolean {
  if (rule.operator === 'None') return true;
  if (!isBetween(rule.operator)) return comparisons[rule.operator]!(value, rule.targetValue!);
  const [left, right] = rule.operator.split('x').map((part) => part.trim());
  return comparisons[left!]!(rule.targetValueLeft!, value) && comparisons[right!]!(value, rule.targetValueRight!);
}

/** The lightest and the strongest share of a rule's colour in a cell. */
const weakest = 0.08;
const strongest = 0.42;

/**
 * The ground of a cell: the rule's colour, the stronger the further the value is on the rule's side of all values that meet
 * it; `=` and `≠` are always strong. Later rules win. Undefined when no rule is met.
 */
export function cellColorer(
  rules: readonly ConditionalRule[],
  values: readonly (number | null)[],
  theme: ChartTheme,
): (value: number | null) => string | undefined {
  const prepared = rules.map((rule) => {
    const met = values.filter((value): value is number => value !== null && meetsRule(rule, value));
    return { rule, low: minimumOf(met), high: maximumOf(met), color: ruleColor(rule.colorScheme, theme) };
  });
  return (value) => {
    if (value === null) return undefined;
    const last = prepared.findLast(({ rule }) => meetsRule(rule, value));
    return last && withAlpha(last.color, strengthOf(last, value));
  };
}

function strengthOf(
  given: { readonly rule: ConditionalRule; readonly low: number; readonly high: number },
  value: number,
): number {
  const { operator } = given.rule;
  if (operator === '=' || operator === '≠' || given.high === given.low) return strongest;
  const position = (value - given.low) / (given.high - given.low);
  const share = operator === '<' || operator === '≤' ? 1 - position : position;
  return weakest + (strongest - weakest) * Math.min(1, Math.max(0, share));
}

function ruleColor(name: string, theme: ChartTheme): string {
  const meaning: Readonly<Record<string, string>> = {
    success: theme.success,
    warning: theme.warning,
    danger: theme.danger,
    error: theme.danger,
    alert: theme.warning,
    accent: theme.accent,
    info: theme.categorical[0] ?? theme.accent,
    primary: theme.accent,
  };
  const plain = name.replace(/^color|Base$|Light1$|Dark1$/g, '').toLowerCase();
  if (Object.hasOwn(meaning, plain)) return meaning[plain]!;
  return parseColor(name) ? name : theme.accent;
}

const minimumOf = (values: readonly number[]) =>
  values.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY);
const maximumOf = (values: readonly number[]) =>
  values.reduce((high, value) => Math.max(high, value), Number.NEGATIVE_INFINITY);
