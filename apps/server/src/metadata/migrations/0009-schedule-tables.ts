import { type Kysely, sql } from 'kysely';

/** The table that a schedule keeps its result in; `owns_table` once it is the schedule's own to replace. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`alter table schedules add column output_table text`.execute(db);
  await sql`alter table schedules add column owns_table integer not null default 0`.execute(db);
  await sql`alter table schedules add column dataset_id integer`.execute(db);
  await sql`create unique index ux_schedules_output_table on schedules (lower(output_table))`.execute(db);
}
