import { type Kysely, sql } from 'kysely';

/** Those who asked for an account and have not shown yet that the address is theirs. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table registrations (
      id integer primary key autoincrement,
      address_key text not null,
      token_hash text not null,
      is_known integer not null default 0,
      username text not null,
      first_name text not null,
      last_name text not null,
      email text not null,
      created_on text not null,
      expires_on text not null
    )`.execute(db);
  await sql`create unique index ux_registrations_address_key on registrations (address_key)`.execute(db);
  await sql`create unique index ux_registrations_token_hash on registrations (token_hash)`.execute(db);
  await sql`create index ix_registrations_expires_on on registrations (expires_on)`.execute(db);
}
