import { type FilterEntry, type FilterType, isFilter, isRecord, type NativeFilter } from './native-filters.ts';

/** A dataset as far as proposals need it. */
export interface ProposedFrom {
  readonly id: number;
  readonly main_dttm_col?: string | null;
  readonly columns: readonly {
    readonly column_name: string;
    readonly verbose_name?: string | null;
    readonly type_generic?: number | null;
    readonly is_dttm?: boolean | null;
    readonly filterable?: boolean | null;
  }[];
}

/** A chart of the dashboard: its dataset and its form. */
export interface ProposingChart {
  readonly datasetId: number | null;
  readonly form: Readonly<Record<string, unknown>>;
}

export interface ProposedFilter {
  readonly filterType: FilterType;
  readonly datasetId: number;
  readonly column: string;
  /** The column as people know it. */
  readonly label: string;
}

/** Fields of chart forms that hold what a chart is split, laid out or narrowed by. */
const columnFields = [
  'groupby',
  'groupbyRows',
  'groupbyColumns',
  'columns',
  'all_columns',
  'series',
  'entity',
  'source',
  'target',
  'x_axis',
];
const mostProposed = 5;
const textType = 1;

/** The dataset that most charts of the dashboard read. */
export function mostUsedDataset(charts: readonly ProposingChart[]): number | undefined {
  return byCount(charts.flatMap(({ datasetId }) => (datasetId === null ? [] : [datasetId])))[0];
}

/**
 * Filters that a dashboard is likely to want: over the time of its main dataset, and over the columns of text that most
 * of its charts are split or narrowed by; none that it has.
 */
export function proposeFilters(
  charts: readonly ProposingChart[],
  datasets: Readonly<Record<number, ProposedFrom>>,
  entries: readonly FilterEntry[],
): readonly ProposedFilter[] {
  const dataset = datasets[mostUsedDataset(charts) ?? -1];
  if (!dataset) return [];
  const known = new Map(dataset.columns.map((column) => [column.column_name, column]));
  const used = charts.filter(({ datasetId }) => datasetId === dataset.id).flatMap(({ form }) => columnsUsedBy(form));
  const propose = (filterType: FilterType, column: string): ProposedFilter => ({
    filterType,
    datasetId: dataset.id,
    column,
    label: known.get(column)?.verbose_name || column,
  });
  const times = [dataset.main_dttm_col ?? '', ...byCount(used)].filter((name) => known.get(name)?.is_dttm);
  const categories = byCount(used).filter((name) => {
    const column = known.get(name);
    return column?.type_generic === textType && !column.is_dttm && column.filterable !== false;
  });
  const all = [
    ...times.slice(0, 1).map((name) => propose('filter_time', name)),
    ...categories.map((name) => propose('filter_select', name)),
  ];
  return all.filter((proposal) => !isThere(entries.filter(isFilter), proposal)).slice(0, mostProposed);
}

/** A filter over time reaches charts of all datasets, so one is enough. */
function isThere(filters: readonly NativeFilter[], { filterType, datasetId, column }: ProposedFilter): boolean {
  return filters.some((filter) => {
    const [target] = filter.targets;
    if (filterType === 'filter_time') return filter.filterType === 'filter_time';
    return target?.datasetId === datasetId && target.column?.name === column;
  });
}

/** Each column once for a chart, however often it names it. */
function columnsUsedBy(form: Readonly<Record<string, unknown>>): readonly string[] {
  const fields = columnFields.flatMap((field) => form[field]);
  const narrowed = Array.isArray(form.adhoc_filters) ? form.adhoc_filters.filter(isRecord) : [];
  const names = [...fields, ...narrowed.map(({ subject }) => subject)];
  return [...new Set(names.filter((name) => typeof name === 'string'))];
}

/** Most frequent first; equals in the order of their first appearance. */
function byCount<Item>(items: readonly Item[]): readonly Item[] {
  const counts = new Map<Item, number>();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts].sort(([, left], [, right]) => right - left).map(([item]) => item);
}
