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
      label: selection.label ?? selection.selectedLabels.join(', '),
    },
    ownState: {},
  };
}

/** Whether a reader keeps only the rows of a value, or leaves them out. */
export type NarrowingKind = 'only' | 'not';

export interface Narrowing {
  readonly kind: NarrowingKind;
  readonly filters: readonly (CrossFilterSelection['filters'][number] & { readonly label: string })[];
}

/** The mask of a chart's rows that are kept or left out: unlike a selection it holds in the chart itself too, and many stand beside each other. */
export function toNarrowingMask(chartId: number, narrowing: Narrowing, masks: DataMasks): DataMask {
  const { kind, filters } = narrowing;
  const taken = Object.keys(masks).map((id) => Number(id.split('-')[2] ?? 0));
  const labels = filters.map(({ label }) => label);
  return {
    id: `${chartId}-${kind}-${Math.max(0, ...taken) + 1}`,
    extraFormData: { filters: filters.map((filter) => (kind === 'only' ? toKept(filter) : toLeftOut(filter))) },
    filterState: { value: filters.map((filter) => filter.values.map(toPlain)), label: labels.join(', ') },
    ownState: {},
  };
}

const toKept = ({ column, op, values }: Narrowing['filters'][number]) => ({ col: column, op, ...toValue(op, values) });

/** Rows without a value are none of the value's: they stay. */
function toLeftOut({ column, op, values }: Narrowing['filters'][number]) {
  if (op === 'IS NULL') return { col: column, op: 'IS NOT NULL' };
  return { col: column, op: 'NOT IN', val: values.map(toPlain), keeps_null: true };
}

const maskId = /^(\d+)(?:-(only|not)-\d+)?$/;

/** Whether a mask is of a chart: of marks that were chosen in it, kept or left out. */
export const isOfChart = (id: string): boolean => maskId.test(id);

/** The chart that a mask comes from. */
export const chartOfMask = (id: string): number => Number.parseInt(id, 10);

/** What became of the marks: chosen (null), kept alone or left out. */
export function narrowingOf(id: string): NarrowingKind | null {
  const kind = maskId.exec(id)?.[2];
  return kind === 'only' || kind === 'not' ? kind : null;
}

/** The charts that follow a mask: those in the scope of its chart, and that one too where its rows were narrowed. */
export function chartsReachedBy(id: string, scopes: ChartConfigurations): readonly number[] {
  const others = scopes[String(chartOfMask(id))]?.crossFilters.chartsInScope ?? [];
  return narrowingOf(id) ? [...others, chartOfMask(id)] : others;
}

function toValue(op: string, values: readonly CellValue[]) {
  if (op === 'IS NULL') return {};
  if (op === 'TEMPORAL_RANGE') return { val: String(values[0] ?? '') };
  return op === 'IN' ? { val: values.map(toPlain) } : { val: toPlain(values[0] ?? null) };
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
  return {
    column: [...new Set(columns)].join(', '),
    value: mask.filterState.label ?? selectedLabelsOf(mask).join(', '),
  };
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
    .filter((mask) => chartsReachedBy(mask.id, sources.crossScopes).includes(chartId))
    .map((mask) => mask.extraFormData);
  return [...native, ...cross];
}
