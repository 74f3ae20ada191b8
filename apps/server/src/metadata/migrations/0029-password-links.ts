import { type Kysely, sql } from 'kysely';

/** Links by which people choose their passwords. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table password_links (
      token_hash text primary key not null,
      user_id integer not null,
      purpose text not null,
      created_on text not null,
      expires_on text not null
    )`.execute(db);
  await sql`create index ix_password_links_user_id on password_links (user_id)`.execute(db);
}
