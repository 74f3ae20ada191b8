import { type Kysely, sql } from 'kysely';

/**
 * Permission pairs that a role can be given, and a number for each. A number belongs to what the pair is about (a
 * database, a schema of it, a dataset), so that it stays through renaming and is never given to another thing.
 */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table permission_numbers (
      id integer primary key autoincrement,
      subject text not null unique
    )`.execute(db);
  // All others are found through the role Admin, which has them.
  await sql`
    create view permission_pairs as
      select 'database ' || id as subject, 'database_access' as permission,
        '[' || database_name || '].(id:' || id || ')' as view
      from databases
      union
      select 'schema ' || databases.id || ' ' || datasets.schema, 'schema_access',
        '[' || databases.database_name || '].[' || datasets.schema || ']'
      from datasets join databases on databases.id = datasets.database_id
      where coalesce(datasets.schema, '') <> ''
      union
      select 'schema ' || databases.id || ' '
          || substr(view, length(database_name) + 5, length(view) - length(database_name) - 5),
        'schema_access', view
      from role_permissions
      join databases on substr(view, 1, length(database_name) + 4) = '[' || database_name || '].['
      where permission = 'schema_access'
      union
      select 'dataset ' || datasets.id, 'datasource_access',
        '[' || databases.database_name || '].[' || datasets.table_name || '](id:' || datasets.id || ')'
      from datasets join databases on databases.id = datasets.database_id
      union
      select permission || ' on ' || view, permission, view
      from role_permissions
      where permission not in ('database_access', 'schema_access', 'datasource_access')`.execute(db);
}
