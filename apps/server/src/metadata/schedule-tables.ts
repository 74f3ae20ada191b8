import type { ColumnType, Generated } from 'kysely';
import type { Flag, Optional } from './table-columns.ts';

/** When saved queries run. Times are ISO, in UTC. */
export interface SchedulesTable {
  id: Generated<number>;
  saved_query_id: number;
  user_id: number;
  cron: string;
  timezone: string;
  is_active: Flag;
  /** Null while it is paused. */
  next_run_on: Optional<string>;
  /** How its last run ended. */
  last_state: Optional<string>;
  /** The table that its result is kept in, and whether it is the schedule's own to replace. */
  output_table: Optional<string>;
  owns_table: Flag;
  dataset_id: Optional<number>;
  created_on: ColumnType<string, string, never>;
  changed_on: string;
  created_by_fk: Optional<number>;
  changed_by_fk: Optional<number>;
}

export interface ScheduleRunsTable {
  id: Generated<number>;
  schedule_id: number;
  trigger: string;
  state: string;
  scheduled_on: string;
  started_on: Optional<string>;
  ended_on: Optional<string>;
  rows: Optional<number>;
  error: Optional<string>;
  client_id: Optional<string>;
  /** In which it is at work; null where there is one process alone. */
  process: Optional<string>;
}
