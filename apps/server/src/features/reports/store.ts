import type { ListFilter, ListQuery } from '@powerset/contract';
import { expressionBuilder, type SqlBool, sql } from 'kysely';
import { canEdit, type User, visibleReports } from '../../access/index.ts';
import { forbidden, notFound } from '../../http/index.ts';
import {
  containsText,
  type FilterRules,
  loadOwners,
  loadPage,
  readOrder,
  tableRules,
  textOperators,
  toConditions,
  valueOperators,
} from '../../lists/index.ts';
import type { MetadataTables, Row, Store } from '../../metadata/index.ts';

export type Report = Row<'reports'>;
export type ReportRun = Row<'report_runs'>;

const rules = tableRules('reports');

const filterRules: FilterRules<MetadataTables, 'reports'> = {
  'name.report_all_text': (value) => containsText(String(value ?? ''), ['reports.name', 'reports.description']),
  name: rules.text('name'),
  type: rules.text('type'),
  last_state: rules.text('last_state'),
  creation_method: rules.text('creation_method'),
  active: rules.flag(sql<SqlBool>`reports.active = 1`),
  id: rules.value('id'),
  chart_id: rules.value('chart_id'),
  dashboard_id: rules.value('dashboard_id'),
  dataset_id: rules.value('dataset_id'),
  database_id: rules.value('database_id'),
  created_by: rules.value('created_by_fk'),
  changed_by: rules.value('changed_by_fk'),
  'owners.rel_m_m': rules.owners('report'),
};

/** Which filters the list offers, as `_info` tells them. */
export const reportFilterNames: Readonly<Record<string, readonly string[]>> = {
  name: [...textOperators, 'report_all_text'],
  active: ['eq'],
  type: textOperators,
  last_state: textOperators,
  creation_method: textOperators,
  dashboard_id: [...valueOperators, 'in'],
  chart_id: [...valueOperators, 'in'],
  dataset_id: [...valueOperators, 'in'],
  database_id: [...valueOperators, 'in'],
  created_by: ['rel_o_m', 'nrel_o_m'],
  changed_by: ['rel_o_m', 'nrel_o_m'],
  owners: ['rel_m_m'],
};

const orderColumns = {
  active: 'active',
  'created_by.first_name': 'created_by_fk',
  'changed_by.first_name': 'changed_by_fk',
  changed_on: 'changed_on',
  changed_on_delta_humanized: 'changed_on',
  created_on: 'created_on',
  crontab: 'crontab',
  description: 'description',
  last_eval_dttm: 'last_eval_dttm',
  last_state: 'last_state',
  name: 'name',
  next_run_on: 'next_run_on',
  type: 'type',
  creation_method: 'creation_method',
} as const;
export const reportOrderColumns = Object.keys(orderColumns);

export function listReports(store: Store, user: User, query: ListQuery) {
  const builder = expressionBuilder<MetadataTables, 'reports'>();
  const conditions = [visibleReports(user), ...toConditions(withValues(query.filters), filterRules, builder)];
  const selection = store.selectFrom('reports').where((where) => where.and(conditions));
  return loadPage(selection, query, readOrder(query, orderColumns, { column: 'changed_on', isDescending: true }));
}

/** Rison has no way to leave a value out; its absence is nothing. */
function withValues(filters: readonly ListFilter[] | undefined): readonly ListFilter[] | undefined {
  return filters?.map((filter) => (filter.value === undefined ? { ...filter, value: null } : filter));
}

export async function getVisibleReport(store: Store, user: User, id: number): Promise<Report> {
  const row = await store
    .selectFrom('reports')
    .selectAll()
    .where('id', '=', id)
    .where(() => visibleReports(user))
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

/** Reports that the user may change; 404 when one of them is not to be seen, 403 when one is somebody else's. */
export async function getEditableReports(store: Store, user: User, ids: readonly number[]): Promise<readonly Report[]> {
  const wanted = [...new Set(ids)];
  const rows = await Promise.all(wanted.map((id) => getVisibleReport(store, user, id)));
  const owners = await loadOwners(store, 'report', wanted);
  const idsOf = (id: number) => (owners.get(id) ?? []).map((owner) => owner.id);
  if (!wanted.every((id) => canEdit(user, 'ReportSchedule', idsOf(id)))) throw forbidden();
  return rows;
}

const logOrder = {
  id: 'id',
  state: 'state',
  value: 'value',
  error_message: 'error_message',
  end_dttm: 'end_dttm',
  start_dttm: 'start_dttm',
  scheduled_dttm: 'scheduled_dttm',
} as const;
export const logOrderColumns = Object.keys(logOrder);

const runRules = tableRules('report_runs');
const runFilters: FilterRules<MetadataTables, 'report_runs'> = {
  state: runRules.text('state'),
  value: runRules.value('value'),
  start_dttm: runRules.value('start_dttm'),
  end_dttm: runRules.value('end_dttm'),
};

export function listRuns(store: Store, reportId: number, query: ListQuery) {
  const builder = expressionBuilder<MetadataTables, 'report_runs'>();
  const conditions = toConditions(withValues(query.filters), runFilters, builder);
  const selection = store
    .selectFrom('report_runs')
    .where('report_id', '=', reportId)
    .where((where) => where.and([...conditions]));
  return loadPage(selection, query, readOrder(query, logOrder, { column: 'id', isDescending: true }));
}

export async function getRun(store: Store, reportId: number, id: number): Promise<ReportRun> {
  const row = await store
    .selectFrom('report_runs')
    .selectAll()
    .where('report_id', '=', reportId)
    .where('id', '=', id)
    .executeTakeFirst();
  if (!row) throw notFound();
  return row;
}

export function findActiveRun(store: Store, reportId: number): Promise<ReportRun | undefined> {
  return store
    .selectFrom('report_runs')
    .selectAll()
    .where('report_id', '=', reportId)
    .where('state', '=', 'Working')
    .executeTakeFirst();
}

/** How many recipients each of some runs was sent to. */
export async function countSent(store: Store, runIds: readonly number[]): Promise<ReadonlyMap<number, number>> {
  if (runIds.length === 0) return new Map();
  const rows = await store
    .selectFrom('report_deliveries')
    .select(({ fn }) => ['run_id', fn.countAll<number>().as('count')])
    .where('run_id', 'in', [...runIds])
    .where('state', '=', 'sent')
    .groupBy('run_id')
    .execute();
  return new Map(rows.map((row) => [row.run_id, Number(row.count)]));
}
