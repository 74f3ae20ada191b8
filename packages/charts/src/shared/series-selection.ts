import { type CrossFilterSelection, labelOfCell, nullLabel, numberOfCell } from '@powerset/chart-kit';
import type { CellValue } from '@powerset/contract';
import { type MarkFacts, type MarkFilter, timeFilter, valueFilter } from './mark-facts.ts';
import type { SeriesForm } from './series-form.ts';
import type { SeriesModel } from './series-model.ts';
import { selectionLabel } from './series-names.ts';
import { isOfOthers, type Plot } from './series-plot.ts';

/** A filter for the values of some columns; a null is asked for as such. */
export function toSelection(pairs: readonly (readonly [string, CellValue])[], label: string): CrossFilterSelection {
  return {
    filters: pairs.map(([column, value]) =>
      value === null || value === nullLabel
        ? { column, op: 'IS NULL', values: [] }
        : { column, op: 'IN', values: [value] },
    ),
    selectedLabels: [label],
  };
}

/**
 * What a click on a mark stands for: its dimensions' values, else its category. A moment of a series without dimensions
 * stands for nothing.
 */
export function selectionOfMark(
  model: SeriesModel,
  plot: Plot,
  { seriesId, dataIndex }: { readonly seriesId: string; readonly dataIndex: number },
): CrossFilterSelection | null {
  const series = plot.series.find((entry) => entry.id === seriesId)?.source;
  if (!series) return null;
  const dimensions = series.dimensions ?? model.dimensions;
  if (dimensions.length > 0) {
    return toSelection(
      dimensions.map((name, index) => [name, series.groups[index] ?? null]),
      selectionLabel(series),
    );
  }
  const x = plot.xs[dataIndex];
  if (model.axis.kind !== 'category' || x === undefined) return null;
  return toSelection([[model.axis.label, x]], labelOfCell(x));
}

/** What a mark says of the rows behind it: its dimensions' values and its place on the axis; null where they are not those of the chart. */
export function factsOfMark(
  { model, plot, form }: { readonly model: SeriesModel; readonly plot: Plot; readonly form: SeriesForm },
  { seriesId, dataIndex }: { readonly seriesId: string; readonly dataIndex: number },
): MarkFacts | null {
  const series = plot.series.find((entry) => entry.id === seriesId);
  const x = plot.xs[dataIndex];
  // Rows of an earlier period, and of what is gathered beyond a limit, cannot be named by the mark's values.
  if (!series || x === undefined || series.source.offset !== null) return null;
  if (dataIndex === plot.othersAt || isOfOthers(series.source, form)) return null;
  const dimensions = model.dimensions.map((name, index) => valueFilter(name, series.source.groups[index] ?? null));
  const place = plot.labels[dataIndex] ?? labelOfCell(x);
  return {
    label: [place, ...(plot.series.length > 1 || dimensions.length > 0 ? [series.name] : [])].join(', '),
    filters: [placeFilter(model, x, place), ...dimensions],
    value: (series.format ?? plot.format)(series.values[dataIndex] ?? null),
    metric: series.source.metric,
  };
}

function placeFilter({ axis }: SeriesModel, x: CellValue, label: string): MarkFilter {
  const ms = axis.kind === 'temporal' ? numberOfCell(x) : null;
  return ms === null ? valueFilter(axis.label, x, label) : timeFilter(axis.label, ms, { grain: axis.grain, label });
}

/** The selection after a click: the same mark again clears it; with a modifier marks add up. */
export function toggleSelection(
  clicked: CrossFilterSelection,
  selectedLabels: readonly string[],
  current: CrossFilterSelection | null,
): CrossFilterSelection | null {
  const label = clicked.selectedLabels[0]!;
  if (current === null) return selectedLabels.includes(label) && selectedLabels.length === 1 ? null : clicked;
  return combineSelections(current, clicked);
}

/** Adds values of the same columns; only conditions of one column can be joined without changing their meaning. */
function combineSelections(current: CrossFilterSelection, added: CrossFilterSelection): CrossFilterSelection {
  const [before, after] = [current.filters[0], added.filters[0]];
  const isJoinable =
    current.filters.length === 1 &&
    added.filters.length === 1 &&
    before?.op === 'IN' &&
    after?.op === 'IN' &&
    before.column === after.column;
  if (!isJoinable || current.selectedLabels.includes(added.selectedLabels[0]!)) return added;
  return {
    filters: [{ column: before.column, op: 'IN', values: [...before.values, ...after.values] }],
    selectedLabels: [...current.selectedLabels, ...added.selectedLabels],
  };
}
