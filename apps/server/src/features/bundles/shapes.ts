import Type, { type Static, type TObject, type TSchema } from 'typebox';

const nullable = <T extends TSchema>(schema: T) => Type.Optional(Type.Union([schema, Type.Null()]));
const text = (maxLength: number) => nullable(Type.String({ maxLength }));
const flag = nullable(Type.Boolean());
const number = nullable(Type.Integer());
const record = Type.Record(Type.String(), Type.Unknown());
/** Documents stand in the files as data; older files hold them as JSON text. */
export const jsonDocument = nullable(Type.Union([record, Type.String()]));
const uuid = Type.String({ pattern: '^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$' });
const shortText = Type.String({ minLength: 1, maxLength: 250 });
const version = Type.Optional(Type.Literal('1.0.0'));
const maxDocument = 5_000_000;
const tagNames = nullable(Type.Array(Type.String({ maxLength: 250 }), { maxItems: 5000 }));
/** Who keeps an object, where that is another system. */
const management = { is_managed_externally: flag, external_url: text(2000) };

export const MetadataFile = Type.Object({
  version: Type.Literal('1.0.0'),
  type: Type.Optional(Type.String()),
  timestamp: Type.Optional(Type.Unknown()),
});

export const DatabaseFile = Type.Object({
  database_name: shortText,
  sqlalchemy_uri: Type.String({ minLength: 1, maxLength: 1024 }),
  password: text(1000),
  cache_timeout: number,
  expose_in_sqllab: flag,
  allow_run_async: flag,
  allow_ctas: flag,
  allow_cvas: flag,
  allow_dml: flag,
  allow_file_upload: flag,
  force_ctas_schema: text(250),
  impersonate_user: flag,
  extra: jsonDocument,
  configuration_method: nullable(Type.Union([Type.Literal('sqlalchemy_form'), Type.Literal('dynamic_form')])),
  ...management,
  ssh_tunnel: nullable(record),
  encrypted_extra: text(maxDocument),
  masked_encrypted_extra: text(maxDocument),
  uuid,
  version,
});
export type DatabaseFile = Static<typeof DatabaseFile>;

export const ColumnFile = Type.Object({
  column_name: Type.String({ minLength: 1, maxLength: 255 }),
  verbose_name: text(1024),
  is_dttm: flag,
  is_active: flag,
  type: text(1000),
  advanced_data_type: text(255),
  groupby: flag,
  filterable: flag,
  expression: text(maxDocument),
  description: text(maxDocument),
  python_date_format: text(255),
  datetime_format: text(100),
  extra: jsonDocument,
});
export type ColumnFile = Static<typeof ColumnFile>;

export const MetricFile = Type.Object({
  metric_name: Type.String({ minLength: 1, maxLength: 255 }),
  verbose_name: text(1024),
  metric_type: text(32),
  expression: Type.String({ minLength: 1, maxLength: maxDocument }),
  description: text(maxDocument),
  d3format: text(128),
  currency: jsonDocument,
  extra: jsonDocument,
  warning_text: text(maxDocument),
});
export type MetricFile = Static<typeof MetricFile>;

export const DatasetFile = Type.Object({
  table_name: shortText,
  main_dttm_col: text(255),
  description: text(maxDocument),
  default_endpoint: text(2000),
  offset: number,
  cache_timeout: number,
  schema: text(255),
  sql: text(maxDocument),
  params: jsonDocument,
  template_params: jsonDocument,
  filter_select_enabled: flag,
  fetch_values_predicate: text(1000),
  extra: jsonDocument,
  normalize_columns: flag,
  always_filter_main_dttm: flag,
  catalog: text(255),
  currency_code_column: text(255),
  source_db_engine: text(255),
  folders: nullable(Type.Array(Type.Unknown(), { maxItems: 5000 })),
  ...management,
  uuid,
  metrics: nullable(Type.Array(MetricFile, { maxItems: 5000 })),
  columns: nullable(Type.Array(ColumnFile, { maxItems: 20_000 })),
  version,
  database_uuid: uuid,
});
export type DatasetFile = Static<typeof DatasetFile>;

export const ChartFile = Type.Object({
  slice_name: shortText,
  description: text(maxDocument),
  certified_by: text(1000),
  certification_details: text(10_000),
  viz_type: Type.String({ minLength: 1, maxLength: 250 }),
  params: jsonDocument,
  query_context: jsonDocument,
  cache_timeout: number,
  ...management,
  uuid,
  version,
  tags: tagNames,
  dataset_uuid: nullable(uuid),
});
export type ChartFile = Static<typeof ChartFile>;

export const DashboardFile = Type.Object({
  dashboard_title: text(500),
  description: text(maxDocument),
  css: text(500_000),
  slug: text(255),
  certified_by: text(1000),
  certification_details: text(10_000),
  published: flag,
  ...management,
  uuid,
  position: nullable(record),
  metadata: nullable(record),
  version,
  tags: tagNames,
  theme_uuid: nullable(uuid),
});
export type DashboardFile = Static<typeof DashboardFile>;

export const QueryFile = Type.Object({
  schema: text(255),
  label: text(256),
  description: text(maxDocument),
  sql: Type.String({ maxLength: 1_000_000 }),
  catalog: text(255),
  uuid,
  version,
  database_uuid: nullable(uuid),
});
export type QueryFile = Static<typeof QueryFile>;

export const ThemeFile = Type.Object({
  theme_name: shortText,
  json_data: Type.Union([record, Type.String({ maxLength: maxDocument })]),
  uuid,
  version,
});
export type ThemeFile = Static<typeof ThemeFile>;

/** The documents of a bundle, by the folder they stand in; the order is that in which they are written. */
export const fileSchemas = {
  databases: DatabaseFile,
  datasets: DatasetFile,
  charts: ChartFile,
  dashboards: DashboardFile,
  queries: QueryFile,
  themes: ThemeFile,
} as const satisfies Record<string, TObject>;
export type FileKind = keyof typeof fileSchemas;
export type FileValue<K extends FileKind> = Static<(typeof fileSchemas)[K]>;
