import { type Kysely, sql } from 'kysely';

/** What bundles say of databases that cannot be opened here, and of what stands on them, beyond what the store knows. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  for (const table of ['databases', 'datasets', 'saved_queries'])
    await sql`alter table ${sql.table(table)} add column kept text`.execute(db);
}
