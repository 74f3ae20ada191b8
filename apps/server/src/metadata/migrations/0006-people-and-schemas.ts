import { type Kysely, sql } from 'kysely';

const unknownTime = '1970-01-01T00:00:00.000Z';

/** When and by whom roles and users were changed, and the schemas that databases were seen to have. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`alter table roles add column changed_on text not null default ${sql.lit(unknownTime)}`.execute(db);
  await sql`alter table roles add column changed_by_fk integer`.execute(db);
  await sql`alter table users add column changed_by_fk integer`.execute(db);
  await sql`alter table users add column credentials_changed_on text`.execute(db);
  await sql`
    create table database_schemas (
      database_id integer not null references databases (id) on delete cascade,
      name text not null,
      primary key (database_id, name)
    )`.execute(db);
  await sql`drop view permission_pairs`.execute(db);
  await createPairs(db);
}

/** Pairs on parts of the product are found through the role Admin, which has them all. */
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
        select database_id, schema as name from datasets where coalesce(schema, '') <> ''
        union select database_id, name from database_schemas
      ) as schemas join databases on databases.id = schemas.database_id
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
