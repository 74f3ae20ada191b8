import { genericTypeCodes, type SqlMistake, type TableListItem, type TableMetadata } from '@powerset/contract';
import { TablesQ } from '@powerset/contract/schemas';
import { dialectByName, printTableName } from '@powerset/sql';
import { canAccessDatabase, canAccessSchema, type User } from '../../access/index.ts';
import {
  assertTablesAccess,
  defaultSchemaOf,
  findTemplateDatasets,
  genericTypeOf,
  isTemporalType,
  permitText,
} from '../../catalog/index.ts';
import {
  asksToSignIn,
  EngineError,
  findDatabaseKind,
  otherCatalogOf,
  type TableDescription,
  type TableSummary,
} from '../../engines/index.ts';
import { AppError, compileReader, notFound } from '../../http/index.ts';
import type { Row } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { renderSql, type TemplateQuestion } from '../../sql-templates/index.ts';
import { eachInTurns, mapInTurns } from '../../turns/index.ts';

type DatabaseRow = Row<'databases'>;
interface Asking {
  readonly user: User;
  readonly database: DatabaseRow;
  /** Another than the database's own; null, or nothing, for that. */
  readonly catalog?: string | null;
}

/** The catalogs of which the user may see something; none where the connection reads its own alone. */
export async function listCatalogs(services: Services, { user, database }: Asking): Promise<readonly string[]> {
  const engine = await services.engines.get(database.id, user);
  const catalogs = (await engine.listCatalogs?.()) ?? [];
  const { id, database_name: name } = database;
  if (canAccessDatabase(user, { id, name })) return catalogs;
  const datasets = await services.store
    .selectFrom('datasets')
    .select(['id', 'catalog', 'table_name'])
    .where('database_id', '=', id)
    .where('catalog', 'is not', null)
    .execute();
  const named = datasets.filter(({ id: number, table_name: table }) =>
    user.permissions.has(`datasource_access on [${name}].[${table}](id:${number})`),
  );
  const keys = [...user.permissions];
  const isSeen = (catalog: string) =>
    // Whoever sees the database sees its own.
    otherCatalogOf(database, catalog) === null ||
    user.permissions.has(`catalog_access on [${name}].[${catalog}]`) ||
    keys.some((key) => key.startsWith(`schema_access on [${name}].[${catalog}].[`)) ||
    named.some((dataset) => dataset.catalog === catalog);
  return catalogs.filter(isSeen);
}

/** The schemas of which the user may see something. */
export async function listSchemas(
  services: Services,
  { user, database, catalog = null }: Asking,
): Promise<readonly string[]> {
  const engine = await services.engines.get(database.id, user, catalog);
  const schemas = await engine.listSchemas();
  if (canAccessDatabase(user, { id: database.id, name: database.database_name })) return schemas;
  const readable = await listReadableDatasets(services, { user, database, catalog });
  const withDatasets = new Set(readable.map((dataset) => dataset.schema ?? defaultSchemaOf(database)));
  return schemas.filter(
    (schema) => withDatasets.has(schema) || canAccessSchema(user, toObject(database, { catalog, schema })),
  );
}

/** They are written out in about a millisecond. */
const tablesAtOnce = 2000;
const readTablesQ = compileReader(TablesQ, 'json');
const defaultPageSize = 100;

interface AskedTables extends Asking {
  /** The query's `q`, whatever it is. */
  readonly asked: unknown;
}

/**
 * The tables and views of a schema that the user may read: those whose names hold a text, whatever its case, and a page of them
 * where one is asked for; else all. Those that begin with the text come first: whoever types a name sees it, however many others
 * hold it.
 */
export async function listTables(
  services: Services,
  { asked, ...asking }: AskedTables,
  schemaName: string | undefined,
) {
  const schema = schemaName || defaultSchemaOf(asking.database);
  const isNarrowed = typeof asked === 'object' && asked !== null && !Array.isArray(asked);
  // Read by its schema in the same expression.
  const part = (isNarrowed ? readTablesQ(asked) : {}) as TablesQ;
  const shown = await listReadableTables(services, asking, { schema, maxAgeMs: maxAgeOf(part) });
  const { search = '', page, page_size: size } = part;
  const found = search === '' ? shown : await namedLike(shown, search.toLowerCase());
  const isPage = page !== undefined || size !== undefined;
  const start = (page ?? 0) * (size ?? defaultPageSize);
  const wanted = isPage ? found.slice(start, start + (size ?? defaultPageSize)) : found;
  return { count: found.length, result: await mapInTurns(wanted, tablesAtOnce, toListItem) };
}

/** How old what was read may be: whoever asks for all of it, or by force, is shown what is there now. */
function maxAgeOf({ search, page, page_size: size, force, max_age: maxAge }: TablesQ): number | undefined {
  const isWhole = search === undefined && page === undefined && size === undefined;
  return isWhole || force ? 0 : maxAge && maxAge * 1000;
}

async function listReadableTables(
  services: Services,
  { user, database, catalog = null }: Asking,
  { schema, maxAgeMs }: { readonly schema: string; readonly maxAgeMs: number | undefined },
): Promise<readonly TableSummary[]> {
  const tables = await services.engines.listTables(database.id, user, { catalog, schema, maxAgeMs });
  if (canAccessSchema(user, toObject(database, { catalog, schema }))) return tables;
  const readable = await listReadableDatasets(services, { user, database, catalog });
  const names = new Set(
    readable.filter((one) => (one.schema ?? defaultSchemaOf(database)) === schema).map((one) => one.table_name),
  );
  const shown: TableSummary[] = [];
  await eachInTurns(tables, (one) => {
    if (names.has(one.table)) shown.push(one);
  });
  return shown;
}

async function namedLike(tables: readonly TableSummary[], needle: string): Promise<readonly TableSummary[]> {
  const [begun, others]: [TableSummary[], TableSummary[]] = [[], []];
  await eachInTurns(tables, (one) => {
    const at = one.table.toLowerCase().indexOf(needle);
    if (at === 0) begun.push(one);
    else if (at > 0) others.push(one);
  });
  return [...begun, ...others];
}

function toListItem({ table, kind, rowCount }: TableSummary): TableListItem {
  return { value: table, type: kind, extra: rowCount === null ? null : { row_count: rowCount } };
}

/** Physical datasets of one catalog. */
export async function listReadableDatasets({ store }: Services, { user, database, catalog = null }: Asking) {
  const rows = await store
    .selectFrom('datasets')
    .select(['id', 'schema', 'table_name'])
    .where('database_id', '=', database.id)
    // Texts of virtual ones are long, and none is asked for.
    .where((where) => where.or([where('sql', 'is', null), where('sql', '=', '')]))
    .where('catalog', catalog === null ? 'is' : '=', catalog)
    .execute();
  const owned = await store
    .selectFrom('owners')
    .select('object_id')
    .where('object_type', '=', 'dataset')
    .where('user_id', '=', user.id)
    .execute();
  const ownedIds = new Set(owned.map((row) => row.object_id));
  return rows.filter(
    (row) =>
      ownedIds.has(row.id) ||
      user.permissions.has(`datasource_access on [${database.database_name}].[${row.table_name}](id:${row.id})`),
  );
}

interface TableRequest extends Asking {
  readonly schema: string;
  readonly table: string;
}

export async function describeTable(services: Services, request: TableRequest): Promise<TableDescription> {
  const { database, user, catalog = null, table } = request;
  const schema = readSchema(request.schema, database);
  await assertTablesAccess(services.store, {
    user,
    database,
    tables: [{ catalog, schema, table }],
  });
  const engine = await services.engines.get(database.id, user, catalog);
  try {
    return await engine.describeTable({ schema, table });
  } catch (error) {
    if (error instanceof EngineError && error.details.code === 'TABLE_DOES_NOT_EXIST_ERROR') throw notFound();
    throw error;
  }
}

/** Old clients write `undefined` or `null` where there is no schema. */
export function readSchema(text: string, database: DatabaseRow): string {
  return text === '' || text === 'undefined' || text === 'null' ? defaultSchemaOf(database) : text;
}

export function toTableMetadata(
  description: TableDescription,
  { user, database, catalog = null }: Asking,
): TableMetadata {
  const keys = {
    primary: description.primaryKey
      ? [{ name: description.primaryKey.name, column_names: description.primaryKey.columns, type: 'pk' }]
      : [],
    foreign: description.foreignKeys.map((key) => ({
      name: key.name,
      column_names: key.columns,
      type: 'fk',
      referred_schema: key.referredSchema,
      referred_table: key.referredTable,
      referred_columns: key.referredColumns,
      options: {},
    })),
    indexes: description.indexes.map((key) => ({
      name: key.name,
      column_names: key.columns,
      type: key.isUnique ? 'unique' : 'index',
      unique: key.isUnique,
    })),
  };
  const all = [...keys.primary, ...keys.foreign, ...keys.indexes];
  return {
    name: description.table,
    columns: description.columns.map((column) => ({
      name: column.name,
      type: column.nativeType.split('(')[0] ?? column.nativeType,
      longType: column.nativeType,
      keys: all.filter((key) => key.column_names.includes(column.name)),
      comment: column.comment,
      is_dttm: isTemporalType(column.nativeType),
      type_generic: genericTypeCodes[genericTypeOf(column.nativeType)],
    })),
    foreignKeys: keys.foreign,
    indexes: keys.indexes,
    primaryKey: keys.primary[0] ?? {},
    selectStar: writeSelectStar(description, { database, catalog }),
    comment: description.comment,
    // It names tables that a shared view may hide.
    definition: canAccessSchema(user, toObject(database, { catalog, schema: description.schema }))
      ? description.definition
      : null,
    size_bytes: description.sizeBytes,
  };
}

export function writeSelectStar(
  description: TableDescription,
  { database, catalog = null }: Pick<Asking, 'database' | 'catalog'>,
): string {
  const dialect = dialectByName(database.backend);
  const columns = description.columns.map((column) => `  ${dialect.quoteIdentifier(column.name)}`);
  const table = printTableName({ catalog, schema: description.schema, table: description.table }, dialect);
  return [
    `SELECT ${dialect.limitHead(100, null)}`.trimEnd(),
    columns.join(',\n') || '  *',
    `FROM ${table}`,
    ...dialect.limitLines(100, null),
  ].join('\n');
}

export async function listFunctionNames(services: Services, { user, database }: Asking): Promise<readonly string[]> {
  const engine = await services.engines.get(database.id, user);
  if (engine.listFunctionNames) return engine.listFunctionNames();
  const sql = findDatabaseKind(database.backend)?.functionNamesSql;
  if (!sql) return [];
  const table = await (await services.engines.getEmbedded(database.id)).runTrusted(sql);
  return (table.columns[0]?.values ?? []).map(String);
}

interface SqlToCheck extends Asking {
  readonly sql: string;
  /** Where bare names are looked for. */
  readonly schema: string | null | undefined;
  /** Of a templated text. */
  readonly parameters?: TemplateQuestion['parameters'];
}

/** Mistakes that show without running: what does not parse, and names that are not there. */
export async function findMistakes(services: Services, request: SqlToCheck): Promise<readonly SqlMistake[]> {
  const { schema, database, user, parameters, catalog = null } = request;
  if (request.sql.trim() === '') return [];
  const engine = await services.engines.get(database.id, user, catalog);
  try {
    const asked = { user, databaseId: database.id, text: request.sql };
    const datasets = await findTemplateDatasets(services, asked);
    const sql = await renderSql(services, { sql: request.sql, parameters, user, dialect: engine.dialect, datasets });
    const statements = await engine.analyse(sql, { schema, fairnessKey: String(user.id) });
    const [statement] = statements;
    if (!statement || statements.length > 1 || statement.kind !== 'select') return [];
    const tables = statement.tables;
    const permitted = await permitText(services, { user, database, engine, tables, schema });
    await permitted.describeQuery(sql.trim().replace(/;\s*$/, ''), { schema });
    return [];
  } catch (error) {
    // Whoever has to sign in first has made no mistake in the text.
    return asksToSignIn(error) ? [] : [toMistake(error)];
  }
}

function toMistake(error: unknown): SqlMistake {
  if (error instanceof EngineError) {
    const { line, column, message } = error.details;
    return { line_number: line ?? 1, start_column: column ?? null, end_column: column ?? null, message };
  }
  if (error instanceof AppError)
    return { line_number: 1, start_column: null, end_column: null, message: error.message };
  throw error;
}

export function toObject(
  database: DatabaseRow,
  { catalog = null, schema }: { readonly catalog?: string | null; readonly schema: string | null },
) {
  return { databaseId: database.id, databaseName: database.database_name, catalog, schema };
}
