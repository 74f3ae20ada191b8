import { type Kysely, sql } from 'kysely';

/** Which databases came from elsewhere without the file that holds their rows: a start that misses it is no loss. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`alter table databases add column awaits_file integer not null default 0`.execute(db);
}
