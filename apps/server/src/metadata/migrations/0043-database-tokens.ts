import { type Kysely, sql } from 'kysely';

/** By which people ask databases as themselves: one row for each person and database, its tokens sealed. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table database_user_oauth2_tokens (
      id integer primary key autoincrement,
      user_id integer not null,
      database_id integer not null,
      secret text not null,
      version integer not null,
      renewing_until text,
      created_on text not null,
      changed_on text not null
    )`.execute(db);
  await sql`
    create unique index ux_database_user_oauth2_tokens on database_user_oauth2_tokens (user_id, database_id)`.execute(
    db,
  );
}
