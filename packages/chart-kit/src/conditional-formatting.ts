import type { CellValue } from '@powerset/contract';
import { mixColors, parseColor, withAlpha } from './color-math.ts';
import type { ChartTheme } from './definitions.ts';
import { isRecord, toList, toNumber } from './form-values.ts';
import { msg } from './msg.ts';
import { numberOfCell } from './result-tables.ts';

export const conditionOperators = ['None', '>', '<', '≥', '≤', '=', '≠', '< x <', '≤ x ≤', '≤ x <', '< x ≤'] as const;
/** Of columns of text, and of those that are true or false. */
export const textConditionOperators = [
  'None',
  '=',
  'begins with',
  'ends with',
  'containing',
  'not containing',
] as const;
export const booleanConditionOperators = ['is null', 'is true', 'is false', 'is not null'] as const;
export type ConditionOperator =
  | (typeof conditionOperators)[number]
  | (typeof textConditionOperators)[number]
  | (typeof booleanConditionOperators)[number];

/** What the values of a column can be compared by. */
export function conditionOperatorsOf(type: string | undefined): readonly ConditionOperator[] {
  if (type === 'boolean') return booleanConditionOperators;
  return type === 'string' ? textConditionOperators : conditionOperators;
}

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
  const [, meaning = name, shade = ''] = /^color([A-Z][a-z]+?)(Base|Light1|Dark1)?$/.exec(name) ?? [];
  const words: Readonly<Record<string, string>> = { Light1: ' light', Dark1: ' dark' };
  return `${meaning === 'Warning' ? 'alert' : meaning.toLowerCase()}${words[shade] ?? ''}`;
}

export interface ConditionalRule {
  /** The column by whose values it is decided. */
  readonly column: string;
  readonly colorScheme: string;
  readonly operator: ConditionOperator;
  /** A text where the operator is one of texts. */
  readonly targetValue?: number | string;
  readonly targetValueLeft?: number;
  readonly targetValueRight?: number;
  /** Another column that is coloured, or the whole row; the column itself where nothing is said. */
  readonly columnFormatting?: string;
  /** What of the cell is coloured; its ground where nothing is said. */
  readonly objectFormatting?: ConditionLook;
  /** One strength for all values that meet the rule. */
  readonly useGradient?: boolean;
}

/** Parts of a cell that a rule colours, as forms name them; an arrow or a dot is this product's own. */
export const conditionLooks = ['BACKGROUND_COLOR', 'TEXT_COLOR', 'CELL_BAR', 'ICON'] as const;
export type ConditionLook = (typeof conditionLooks)[number];

/** Stands where a rule names the column that it colours, and means all of them. */
export const entireRow = 'ENTIRE_ROW';

export const lookOf = ({ objectFormatting }: ConditionalRule): ConditionLook => objectFormatting ?? 'BACKGROUND_COLOR';

/** The column that a rule colours, or `entireRow`. */
export const paintedColumnOf = ({ column, columnFormatting }: ConditionalRule): string => columnFormatting ?? column;

/** A change against an earlier period that is good where it is up, or where it is down: colours of a comparison, not of a value. */
export const changeSchemes = ['Green', 'Red'] as const;
export const isChangeRule = ({ colorScheme }: ConditionalRule): boolean =>
  changeSchemes.some((scheme) => scheme === colorScheme);

/** Whether an operator compares with two values. */
const isBetween = (operator: string): boolean => operator.includes(' x ');

const wordOperators: readonly string[] = textConditionOperators.filter((operator) => operator.length > 1);
const isOfTexts = (operator: string): boolean => operator !== 'None' && wordOperators.includes(operator);
const isOfBooleans = (operator: string): boolean => booleanConditionOperators.some((one) => one === operator);

/** `=` compares texts as well as numbers. */
const takesText = (operator: string): boolean => operator === '=' || isOfTexts(operator);

/** Which value fields the editor shows for an operator. */
export function valueFieldsOf(operator: string): readonly ('targetValue' | 'targetValueLeft' | 'targetValueRight')[] {
  if (operator === 'None' || operator === '' || isOfBooleans(operator)) return [];
  return isBetween(operator) ? ['targetValueLeft', 'targetValueRight'] : ['targetValue'];
}

/** Messages by field of a rule being edited; an empty object means that it may be saved. */
export function validateRule(rule: Readonly<Record<string, unknown>>): Readonly<Record<string, string>> {
  const operator = typeof rule.operator === 'string' ? rule.operator : '';
  if (operator === '') return { operator: msg('Required') };
  const fields = valueFieldsOf(operator);
  const missing = fields.filter((field) => targetOf(rule[field], operator) === null);
  const errors: Record<string, string> = Object.fromEntries(missing.map((field) => [field, msg('Required')]));
  if (missing.length > 0 || !isBetween(operator)) return errors;
  if (toNumber(rule.targetValueLeft)! < toNumber(rule.targetValueRight)!) return errors;
  return {
    targetValueLeft: msg('This value should be smaller than the right target value'),
    targetValueRight: msg('This value should be greater than the left target value'),
  };
}

/** What a value is compared with: a number, or for operators of texts what was typed. */
function targetOf(value: unknown, operator: string): number | string | null {
  const isText = typeof value === 'string' && value !== '';
  if (isOfTexts(operator)) return isText ? value : null;
  return toNumber(value) ?? (takesText(operator) && isText ? value : null);
}

/** The rules of a form that can be applied; damaged ones are left out. */
export function readRules(value: unknown): readonly ConditionalRule[] {
  return toList(value).filter(isRecord).filter(isRule).map(toRule);
}

const knownOperators: readonly string[] = [
  ...conditionOperators,
  ...textConditionOperators,
  ...booleanConditionOperators,
];

function isRule(entry: Readonly<Record<string, unknown>>): boolean {
  const hasShape = typeof entry.column === 'string' && typeof entry.colorScheme === 'string';
  const isKnown = knownOperators.some((operator) => operator === entry.operator);
  return hasShape && isKnown && Object.keys(validateRule(entry)).length === 0;
}

function toRule(entry: Readonly<Record<string, unknown>>): ConditionalRule {
  return {
    column: String(entry.column),
    colorScheme: String(entry.colorScheme),
    // isRule let only known operators through.
    operator: entry.operator as ConditionOperator,
    targetValue: targetOf(entry.targetValue, String(entry.operator)) ?? undefined,
    targetValueLeft: toNumber(entry.targetValueLeft) ?? undefined,
    targetValueRight: toNumber(entry.targetValueRight) ?? undefined,
    ...(entry.useGradient === false ? { useGradient: false } : {}),
    ...readLook(entry),
    ...readPainted(entry),
  };
}

/** The look by its name, which one version wrote with one `t`, or by the switch that forms of older versions have. */
function readLook(entry: Readonly<Record<string, unknown>>): Pick<ConditionalRule, 'objectFormatting'> {
  const written = entry.objectFormatting ?? entry.objectFormating;
  const named = conditionLooks.find((look) => look === written);
  if (named) return { objectFormatting: named };
  return entry.toTextColor === true ? { objectFormatting: 'TEXT_COLOR' } : {};
}

/** The column that is coloured; the whole row was a switch once, and here a look. */
function readPainted(entry: Readonly<Record<string, unknown>>): Pick<ConditionalRule, 'columnFormatting'> {
  const named = entry.columnFormatting ?? entry.columnFormating;
  if (entry.toAllRow === true || entry.objectFormatting === entireRow) return { columnFormatting: entireRow };
  return typeof named === 'string' && named !== '' && named !== entry.column ? { columnFormatting: named } : {};
}

const comparisons: Readonly<Record<string, (value: number, target: number) => boolean>> = {
  '>': (value, target) => value > target,
  '<': (value, target) => value < target,
  '≥': (value, target) => value >= target,
  '≤': (value, target) => value <= target,
  '=': (value, target) => value === target,
  '≠': (value, target) => value !== target,
};

const textComparisons: Readonly<Record<string, (value: string, target: string) => boolean>> = {
  '=': (value, target) => value === target,
  'begins with': (value, target) => value.startsWith(target),
  'ends with': (value, target) => value.endsWith(target),
  containing: (value, target) => value.toLowerCase().includes(target.toLowerCase()),
  'not containing': (value, target) => !value.toLowerCase().includes(target.toLowerCase()),
};

/** Whether a value meets a rule; no value meets only the rule that asks for none. */
export function meetsRule(rule: ConditionalRule, value: CellValue): boolean {
  const { operator } = rule;
  if (isOfBooleans(operator)) return (operator === 'is null') === (value === null) && meetsBoolean(operator, value);
  if (value === null) return false;
  if (operator === 'None') return true;
  const isText = typeof value === 'string' && (isOfTexts(operator) || typeof rule.targetValue === 'string');
  if (isText) return textComparisons[operator]?.(value, String(rule.targetValue)) ?? false;
  const number = numberOfCell(value);
  return number !== null && meetsNumber(rule, number);
}

const meetsBoolean = (operator: string, value: CellValue): boolean =>
  operator === 'is true' || operator === 'is false' ? value === (operator === 'is true') : true;

function meetsNumber({ operator, targetValue, ...rule }: ConditionalRule, value: number): boolean {
  if (!isBetween(operator)) return comparisons[operator]?.(value, Number(targetValue)) ?? false;
  const [left, right] = operator.split('x').map((part) => part.trim());
  return comparisons[left!]!(rule.targetValueLeft!, value) && comparisons[right!]!(value, rule.targetValueRight!);
}

/** The lightest and the strongest share of a rule's colour in a cell. */
const weakest = 0.08;
const strongest = 0.42;

export interface MetRule {
  readonly rule: ConditionalRule;
  readonly color: string;
  /** From 0 to 1: how far the value is from what it is compared with, towards the farthest of all values. */
  readonly share: number;
}

/** What a value makes of a rule among all values of its column; undefined where it does not meet it. */
export function prepareRule(
  rule: ConditionalRule,
  values: readonly CellValue[],
  theme: ChartTheme,
): (value: CellValue) => MetRule | undefined {
  const color = ruleColor(rule.colorScheme, theme);
  const ends = endsOf(rule, values);
  return (value) => (meetsRule(rule, value) ? { rule, color, share: shareOf(rule, ends, value) } : undefined);
}

/** The rule of a look that a value meets, the last one of several; undefined when none is met. */
export function ruleFinder(
  rules: readonly ConditionalRule[],
  values: readonly CellValue[],
  theme: ChartTheme,
): (value: CellValue) => MetRule | undefined {
  const prepared = rules.map((rule) => prepareRule(rule, values, theme)).reverse();
  return (value) => {
    for (const find of prepared) {
      const met = find(value);
      if (met) return met;
    }
    return undefined;
  };
}

/** The ground of a cell that meets a rule: the rule's colour, the stronger the further the value is. */
export const groundOfRule = ({ color, share }: MetRule): string =>
  withAlpha(color, weakest + (strongest - weakest) * share);

/** The ground of a cell by the last rule that it meets; undefined when none is met. */
export function cellColorer(
  rules: readonly ConditionalRule[],
  values: readonly CellValue[],
  theme: ChartTheme,
): (value: CellValue) => string | undefined {
  const find = ruleFinder(rules, values, theme);
  return (value) => {
    const met = find(value);
    return met && groundOfRule(met);
  };
}

/** From where a rule's colour grows, and where it is strongest. */
function endsOf(rule: ConditionalRule, values: readonly CellValue[]): readonly [number, number] {
  const { operator, targetValue, targetValueLeft = 0, targetValueRight = 0 } = rule;
  if (isBetween(operator)) return [targetValueLeft, targetValueRight];
  const target = Number(targetValue);
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const value of values) {
    const number = numberOfCell(value);
    if (number === null) continue;
    low = Math.min(low, number);
    high = Math.max(high, number);
  }
  if (operator === 'None') return [low, high];
  if (operator === '<' || operator === '≤') return [target, low];
  return [target, operator === '≠' && target - low > high - target ? low : high];
}

function shareOf({ operator, useGradient }: ConditionalRule, [from, to]: readonly [number, number], value: CellValue) {
  const number = typeof value === 'string' ? null : numberOfCell(value);
  if (useGradient === false || operator === '=' || number === null || from === to) return 1;
  const share = Math.abs((number - from) / (to - from));
  return Number.isFinite(share) ? Math.min(1, share) : 1;
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
