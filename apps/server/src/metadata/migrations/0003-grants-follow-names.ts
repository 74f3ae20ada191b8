import { type Kysely, PostgresAdapter, sql } from 'kysely';

/**
 * Grants on data name what they are about, as the reference writes them: `[database].(id:1)`, `[database].[schema]`,
 * `[database].[dataset](id:7)`. The store itself keeps the names right, so that no way of renaming can lose a grant and
 * none of removing can leave one behind for the next thing of that name.
 */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await (db.getExecutor().adapter instanceof PostgresAdapter ? onServer(db) : inFile(db));
}

async function inFile(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger grants_follow_database_name after update of database_name on databases
    when old.database_name <> new.database_name
    begin
      delete from role_permissions where permission = 'schema_access'
        and substr(view, 1, length(new.database_name) + 4) = '[' || new.database_name || '].[';
      update or replace role_permissions set view = '[' || new.database_name || '].(id:' || new.id || ')'
        where permission = 'database_access' and view = '[' || old.database_name || '].(id:' || old.id || ')';
      update or replace role_permissions
        set view = '[' || new.database_name || '].[' || substr(view, length(old.database_name) + 5)
        where permission = 'schema_access'
        and substr(view, 1, length(old.database_name) + 4) = '[' || old.database_name || '].[';
      update or replace role_permissions
        set view = '[' || new.database_name || '].[' || substr(view, length(old.database_name) + 5)
        where permission = 'datasource_access' and view in (
          select '[' || old.database_name || '].[' || table_name || '](id:' || id || ')'
          from datasets where database_id = new.id);
    end`.execute(db);
  await sql`
    create trigger grants_end_with_database after delete on databases
    begin
      delete from role_permissions where permission = 'database_access'
        and view = '[' || old.database_name || '].(id:' || old.id || ')';
      delete from role_permissions where permission = 'schema_access'
        and substr(view, 1, length(old.database_name) + 4) = '[' || old.database_name || '].[';
    end`.execute(db);
  await sql`
    create trigger grants_follow_dataset_name after update of table_name, database_id on datasets
    when old.table_name <> new.table_name or old.database_id <> new.database_id
    begin
      update or replace role_permissions
        set view = '[' || (select database_name from databases where id = new.database_id) || '].['
          || new.table_name || '](id:' || new.id || ')'
        where permission = 'datasource_access'
        and view = '[' || (select database_name from databases where id = old.database_id) || '].['
          || old.table_name || '](id:' || old.id || ')';
    end`.execute(db);
  await sql`
    create trigger grants_end_with_dataset after delete on datasets
    begin
      delete from role_permissions where permission = 'datasource_access'
        and view = '[' || (select database_name from databases where id = old.database_id) || '].['
          || old.table_name || '](id:' || old.id || ')';
    end`.execute(db);
}

/** The same for a server, whose triggers call functions and whose updates cannot replace what is in their way. */
async function onServer(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function rename_grants(kind text, before text, after text) returns void language plpgsql as $$
    begin
      delete from role_permissions as other using role_permissions as own
        where own.permission = kind and own.view = before
        and other.role_id = own.role_id and other.permission = kind and other.view = after and before <> after;
      update role_permissions set view = after where permission = kind and view = before;
    end $$`.execute(db);
  await sql`
    create function grants_follow_database_name() returns trigger language plpgsql as $$
    declare
      one record;
      old_start text := '[' || old.database_name || '].[';
      new_start text := '[' || new.database_name || '].[';
    begin
      delete from role_permissions where permission = 'schema_access'
        and substr(view, 1, length(new_start)) = new_start;
      perform rename_grants('database_access', '[' || old.database_name || '].(id:' || old.id || ')',
        '[' || new.database_name || '].(id:' || new.id || ')');
      for one in select distinct view from role_permissions where permission = 'schema_access'
        and substr(view, 1, length(old_start)) = old_start
      loop
        perform rename_grants('schema_access', one.view, new_start || substr(one.view, length(old_start) + 1));
      end loop;
      for one in select table_name || '](id:' || id || ')' as rest from datasets where database_id = new.id
      loop
        perform rename_grants('datasource_access', old_start || one.rest, new_start || one.rest);
      end loop;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger grants_follow_database_name after update of database_name on databases
    for each row when (old.database_name <> new.database_name) execute function grants_follow_database_name()`.execute(
    db,
  );
  await sql`
    create function grants_end_with_database() returns trigger language plpgsql as $$
    begin
      delete from role_permissions where permission = 'database_access'
        and view = '[' || old.database_name || '].(id:' || old.id || ')';
      delete from role_permissions where permission = 'schema_access'
        and substr(view, 1, length(old.database_name) + 4) = '[' || old.database_name || '].[';
      return null;
    end $$`.execute(db);
  await sql`
    create trigger grants_end_with_database after delete on databases
    for each row execute function grants_end_with_database()`.execute(db);
  await sql`
    create function grants_follow_dataset_name() returns trigger language plpgsql as $$
    begin
      perform rename_grants('datasource_access',
        '[' || (select database_name from databases where id = old.database_id) || '].['
          || old.table_name || '](id:' || old.id || ')',
        '[' || (select database_name from databases where id = new.database_id) || '].['
          || new.table_name || '](id:' || new.id || ')');
      return null;
    end $$`.execute(db);
  await sql`
    create trigger grants_follow_dataset_name after update of table_name, database_id on datasets
    for each row when (old.table_name <> new.table_name or old.database_id <> new.database_id)
    execute function grants_follow_dataset_name()`.execute(db);
  await sql`
    create function grants_end_with_dataset() returns trigger language plpgsql as $$
    begin
      delete from role_permissions where permission = 'datasource_access'
        and view = '[' || (select database_name from databases where id = old.database_id) || '].['
          || old.table_name || '](id:' || old.id || ')';
      return null;
    end $$`.execute(db);
  await sql`
    create trigger grants_end_with_dataset after delete on datasets
    for each row execute function grants_end_with_dataset()`.execute(db);
}
