import { type Kysely, sql } from 'kysely';

/** Keys with which programs call as a person: of each the hash alone, by which it is found. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table api_keys (
      id integer primary key autoincrement,
      user_id integer not null,
      name text not null,
      key_prefix text not null,
      key_hash text not null,
      scopes text not null,
      created_on text not null,
      expires_on text not null,
      revoked_on text,
      last_used_on text
    )`.execute(db);
  await sql`create unique index ux_api_keys_key_hash on api_keys (key_hash)`.execute(db);
  await sql`create index ix_api_keys_user_id on api_keys (user_id)`.execute(db);
}
