import { canAccessData, canAccessSchema, canSeeDatabase, type User } from '../../access/index.ts';
import { findDatabaseKind } from '../../engines/index.ts';
import { AppError } from '../../http/index.ts';
import type { Row, Store } from '../../metadata/index.ts';

export interface NamedTable {
  readonly schema: string | null;
  readonly table: string;
}

export interface TableQuestion {
  readonly user: User;
  readonly database: Row<'databases'>;
  /** Schema of tables that are named without one. */
  readonly defaultSchema: string | null;
  readonly tables: readonly NamedTable[];
}

/** Every table of a script must be open to the user: by its database, schema, or a dataset on it. */
export async function checkTables(store: Store, question: TableQuestion): Promise<void> {
  const { user, database, tables } = question;
  if (tables.length === 0) return checkDatabase(user, database);
  const datasets = await loadDatasets(store, database.id);
  const refused = tables.filter((table) => !isOpen(question, table, datasets));
  if (refused.length === 0) return;
  const names = [...new Set(refused.map(({ schema, table }) => (schema ? `${schema}.${table}` : table)))];
  throw new AppError('TABLE_SECURITY_ACCESS_ERROR', {
    params: { tables: names.map((name) => `\`${name}\``).join(', ') },
    extra: { link: null, tables: names },
  });
}

/** A script without tables still uses the database. */
function checkDatabase(user: User, database: Row<'databases'>): void {
  if (canSeeDatabase(user, { id: database.id, name: database.database_name })) return;
  throw new AppError('DATABASE_NOT_FOUND_ERROR');
}

/** What is created lies in a schema that its author may look into, or in the one that the database prescribes. */
export function checkNewTable(user: User, database: Row<'databases'>, schema: string | null): void {
  const place = { databaseId: database.id, databaseName: database.database_name };
  if (database.force_ctas_schema || canAccessSchema(user, { ...place, schema: schema || defaultSchemaOf(database) }))
    return;
  throw new AppError('TABLE_SECURITY_ACCESS_ERROR', {
    params: { tables: `\`${schema || defaultSchemaOf(database)}\`` },
    extra: { link: null, tables: [] },
  });
}

interface KnownDataset {
  readonly id: number;
  readonly schema: string | null;
  readonly table_name: string;
  readonly ownerIds: readonly number[];
}

function isOpen(question: TableQuestion, table: NamedTable, datasets: readonly KnownDataset[]): boolean {
  const { user, database, defaultSchema } = question;
  const schema = table.schema ?? defaultSchema;
  const place = { databaseId: database.id, databaseName: database.database_name, schema };
  if (canAccessData(user, place)) return true;
  const matching = datasets.filter(
    (dataset) =>
      dataset.table_name.toLowerCase() === table.table.toLowerCase() &&
      (dataset.schema ?? defaultSchema)?.toLowerCase() === schema?.toLowerCase(),
  );
  return matching.some((dataset) =>
    canAccessData(user, {
      ...place,
      dataset: { id: dataset.id, name: dataset.table_name, ownerIds: dataset.ownerIds },
    }),
  );
}

/** Physical datasets only: the name of a virtual one says nothing about a table. */
async function loadDatasets(store: Store, databaseId: number): Promise<readonly KnownDataset[]> {
  const rows = await store
    .selectFrom('datasets')
    .leftJoin('owners', (join) =>
      join.onRef('owners.object_id', '=', 'datasets.id').on('owners.object_type', '=', 'dataset'),
    )
    .select(['datasets.id', 'datasets.schema', 'datasets.table_name', 'owners.user_id'])
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

/** Where the engine looks for tables that are named without a schema. */
export function defaultSchemaOf(database: Row<'databases'>): string | null {
  return findDatabaseKind(database.backend)?.defaultSchema ?? null;
}
