import { type Kysely, PostgresAdapter, sql } from 'kysely';

/** Grants on catalogs, `[database].[catalog]`, follow a database's name and end with it, as those on schemas do. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await (db.getExecutor().adapter instanceof PostgresAdapter ? onServer(db) : inFile(db));
}

async function inFile(db: Kysely<unknown>): Promise<void> {
  await sql`
    create trigger catalog_grants_follow_database_name after update of database_name on databases
    when old.database_name <> new.database_name
    begin
      delete from role_permissions where permission = 'catalog_access'
        and substr(view, 1, length(new.database_name) + 4) = '[' || new.database_name || '].[';
      update or replace role_permissions
        set view = '[' || new.database_name || '].[' || substr(view, length(old.database_name) + 5)
        where permission = 'catalog_access'
        and substr(view, 1, length(old.database_name) + 4) = '[' || old.database_name || '].[';
    end`.execute(db);
  await sql`
    create trigger catalog_grants_end_with_database after delete on databases
    begin
      delete from role_permissions where permission = 'catalog_access'
        and substr(view, 1, length(old.database_name) + 4) = '[' || old.database_name || '].[';
    end`.execute(db);
}

async function onServer(db: Kysely<unknown>): Promise<void> {
  await sql`
    create function catalog_grants_follow_database_name() returns trigger language plpgsql as $$
    declare
      one record;
      old_start text := '[' || old.database_name || '].[';
      new_start text := '[' || new.database_name || '].[';
    begin
      delete from role_permissions where permission = 'catalog_access'
        and substr(view, 1, length(new_start)) = new_start;
      for one in select distinct view from role_permissions where permission = 'catalog_access'
        and substr(view, 1, length(old_start)) = old_start
      loop
        perform rename_grants('catalog_access', one.view, new_start || substr(one.view, length(old_start) + 1));
      end loop;
      return null;
    end $$`.execute(db);
  await sql`
    create trigger catalog_grants_follow_database_name after update of database_name on databases
    for each row when (old.database_name <> new.database_name)
    execute function catalog_grants_follow_database_name()`.execute(db);
  await sql`
    create function catalog_grants_end_with_database() returns trigger language plpgsql as $$
    begin
      delete from role_permissions where permission = 'catalog_access'
        and substr(view, 1, length(old.database_name) + 4) = '[' || old.database_name || '].[';
      return null;
    end $$`.execute(db);
  await sql`
    create trigger catalog_grants_end_with_database after delete on databases
    for each row execute function catalog_grants_end_with_database()`.execute(db);
}
