import { type Kysely, sql } from 'kysely';

/**
 * Grants on data name what they are about, as the reference writes them: `[database].(id:1)`, `[database].[schema]`,
 * `[database].[dataset](id:7)`. The store itself keeps the names right, so that no way of renaming can lose a grant and
 * none of removing can leave one behind for the next thing of that name.
 */
export async function migrate(db: Kysely<unknown>): Promise<void> {
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
