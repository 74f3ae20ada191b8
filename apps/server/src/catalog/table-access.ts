import { canAccessData, canSeeDatabase, type User } from '../access/index.ts';
import { findCatalogProblem, findDatabaseKind, otherCatalogOf } from '../engines/index.ts';
import { AppError, fieldError } from '../http/index.ts';
import type { Row, Store } from '../metadata/index.ts';
import { loadRowLevelClauses } from './row-level-rules.ts';

export interface TableReference {
  /** Another than the database's own; nothing, or null, is that. */
  readonly catalog?: string | null | undefined;
  readonly schema: string | null;
  readonly table: string;
}

type DatabasePlace = Pick<Row<'databases'>, 'id' | 'database_name' | 'backend' | 'sqlalchemy_uri'>;

export interface TableAccessRequest {
  readonly user: User;
  readonly database: DatabasePlace;
  readonly tables: readonly TableReference[];
  /** Where tables lie that are named without a schema: what the statement will run with; the engine's own when empty. */
  readonly schema?: string | null | undefined;
}

/** Where the engine looks for tables that are named without a schema. */
export function defaultSchemaOf({
  backend,
  sqlalchemy_uri: uri,
}: Pick<DatabasePlace, 'backend' | 'sqlalchemy_uri'>): string {
  const kind = findDatabaseKind(backend);
  return kind && !kind.findUriProblem(uri) ? kind.defaultSchemaOf(uri) : '';
}

/** The catalog that somebody names, as datasets keep it: null for the connection's own. Refuses one that cannot be read by it. */
export function readCatalog(
  database: Parameters<typeof findCatalogProblem>[0],
  name: string | null | undefined,
): string | null {
  const problem = findCatalogProblem(database, name);
  if (problem) throw fieldError({ catalog: [problem] });
  return otherCatalogOf(database, name);
}

/**
 * Refuses when the user may not read one of the tables: neither through database or schema, nor through a physical
 * dataset of that table. A statement without tables still uses the database.
 */
export async function assertTablesAccess(store: Store, request: TableAccessRequest): Promise<void> {
  const { user, database, tables } = request;
  if (tables.length === 0) return assertSeesDatabase(user, database);
  const isOpen = (table: TableReference) => canAccessData(user, toObject(request, table));
  const closed = tables.filter((table) => !isOpen(table));
  const datasets = closed.length > 0 ? await loadDatasets(store, database.id) : [];
  const refused = closed.filter((table) => !hasReadableDataset(request, table, datasets));
  if (refused.length > 0) throw tablesRefused(refused);
}

/** Refuses tables of which the user may read some rows only: read past their dataset they would show all. */
export async function assertNoRulesOnTables(store: Store, request: TableAccessRequest): Promise<void> {
  const datasets = await loadDatasets(store, request.database.id);
  for (const table of request.tables)
    for (const dataset of datasets.filter(isDatasetOf(request, table, mayBeSame(request.database))))
      if ((await loadRowLevelClauses(store, request.user, dataset.id)).length > 0) throw tablesRefused([table]);
}

/** The datasets of tables on which row rules may lie, and whether one of them is a table's. */
export async function findDatasetsOfTables(store: Store, request: TableAccessRequest) {
  const isSame = mayBeSame(request.database);
  const isOf = (table: TableReference) => isDatasetOf(request, table, isSame);
  const datasets = await loadDatasets(store, request.database.id);
  return {
    isOf,
    datasets: datasets.filter((dataset) => request.tables.some((table) => isOf(table)(dataset))),
  };
}

/** As a statement would name it. */
export function nameOfTable({ catalog, schema, table }: TableReference): string {
  return [catalog, schema, table].filter(Boolean).join('.');
}

/** The refusal that names the tables. */
export function tablesRefused(tables: readonly TableReference[]): AppError {
  const names = [...new Set(tables.map(nameOfTable))];
  return new AppError('TABLE_SECURITY_ACCESS_ERROR', {
    params: { tables: names.map((name) => `\`${name}\``).join(', ') },
    extra: { tables: names, link: '' },
  });
}

function assertSeesDatabase(user: User, database: DatabasePlace): void {
  if (canSeeDatabase(user, { id: database.id, name: database.database_name })) return;
  throw new AppError('DATABASE_NOT_FOUND_ERROR');
}

function schemaOf({ database, schema }: TableAccessRequest, name: string | null): string {
  return name || schema || defaultSchemaOf(database);
}

function toObject(request: TableAccessRequest, { catalog = null, schema }: TableReference) {
  const { id, database_name: databaseName } = request.database;
  return { databaseId: id, databaseName, catalog, schema: schemaOf(request, schema) };
}

interface KnownDataset {
  readonly id: number;
  readonly catalog: string | null;
  readonly schema: string | null;
  readonly table_name: string;
  readonly ownerIds: readonly number[];
}

function hasReadableDataset(
  request: TableAccessRequest,
  table: TableReference,
  datasets: readonly KnownDataset[],
): boolean {
  const object = toObject(request, table);
  return datasets
    .filter(isDatasetOf(request, table))
    .some(({ id, table_name: name, ownerIds }) =>
      canAccessData(request.user, { ...object, dataset: { id, name, ownerIds } }),
    );
}

function isDatasetOf(
  request: TableAccessRequest,
  table: TableReference,
  isSame = compareNames(request.database),
): (dataset: KnownDataset) => boolean {
  const schema = schemaOf(request, table.schema);
  return (dataset) =>
    isSame(dataset.table_name, table.table) &&
    isSame(dataset.catalog ?? '', table.catalog ?? '') &&
    isSame(dataset.schema || defaultSchemaOf(request.database), schema);
}

/** Whether two names mean one table depends on the engine: some tell capital letters apart. */
export function compareNames({ backend }: Pick<DatabasePlace, 'backend'>): (one: string, other: string) => boolean {
  if (findDatabaseKind(backend)?.tellsCaseApart !== false) return (one, other) => one === other;
  return (one, other) => toFolded(one) === toFolded(other);
}

/** For what forbids something: two names count as one where only the server knows. */
function mayBeSame({ backend }: Pick<DatabasePlace, 'backend'>): (one: string, other: string) => boolean {
  if (findDatabaseKind(backend)?.tellsCaseApart === true) return (one, other) => one === other;
  return (one, other) => toFolded(one) === toFolded(other);
}

/** Letters of ASCII only, as engines fold them: the Kelvin sign is no `k`. */
function toFolded(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** Physical datasets only: the name of a virtual one says nothing about a table. */
async function loadDatasets(store: Store, databaseId: number): Promise<readonly KnownDataset[]> {
  const rows = await store
    .selectFrom('datasets')
    .leftJoin('owners', (join) =>
      join.onRef('owners.object_id', '=', 'datasets.id').on('owners.object_type', '=', 'dataset'),
    )
    .select(['datasets.id', 'datasets.catalog', 'datasets.schema', 'datasets.table_name', 'owners.user_id'])
    .where('datasets.database_id', '=', databaseId)
    .where((builder) => builder.or([builder('datasets.sql', 'is', null), builder('datasets.sql', '=', '')]))
    .execute();
  const byId = new Map<number, KnownDataset>();
  for (const { user_id: ownerId, ...dataset } of rows) {
    const ownerIds = [...(byId.get(dataset.id)?.ownerIds ?? []), ...(ownerId === null ? [] : [ownerId])];
    byId.set(dataset.id, { ...dataset, ownerIds });
  }
  return [...byId.values()];
}
