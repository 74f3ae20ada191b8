import { type Kysely, sql } from 'kysely';

/**
 * Reports and alerts, to whom they go, their runs, and what each run has handed out: a delivery is noted before it is made,
 * so that no process that follows makes it again. Of each report at most one run is under way.
 */
export async function migrate(db: Kysely<unknown>): Promise<void> {
  await sql`
    create table reports (
      id integer primary key autoincrement,
      type text not null,
      name text not null,
      description text,
      context_markdown text,
      active integer not null default 1,
      crontab text not null,
      timezone text not null,
      creation_method text not null,
      report_format text not null,
      chart_id integer,
      dashboard_id integer,
      database_id integer,
      sql text,
      validator_type text,
      validator_config_json text,
      log_retention integer not null,
      grace_period integer not null,
      working_timeout integer not null,
      force_screenshot integer not null default 0,
      custom_width integer,
      email_subject text,
      extra_json text not null,
      run_as_fk integer,
      next_run_on text,
      last_eval_dttm text,
      last_state text not null,
      last_value real,
      last_value_row_json text,
      failure_told_on text,
      created_on text not null,
      changed_on text not null,
      created_by_fk integer,
      changed_by_fk integer
    )`.execute(db);
  await sql`create unique index ux_reports_name on reports (type, name)`.execute(db);
  await sql`create index ix_reports_due on reports (next_run_on) where active = 1`.execute(db);
  for (const column of ['chart_id', 'dashboard_id', 'database_id'])
    await sql`create index ${sql.ref(`ix_reports_${column}`)} on reports (${sql.ref(column)})`.execute(db);
  await sql`
    create table report_recipients (
      id integer primary key autoincrement,
      report_id integer not null references reports (id) on delete cascade,
      type text not null,
      config_json text not null,
      secret text
    )`.execute(db);
  await sql`create index ix_report_recipients_report_id on report_recipients (report_id)`.execute(db);
  await sql`
    create table report_runs (
      id integer primary key autoincrement,
      uuid text not null,
      report_id integer not null references reports (id) on delete cascade,
      trigger text not null,
      test_user_fk integer,
      state text not null,
      attempts integer not null default 0,
      worker text,
      lease_until text,
      scheduled_dttm text not null,
      start_dttm text,
      end_dttm text,
      value real,
      value_row_json text,
      error_message text
    )`.execute(db);
  await sql`create index ix_report_runs_report_id on report_runs (report_id, id)`.execute(db);
  await sql`
    create unique index ux_report_runs_under_way on report_runs (report_id) where state = 'Working'`.execute(db);
  await sql`
    create table report_deliveries (
      run_id integer not null references report_runs (id) on delete cascade,
      recipient_id integer not null,
      state text not null,
      primary key (run_id, recipient_id)
    )`.execute(db);
}
