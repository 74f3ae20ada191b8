import Type, { type Static } from 'typebox';
import { defineEndpoint } from './endpoints.ts';
import { ColumnParams, IdParams, QParameter } from './lists.ts';
import { givenName } from './names.ts';

const optionalText = (maxLength: number) => Type.Optional(Type.Union([Type.String({ maxLength }), Type.Null()]));
const optionalFlag = Type.Optional(Type.Union([Type.Boolean(), Type.Null()]));
const optionalInteger = Type.Optional(Type.Union([Type.Integer(), Type.Null()]));
const longText = 1_000_000;

const databaseFields = {
  sqlalchemy_uri: optionalText(1024),
  engine: optionalText(250),
  driver: optionalText(250),
  parameters: Type.Optional(Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.Null()])),
  configuration_method: Type.Optional(Type.Union([Type.Literal('sqlalchemy_form'), Type.Literal('dynamic_form')])),
  cache_timeout: optionalInteger,
  expose_in_sqllab: optionalFlag,
  allow_run_async: optionalFlag,
  allow_file_upload: optionalFlag,
  allow_ctas: optionalFlag,
  allow_cvas: optionalFlag,
  allow_dml: optionalFlag,
  force_ctas_schema: optionalText(250),
  impersonate_user: optionalFlag,
  masked_encrypted_extra: optionalText(longText),
  extra: optionalText(longText),
  server_cert: optionalText(longText),
  is_managed_externally: optionalFlag,
  external_url: optionalText(2000),
  uuid: optionalText(36),
};

/** What is sent to connect a database. */
export const NewDatabase = Type.Object(
  { database_name: givenName(250), ...databaseFields },
  { additionalProperties: true },
);
export type NewDatabase = Static<typeof NewDatabase>;

export const DatabaseChange = Type.Object(
  { database_name: Type.Optional(givenName(250)), ...databaseFields },
  { additionalProperties: true },
);
export type DatabaseChange = Static<typeof DatabaseChange>;

export const ValidateParametersBody = Type.Object(
  {
    ...databaseFields,
    id: optionalInteger,
    database_name: optionalText(250),
    engine: Type.String({ minLength: 1, maxLength: 250 }),
    configuration_method: Type.Union([Type.Literal('sqlalchemy_form'), Type.Literal('dynamic_form')]),
  },
  { additionalProperties: true },
);
export type ValidateParametersBody = Static<typeof ValidateParametersBody>;

export const ValidateSqlBody = Type.Object(
  {
    sql: Type.String({ maxLength: longText }),
    schema: optionalText(250),
    template_params: Type.Optional(
      Type.Union([Type.Record(Type.String(), Type.Unknown()), Type.String(), Type.Null()]),
    ),
  },
  { additionalProperties: true },
);
export type ValidateSqlBody = Static<typeof ValidateSqlBody>;

/** One mistake in SQL, with its place. */
export interface SqlMistake {
  readonly line_number: number | null;
  readonly start_column: number | null;
  readonly end_column: number | null;
  readonly message: string;
}

/** A schema's table or view as lists and pickers show it. */
export interface TableListItem {
  readonly value: string;
  readonly type: 'table' | 'view';
  readonly extra: Readonly<Record<string, unknown>> | null;
}

export interface TableMetadataKey {
  readonly name: string | null;
  readonly column_names: readonly string[];
  readonly type: string;
  readonly [extra: string]: unknown;
}

/** A stored table as the reference describes it. */
export interface TableMetadata {
  readonly name: string;
  readonly columns: readonly {
    readonly name: string;
    readonly type: string;
    readonly longType: string;
    readonly keys: readonly TableMetadataKey[];
    readonly comment: string | null;
    readonly is_dttm: boolean;
    readonly type_generic: number;
  }[];
  readonly foreignKeys: readonly TableMetadataKey[];
  readonly indexes: readonly TableMetadataKey[];
  readonly primaryKey: TableMetadataKey | Record<string, never>;
  readonly selectStar: string;
  readonly comment: string | null;
}

const TableParams = Type.Object({ id: Type.String(), table: Type.String(), schema: Type.String() });

const tag = 'Database';
const read = { verb: 'can_read', view: 'Database' } as const;
const write = { verb: 'can_write', view: 'Database' } as const;

export const databaseEndpoints = {
  info: defineEndpoint({
    id: 'database.info',
    method: 'GET',
    path: '/api/v1/database/_info',
    summary: 'What the caller may do with databases',
    tag,
    access: read,
    query: QParameter,
  }),
  list: defineEndpoint({
    id: 'database.list',
    method: 'GET',
    path: '/api/v1/database/',
    summary: 'Lists databases',
    tag,
    access: read,
    query: QParameter,
  }),
  available: defineEndpoint({
    id: 'database.available',
    method: 'GET',
    path: '/api/v1/database/available/',
    summary: 'Kinds of databases that can be connected',
    tag,
    access: read,
  }),
  related: defineEndpoint({
    id: 'database.related',
    method: 'GET',
    path: '/api/v1/database/related/:column',
    summary: 'People related to databases',
    tag,
    access: read,
    params: ColumnParams,
    query: QParameter,
  }),
  relatedByResource: defineEndpoint({
    id: 'database.related_by_resource',
    method: 'GET',
    path: '/api/v1/related/database/:column',
    summary: 'As /database/related/{column}',
    tag,
    access: read,
    params: ColumnParams,
    query: QParameter,
    isLegacy: true,
  }),
  get: defineEndpoint({
    id: 'database.get',
    method: 'GET',
    path: '/api/v1/database/:id',
    summary: 'One database',
    tag,
    access: read,
    params: IdParams,
    query: QParameter,
  }),
  connection: defineEndpoint({
    id: 'database.connection',
    method: 'GET',
    path: '/api/v1/database/:id/connection',
    summary: "A database's connection, its password masked",
    tag,
    access: write,
    params: IdParams,
  }),
  create: defineEndpoint({
    id: 'database.create',
    method: 'POST',
    path: '/api/v1/database/',
    summary: 'Connects a database',
    tag,
    access: write,
    body: NewDatabase,
    status: 201,
  }),
  update: defineEndpoint({
    id: 'database.update',
    method: 'PUT',
    path: '/api/v1/database/:id',
    summary: 'Changes a database',
    tag,
    access: write,
    params: IdParams,
    body: DatabaseChange,
  }),
  delete: defineEndpoint({
    id: 'database.delete',
    method: 'DELETE',
    path: '/api/v1/database/:id',
    summary: 'Forgets a database without datasets',
    tag,
    access: write,
    params: IdParams,
  }),
  testConnection: defineEndpoint({
    id: 'database.test_connection',
    method: 'POST',
    path: '/api/v1/database/test_connection/',
    summary: 'Tries a connection',
    tag,
    access: write,
    body: DatabaseChange,
  }),
  validateParameters: defineEndpoint({
    id: 'database.validate_parameters',
    method: 'POST',
    path: '/api/v1/database/validate_parameters/',
    summary: 'Checks the fields of a connection',
    tag,
    access: write,
    body: ValidateParametersBody,
  }),
  schemas: defineEndpoint({
    id: 'database.schemas',
    method: 'GET',
    path: '/api/v1/database/:id/schemas/',
    summary: 'Schemas that the caller may read',
    tag,
    access: read,
    params: IdParams,
    query: QParameter,
  }),
  uploadSchemas: defineEndpoint({
    id: 'database.schemas_access_for_file_upload',
    method: 'GET',
    path: '/api/v1/database/:id/schemas_access_for_file_upload/',
    summary: 'Schemas into which the caller may upload files',
    tag,
    access: read,
    params: IdParams,
  }),
  tables: defineEndpoint({
    id: 'database.tables',
    method: 'GET',
    path: '/api/v1/database/:id/tables/',
    summary: "A schema's tables and views that the caller may read",
    tag,
    access: read,
    params: IdParams,
    query: QParameter,
  }),
  table: defineEndpoint({
    id: 'database.table_metadata',
    method: 'GET',
    path: '/api/v1/database/:id/table/:table/:schema/',
    summary: "A table's columns, keys and indexes",
    tag,
    access: read,
    params: TableParams,
  }),
  tableExtra: defineEndpoint({
    id: 'database.table_extra_metadata',
    method: 'GET',
    path: '/api/v1/database/:id/table_extra/:table/:schema/',
    summary: "A table's partitions and clustering",
    tag,
    access: read,
    params: TableParams,
  }),
  selectStar: defineEndpoint({
    id: 'database.select_star',
    method: 'GET',
    path: '/api/v1/database/:id/select_star/:table/:schema/',
    summary: 'SQL that reads the first rows of a table',
    tag,
    access: read,
    params: TableParams,
  }),
  functionNames: defineEndpoint({
    id: 'database.function_names',
    method: 'GET',
    path: '/api/v1/database/:id/function_names/',
    summary: "Names of the engine's SQL functions",
    tag,
    access: read,
    params: IdParams,
  }),
  validateSql: defineEndpoint({
    id: 'database.validate_sql',
    method: 'POST',
    path: '/api/v1/database/:id/validate_sql/',
    summary: 'Mistakes in SQL, without running it',
    tag,
    access: read,
    params: IdParams,
    body: ValidateSqlBody,
  }),
  relatedObjects: defineEndpoint({
    id: 'database.related_objects',
    method: 'GET',
    path: '/api/v1/database/:id/related_objects/',
    summary: 'Charts, dashboards and tabs that use a database',
    tag,
    access: read,
    params: IdParams,
  }),
} as const;
