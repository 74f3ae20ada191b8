import { type Kysely, sql } from 'kysely';

const tables = ['datasets', 'saved_queries', 'saved_query_versions', 'queries', 'tab_states', 'table_schemas'] as const;

/**
 * What catalog is named beside a schema. Bundles had said it of databases that cannot be opened here: it moves to its column,
 * and whoever may read such a dataset by its schema goes on doing so by catalog and schema.
 */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  for (const table of tables) await sql`alter table ${sql.table(table)} add column catalog text`.execute(db);
  await moveKept(db, 'saved_queries');
  await moveKept(db, 'datasets');
  await sql`
    insert into role_permissions (role_id, permission, view)
    select distinct role_permissions.role_id, 'schema_access',
      '[' || databases.database_name || '].[' || datasets.catalog || '].[' || datasets.schema || ']'
    from datasets
    join databases on databases.id = datasets.database_id
    join role_permissions on role_permissions.permission = 'schema_access'
      and role_permissions.view = '[' || databases.database_name || '].[' || datasets.schema || ']'
    where datasets.catalog is not null
    on conflict do nothing`.execute(db);
}

async function moveKept(db: Kysely<unknown>, table: 'datasets' | 'saved_queries'): Promise<void> {
  const name = sql.table(table);
  const { rows } = await sql<{ id: number; kept: string }>`
    select id, kept from ${name} where kept like '%"catalog"%'`.execute(db);
  for (const { id, kept } of rows) {
    const { catalog = null, ...rest } = JSON.parse(kept) as { readonly catalog?: string | null };
    const left = Object.keys(rest).length > 0 ? JSON.stringify(rest) : null;
    await sql`update ${name} set catalog = ${catalog}, kept = ${left} where id = ${id}`.execute(db);
  }
}
