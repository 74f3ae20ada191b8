import type { WireQueryRun, WireQueryRunDetail, WireQueryRunRow } from '@powerset/contract';
import type { SqlTable } from '../../catalog/index.ts';
import type { QueryRun } from '../../query-runs/index.ts';

/** A run in the history's list. */
export function toListRow(
  run: QueryRun,
  wire: WireQueryRun | undefined,
  tables: readonly SqlTable[] = [],
): WireQueryRunRow {
  const [firstName = '', ...lastNames] = (wire?.user ?? '').split(' ');
  return {
    id: run.id,
    client_id: run.client_id,
    changed_on: run.changed_on,
    database: { id: run.database_id, database_name: wire?.db ?? null },
    executed_sql: run.executed_sql,
    rows: run.rows,
    catalog: run.catalog,
    schema: run.schema,
    sql: run.sql,
    sql_tables: tables,
    status: run.status,
    tab_name: run.tab_name,
    user: { id: run.user_id, first_name: firstName, last_name: lastNames.join(' ') },
    start_time: run.start_time,
    start_running_time: run.start_running_time,
    end_time: run.end_time,
    error_message: run.error_message,
    progress: wire?.progress ?? run.progress,
    results_key: run.results_key,
    tmp_table_name: run.tmp_table_name,
    tracking_url: run.tracking_url,
  };
}

/** One run with everything that its call names. */
export function toShowRow(run: QueryRun): WireQueryRunDetail {
  return {
    id: run.id,
    client_id: run.client_id,
    tmp_table_name: run.tmp_table_name,
    tmp_schema_name: run.tmp_schema_name,
    status: run.status,
    tab_name: run.tab_name,
    sql_editor_id: run.sql_editor_id,
    database: { id: run.database_id },
    catalog: run.catalog,
    schema: run.schema,
    sql: run.sql,
    select_sql: run.select_sql,
    executed_sql: run.executed_sql,
    limit: run.limit,
    select_as_cta: run.select_as_cta === 1,
    select_as_cta_used: run.select_as_cta === 1 && run.status === 'success',
    progress: run.progress,
    rows: run.rows,
    error_message: run.error_message,
    results_key: run.results_key,
    start_time: run.start_time,
    start_running_time: run.start_running_time,
    end_time: run.end_time,
    end_result_backend_time: null,
    tracking_url: run.tracking_url,
    changed_on: run.changed_on,
  };
}
