import Type from 'typebox';
import type { Wire } from '../endpoints.ts';
import { anyObject } from './any-object.ts';
import { nullable } from './fields.ts';
import { WireSshTunnel } from './ssh-tunnels.ts';
import { WireUserSummary } from './users.ts';

const EngineInformation = Type.Object({
  supports_file_upload: Type.Boolean(),
  disable_ssh_tunneling: Type.Boolean(),
  /** Powerset's own. */
  takes_client_certificates: Type.Boolean(),
  supports_oauth2: Type.Boolean(),
  /** Its connections can read other catalogs than their own. */
  supports_dynamic_catalog: Type.Boolean(),
});

/** A row of the database list. */
export const WireDatabase = Type.Object({
  id: Type.Number(),
  uuid: Type.String(),
  database_name: Type.String(),
  backend: Type.String(),
  /** Powerset's own: the backend as people call it. */
  backend_name: Type.String(),
  /** Powerset's own: why it cannot be opened here and what to do, in a sentence for people; null where it can. */
  opening_problem: nullable(Type.String()),
  expose_in_sqllab: Type.Boolean(),
  allow_run_async: Type.Boolean(),
  allow_file_upload: Type.Boolean(),
  allow_ctas: Type.Boolean(),
  allow_cvas: Type.Boolean(),
  allow_dml: Type.Boolean(),
  force_ctas_schema: nullable(Type.String()),
  allows_cost_estimate: Type.Boolean(),
  allows_subquery: Type.Boolean(),
  allows_virtual_table_explore: Type.Boolean(),
  allow_multi_catalog: Type.Boolean(),
  /** Powerset's own: the catalog that it opens; null where its engine knows none. */
  default_catalog: nullable(Type.String()),
  configuration_method: Type.String(),
  disable_data_preview: Type.Boolean(),
  disable_drill_to_detail: Type.Boolean(),
  explore_database_id: Type.Number(),
  extra: nullable(Type.String()),
  default_schema: nullable(Type.String()),
  engine_information: EngineInformation,
  created_by: nullable(WireUserSummary),
  changed_by: nullable(WireUserSummary),
  changed_on: Type.String(),
  changed_on_delta_humanized: Type.String(),
});
export type WireDatabase = Wire<typeof WireDatabase>;

/** What a form of a connection asks for, as JSON Schema. */
export const WireConnectionForm = Type.Object({
  type: Type.Literal('object'),
  properties: Type.Record(
    Type.String(),
    Type.Object({
      type: Type.Union([
        Type.Literal('string'),
        Type.Literal('integer'),
        Type.Literal('boolean'),
        Type.Literal('object'),
      ]),
      title: Type.Optional(Type.String()),
      description: Type.String(),
      /** What nobody should read over a shoulder, on one line or on several. */
      format: Type.Optional(
        Type.Union([Type.Literal('password'), Type.Literal('secret-text'), Type.Literal('addresses')]),
      ),
      nullable: Type.Optional(Type.Boolean()),
      default: Type.Optional(Type.Union([Type.String(), Type.Number(), Type.Boolean()])),
      minimum: Type.Optional(Type.Number()),
      maximum: Type.Optional(Type.Number()),
    }),
  ),
  required: Type.Array(Type.String()),
});
export type WireConnectionForm = Wire<typeof WireConnectionForm>;

/** What only those who may change databases are shown. */
export const WireConnection = Type.Object({
  sqlalchemy_uri: Type.String(),
  driver: Type.String(),
  cache_timeout: nullable(Type.Number()),
  configuration_method: Type.String(),
  impersonate_user: Type.Boolean(),
  is_managed_externally: Type.Boolean(),
  external_url: nullable(Type.String()),
  masked_encrypted_extra: Type.String(),
  server_cert: nullable(Type.String()),
  /** Powerset's own, the key masked. */
  client_cert: nullable(Type.String()),
  client_key: nullable(Type.String()),
  parameters: anyObject,
  parameters_schema: Type.Union([WireConnectionForm, Type.Object({}, { additionalProperties: false })]),
  /** Of a database that cannot be opened, what its bundle said. */
  ssh_tunnel: Type.Union([WireSshTunnel, anyObject, Type.Null()]),
});
export type WireConnection = Wire<typeof WireConnection>;

/** One database, with its connection for those who may change it. */
export const WireDatabaseDetail = Type.Object({
  ...WireDatabase.properties,
  ...Type.Partial(WireConnection).properties,
});
export type WireDatabaseDetail = Wire<typeof WireDatabaseDetail>;

/** One database with its connection. */
export const WireConnectedDatabase = Type.Object({ ...WireDatabase.properties, ...WireConnection.properties });
export type WireConnectedDatabase = Wire<typeof WireConnectedDatabase>;

/** A kind of database that can be connected. */
export const WireDatabaseKind = Type.Object({
  name: Type.String(),
  engine: Type.String(),
  available_drivers: Type.Array(Type.String()),
  default_driver: Type.String(),
  preferred: Type.Boolean(),
  parameters: WireConnectionForm,
  sqlalchemy_uri_placeholder: Type.String(),
  engine_information: EngineInformation,
});
export type WireDatabaseKind = Wire<typeof WireDatabaseKind>;

/** An engine that databases here need and that is not here. */
export const WireMissingEngine = Type.Object({
  engine: Type.String(),
  name: Type.String(),
  databases: Type.Integer(),
  message: Type.String(),
});
export type WireMissingEngine = Wire<typeof WireMissingEngine>;

/** Partitions of a table: the columns that part it, and the latest part by what parts it; empty where it has none. */
export const WireTableExtra = Type.Object({
  metadata: Type.Object({}),
  partitions: Type.Object({
    cols: Type.Array(Type.String()),
    latest: Type.Record(Type.String(), Type.String()),
    partitionQuery: Type.Null(),
  }),
  clustering: Type.Object({}),
});

/** One mistake in SQL, with its place. */
export const SqlMistake = Type.Object({
  line_number: nullable(Type.Number()),
  start_column: nullable(Type.Number()),
  end_column: nullable(Type.Number()),
  message: Type.String(),
});
export type SqlMistake = Wire<typeof SqlMistake>;

/** A schema's table or view as lists and pickers show it. */
export const TableListItem = Type.Object({
  value: Type.String(),
  type: Type.Union([Type.Literal('table'), Type.Literal('view')]),
  extra: nullable(anyObject),
});
export type TableListItem = Wire<typeof TableListItem>;

export const TableMetadataKey = Type.Object(
  {
    name: nullable(Type.String()),
    column_names: Type.Array(Type.String()),
    type: Type.String(),
    /** Of a foreign key. */
    referred_schema: Type.Optional(nullable(Type.String())),
    referred_table: Type.Optional(Type.String()),
    referred_columns: Type.Optional(Type.Array(Type.String())),
  },
  { additionalProperties: true },
);
export type TableMetadataKey = Wire<typeof TableMetadataKey>;

/** A stored table as the reference describes it. */
export const TableMetadata = Type.Object({
  name: Type.String(),
  columns: Type.Array(
    Type.Object({
      name: Type.String(),
      type: Type.String(),
      longType: Type.String(),
      keys: Type.Array(TableMetadataKey),
      comment: nullable(Type.String()),
      is_dttm: Type.Boolean(),
      type_generic: Type.Number(),
    }),
  ),
  foreignKeys: Type.Array(TableMetadataKey),
  indexes: Type.Array(TableMetadataKey),
  primaryKey: Type.Union([TableMetadataKey, Type.Object({})]),
  selectStar: Type.String(),
  comment: nullable(Type.String()),
  /** Powerset's own: the query of a view, for those who may see its schema. */
  definition: nullable(Type.String()),
  /** Powerset's own: on the database's disk. */
  size_bytes: nullable(Type.Number()),
});
export type TableMetadata = Wire<typeof TableMetadata>;

/** A table that was found by its name or by names of its columns. */
export const WireCatalogHit = Type.Object({
  schema: Type.String(),
  table: Type.String(),
  type: Type.Union([Type.Literal('table'), Type.Literal('view')]),
  /** Those that were found. */
  columns: Type.Array(Type.Object({ name: Type.String(), type: Type.String(), type_generic: Type.Number() })),
});
export type WireCatalogHit = Wire<typeof WireCatalogHit>;
