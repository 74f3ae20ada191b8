import { type Kysely, sql } from 'kysely';

/** What runs of the SQL editor that go on after their call were asked, for a process that begins them anew. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table run_questions (
      run_id integer primary key not null references queries (id) on delete cascade,
      attempts integer not null,
      question text not null
    )`.execute(db);
  await sql`create index ix_queries_status on queries (status, process)`.execute(db);
}
