import { type Kysely, sql } from 'kysely';

/** Bearer tokens name the epoch that they were signed in; those of an earlier one have ended. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`alter table users add column token_epoch integer not null default 0`.execute(db);
}
