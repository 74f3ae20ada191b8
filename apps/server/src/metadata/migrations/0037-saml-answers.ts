import { type Kysely, sql } from 'kysely';

/** What a SAML provider said of people: kept until their browsers come for it, and known afterwards so that none is taken twice. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table saml_answers (
      assertion_hash text primary key not null,
      request_id text not null,
      claims text,
      created_on text not null,
      expires_on text not null
    )`.execute(db);
  await sql`create unique index ux_saml_answers_request_id on saml_answers (request_id)`.execute(db);
  await sql`create index ix_saml_answers_expires_on on saml_answers (expires_on)`.execute(db);
}
