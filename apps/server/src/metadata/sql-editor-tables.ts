import type { Generated } from 'kysely';
import type { Flag, Optional } from './table-columns.ts';

/** Query runs of the SQL editor. Times are epoch milliseconds. */
export interface QueriesTable {
  id: Generated<number>;
  client_id: string;
  user_id: number;
  database_id: number;
  catalog: Optional<string>;
  schema: Optional<string>;
  tab_name: Optional<string>;
  sql_editor_id: Optional<string>;
  sql: string;
  select_sql: Optional<string>;
  executed_sql: Optional<string>;
  limit: Optional<number>;
  limiting_factor: Optional<string>;
  select_as_cta: Flag;
  ctas_method: Optional<string>;
  tmp_table_name: Optional<string>;
  tmp_schema_name: Optional<string>;
  is_data_preview: Flag;
  status: string;
  progress: Flag;
  rows: Optional<number>;
  error_message: Optional<string>;
  results_key: Optional<string>;
  start_time: Optional<number>;
  start_running_time: Optional<number>;
  end_time: Optional<number>;
  tracking_url: Optional<string>;
  extra_json: Optional<string>;
  /** In which it is at work, or lies its result; null where there is one process alone. */
  process: Optional<string>;
  changed_on: string;
}

/** What a run that goes on after its call was asked, while it is under way and may be begun anew. */
export interface RunQuestionsTable {
  run_id: number;
  /** How often it was begun anew. */
  attempts: number;
  /** It writes: whoever begins it forgets the question, so that nobody does it twice. */
  is_once: Flag;
  question: string;
}

export interface TabStatesTable {
  id: Generated<number>;
  user_id: number;
  label: string;
  active: Flag;
  database_id: Optional<number>;
  catalog: Optional<string>;
  schema: Optional<string>;
  sql: string;
  query_limit: Optional<number>;
  latest_query_id: Optional<string>;
  autorun: Flag;
  template_params: Optional<string>;
  hide_left_bar: Flag;
  saved_query_id: Optional<number>;
  extra_json: Optional<string>;
  changed_on: string;
}

export interface TableSchemasTable {
  id: Generated<number>;
  tab_state_id: number;
  database_id: number;
  catalog: Optional<string>;
  schema: Optional<string>;
  table: string;
  description: Optional<string>;
  expanded: Flag;
}
