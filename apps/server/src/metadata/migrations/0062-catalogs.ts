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
  await sql`drop view permission_pairs`.execute(db);
  await createPairs(db);
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

/** As before, and schemas of other catalogs than a connection's own are called by both. */
async function createPairs(db: Kysely<unknown>): Promise<void> {
  await sql`
    create view permission_pairs as
      select 'database ' || id as subject, 'database_access' as permission,
        '[' || database_name || '].(id:' || id || ')' as view
      from databases
      union
      select 'schema ' || databases.id || ' ' || schemas.name, 'schema_access',
        '[' || databases.database_name || '].[' || schemas.name || ']'
      from (
        select database_id, case when catalog is null then schema else catalog || '].[' || schema end as name
        from datasets where coalesce(schema, '') <> ''
        union select database_id, name from database_schemas
      ) as schemas join databases on databases.id = schemas.database_id
      union
      select 'catalog ' || databases.id || ' ' || catalogs.name, 'catalog_access',
        '[' || databases.database_name || '].[' || catalogs.name || ']'
      from (select distinct database_id, catalog as name from datasets where catalog is not null) as catalogs
      join databases on databases.id = catalogs.database_id
      union
      select (case permission when 'schema_access' then 'schema ' else 'catalog ' end) || databases.id || ' '
          || substr(view, length(database_name) + 5, length(view) - length(database_name) - 5),
        permission, view
      from role_permissions
      join databases on substr(view, 1, length(database_name) + 4) = '[' || database_name || '].['
      where permission in ('schema_access', 'catalog_access')
      union
      select 'dataset ' || datasets.id, 'datasource_access',
        '[' || databases.database_name || '].[' || datasets.table_name || '](id:' || datasets.id || ')'
      from datasets join databases on databases.id = datasets.database_id
      union
      select permission || ' on ' || view, permission, view
      from role_permissions
      where permission not in ('database_access', 'schema_access', 'catalog_access', 'datasource_access')`.execute(db);
}
