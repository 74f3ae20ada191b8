import { type Kysely, sql } from 'kysely';

/** When saved queries run, and how it went. A schedule goes with its query; of each at most one run is under way. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table schedules (
      id integer primary key autoincrement,
      saved_query_id integer not null unique references saved_queries (id) on delete cascade,
      user_id integer not null,
      cron text not null,
      timezone text not null,
      is_active integer not null default 1,
      next_run_on text,
      last_state text,
      created_on text not null,
      changed_on text not null,
      created_by_fk integer,
      changed_by_fk integer
    )`.execute(db);
  await sql`create index ix_schedules_user_id on schedules (user_id)`.execute(db);
  await sql`create index ix_schedules_due on schedules (next_run_on) where is_active = 1`.execute(db);
  await sql`
    create table schedule_runs (
      id integer primary key autoincrement,
      schedule_id integer not null references schedules (id) on delete cascade,
      trigger text not null,
      state text not null,
      scheduled_on text not null,
      started_on text,
      ended_on text,
      rows integer,
      error text,
      client_id text
    )`.execute(db);
  await sql`create index ix_schedule_runs_schedule_id on schedule_runs (schedule_id, id)`.execute(db);
  await sql`
    create unique index ux_schedule_runs_under_way on schedule_runs (schedule_id)
    where state in ('pending', 'running')`.execute(db);
}
