import { type Kysely, sql } from 'kysely';

/** By what somebody signed in; null of sessions from before, which count as begun by a password. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column signed_in_by text`.execute(db);
}
