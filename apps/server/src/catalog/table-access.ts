import { canAccessData, type User } from '../access/index.ts';
import { AppError } from '../http/index.ts';
import { loadOwners } from '../lists/index.ts';
import type { Row, Store } from '../metadata/index.ts';

interface TableReference {
  readonly schema: string | null;
  readonly table: string;
}

export interface TableAccessRequest {
  readonly user: User;
  readonly database: Pick<Row<'databases'>, 'id' | 'database_name'>;
  readonly tables: readonly TableReference[];
  /** The schema of tables that are named without one. */
  readonly defaultSchema: string;
}

/**
 * Refuses when the user may not read one of the tables: neither through database or schema, nor through a physical
 * dataset of that table.
 */
export async function assertTablesAccess(store: Store, request: TableAccessRequest): Promise<void> {
  const refused: string[] = [];
  for (const { schema, table } of request.tables) {
    const name = { schema: schema ?? request.defaultSchema, table };
    if (!(await canReadTable(store, request, name))) refused.push(schema ? `${schema}.${table}` : table);
  }
  if (refused.length === 0) return;
  const names = [...new Set(refused)];
  throw new AppError('TABLE_SECURITY_ACCESS_ERROR', {
    params: { tables: names.map((name) => `\`${name}\``).join(', ') },
    extra: { tables: names, link: '' },
  });
}

async function canReadTable(
  store: Store,
  { user, database }: TableAccessRequest,
  name: { readonly schema: string; readonly table: string },
): Promise<boolean> {
  const object = { databaseId: database.id, databaseName: database.database_name, schema: name.schema };
  if (canAccessData(user, object)) return true;
  const rows = await store
    .selectFrom('datasets')
    .select(['id', 'table_name', 'sql', 'schema'])
    .where('database_id', '=', database.id)
    .where('table_name', '=', name.table)
    .execute();
  const physical = rows.filter((row) => !row.sql && (row.schema ?? name.schema) === name.schema);
  const owners = await loadOwners(
    store,
    'dataset',
    physical.map((row) => row.id),
  );
  return physical.some((row) => {
    const ownerIds = (owners.get(row.id) ?? []).map((owner) => owner.id);
    return canAccessData(user, { ...object, dataset: { id: row.id, name: row.table_name, ownerIds } });
  });
}
