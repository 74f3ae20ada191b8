/** A dataset while it is being edited, under the wire's names. */
export interface DatasetDraft {
  readonly description: string | null;
  readonly main_dttm_col: string | null;
  readonly cache_timeout: number | null;
  readonly offset: number;
  readonly filter_select_enabled: boolean;
  readonly always_filter_main_dttm: boolean;
  readonly sql: string | null;
  readonly kind: 'physical' | 'virtual';
  readonly table_name: string;
  readonly columns: readonly DraftColumn[];
  readonly metrics: readonly DraftMetric[];
}

export interface DraftColumn {
  readonly id?: number;
  readonly column_name: string;
  readonly verbose_name: string | null;
  readonly description: string | null;
  readonly expression: string | null;
  readonly type: string | null;
  readonly is_dttm: boolean;
  readonly filterable: boolean;
  readonly groupby: boolean;
}

export interface DraftMetric {
  readonly id?: number;
  readonly metric_name: string;
  readonly verbose_name: string | null;
  readonly expression: string;
  readonly d3format: string | null;
  readonly warning_text: string | null;
}

const columnFields = [
  'id',
  'column_name',
  'verbose_name',
  'description',
  'expression',
  'type',
  'is_dttm',
  'filterable',
  'groupby',
] as const;
const metricFields = ['id', 'metric_name', 'verbose_name', 'expression', 'd3format', 'warning_text'] as const;

function pick<Item extends object>(item: Item, names: readonly (keyof Item)[]): Partial<Item> {
  const entries = names
    .filter((name) => item[name] !== undefined)
    .map((name) => [name, item[name] === '' ? null : item[name]]);
  // Only names of the item were taken.
  return Object.fromEntries(entries) as Partial<Item>;
}

/** What is sent to save a draft. */
export function toDatasetChange(draft: DatasetDraft): object {
  return {
    ...(draft.kind === 'virtual' ? { sql: draft.sql } : {}),
    description: draft.description || null,
    main_dttm_col: draft.main_dttm_col,
    cache_timeout: draft.cache_timeout,
    offset: draft.offset,
    filter_select_enabled: draft.filter_select_enabled,
    always_filter_main_dttm: draft.always_filter_main_dttm,
    columns: draft.columns.map((column) => pick(column, columnFields)),
    metrics: draft.metrics.map((metric) => ({ ...pick(metric, metricFields), expression: metric.expression })),
  };
}

/** What keeps a draft from being saved: names and expressions that are missing or doubled. */
export function findDraftProblems(draft: DatasetDraft): readonly string[] {
  const columns = draft.columns.map((column) => column.column_name.trim());
  const metrics = draft.metrics.map((metric) => metric.metric_name.trim());
  const doubled = (names: readonly string[]) => names.find((name, at) => name !== '' && names.indexOf(name) !== at);
  const isBlank = (text: string | null) => !text?.trim();
  return [
    ...(columns.includes('') || metrics.includes('') ? ['Every column and metric needs a name.'] : []),
    ...(doubled(columns) ? [`Column name [${doubled(columns)}] is duplicated`] : []),
    ...(doubled(metrics) ? [`Metric name [${doubled(metrics)}] is duplicated`] : []),
    ...draft.metrics
      .filter((one) => isBlank(one.expression))
      .map((one) => `Metric [${one.metric_name}] needs an expression`),
    ...draft.columns
      .filter((one) => one.expression !== null && isBlank(one.expression))
      .map((one) => `Calculated column [${one.column_name}] requires an expression`),
  ];
}
