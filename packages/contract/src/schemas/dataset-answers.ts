import Type from 'typebox';
import type { Wire } from '../endpoints.ts';
import { WireDatasetFolder } from './dataset-folders.ts';
import { WireColumnFacts, WireExploreDataset, WireMetricFacts } from './explore-datasets.ts';
import { nullable } from './fields.ts';
import { WireValue } from './result-tables.ts';
import { WireObjectTag } from './tags.ts';
import { WireOwner, WireUserSummary } from './users.ts';

/** A row of the dataset list. */
export const WireDataset = Type.Object({
  id: Type.Number(),
  uuid: Type.String(),
  table_name: Type.String(),
  catalog: nullable(Type.String()),
  schema: nullable(Type.String()),
  sql: nullable(Type.String()),
  kind: Type.Union([Type.Literal('virtual'), Type.Literal('physical')]),
  datasource_type: Type.Literal('table'),
  default_endpoint: nullable(Type.String()),
  description: nullable(Type.String()),
  explore_url: Type.String(),
  extra: nullable(Type.String()),
  database: Type.Object({ id: Type.Number(), database_name: Type.String(), uuid: Type.String() }),
  owners: Type.Array(WireOwner),
  changed_by: nullable(WireUserSummary),
  changed_by_name: Type.String(),
  changed_on_utc: Type.String(),
  changed_on_delta_humanized: Type.String(),
  created_by: nullable(WireUserSummary),
  tags: Type.Array(WireObjectTag),
});
export type WireDataset = Wire<typeof WireDataset>;

const times = { created_on: Type.String(), changed_on: Type.String() };

export const WireDatasetColumn = Type.Object({
  ...WireColumnFacts.properties,
  ...times,
  extra: nullable(Type.String()),
  filterable: Type.Boolean(),
  groupby: Type.Boolean(),
  is_active: Type.Boolean(),
  is_dttm: Type.Boolean(),
  python_date_format: nullable(Type.String()),
  datetime_format: nullable(Type.String()),
});
export type WireDatasetColumn = Wire<typeof WireDatasetColumn>;

export const WireDatasetMetric = Type.Object({
  ...WireMetricFacts.properties,
  ...times,
  extra: nullable(Type.String()),
});
export type WireDatasetMetric = Wire<typeof WireDatasetMetric>;

/** One dataset with everything that can be edited, as `GET /api/v1/dataset/{id}` answers it. */
export const WireDatasetDetail = Type.Object({
  ...Type.Pick(WireExploreDataset, [
    'uid',
    'name',
    'datasource_name',
    'column_formats',
    'granularity_sqla',
    'time_grain_sqla',
    'order_by_choices',
    'verbose_map',
    'select_star',
  ]).properties,
  ...times,
  id: Type.Number(),
  uuid: Type.String(),
  table_name: Type.String(),
  catalog: nullable(Type.String()),
  schema: nullable(Type.String()),
  sql: nullable(Type.String()),
  description: nullable(Type.String()),
  main_dttm_col: nullable(Type.String()),
  filter_select_enabled: Type.Boolean(),
  fetch_values_predicate: nullable(Type.String()),
  normalize_columns: Type.Boolean(),
  always_filter_main_dttm: Type.Boolean(),
  offset: Type.Number(),
  default_endpoint: nullable(Type.String()),
  cache_timeout: nullable(Type.Number()),
  is_sqllab_view: Type.Boolean(),
  template_params: nullable(Type.String()),
  extra: nullable(Type.String()),
  is_managed_externally: Type.Boolean(),
  external_url: nullable(Type.String()),
  datasource_type: Type.Literal('table'),
  kind: Type.Union([Type.Literal('virtual'), Type.Literal('physical')]),
  url: Type.String(),
  database: Type.Object({
    id: Type.Number(),
    uuid: Type.String(),
    database_name: Type.String(),
    backend: Type.String(),
    allow_multi_catalog: Type.Boolean(),
  }),
  currency_code_column: nullable(Type.String()),
  folders: nullable(Type.Array(WireDatasetFolder)),
  owners: Type.Array(WireOwner),
  columns: Type.Array(WireDatasetColumn),
  metrics: Type.Array(WireDatasetMetric),
  created_on_humanized: Type.String(),
  created_by: nullable(WireUserSummary),
  last_modified_time: Type.Number(),
  changed_on_humanized: Type.String(),
  changed_by: nullable(WireUserSummary),
});
export type WireDatasetDetail = Wire<typeof WireDatasetDetail>;

/** How the computing ahead of one chart went. */
export const WireWarmUp = Type.Object({
  chart_id: Type.Number(),
  viz_error: nullable(Type.String()),
  viz_status: nullable(Type.String()),
});
export type WireWarmUp = Wire<typeof WireWarmUp>;

const PersonName = Type.Object({ first_name: Type.String(), last_name: Type.String() });

/** What whoever drills into a chart is told of its dataset. */
export const WireDrillInfo = Type.Object({
  id: Type.Number(),
  table_name: Type.String(),
  /** Those by which rows may be grouped. */
  columns: Type.Array(Type.Object({ column_name: Type.String(), verbose_name: nullable(Type.String()) })),
  owners: Type.Array(PersonName),
  created_by: nullable(PersonName),
  created_on_humanized: Type.String(),
  changed_by: nullable(PersonName),
  changed_on_humanized: Type.String(),
});
export type WireDrillInfo = Wire<typeof WireDrillInfo>;

/** A page of rows as they are stored. */
export const WireSamples = Type.Object({
  page: Type.Number(),
  per_page: Type.Number(),
  total_count: Type.Number(),
  colnames: Type.Array(Type.String()),
  coltypes: Type.Array(Type.Number()),
  rowcount: Type.Number(),
  sql_rowcount: Type.Number(),
  query: Type.String(),
  is_cached: nullable(Type.Boolean()),
  data: Type.Array(Type.Record(Type.String(), WireValue)),
});
export type WireSamples = Wire<typeof WireSamples>;
