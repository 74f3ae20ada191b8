import { type Kysely, sql } from 'kysely';

/** Which sessions a SAML provider began, and under what name there, so that either side can end what the other one began. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table saml_sessions (
      id_hash text primary key not null references sessions (id_hash) on delete cascade,
      name_hash text not null,
      name_id text not null,
      session_index text
    )`.execute(db);
  await sql`create index ix_saml_sessions_name_hash on saml_sessions (name_hash)`.execute(db);
}
