import { type DrawContext, defaultTranslate, formatNumber, msg } from '@powerset/chart-kit';
import { type Comparison, compareGroups, type Tests } from './comparisons.ts';
import type { TtestForm } from './form.ts';

export interface TtestOptions {
  readonly level: number;
  readonly liftText: (lift: number) => string;
  readonly pText: (p: number) => string;
  readonly better: string;
  readonly worse: string;
  readonly statement: string;
}

const mostDigits = 20;
const digitsOf = (digits: number | null, usual: number) =>
  Math.min(mostDigits, Math.max(0, Math.trunc(digits ?? usual)));

export function toOptions(model: Tests, context: DrawContext<TtestForm>): TtestOptions {
  const { form, theme, locale } = context;
  const liftDigits = digitsOf(form.liftvalue_precision, 4);
  const pDigits = digitsOf(form.pvalue_precision, 6);
  const level = form.significance_level ?? 0.05;
  const least = 10 ** -pDigits;
  return {
    level,
    liftText: (lift) => `${formatNumber(`+.${liftDigits}f`, lift * 100, locale)} %`,
    // Rounded to nothing it would say that it cannot be chance.
    pText: (p) =>
      p > 0 && p < least ? `< ${formatNumber(`.${pDigits}f`, least, locale)}` : formatNumber(`.${pDigits}f`, p, locale),
    better: theme.success,
    worse: theme.danger,
    statement: statementOf(model, level, context),
  };
}

function statementOf(
  { tests }: Tests,
  level: number,
  { translate = defaultTranslate }: DrawContext<TtestForm>,
): string {
  const [first] = tests;
  const control = first?.groups[0];
  if (!first || !control) return '';
  const others = compareGroups(first, { control: control.label, level }).filter(({ isControl }) => !isControl);
  return translate(msg('{{name}}: {{count}} of {{total}} groups differ from {{control}} by more than chance.'), {
    name: first.label,
    count: others.filter(({ isSignificant }) => isSignificant).length,
    total: others.length,
    control: control.label,
  });
}

export type TtestKey = 'group' | 'pairs' | 'lift' | 'p';

/** Comparisons in the order of one of their figures; the control stays first, and what has no figure is last. */
export function sortComparisons(
  comparisons: readonly Comparison[],
  sort: { readonly key: string; readonly desc: boolean } | null,
): readonly Comparison[] {
  const control = comparisons.filter(({ isControl }) => isControl);
  const others = comparisons.filter(({ isControl }) => !isControl);
  if (!sort) return [...control, ...others];
  const direction = sort.desc ? -1 : 1;
  const figure = (one: Comparison) => (sort.key === 'pairs' ? one.pairs : one[sort.key === 'lift' ? 'lift' : 'p']);
  const sorted = others.sort((a, b) => {
    if (sort.key === 'group')
      return direction * a.group.label.localeCompare(b.group.label, undefined, { numeric: true });
    const [left, right] = [figure(a), figure(b)];
    if (left === null || right === null) return Number(left === null) - Number(right === null);
    return direction * (left - right);
  });
  return [...control, ...sorted];
}
