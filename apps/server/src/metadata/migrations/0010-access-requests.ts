import { type Kysely, sql } from 'kysely';

/** Requests of people to be let see something; at most one is open for a person and an object. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table access_requests (
      id integer primary key autoincrement,
      user_id integer not null,
      object_type text not null,
      object_ref text not null,
      object_id integer,
      message text,
      state text not null,
      passed_on_by_fk integer,
      decided_by_fk integer,
      decided_on text,
      answer text,
      is_seen integer not null default 0,
      created_on text not null
    )`.execute(db);
  await sql`create index ix_access_requests_user_id on access_requests (user_id, created_on)`.execute(db);
  await sql`
    create unique index ux_access_requests_open on access_requests (user_id, object_type, object_ref)
    where state = 'open'`.execute(db);
  await sql`
    create index ix_access_requests_object on access_requests (object_type, object_id) where state = 'open'`.execute(
    db,
  );
}
