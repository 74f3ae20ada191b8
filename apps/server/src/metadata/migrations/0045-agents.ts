import { type Kysely, sql } from 'kysely';

/** Programs that people let in as themselves, and their tokens: of each the hash alone, by which it is found. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table agent_clients (
      id text primary key not null,
      name text not null,
      redirect_uris text not null,
      may_refresh integer not null,
      created_on text not null,
      used_on text
    )`.execute(db);
  await sql`create index ix_agent_clients_created_on on agent_clients (created_on)`.execute(db);
  await sql`
    create table agent_codes (
      code_hash text primary key not null,
      client_id text not null,
      user_id integer not null,
      redirect_uri text not null,
      challenge text not null,
      scope text not null,
      resource text not null,
      expires_on text not null,
      grant_id integer
    )`.execute(db);
  await sql`create index ix_agent_codes_expires_on on agent_codes (expires_on)`.execute(db);
  await sql`
    create table agent_grants (
      id integer primary key autoincrement,
      user_id integer not null,
      client_id text not null,
      name text not null,
      redirect_host text not null,
      scope text not null,
      resource text not null,
      created_on text not null,
      expires_on text not null,
      revoked_on text,
      last_used_on text
    )`.execute(db);
  await sql`create index ix_agent_grants_user_id on agent_grants (user_id)`.execute(db);
  await sql`
    create table agent_tokens (
      token_hash text primary key not null,
      grant_id integer not null,
      user_id integer not null,
      kind text not null,
      scope text not null,
      expires_on text not null,
      spent_on text
    )`.execute(db);
  await sql`create index ix_agent_tokens_grant_id on agent_tokens (grant_id)`.execute(db);
  await sql`create index ix_agent_tokens_user_id on agent_tokens (user_id)`.execute(db);
}
