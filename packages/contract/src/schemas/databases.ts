import Type, { type Static } from 'typebox';
import type { Operations } from '../endpoints.ts';
import { chosenOf, itemOf, listOf, Message, resultOf } from './answers.ts';
import { anyObject } from './any-object.ts';
import {
  ConvertedConnection,
  DatabaseChange,
  NewDatabase,
  TestConnectionBody,
  ValidateParametersBody,
} from './connection-bodies.ts';
import {
  SqlMistake,
  TableListItem,
  TableMetadata,
  WireCatalogHit,
  WireConnectedDatabase,
  WireDatabase,
  WireDatabaseDetail,
  WireDatabaseKind,
  WireMissingEngine,
  WireTableExtra,
} from './database-answers.ts';
import { WireDatabaseDependents } from './dependents.ts';
import { optionalText } from './fields.ts';
import { IdParams, QParameter } from './lists.ts';
import { infoOperation, relatedOperation } from './resource-operations.ts';

const longText = 1_000_000;

export const ValidateSqlBody = Type.Object(
  {
    sql: Type.String({ maxLength: longText }),
    catalog: optionalText(256),
    schema: optionalText(250),
    template_params: Type.Optional(Type.Union([anyObject, Type.String({ maxLength: longText }), Type.Null()])),
  },
  { additionalProperties: false },
);
export type ValidateSqlBody = Static<typeof ValidateSqlBody>;

/** The decoded `q` of a search through a database's catalog. */
export const CatalogSearchQ = Type.Object(
  {
    text: Type.String({ minLength: 1, maxLength: 256 }),
    catalog_name: Type.Optional(Type.String({ maxLength: 256 })),
    page: Type.Optional(Type.Integer({ minimum: 0 })),
    page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 200 })),
  },
  { additionalProperties: true },
);
export type CatalogSearchQ = Static<typeof CatalogSearchQ>;

/** What narrows a list of tables; without any of it, all are answered. */
export const TablesQ = Type.Object(
  {
    /** A part of their names. */
    search: Type.Optional(Type.String({ maxLength: 256 })),
    page: Type.Optional(Type.Integer({ minimum: 0 })),
    page_size: Type.Optional(Type.Integer({ minimum: 1, maximum: 1000 })),
    /** What was read before is not asked again for a short time where a part is asked for, unless this is said. */
    force: Type.Optional(Type.Boolean()),
    /** Seconds: what was read longer ago is read again. */
    max_age: Type.Optional(Type.Number({ minimum: 0 })),
  },
  { additionalProperties: true },
);
export type TablesQ = Static<typeof TablesQ>;

const TableParams = Type.Object({ id: Type.String(), table: Type.String(), schema: Type.String() });

/** A table by its names; the connection's own catalog need not be named. */
const TableQuery = Type.Object(
  {
    name: Type.String({ minLength: 1, maxLength: 1000 }),
    schema: Type.Optional(Type.String({ maxLength: 1000 })),
    catalog: Type.Optional(Type.String({ maxLength: 1000 })),
  },
  { additionalProperties: true },
);

const tag = 'Database';
const read = { verb: 'can_read', view: 'Database' } as const;
const write = { verb: 'can_write', view: 'Database' } as const;

export const databaseOperations = {
  info: infoOperation({ id: 'database.info', summary: 'What the caller may do with databases', tag, access: read }),
  list: {
    id: 'database.list',
    summary: 'Lists databases',
    tag,
    access: read,
    query: QParameter,
    answers: { 200: listOf(WireDatabase) },
  },
  available: {
    id: 'database.available',
    summary: 'Kinds of databases that can be connected',
    tag,
    access: read,
    answers: {
      200: Type.Object({
        databases: Type.Array(WireDatabaseKind),
        /** Powerset's own: engines of databases that are kept and cannot be opened. */
        missing: Type.Array(WireMissingEngine),
      }),
    },
  },
  related: relatedOperation({ id: 'database.related', summary: 'People related to databases', tag, access: read }),
  relatedByResource: {
    ...relatedOperation({
      id: 'database.related_by_resource',
      summary: 'As /database/related/{column}',
      tag,
      access: read,
    }),
    isLegacy: true,
  },
  get: {
    id: 'database.get',
    summary: 'One database',
    tag,
    access: read,
    params: IdParams,
    query: QParameter,
    answers: { 200: itemOf(chosenOf(WireDatabaseDetail)) },
  },
  connection: {
    id: 'database.connection',
    summary: "A database's connection, its password masked",
    tag,
    access: write,
    params: IdParams,
    answers: { 200: itemOf(WireConnectedDatabase) },
  },
  create: {
    id: 'database.create',
    summary: 'Connects a database',
    tag,
    access: write,
    body: NewDatabase,
    misreadStatus: 422,
    answers: { 201: itemOf(NewDatabase) },
  },
  update: {
    id: 'database.update',
    summary: 'Changes a database',
    tag,
    access: write,
    params: IdParams,
    body: DatabaseChange,
    answers: { 200: itemOf(DatabaseChange) },
  },
  delete: {
    id: 'database.delete',
    summary: 'Forgets a database without datasets',
    tag,
    access: write,
    params: IdParams,
    answers: { 200: Message },
  },
  deleteTunnel: {
    id: 'database.delete_ssh_tunnel',
    summary: 'Takes the SSH tunnel from a database',
    tag,
    access: write,
    params: IdParams,
    answers: { 200: Message },
  },
  testConnection: {
    id: 'database.test_connection',
    summary: 'Tries a connection',
    tag,
    access: write,
    body: TestConnectionBody,
    answers: { 200: Message },
  },
  validateParameters: {
    id: 'database.validate_parameters',
    summary: 'Checks the fields of a connection, or says them as a URI and a URI as fields',
    tag,
    access: write,
    body: ValidateParametersBody,
    misreadStatus: 422,
    answers: { 200: Type.Object({ message: Type.String(), result: Type.Optional(ConvertedConnection) }) },
  },
  schemas: {
    id: 'database.schemas',
    summary: 'Schemas that the caller may read',
    tag,
    access: read,
    params: IdParams,
    query: QParameter,
    answers: { 200: resultOf(Type.Array(Type.String())) },
    errors: [422],
  },
  catalogs: {
    id: 'database.catalogs',
    summary: 'Catalogs of which the caller may see something: none where a connection reads its own alone',
    tag,
    access: read,
    params: IdParams,
    query: QParameter,
    answers: { 200: resultOf(Type.Array(Type.String())) },
  },
  uploadSchemas: {
    id: 'database.schemas_access_for_file_upload',
    summary: 'Schemas into which the caller may upload files',
    tag,
    access: read,
    params: IdParams,
    answers: { 200: Type.Object({ schemas: Type.Array(Type.String()) }) },
  },
  tables: {
    id: 'database.tables',
    summary: "A schema's tables and views that the caller may read",
    tag,
    access: read,
    params: IdParams,
    query: QParameter,
    answers: { 200: Type.Object({ count: Type.Integer(), result: Type.Array(TableListItem) }) },
    errors: [422],
  },
  search: {
    id: 'database.search',
    summary: "Tables and views of all schemas that the caller may read, by a part of their name or of a column's",
    tag,
    access: read,
    params: IdParams,
    query: QParameter,
    answers: {
      200: Type.Object({
        /** Tables that were found. */
        count: Type.Integer(),
        /** There may be more than were looked for. */
        is_cut: Type.Boolean(),
        result: Type.Array(WireCatalogHit),
      }),
    },
    errors: [422],
  },
  table: {
    id: 'database.table_metadata',
    summary: "A table's columns, keys and indexes",
    tag,
    access: read,
    params: TableParams,
    answers: { 200: TableMetadata },
    errors: [422],
  },
  tableExtra: {
    id: 'database.table_extra_metadata',
    summary: "A table's partitions and clustering",
    tag,
    access: read,
    params: TableParams,
    answers: { 200: WireTableExtra },
    errors: [422],
  },
  tableMetadata: {
    id: 'database.table_metadata_by_name',
    summary: 'Columns, keys and indexes of a table',
    tag,
    access: read,
    params: IdParams,
    query: TableQuery,
    answers: { 200: TableMetadata },
    errors: [422],
  },
  tableMetadataExtra: {
    id: 'database.table_metadata_extra_by_name',
    summary: "A table's partitions and clustering",
    tag,
    access: read,
    params: IdParams,
    query: TableQuery,
    answers: { 200: WireTableExtra },
    errors: [422],
  },
  selectStarOfDefault: {
    id: 'database.select_star_of_default',
    summary: 'SQL that reads the first rows of a table of the default schema',
    tag,
    access: read,
    params: Type.Object({ id: Type.String(), table: Type.String() }),
    answers: { 200: resultOf(Type.String()) },
    errors: [422],
  },
  selectStar: {
    id: 'database.select_star',
    summary: 'SQL that reads the first rows of a table',
    tag,
    access: read,
    params: TableParams,
    answers: { 200: resultOf(Type.String()) },
    errors: [422],
  },
  functionNames: {
    id: 'database.function_names',
    summary: "Names of the engine's SQL functions",
    tag,
    access: read,
    params: IdParams,
    answers: { 200: Type.Object({ function_names: Type.Array(Type.String()) }) },
    errors: [422],
  },
  syncPermissions: {
    id: 'database.sync_permissions',
    summary: 'Asks the database whether it answers; what roles may see follows its names by itself',
    tag,
    access: write,
    params: IdParams,
    answers: { 200: Message },
    errors: [422],
  },
  validateSql: {
    id: 'database.validate_sql',
    isForReading: true,
    summary: 'Mistakes in SQL, without running it',
    tag,
    access: read,
    params: IdParams,
    body: ValidateSqlBody,
    answers: { 200: resultOf(Type.Array(SqlMistake)) },
  },
  relatedObjects: {
    id: 'database.related_objects',
    summary: 'Charts, dashboards and tabs that use a database',
    tag,
    access: read,
    params: IdParams,
    answers: { 200: WireDatabaseDependents },
  },
} as const satisfies Operations;
