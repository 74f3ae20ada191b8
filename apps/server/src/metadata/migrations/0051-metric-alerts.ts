import { type Kysely, sql } from 'kysely';

/** Alerts that ask a dataset for a metric instead of a database by SQL. */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`alter table reports add column dataset_id integer`.execute(db);
  await sql`alter table reports add column metric_json text`.execute(db);
  await sql`create index ix_reports_dataset_id on reports (dataset_id)`.execute(db);
}
