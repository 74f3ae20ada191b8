import Type from 'typebox';
import type { Wire } from '../endpoints.ts';
import { WireDatasetFolder } from './dataset-folders.ts';
import { nullable } from './fields.ts';
import { WireUserSummary } from './users.ts';

/** What every answer says of a column. SQL is null for visitors without sign-in. */
export const WireColumnFacts = Type.Object({
  id: Type.Number(),
  uuid: nullable(Type.String()),
  column_name: Type.String(),
  verbose_name: nullable(Type.String()),
  description: nullable(Type.String()),
  expression: nullable(Type.String()),
  type: nullable(Type.String()),
  type_generic: Type.Number(),
  advanced_data_type: nullable(Type.String()),
});

/** How amounts of a metric are written. */
const Currency = Type.Object({
  symbol: Type.String(),
  symbolPosition: Type.Union([Type.Literal('prefix'), Type.Literal('suffix')]),
});

/** What every answer says of a metric. */
export const WireMetricFacts = Type.Object({
  id: Type.Number(),
  uuid: nullable(Type.String()),
  metric_name: Type.String(),
  verbose_name: nullable(Type.String()),
  description: nullable(Type.String()),
  expression: nullable(Type.String()),
  metric_type: nullable(Type.String()),
  d3format: nullable(Type.String()),
  currency: nullable(Currency),
  warning_text: nullable(Type.String()),
});

const Certification = Type.Object({
  extra: nullable(Type.String()),
  is_certified: Type.Boolean(),
  certified_by: nullable(Type.String()),
  certification_details: nullable(Type.String()),
  warning_markdown: nullable(Type.String()),
});

export const WireExploreColumn = Type.Object({
  ...WireColumnFacts.properties,
  ...Certification.properties,
  filterable: Type.Boolean(),
  groupby: Type.Boolean(),
  is_dttm: Type.Boolean(),
  python_date_format: nullable(Type.String()),
});
export type WireExploreColumn = Wire<typeof WireExploreColumn>;

export const WireExploreMetric = Type.Object({ ...WireMetricFacts.properties, ...Certification.properties });
export type WireExploreMetric = Wire<typeof WireExploreMetric>;

/** A dataset as explore and dashboards know it. */
export const WireExploreDataset = Type.Object({
  id: Type.Number(),
  uid: Type.String(),
  type: Type.String(),
  name: Type.String(),
  datasource_name: Type.String(),
  table_name: Type.String(),
  catalog: nullable(Type.String()),
  schema: nullable(Type.String()),
  sql: nullable(Type.String()),
  kind: Type.Union([Type.Literal('virtual'), Type.Literal('physical')]),
  description: nullable(Type.String()),
  main_dttm_col: nullable(Type.String()),
  currency_code_column: nullable(Type.String()),
  folders: nullable(Type.Array(WireDatasetFolder)),
  normalize_columns: Type.Boolean(),
  always_filter_main_dttm: Type.Boolean(),
  offset: Type.Number(),
  cache_timeout: nullable(Type.Number()),
  default_endpoint: nullable(Type.String()),
  edit_url: Type.String(),
  explore_url: Type.String(),
  params: nullable(Type.String()),
  perm: Type.String(),
  extra: nullable(Type.String()),
  template_params: nullable(Type.String()),
  is_sqllab_view: Type.Boolean(),
  filter_select: Type.Boolean(),
  filter_select_enabled: Type.Boolean(),
  fetch_values_predicate: nullable(Type.String()),
  health_check_message: nullable(Type.String()),
  select_star: nullable(Type.String()),
  owners: Type.Array(WireUserSummary),
  columns: Type.Array(WireExploreColumn),
  column_types: Type.Array(Type.Number()),
  metrics: Type.Array(WireExploreMetric),
  column_formats: Type.Record(Type.String(), Type.String()),
  currency_formats: Type.Record(Type.String(), Currency),
  order_by_choices: Type.Array(Type.Tuple([Type.String(), Type.String()])),
  verbose_map: Type.Record(Type.String(), Type.String()),
  /** Pairs of code and label, the original value first. */
  time_grain_sqla: Type.Array(Type.Tuple([nullable(Type.String()), Type.String()])),
  granularity_sqla: Type.Array(Type.Tuple([Type.String(), Type.String()])),
  database: Type.Object({
    id: Type.Number(),
    name: Type.String(),
    database_name: Type.String(),
    backend: Type.String(),
    allows_subquery: Type.Boolean(),
    allows_cost_estimate: Type.Boolean(),
    allows_virtual_table_explore: Type.Boolean(),
    disable_data_preview: Type.Boolean(),
    explore_database_id: Type.Number(),
  }),
});
export type WireExploreDataset = Wire<typeof WireExploreDataset>;
