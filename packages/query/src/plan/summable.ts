import type { Expression } from '@powerset/sql';
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
export function summableLabels(metrics: readonly SelectedItem[]): readonly string[] {
  return metrics.flatMap(({ expression, label }) =>
    ['SUM', 'COUNT'].includes(plainAggregateOf(expression) ?? '') ? [label] : [],
  );
}
