import { mixColors, parseColor, withAlpha } from './colors.ts';
import type { ChartTheme } from './definitions.ts';
import { isRecord, toList, toNumber } from './form-values.ts';
import { msg } from './msg.ts';

export const conditionOperators = ['None', '>', '<', '≥', '≤', '=', '≠', '< x <', '≤ x ≤', '≤ x <', '< x ≤'] as const;
export type ConditionOperator = (typeof conditionOperators)[number];

const meanings = ['success', 'primary', 'grayscale', 'info', 'alert', 'error'] as const;
const shades = ['base', 'light1', 'dark1'] as const;

/** Colours by meaning, each in three shades; any colour by its code goes as well. */
export const conditionColors: readonly string[] = meanings.flatMap((meaning) =>
  shades.map((shade) => `color${capitalized(meaning)}${capitalized(shade)}`),
);

function capitalized(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}

/** `colorSuccessLight1` as people read it: `success light`. */
export function conditionColorLabel(name: string): string {
  const [, meaning = name, shade = ''] = /^color([A-Z][a-z]+)(Base|Light1|Dark1)$/.exec(name) ?? [];
  const words: Readonly<Record<string, string>> = { Light1: ' light', Dark1: ' dark' };
  return `${meaning.toLowerCase()}${words[shade] ?? ''}`;
}

export interface ConditionalRule {
  readonly column: string;
  readonly colorScheme: string;
  readonly operator: ConditionOperator;
  readonly targetValue?: number;
  readonly targetValueLeft?: number;
  readonly targetValueRight?: number;
  /** What of the cell is coloured; its ground where nothing is said. */
  readonly objectFormatting?: ConditionLook;
  /** One strength for all values that meet the rule. */
  readonly useGradient?: boolean;
}

/** Parts of a cell that a rule colours, as forms name them; an arrow or a dot is this product's own. */
export const conditionLooks = ['BACKGROUND_COLOR', 'TEXT_COLOR', 'CELL_BAR', 'ICON', 'ENTIRE_ROW'] as const;
export type ConditionLook = (typeof conditionLooks)[number];

export const lookOf = ({ objectFormatting }: ConditionalRule): ConditionLook => objectFormatting ?? 'BACKGROUND_COLOR';

/** Whether an operator compares with two values. */
const isBetween = (operator: string): boolean => operator.includes('x');

/** Which value fields the editor shows for an operator. */
export function valueFieldsOf(operator: string): readonly ('targetValue' | 'targetValueLeft' | 'targetValueRight')[] {
  if (operator === 'None' || operator === '') return [];
  return isBetween(operator) ? ['targetValueLeft', 'targetValueRight'] : ['targetValue'];
}

/** Messages by field of a rule being edited; an empty object means that it may be saved. */
export function validateRule(rule: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const operator = typeof rule.operator === 'string' ? rule.operator : '';
  if (operator === '') return { operator: msg('Required') };
  const fields = valueFieldsOf(operator);
  const missing = fields.filter((field) => toNumber(rule[field]) === null);
  const errors: Record<string, string> = Object.fromEntries(missing.map((field) => [field, msg('Required')]));
  if (missing.length > 0 || !isBetween(operator)) return errors;
  if (toNumber(rule.targetValueLeft)! < toNumber(rule.targetValueRight)!) return errors;
  return {
    targetValueLeft: msg('This value should be smaller than the right target value'),
    targetValueRight: msg('This value should be greater than the left target value'),
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
    ...(entry.useGradient === false ? { useGradient: false } : {}),
    ...readLook(entry),
  };
}

/** The look by its name, or by the two switches that forms of older versions have. */
function readLook(entry: Readonly<Record<string, unknown>>): Pick<ConditionalRule, 'objectFormatting'> {
  const named = conditionLooks.find((look) => look === entry.objectFormatting);
  if (named) return { objectFormatting: named };
  if (entry.toTextColor === true) return { objectFormatting: 'TEXT_COLOR' };
  return entry.toAllRow === true ? { objectFormatting: 'ENTIRE_ROW' } : {};
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

export interface MetRule {
  readonly rule: ConditionalRule;
  readonly color: string;
  /** From 0 to 1: how far the value is on the rule's side of all values that meet it. */
  readonly share: number;
}

/** The rule of a look that a value meets, the last one of several; undefined when none is met. */
export function ruleFinder(
  rules: readonly ConditionalRule[],
  values: readonly (number | null)[],
  theme: ChartTheme,
): (value: number | null) => MetRule | undefined {
  const prepared = rules.map((rule) => {
    const met = values.filter((value): value is number => value !== null && meetsRule(rule, value));
    return { rule, low: minimumOf(met), high: maximumOf(met), color: ruleColor(rule.colorScheme, theme) };
  });
  return (value) => {
    if (value === null) return undefined;
    const last = prepared.findLast(({ rule }) => meetsRule(rule, value));
    return last && { rule: last.rule, color: last.color, share: shareOf(last, value) };
  };
}

/**
 * The ground of a cell: the rule's colour, the stronger the further the value is on the rule's side of all values that meet
 * it; `=` and `≠` are always strong. Later rules win. Undefined when no rule is met.
 */
export function cellColorer(
  rules: readonly ConditionalRule[],
  values: readonly (number | null)[],
  theme: ChartTheme,
): (value: number | null) => string | undefined {
  const find = ruleFinder(rules, values, theme);
  return (value) => {
    const met = find(value);
    return met && withAlpha(met.color, weakest + (strongest - weakest) * met.share);
  };
}

function shareOf(
  given: { readonly rule: ConditionalRule; readonly low: number; readonly high: number },
  value: number,
): number {
  const { operator, useGradient } = given.rule;
  if (useGradient === false || operator === '=' || operator === '≠' || given.high === given.low) return 1;
  const position = (value - given.low) / (given.high - given.low);
  const share = operator === '<' || operator === '≤' ? 1 - position : position;
  return Math.min(1, Math.max(0, share));
}

/** The sign of a rule: up for what is above a value, down for what is below, else a dot. */
export function signOfRule({ operator }: ConditionalRule): '▲' | '▼' | '●' {
  if (operator === '>' || operator === '≥') return '▲';
  return operator === '<' || operator === '≤' ? '▼' : '●';
}

/** The colour that a rule names, in a theme. */
export function ruleColor(name: string, theme: ChartTheme): string {
  const meaning: Readonly<Record<string, string>> = {
    success: theme.success,
    warning: theme.warning,
    danger: theme.danger,
    error: theme.danger,
    alert: theme.warning,
    accent: theme.accent,
    info: theme.categorical[0] ?? theme.accent,
    primary: theme.accent,
    grayscale: theme.dataOther,
  };
  const plain = name.replace(/^color|Base$|Light1$|Dark1$/g, '').toLowerCase();
  if (Object.hasOwn(meaning, plain)) return shadeOf(meaning[plain]!, name, theme);
  return parseColor(name) ? name : theme.accent;
}

function shadeOf(color: string, name: string, theme: ChartTheme): string {
  if (name.endsWith('Light1')) return mixColors(color, theme.card, 0.4);
  return name.endsWith('Dark1') ? mixColors(color, theme.text, 0.35) : color;
}

const minimumOf = (values: readonly number[]) =>
  values.reduce((low, value) => Math.min(low, value), Number.POSITIVE_INFINITY);
const maximumOf = (values: readonly number[]) =>
  values.reduce((high, value) => Math.max(high, value), Number.NEGATIVE_INFINITY);
