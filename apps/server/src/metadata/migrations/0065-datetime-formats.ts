import { type Kysely, sql } from 'kysely';

/** How the texts of a column are read as times where they come back in results. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`alter table dataset_columns add column datetime_format text`.execute(db);
}
