import { type Kysely, sql } from 'kysely';

/** The fingerprint by which the SSH server of a database's tunnel is known; null before it was met. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`alter table databases add column ssh_host_key text`.execute(db);
}
