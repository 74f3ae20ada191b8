import { type Kysely, sql } from 'kysely';

/** Looks under a name: of the whole product, or of the dashboards that name them; and the files that they show. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  // The document comes last: which look a theme is would else be read behind it, for every page.
  await sql`
    create table themes (
      id integer primary key autoincrement,
      uuid text not null,
      theme_name text not null,
      is_system_default integer not null default 0,
      is_system_dark integer not null default 0,
      created_on text not null,
      changed_on text not null,
      created_by_fk integer,
      changed_by_fk integer,
      json_data text not null
    )`.execute(db);
  await sql`create unique index ux_themes_uuid on themes (uuid)`.execute(db);
  await sql`
    create table theme_files (
      name text primary key,
      media_type text not null,
      content text not null,
      created_on text not null
    )`.execute(db);
  await sql`alter table dashboards add column theme_id integer`.execute(db);
  await sql`create index ix_dashboards_theme_id on dashboards (theme_id)`.execute(db);
}
