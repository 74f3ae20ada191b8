import { type Kysely, sql } from 'kysely';

/** Folders for a dataset's columns and metrics, and the column that says what currency its amounts are in. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`alter table datasets add column folders text`.execute(db);
  await sql`alter table datasets add column currency_code_column text`.execute(db);
}
