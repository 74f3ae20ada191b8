import type { WireDashboardChart } from '@powerset/contract';
import type { Layout } from '../layout/index.ts';
import { type FilterValue, toMask } from './mask-values.ts';
import { type FilterScope, filterIdPrefix, isRecord, type NativeFilter, newFilter } from './native-filters.ts';

export const filterBoxType = 'filter_box';

/** Names under which the old filter box kept the filters that are not columns. */
const timeRangeColumn = '__time_range';
const timeColumnColumn = '__time_col';
const timeGrainColumn = '__time_grain';

/** One line of an old filter box, as its form holds it. */
export interface FilterBoxItem {
  readonly column: string;
  readonly label: string;
  readonly defaultValue: string;
  /** Sorts the choices. */
  readonly metric: string | null;
  readonly asc: boolean;
  readonly clearable: boolean;
  readonly multiple: boolean;
  readonly searchAllOptions: boolean;
}

export interface FilterBoxScope {
  readonly scope: readonly string[];
  readonly immune: readonly number[];
}

/** An old filter box on a dashboard: what it filters, with which values, and where. */
export interface FilterBox {
  readonly chartId: number;
  readonly componentId: string | null;
  readonly datasetId: number | null;
  /** Values from the start, by column. */
  readonly columns: Readonly<Record<string, unknown>>;
  readonly labels: Readonly<Record<string, string>>;
  readonly scopes: Readonly<Record<string, FilterBoxScope>>;
  readonly isDateFilter: boolean;
  readonly items: readonly FilterBoxItem[];
  /** What narrows the choices. */
  readonly adhocFilters: readonly unknown[];
}

export interface FilterBoxSources {
  readonly charts: readonly WireDashboardChart[];
  readonly layout: Layout;
  readonly metadata: { readonly default_filters?: string | null; readonly filter_scopes?: unknown };
  /** The type of a dataset's column, as its database names it. */
  readonly typeOf: (datasetId: number | null, column: string) => string | undefined;
}

/** The old filter boxes of a dashboard. */
export function readFilterBoxes(sources: FilterBoxSources): readonly FilterBox[] {
  return sources.charts
    .filter((chart) => chart.form_data.viz_type === filterBoxType)
    .map((chart) => readFilterBox(chart, sources));
}

function readFilterBox(chart: WireDashboardChart, { layout, metadata, typeOf }: FilterBoxSources): FilterBox {
  const form = chart.form_data;
  const datasetId = Number.parseInt(String(form.datasource ?? ''), 10) || null;
  const items = readItems(form.filter_configs);
  const names = [...items.map((item) => item.column), ...timeNames(form)];
  const own = Object.fromEntries([
    ...items.map((item) => [item.column, convertDefault(item, typeOf(datasetId, item.column))]),
    [timeRangeColumn, form.time_range],
    [timeGrainColumn, form.time_grain_sqla],
    [timeColumnColumn, form.granularity_sqla],
  ]);
  const set = entryOf(parseObject(metadata.default_filters), chart.id);
  const scopes = entryOf(metadata.filter_scopes, chart.id);
  return {
    chartId: chart.id,
    componentId: Object.values(layout).find((node) => node.meta.chartId === chart.id)?.id ?? null,
    datasetId,
    columns: Object.fromEntries(names.map((name) => [name, set[name] ?? own[name] ?? null])),
    labels: Object.fromEntries(items.map((item) => [item.column, item.label])),
    scopes: Object.fromEntries(names.map((name) => [name, readBoxScope(scopes[name], layout)])),
    isDateFilter: form.date_filter === true,
    items,
    adhocFilters: Array.isArray(form.adhoc_filters) ? form.adhoc_filters : [],
  };
}

function timeNames(form: Readonly<Record<string, unknown>>): readonly string[] {
  return [
    ...(form.date_filter === true ? [timeRangeColumn] : []),
    ...(form.show_sqla_time_granularity === true ? [timeGrainColumn] : []),
    ...(form.show_sqla_time_column === true ? [timeColumnColumn] : []),
  ];
}

/** The lines of a box; what is missing is as the old box had it: several values, ascending, clearable. */
export function readItems(value: unknown): readonly FilterBoxItem[] {
  if (!Array.isArray(value)) return [];
  return value.flatMap((item: unknown): readonly FilterBoxItem[] => {
    if (!isRecord(item) || typeof item.column !== 'string' || item.column === '') return [];
    return [
      {
        column: item.column,
        label: typeof item.label === 'string' && item.label ? item.label : item.column,
        defaultValue: item.defaultValue === undefined || item.defaultValue === null ? '' : String(item.defaultValue),
        metric: typeof item.metric === 'string' && item.metric ? item.metric : null,
        asc: item.asc !== false,
        clearable: item.clearable !== false,
        multiple: item.multiple !== false,
        searchAllOptions: item.searchAllOptions === true,
      },
    ];
  });
}

const integerTypes = ['TINYINT', 'SMALLINT', 'INT', 'INTEGER', 'BIGINT', 'LONG'];
const floatTypes = ['FLOAT', 'DOUBLE', 'REAL', 'NUMERIC', 'DECIMAL', 'MONEY'];

/** A default as its column's type has it; several are a list apart by `;`, each as it was typed. */
export function convertDefault(
  { defaultValue, multiple }: Pick<FilterBoxItem, 'defaultValue' | 'multiple'>,
  columnType: string | undefined,
): string | number | boolean | null | readonly string[] {
  if (defaultValue === '') return null;
  if (multiple) return defaultValue.split(';');
  const type = (columnType ?? '').toUpperCase().split(/[\s(]/)[0] ?? '';
  const number = defaultValue.trim() === '' ? Number.NaN : Number(defaultValue);
  if (type === 'BOOLEAN' || type === 'BOOL')
    return ['true', 't', '1', 'yes'].includes(defaultValue.trim().toLowerCase());
  if (integerTypes.includes(type)) return Number.isFinite(number) ? Math.trunc(number) : null;
  if (floatTypes.includes(type)) return Number.isFinite(number) ? number : null;
  return defaultValue;
}

/** Where a filter counts: the tabs named that are still there, without the charts that are immune. */
function readBoxScope(value: unknown, layout: Layout): FilterBoxScope {
  const stored = isRecord(value) ? value : {};
  const roots = (Array.isArray(stored.scope) ? stored.scope.map(String) : []).filter((id) => id in layout);
  const immune = Array.isArray(stored.immune) ? stored.immune.map(Number).filter(Number.isInteger) : [];
  return { scope: roots.length > 0 ? roots : ['ROOT_ID'], immune };
}

/** The native filters that do what a box did. */
export function toNativeFilters(box: FilterBox): readonly NativeFilter[] {
  const lines = box.items.map((item) => valueFilter(box, item));
  const times = [
    ...(box.isDateFilter ? [timeFilter(box, timeRangeColumn)] : []),
    ...(timeGrainColumn in box.columns ? [timeFilter(box, timeGrainColumn)] : []),
    ...(timeColumnColumn in box.columns ? [timeFilter(box, timeColumnColumn)] : []),
  ];
  return [...times, ...lines];
}

function base(box: FilterBox, column: string): NativeFilter {
  const { scope, immune } = box.scopes[column] ?? { scope: ['ROOT_ID'], immune: [] };
  const reach: FilterScope = { rootPath: scope, excluded: immune };
  return { ...newFilter(`${box.chartId}-${column}`), id: `${filterIdPrefix}${box.chartId}-${column}`, scope: reach };
}

function valueFilter(box: FilterBox, item: FilterBoxItem): NativeFilter {
  const filter: NativeFilter = {
    ...base(box, item.column),
    name: item.label,
    targets: [{ ...(box.datasetId === null ? {} : { datasetId: box.datasetId }), column: { name: item.column } }],
    controlValues: {
      multiSelect: item.multiple,
      sortAscending: item.asc,
      enableEmptyFilter: !item.clearable,
      searchAllOptions: item.searchAllOptions,
    },
    sortMetric: item.metric,
    adhoc_filters: box.adhocFilters,
  };
  return withDefault(filter, toList(box.columns[item.column]));
}

const timeKinds = {
  [timeRangeColumn]: { filterType: 'filter_time', name: 'Time range' },
  [timeGrainColumn]: { filterType: 'filter_timegrain', name: 'Time grain' },
  [timeColumnColumn]: { filterType: 'filter_timecolumn', name: 'Time column' },
} as const;

function timeFilter(box: FilterBox, column: keyof typeof timeKinds): NativeFilter {
  const kind = timeKinds[column];
  const value = box.columns[column];
  const target = kind.filterType === 'filter_time' || box.datasetId === null ? {} : { datasetId: box.datasetId };
  const filter: NativeFilter = { ...base(box, column), ...kind, targets: [target], controlValues: {} };
  const text = typeof value === 'string' && value ? value : null;
  return withDefault(filter, kind.filterType === 'filter_time' || text === null ? text : [text]);
}

function withDefault(filter: NativeFilter, value: FilterValue): NativeFilter {
  if (value === null) return filter;
  const { extraFormData, filterState } = toMask(filter, value);
  return { ...filter, defaultDataMask: { extraFormData, filterState } };
}

function toList(value: unknown): FilterValue {
  if (value === null || value === undefined) return null;
  const list = Array.isArray(value) ? value : [value];
  const cells = list.filter((one) => ['string', 'number', 'boolean'].includes(typeof one) || one === null);
  return cells.length > 0 ? cells : null;
}

function entryOf(value: unknown, chartId: number): Readonly<Record<string, unknown>> {
  const entry = isRecord(value) ? value[String(chartId)] : undefined;
  return isRecord(entry) ? entry : {};
}

function parseObject(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? '{}');
  } catch {
    return {};
  }
}
