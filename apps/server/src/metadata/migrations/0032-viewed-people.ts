import { type Kysely, sql } from 'kysely';

/** Whom an administrator's session sees the product as. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`alter table sessions add column viewed_id integer`.execute(db);
}
