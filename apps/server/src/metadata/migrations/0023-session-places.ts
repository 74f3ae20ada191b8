import { type Kysely, sql } from 'kysely';

/** Where sessions are used, so that people know theirs and end what is not. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column user_agent text`.execute(db);
  await sql`alter table sessions add column address text`.execute(db);
  await sql`alter table sessions add column last_used_on text`.execute(db);
}
