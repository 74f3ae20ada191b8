import { type Kysely, sql } from 'kysely';

/** What was deleted and can be brought back: an object's rows as they were. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table trash (
      id integer primary key autoincrement,
      object_type text not null,
      object_id integer not null,
      uuid text not null,
      name text not null,
      deleted_on text not null,
      deleted_by_fk integer,
      document text not null
    )`.execute(db);
  await sql`create index ix_trash_deleted_on on trash (deleted_on)`.execute(db);
  await sql`create index ix_trash_deleted_by on trash (deleted_by_fk, deleted_on)`.execute(db);
  await sql`create index ix_trash_object on trash (object_type, object_id)`.execute(db);
}
