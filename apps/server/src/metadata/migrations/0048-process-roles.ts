import { type Kysely, sql } from 'kysely';

/** What each process of several does, and which runs may be begun once alone: those that write. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`alter table processes add column role text not null default 'all'`.execute(db);
  await sql`alter table run_questions add column is_once integer not null default 0`.execute(db);
}
