import { type CrossFilterSelection, labelOfCell, numberOfCell } from '@powerset/chart-kit';
import type { BrushedSpan } from './mark-event.ts';
import { type MarkFacts, timeFilter } from './mark-facts.ts';
import type { SeriesModel } from './series-model.ts';
import type { Plot } from './series-plot.ts';

/** A stretch of a time axis as a filter, and what it says of its rows. */
export interface BrushedRange {
  readonly selection: CrossFilterSelection;
  readonly mark: MarkFacts;
}

/** The marks of a time axis over which somebody dragged, from the beginning of the first to the end of the last; null where none lies there. */
export function brushedRange(
  { axis }: SeriesModel,
  plot: Pick<Plot, 'xs' | 'labels' | 'axisType'>,
  span: BrushedSpan,
): BrushedRange | null {
  const places = plot.xs.flatMap((x, index) => {
    const ms = numberOfCell(x);
    const at = span.kind === 'values' && plot.axisType !== 'category' ? ms : index;
    return ms !== null && at !== null && at >= span.from && at <= span.to ? [{ ms, index, x }] : [];
  });
  const ordered = places.toSorted((one, other) => one.ms - other.ms);
  const [first, last] = [ordered[0], ordered.at(-1)];
  if (!first || !last) return null;
  const endOf = ({ ms, index, x }: (typeof places)[number]) =>
    timeFilter(axis.label, ms, { grain: axis.grain, label: plot.labels[index] ?? labelOfCell(x) });
  const [start, end] = [endOf(first), endOf(last)];
  const label = start.label === end.label ? start.label : `${start.label} – ${end.label}`;
  const from = String(start.values[0]).split(' : ')[0];
  const to = String(end.values[0]).split(' : ')[1];
  const filter = { column: axis.label, op: 'TEMPORAL_RANGE', values: [`${from} : ${to}`] } as const;
  return {
    selection: { filters: [filter], selectedLabels: [], label },
    mark: {
      label,
      filters: [{ ...filter, label }],
      value: null,
      ...(first === last ? {} : { ends: [start, end] as const }),
    },
  };
}
