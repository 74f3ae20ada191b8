import { type Expression, type LexRules, meaningfulTokens } from '@powerset/sql';
import type { SelectedItem } from './selection.ts';

/** An aggregate of one plain column, as owners write it: `SUM(amount)`, `COUNT(*)`. */
const plainAggregate = /^\s*(sum|count|min|max)\s*\(\s*(\*|"(?:[^"]|"")+"|[a-z_]\w*)\s*\)\s*$/i;

/** The name of an aggregate that stands alone and counts nothing once only; null for everything else. */
export function plainAggregateOf(measure: Expression): string | null {
  if (measure.kind === 'aggregate') return measure.isDistinct ? null : measure.name.toUpperCase();
  if (measure.kind !== 'sql') return null;
  return plainAggregate.exec(measure.text)?.[1]?.toUpperCase() ?? null;
}

/** Labels of the metrics whose groups add up to the metric of all rows: sums and counts, and nothing that might be neither. */
export function summableLabels(metrics: readonly SelectedItem[], rules: LexRules): readonly string[] {
  return metrics.flatMap(({ expression, label }) => (isSummable(expression, rules) ? [label] : []));
}

function isSummable(measure: Expression, rules: LexRules): boolean {
  if (measure.kind === 'sql') return isSumOfSums(measure.text, rules);
  return ['SUM', 'COUNT'].includes(plainAggregateOf(measure) ?? '');
}

/** Sums and counts of whatever owners wrote, and what they come to together: `SUM(a * b) - SUM(c) FILTER (WHERE d)`. */
function isSumOfSums(text: string, rules: LexRules): boolean {
  const tokens = meaningfulTokens(text, rules).map(({ start, end }) => text.slice(start, end).toLowerCase());
  for (let at = 0; ; at += 1) {
    if (!['sum', 'count'].includes(tokens[at] ?? '') || tokens[at + 2] === 'distinct') return false;
    at = afterParentheses(tokens, at + 1);
    if (tokens[at] === 'filter') at = afterParentheses(tokens, at + 1);
    if (at === tokens.length) return true;
    if (tokens[at] !== '+' && tokens[at] !== '-') return false;
  }
}

/** The position behind a pair of parentheses; beyond the end where there is none. */
function afterParentheses(tokens: readonly string[], open: number): number {
  if (tokens[open] !== '(') return Number.POSITIVE_INFINITY;
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    if (tokens[at] === '(') depth += 1;
    if (tokens[at] === ')') depth -= 1;
    if (depth === 0) return at + 1;
  }
  return Number.POSITIVE_INFINITY;
}
