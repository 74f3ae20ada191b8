import type { CrossFilterSelection } from '@powerset/chart-kit';
import type { CellValue, ChartBrush } from '@powerset/contract';

type Filters = CrossFilterSelection['filters'];

/** So many cuts are told apart while somebody drags. */
export const maxCuts = 1001;

/** All that can be chosen by dragging over a chart. */
export interface BrushChoices {
  readonly brush: ChartBrush;
  /** What it is that all of it is chosen. */
  readonly whole: Filters;
}

/** Slices from one on and before another, or values. */
export type ChosenSlices = { readonly from: number; readonly to: number } | { readonly values: readonly CellValue[] };

/** Who follows a brush before it is let go. */
export interface Brushing {
  /** Somebody may soon drag over the chart. */
  readonly ready: (choices: BrushChoices) => void;
  /** So much is chosen if it is let go now; null where that was broken off. */
  readonly move: (choices: BrushChoices, chosen: ChosenSlices | null) => void;
}

/** The filter of some slices: of times one of their range, of numbers two. */
export function filtersOfSlices(
  { column, kind, cuts }: ChartBrush,
  chosen: { readonly from: number; readonly to: number },
): Filters {
  const [first, last] = [cuts[chosen.from], cuts[chosen.to]];
  if (!first || !last) return [];
  if (kind === 'time') return [{ column, op: 'TEMPORAL_RANGE', values: [`${first.value} : ${last.value}`] }];
  return [
    { column, op: first.op, values: [first.value] },
    { column, op: last.op === '>=' ? '<' : '<=', values: [last.value] },
  ];
}
