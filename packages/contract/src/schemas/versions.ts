import Type, { type TSchema } from 'typebox';
import type { EndpointAccess, Wire } from '../endpoints.ts';
import { resultOf } from './answers.ts';
import { lastRead, nullable } from './fields.ts';
import { IdParams, QParameter } from './lists.ts';
import { WireUserSummary } from './users.ts';

/** One save of a chart, dashboard or dataset, and what it changed. */
export const WireObjectVersion = Type.Object({
  /** From 1; the oldest go. */
  number: Type.Integer(),
  name: Type.String(),

  /** Against the version before; an entry of a document as `params.metrics`. Empty for the first that is kept. */
  changed_fields: Type.Array(Type.String()),

  /** The version that this one brought back. */
  restored_from: nullable(Type.Integer()),
  changed_by: nullable(WireUserSummary),
  changed_on: Type.String(),
  changed_on_delta_humanized: Type.String(),
});
export type WireObjectVersion = Wire<typeof WireObjectVersion>;

const text = nullable(Type.String());

/** What a version of a chart holds. */
export const ChartVersionFields = Type.Object({
  slice_name: Type.String(),
  description: text,
  viz_type: Type.String(),
  params: Type.String(),
  query_context: text,
  datasource_id: nullable(Type.Integer()),
  cache_timeout: nullable(Type.Integer()),
  certified_by: text,
  certification_details: text,
});

export type ChartVersionFields = Wire<typeof ChartVersionFields>;

/** What a version of a dashboard holds. */
export const DashboardVersionFields = Type.Object({
  dashboard_title: Type.String(),
  css: Type.String(),
  position_json: Type.String(),
  json_metadata: Type.String(),
  certified_by: text,
  certification_details: text,
  theme_id: nullable(Type.Integer()),
});

export type DashboardVersionFields = Wire<typeof DashboardVersionFields>;

/** What a version of a dataset holds. */
export const DatasetVersionFields = Type.Object({
  table_name: Type.String(),
  // Versions of before it was kept do not say it.
  catalog: Type.Optional(text),
  schema: text,
  sql: text,
  description: text,
  main_dttm_col: text,
  currency_code_column: Type.Optional(text),
  cache_timeout: nullable(Type.Integer()),
  offset: Type.Integer(),
  default_endpoint: text,
  fetch_values_predicate: text,
  template_params: text,
  extra: text,
  filter_select_enabled: Type.Boolean(),
  normalize_columns: Type.Boolean(),
  always_filter_main_dttm: Type.Boolean(),

  /** JSON: the folders for columns and metrics. */
  folders: Type.Optional(text),

  /** JSON: columns in their order, by their names. */
  columns: Type.String(),

  /** JSON: metrics likewise. */
  metrics: Type.String(),
});
export type DatasetVersionFields = Wire<typeof DatasetVersionFields>;

const VersionParams = Type.Object({ ...IdParams.properties, number: Type.String() });
const RestoreBody = Type.Object(lastRead, { additionalProperties: false });

interface Versioned<Fields extends TSchema> {
  readonly id: string;
  readonly what: string;
  readonly tag: string;
  readonly access: EndpointAccess;
  readonly fields: Fields;
}

/** The versions of an object, for whoever may change it. */
export const versionOperations = <Fields extends TSchema>({ id, what, tag, access, fields }: Versioned<Fields>) =>
  ({
    versions: {
      id: `${id}.versions`,
      summary: `What a ${what} was, the last save first`,
      ...{ tag, access },
      params: IdParams,
      query: QParameter,
      answers: { 200: Type.Object({ count: Type.Integer(), result: Type.Array(WireObjectVersion) }) },
    },
    version: {
      id: `${id}.version`,
      summary: `One version of a ${what}, whole`,
      ...{ tag, access },
      params: VersionParams,
      answers: { 200: resultOf(Type.Object({ ...WireObjectVersion.properties, fields })) },
    },
    restoreVersion: {
      id: `${id}.restore_version`,
      summary: `Makes a ${what} what it was in a version; that is a new version`,
      ...{ tag, access },
      params: VersionParams,
      body: RestoreBody,
      answers: { 200: Type.Object({ id: Type.Integer() }) },
    },
  }) as const;
