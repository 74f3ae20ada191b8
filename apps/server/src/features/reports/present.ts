import type {
  AlertValidator,
  RecipientType,
  ReportCreationMethod,
  ReportFormat,
  ReportState,
  ReportType,
  ScheduleTrigger,
  WireReport,
  WireReportDetail,
  WireReportLog,
} from '@powerset/contract';
import { canEdit, type User } from '../../access/index.ts';
import { cronWords, parseCron } from '../../cron/index.ts';
import { loadShownOwners, loadUsers, toEpochSeconds, toTimeAgo, toWireUserSummary } from '../../lists/index.ts';
import { parseDocument } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { presentMetric } from './alert-metric.ts';
import { countSent, type Report, type ReportRun } from './store.ts';

type Reading = Pick<Services, 'store' | 'now'>;

/** Everything that belongs to some reports, loaded at once. */
async function loadRelations({ store }: Reading, viewer: User, rows: readonly Report[]) {
  const ids = rows.map((row) => row.id);
  const idsOf = (column: 'chart_id' | 'dashboard_id' | 'database_id') => [
    // No server takes an empty list, and nothing has this number.
    0,
    ...rows.flatMap((row) => row[column] ?? []),
  ];
  const [users, owners, recipients, charts, dashboards, databases, errors] = await Promise.all([
    loadUsers(
      store,
      rows.flatMap((row) => [row.created_by_fk, row.changed_by_fk, row.run_as_fk]),
    ),
    loadShownOwners(store, viewer, { type: 'report', ids }),
    store.selectFrom('report_recipients').selectAll().where('report_id', 'in', ids).orderBy('id').execute(),
    store.selectFrom('charts').select(['id', 'slice_name', 'viz_type']).where('id', 'in', idsOf('chart_id')).execute(),
    store.selectFrom('dashboards').select(['id', 'dashboard_title']).where('id', 'in', idsOf('dashboard_id')).execute(),
    store.selectFrom('databases').select(['id', 'database_name']).where('id', 'in', idsOf('database_id')).execute(),
    loadLastErrors(store, ids),
  ]);
  return { users, owners, recipients, charts, dashboards, databases, errors };
}

type Relations = Awaited<ReturnType<typeof loadRelations>>;

async function loadLastErrors(store: Reading['store'], ids: readonly number[]) {
  const rows = await store
    .selectFrom('report_runs')
    .select(['report_id', 'error_message'])
    .where('id', 'in', ({ selectFrom, fn }) =>
      selectFrom('report_runs')
        .select(fn.max('id').as('id'))
        .where('report_id', 'in', [...ids])
        .groupBy('report_id'),
    )
    .execute();
  return new Map(rows.map((row) => [row.report_id, row.error_message]));
}

function toShared(row: Report, { owners }: Relations) {
  return {
    id: row.id,
    active: row.active === 1,
    // These words are written by this room alone.
    creation_method: row.creation_method as ReportCreationMethod,
    crontab: row.crontab,
    description: row.description,
    extra: parseDocument(row.extra_json) ?? {},
    last_eval_dttm: row.last_eval_dttm,
    last_state: row.last_state as ReportState,
    name: row.name,
    owners: owners.get(row.id) ?? [],
    timezone: row.timezone,
    type: row.type as ReportType,
    next_run_on: row.next_run_on,
    cron_fields: parseCron(row.crontab),
    last_modified_time: toEpochSeconds(row.changed_on),
  };
}

export async function toWireReports(
  services: Reading,
  viewer: User,
  rows: readonly Report[],
): Promise<readonly WireReport[]> {
  if (rows.length === 0) return [];
  const relations = await loadRelations(services, viewer, rows);
  const { users, recipients, charts, dashboards, errors } = relations;
  const now = services.now();
  return rows.map((row) => ({
    ...toShared(row, relations),
    changed_by: toWireUserSummary(users.get(row.changed_by_fk ?? 0)),
    changed_on: row.changed_on,
    changed_on_delta_humanized: toTimeAgo(row.changed_on, now),
    chart_id: row.chart_id,
    created_by: toWireUserSummary(users.get(row.created_by_fk ?? 0)),
    created_on: row.created_on,
    crontab_humanized: cronWords(parseCron(row.crontab)),
    dashboard_id: row.dashboard_id,
    recipients: recipients
      .filter((one) => one.report_id === row.id)
      .map(({ id, type }) => ({ id, type: type as RecipientType })),
    source_name:
      charts.find(({ id }) => id === row.chart_id)?.slice_name ??
      dashboards.find(({ id }) => id === row.dashboard_id)?.dashboard_title ??
      null,
    error_message: errors.get(row.id) ?? null,
  }));
}

export async function toWireReport(services: Reading, user: User, row: Report): Promise<WireReportDetail> {
  const relations = await loadRelations(services, user, [row]);
  const { users, owners, recipients, charts, dashboards, databases } = relations;
  const isOpen = canEdit(
    user,
    'ReportSchedule',
    (owners.get(row.id) ?? []).map(({ id }) => id),
  );
  return {
    ...toShared(row, relations),
    chart: charts[0] ?? null,
    context_markdown: row.context_markdown,
    custom_width: row.custom_width,
    dashboard: dashboards[0] ?? null,
    database: databases[0] ?? null,
    email_subject: row.email_subject,
    force_screenshot: row.force_screenshot === 1,
    grace_period: row.grace_period,
    last_value: row.last_value,
    last_value_row_json: row.last_value_row_json,
    log_retention: row.log_retention,
    metric: await presentMetric(services.store, row),
    recipients: recipients.map(({ id, type, config_json: config }) => ({
      id,
      type: type as RecipientType,
      recipient_config_json: isOpen ? config : '{}',
    })),
    report_format: row.report_format as ReportFormat,
    sql: row.sql,
    validator_config_json: row.validator_config_json,
    validator_type: row.validator_type as AlertValidator | null,
    working_timeout: row.working_timeout,
    run_as: toWireUserSummary(users.get(row.run_as_fk ?? 0)),
  };
}

export async function toWireLogs(
  { store }: Pick<Reading, 'store'>,
  runs: readonly ReportRun[],
): Promise<readonly WireReportLog[]> {
  const sent = await countSent(
    store,
    runs.map(({ id }) => id),
  );
  return runs.map((run) => ({
    id: run.id,
    uuid: run.uuid,
    scheduled_dttm: run.scheduled_dttm,
    start_dttm: run.start_dttm,
    end_dttm: run.end_dttm,
    state: run.state as ReportState,
    error_message: run.error_message,
    value: run.value,
    value_row_json: run.value_row_json,
    trigger: run.trigger as ScheduleTrigger,
    is_test: run.test_user_fk !== null,
    sent: sent.get(run.id) ?? 0,
  }));
}
