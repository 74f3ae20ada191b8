import type { CrossFilterSelection, ExtraFormData } from '@powerset/chart-kit';
import type { CellValue } from '@powerset/contract';
import type { DataMask, DataMasks } from './data-mask.ts';
import { type FilterEntry, isFilter } from './native-filters.ts';
import type { ChartConfigurations } from './scopes.ts';

/** The mask of a chart whose marks were chosen; undefined when nothing is chosen any more. */
export function toCrossMask(chartId: number, selection: CrossFilterSelection | null): DataMask | undefined {
  if (!selection || selection.filters.length === 0) return undefined;
  const filters = selection.filters.map(({ column, op, values }) => ({ col: column, op, ...toValue(op, values) }));
  return {
    id: String(chartId),
    extraFormData: { filters },
    filterState: {
      value: selection.filters.map((filter) => filter.values.map(toPlain)),
      selectedValues: selection.selectedLabels,
      label: selection.selectedLabels.join(', '),
    },
    ownState: {},
  };
}

function toValue(op: string, values: readonly CellValue[]) {
  if (op === 'IS NULL') return {};
  return op === 'TEMPORAL_RANGE' ? { val: String(values[0] ?? '') } : { val: values.map(toPlain) };
}

function toPlain(value: CellValue): string | number | boolean | null {
  return typeof value === 'bigint' ? value.toString() : value;
}

/** Labels of the marks that are chosen in a chart. */
export function selectedLabelsOf(mask: DataMask | undefined): readonly string[] {
  return (mask?.filterState.selectedValues ?? []).map(String);
}

/** A selection in words, for its pill: which column has which value. */
export function describeCrossMask(mask: DataMask): { readonly column: string; readonly value: string } {
  const { filters } = mask.extraFormData;
  const columns = Array.isArray(filters) ? filters.map((filter) => String((filter as { col?: unknown }).col)) : [];
  return { column: columns.join(', '), value: mask.filterState.label ?? selectedLabelsOf(mask).join(', ') };
}

export interface MaskSources {
  readonly filters: readonly FilterEntry[];
  readonly filterMasks: DataMasks;
  readonly crossMasks: DataMasks;
  readonly crossScopes: ChartConfigurations;
}

/** The same one each time, so that charts see that nothing changed. */
const noEffect: ExtraFormData = {};

/** Everything that narrows a chart: native filters in whose scope it is, and other charts' selections. */
export function extraFormDataFor(chartId: number, sources: MaskSources): readonly ExtraFormData[] {
  const native = sources.filters
    .filter(isFilter)
    .filter((filter) => filter.chartsInScope?.includes(chartId))
    .map((filter) => sources.filterMasks[filter.id]?.extraFormData ?? noEffect);
  const cross = Object.values(sources.crossMasks)
    .filter((mask) => sources.crossScopes[mask.id]?.crossFilters.chartsInScope.includes(chartId))
    .map((mask) => mask.extraFormData);
  return [...native, ...cross];
}
