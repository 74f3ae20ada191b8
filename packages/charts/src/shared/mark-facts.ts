import { type CrossFilterSelection, labelOfCell, nullLabel, temporalRangeOf } from '@powerset/chart-kit';
import type { CellValue } from '@powerset/contract';

type Condition = CrossFilterSelection['filters'][number];

/** A condition that is true of the rows behind a mark, and its value in words. */
export interface MarkFilter extends Condition {
  readonly label: string;
}

/** What a mark says of the rows behind it. */
export interface MarkFacts {
  /** Its name: what is read before anything is chosen for it. Empty where it is all that the chart shows. */
  readonly label: string;
  /** True of exactly the rows behind it, together with what the chart itself asks. */
  readonly filters: readonly MarkFilter[];
  /** Its figure as it is shown; null where it has none. */
  readonly value: string | null;
  /** The metric whose figure it is, where the chart has several. */
  readonly metric?: string;
  /** Of a stretch of an axis: its first and its last mark. */
  readonly ends?: readonly [MarkFilter, MarkFilter];
}

/** A column's value as a condition. */
export function valueFilter(column: string, value: CellValue, label = labelOfCell(value)): MarkFilter {
  return value === null || value === nullLabel
    ? { column, op: 'IS NULL', values: [], label }
    : { column, op: 'IN', values: [value], label };
}

/** A moment of a time axis as the stretch that its grain makes of it. */
export function timeFilter(
  column: string,
  ms: number,
  given: { readonly grain: string | null; readonly label: string },
) {
  const range = rangeOf(ms, given.grain);
  return { column, op: 'TEMPORAL_RANGE', values: [range], label: given.label } satisfies MarkFilter;
}

const unitMs: Readonly<Record<string, number>> = { S: 1000, M: 60_000, H: 3_600_000 };
const dayMs = 86_400_000;

function rangeOf(ms: number, grain: string | null): string {
  const text = (at: number) => new Date(at).toISOString().slice(0, 19);
  // Without a grain a moment stands for itself.
  if (!grain) return `${text(ms)} : ${text(ms + 1000)}`;
  const [, count, unit] = /^PT([\d.]+)([SMH])$/.exec(grain) ?? [];
  if (count && unit) return `${text(ms)} : ${text(ms + Number(count) * unitMs[unit]!)}`;
  // Weeks that are called by their last day.
  if (grain.startsWith('P1W/')) return `${text(ms - 6 * dayMs)} : ${text(ms + dayMs)}`;
  return temporalRangeOf(ms, grain.endsWith('/P1W') ? 'P1W' : grain);
}

/** What a chart's selection says, where the mark knows no more. */
export function factsOfSelection(selection: CrossFilterSelection, value: string | null): MarkFacts {
  const label = selection.selectedLabels.join(', ');
  const filters = selection.filters.map((filter) => ({
    ...filter,
    label: selection.filters.length === 1 ? label : labelOfCell(filter.values[0]),
  }));
  return { label, filters, value };
}

/** The facts of a mark in a panel: they hold in that panel alone. */
export function factsWithin(
  facts: MarkFacts,
  within: (selection: CrossFilterSelection) => CrossFilterSelection,
): MarkFacts {
  const added = within({ filters: [], selectedLabels: [] }).filters;
  const own = added.map((filter) => ({ ...filter, label: labelOfCell(filter.values[0]) }));
  return { ...facts, filters: [...facts.filters, ...own] };
}
