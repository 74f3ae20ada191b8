import type { ColumnType, Generated } from 'kysely';
import type { Flag, Optional } from './table-columns.ts';

/** Reports and alerts. Times are ISO, in UTC; who owns one stands in `owners` as `report`. */
export interface ReportsTable {
  id: Generated<number>;
  type: string;
  name: string;
  description: Optional<string>;
  context_markdown: Optional<string>;
  active: Flag;
  crontab: string;
  timezone: string;
  creation_method: string;
  report_format: string;
  chart_id: Optional<number>;
  dashboard_id: Optional<number>;
  database_id: Optional<number>;
  sql: Optional<string>;
  /** Of an alert that asks a metric: of which dataset, and the rest of the question as JSON. */
  dataset_id: Optional<number>;
  metric_json: Optional<string>;
  validator_type: Optional<string>;
  validator_config_json: Optional<string>;
  /** In days; 0 keeps all. */
  log_retention: number;
  /** Both in seconds. */
  grace_period: number;
  working_timeout: number;
  force_screenshot: Flag;
  custom_width: Optional<number>;
  email_subject: Optional<string>;
  extra_json: string;
  /** As whom it runs: the owner who saved last what it says. */
  run_as_fk: Optional<number>;
  /** Null while it is paused. */
  next_run_on: Optional<string>;
  last_eval_dttm: Optional<string>;
  last_state: string;
  last_value: Optional<number>;
  last_value_row_json: Optional<string>;
  /** When its owners were last told that it fails. */
  failure_told_on: Optional<string>;
  created_on: ColumnType<string, string, never>;
  changed_on: string;
  created_by_fk: Optional<number>;
  changed_by_fk: Optional<number>;
}

export interface ReportRecipientsTable {
  id: Generated<number>;
  report_id: number;
  type: string;
  /** As it is answered: without what only the server may know. */
  config_json: string;
  /** JSON of the whole, encrypted with the installation's key; null where nothing of it is secret. */
  secret: Optional<string>;
}

export interface ReportRunsTable {
  id: Generated<number>;
  uuid: string;
  report_id: number;
  trigger: string;
  /** Set of a test: the person to whom alone it goes. */
  test_user_fk: Optional<number>;
  state: string;
  /** How often a process began it. */
  attempts: Flag;
  /** Which process has it, and until when unless that process says otherwise. */
  worker: Optional<string>;
  lease_until: Optional<string>;
  scheduled_dttm: string;
  /** Null while it waits. */
  start_dttm: Optional<string>;
  end_dttm: Optional<string>;
  value: Optional<number>;
  value_row_json: Optional<string>;
  error_message: Optional<string>;
}

/** What a run hands out to each recipient: `waiting`, `claimed` before it is sent, then `sent`. */
export interface ReportDeliveriesTable {
  run_id: number;
  recipient_id: number;
  state: string;
}
