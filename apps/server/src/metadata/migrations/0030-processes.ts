import { type Kysely, sql } from 'kysely';

/** Server processes that share this store, and which of them a run is at work in. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table processes (
      id text primary key not null,
      address text not null,
      key_check text not null,
      version text not null,
      started_on text not null,
      seen_at bigint not null
    )`.execute(db);
  await sql`alter table queries add column process text`.execute(db);
  await sql`alter table schedule_runs add column process text`.execute(db);
}
