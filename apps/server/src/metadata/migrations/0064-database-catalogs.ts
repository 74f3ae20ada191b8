import { type Kysely, sql } from 'kysely';

/** Catalogs beside the one that a connection opens, as its database told them last: they can be granted before a dataset names one. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table database_catalogs (
      database_id integer not null references databases (id) on delete cascade,
      name text not null,
      primary key (database_id, name)
    )`.execute(db);
  await sql`drop view permission_pairs`.execute(db);
  await createPairs(db);
}

/** As before, and catalogs; schemas of others than a connection's own are called by both. */
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
      from (
        select database_id, catalog as name from datasets where catalog is not null
        union select database_id, name from database_catalogs
      ) as catalogs join databases on databases.id = catalogs.database_id
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
