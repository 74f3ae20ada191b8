import { type Kysely, sql } from 'kysely';

/** What people prove themselves with besides their passwords. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table second_factors (
      user_id integer primary key not null,
      confirmed_on text,
      last_step bigint not null default 0,
      wrong_count integer not null default 0,
      wrong_on text,
      secret text not null,
      recovery text not null default '[]'
    )`.execute(db);
}
