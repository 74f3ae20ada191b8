import { type Kysely, sql } from 'kysely';

/** What saved queries were, save by save; a version goes with its query. Those that are there begin with what they are. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table saved_query_versions (
      id integer primary key autoincrement,
      saved_query_id integer not null references saved_queries (id) on delete cascade,
      number integer not null,
      label text not null,
      description text,
      sql text not null,
      schema text,
      db_id integer,
      template_parameters text,
      changed_fields text not null default '',
      lines_added integer not null default 0,
      lines_removed integer not null default 0,
      restored_from integer,
      changed_by_fk integer,
      changed_on text not null,
      unique (saved_query_id, number)
    )`.execute(db);
  await sql`
    insert into saved_query_versions
      (saved_query_id, number, label, description, sql, schema, db_id, template_parameters, changed_by_fk, changed_on)
    select id, 1, label, description, sql, schema, db_id, template_parameters, changed_by_fk, changed_on
    from saved_queries`.execute(db);
}
