import { type Kysely, sql } from 'kysely';

/** Who people are at identity providers. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table user_identities (
      issuer text not null,
      subject text not null,
      user_id integer not null,
      created_on text not null,
      primary key (issuer, subject)
    )`.execute(db);
  await sql`create unique index ux_user_identities_user_id on user_identities (user_id, issuer)`.execute(db);
}
