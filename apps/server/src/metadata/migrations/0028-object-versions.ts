import { type Kysely, sql } from 'kysely';

/** What charts, dashboards and datasets were, save by save. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table object_versions (
      id integer primary key autoincrement,
      object_type text not null,
      object_id integer not null,
      number integer not null,
      name text not null,
      changed_fields text not null,
      restored_from integer,
      changed_by_fk integer,
      changed_on text not null,
      size integer not null,
      document text not null,
      unique (object_type, object_id, number)
    )`.execute(db);
}
