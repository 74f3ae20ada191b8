import { type Kysely, sql } from 'kysely';

/** Keys of authenticators by which people sign in, and what they have signed already. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table passkeys (
      id integer primary key autoincrement,
      user_id integer not null,
      name text not null,
      credential_id text not null,
      public_key text not null,
      user_handle text not null,
      transports text not null,
      counter bigint not null,
      created_on text not null,
      last_used_on text
    )`.execute(db);
  await sql`create unique index ux_passkeys_credential_id on passkeys (credential_id)`.execute(db);
  await sql`create index ix_passkeys_user_id on passkeys (user_id)`.execute(db);
  await sql`
    create table spent_challenges (
      challenge_hash text primary key not null,
      expires_on text not null
    )`.execute(db);
}
