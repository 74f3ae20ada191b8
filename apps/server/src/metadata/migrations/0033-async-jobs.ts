import { type Kysely, sql } from 'kysely';

/** Questions that are answered after the call that asked them, and for each person the number of the last that ended. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table async_jobs (
      id text primary key not null,
      user_id integer not null,
      status text not null,
      process text,
      attempts integer not null,
      asked_ms bigint not null,
      event_number bigint,
      errors text,
      question text
    )`.execute(db);
  await sql`create index ix_async_jobs_user_id on async_jobs (user_id, event_number)`.execute(db);
  await sql`create index ix_async_jobs_status on async_jobs (status, process)`.execute(db);
  await sql`
    create table async_channels (
      user_id integer primary key not null,
      opened_ms bigint not null,
      last_number bigint not null
    )`.execute(db);
}
