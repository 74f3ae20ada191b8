import { type ReportCheckBody, reportEndpoints } from '@powerset/contract';
import { ReportPost, ReportPut } from '@powerset/contract/schemas';
import type { User } from '../../access/index.ts';
import { nextTimes } from '../../cron/index.ts';
import {
  AppError,
  commandError,
  fieldError,
  notFound,
  parseId,
  parseIds,
  parseListQuery,
  parseQ,
  type Router,
} from '../../http/index.ts';
import { findRelatedUsers, pickColumns, reportResource, toEnvelope, toInfo, toShown } from '../../lists/index.ts';
import type { Mail } from '../../outgoing/index.ts';
import type { Services } from '../../services.ts';
import { type AlertSubject, askAlert } from './alert.ts';
import { createReportClock, type ReportClock, type Reports } from './clock.ts';
import type { ReportSources } from './content.ts';
import { toWireLogs, toWireReport, toWireReports } from './present.ts';
import { findRelatedObjects } from './related.ts';
import { checkZone, createReport, deleteReports, readCrontab, updateReport } from './service.ts';
import {
  getEditableReports,
  getRun,
  getVisibleReport,
  listReports,
  listRuns,
  logOrderColumns,
  reportFilterNames,
  reportOrderColumns,
} from './store.ts';

/** What this room is given by others. */
export interface ReportParts extends ReportSources {
  /** Null where no mail server is configured. */
  readonly mail: Mail | null;
}

const previewTimes = 3;
const people = ['owners', 'created_by', 'changed_by'];

/** Without the flag there are no reports: their addresses are not there, and nothing runs. */
export function registerReports(router: Router, services: Services, { mail, ...sources }: ReportParts): Reports {
  const clock = createReportClock({ services, sources, mail });
  if (!services.config.featureFlags.ALERT_REPORTS) return { ...idleClock, close: () => clock.close() };
  registerReads(router, services);
  registerHelp(router, services, { mail, ...sources });
  registerWrites(router, services, clock);
  registerRuns(router, services, clock);
  return clock;
}

const idleClock = { start: () => undefined, tick: async () => undefined, idle: async () => undefined };

function registerReads(router: Router, services: Services): void {
  const { store } = services;
  router.route(reportEndpoints.list, async ({ user, query }) => {
    const asked = parseListQuery(query);
    const { count, rows } = await listReports(store, user, asked);
    const reports = await toWireReports(services, user, rows);
    const orderColumns = reportOrderColumns;
    return toEnvelope({ query: asked, count, rows: reports, title: 'List Report Schedule', orderColumns });
  });
  router.route(reportEndpoints.info, ({ user, query }) => {
    const verbs = ['can_read', 'can_write'];
    const info = { user, view: 'ReportSchedule', verbs, title: 'Report Schedule', filters: reportFilterNames };
    return toInfo({ ...info, addForm: ReportPost, editForm: ReportPut }, parseQ(query));
  });
  router.route(reportEndpoints.related, ({ user, params: { column }, query }) => {
    const asked = parseListQuery(query);
    if (people.includes(column))
      return findRelatedUsers(services, { user, resource: reportResource, column, query: asked });
    return findRelatedObjects(services, user, { column, query: asked });
  });
  router.route(reportEndpoints.get, async ({ user, params, query }) => {
    const row = await getVisibleReport(store, user, parseId(params.id));
    const detail = await toWireReport(services, user, row);
    return toShown({ id: row.id, row: detail, query: parseListQuery(query), title: 'Show Report Schedule' });
  });
  router.route(reportEndpoints.logs, async ({ user, params, query }) => {
    const { id } = await getVisibleReport(store, user, parseId(params.id));
    const asked = parseListQuery(query);
    const { count, rows } = await listRuns(store, id, asked);
    const logs = await toWireLogs(services, rows);
    return toEnvelope({
      query: asked,
      count,
      rows: logs,
      title: 'List Report Execution Log',
      orderColumns: logOrderColumns,
    });
  });
  router.route(reportEndpoints.log, async ({ user, params, query }) => {
    const { id } = await getVisibleReport(store, user, parseId(params.id));
    const run = await getRun(store, id, parseId(params.logId));
    const [result] = await toWireLogs(services, [run]);
    if (!result) throw notFound();
    const { columns } = parseListQuery(query);
    return { id: run.id, result: columns ? pickColumns(result, columns) : result };
  });
}

function registerHelp(router: Router, services: Services, { mail, answers }: ReportParts): void {
  const { config, now } = services;
  router.route(reportEndpoints.slackChannels, () => {
    throw commandError(
      'No Slack workspace is connected here. Reports reach Slack by the address of an incoming webhook.',
    );
  });
  router.route(reportEndpoints.preview, ({ query }) => {
    const cron = readCrontab(services, query.crontab);
    const zone = checkZone(query.timezone);
    const times = nextTimes(cron, { zone, after: now(), count: previewTimes });
    return { result: { cron_fields: cron, times: times.map((time) => time.toISOString()) } };
  });
  router.route(reportEndpoints.delivery, () => ({
    result: {
      has_mail: mail !== null,
      has_webhooks: config.featureFlags.ALERT_REPORT_WEBHOOK === true,
      shortest_gap_minutes: config.scheduleGapMinutes,
    },
  }));
  router.route(reportEndpoints.check, async ({ user, body, signal }) => {
    const { validator_type: type, validator_config_json: config } = body;
    const validator = { type, ...config };
    const answer = await askAlert({ services, answers }, { user, asks: subjectOf(body), signal, validator });
    return { result: { value: answer.value, value_row_json: answer.rowJson, is_met: answer.isMet } };
  });
}

function subjectOf({ database, sql, metric }: ReportCheckBody): AlertSubject {
  if (metric) return { metric };
  if (typeof database !== 'number') throw fieldError({ database: ['Database is required for alerts'] });
  if (!sql?.trim()) throw fieldError({ sql: ['Write the query that the alert asks.'] });
  return { databaseId: database, sql };
}

function registerWrites(router: Router, services: Services, clock: ReportClock): void {
  router.route(reportEndpoints.create, async ({ user, body }) => ({
    id: await createReport(services, user, body),
    result: withoutSecrets(body),
  }));
  router.route(reportEndpoints.update, async ({ user, params, body }) => {
    const id = parseId(params.id);
    await updateReport(services, user, { id, body });
    return { id, result: withoutSecrets(body) };
  });
  const remove = async (user: User, ids: readonly number[]) => {
    await getEditableReports(services.store, user, ids);
    for (const id of ids) await clock.stop(id);
    await deleteReports(services, user, ids);
  };
  router.route(reportEndpoints.delete, async ({ user, params }) => {
    await remove(user, [parseId(params.id)]);
    return { message: 'OK' };
  });
  router.route(reportEndpoints.bulkDelete, async ({ user, query }) => {
    const ids = [...new Set(parseIds(query))];
    await remove(user, ids);
    return { message: `Deleted ${ids.length} report schedule${ids.length === 1 ? '' : 's'}` };
  });
}

/** What was sent is answered as the reference does, but for keys. */
function withoutSecrets<Body extends { readonly recipients?: ReportPost['recipients'] }>(body: Body): Body {
  if (!body.recipients) return body;
  const recipients = body.recipients.map(({ type, recipient_config_json: config }) => ({
    type,
    recipient_config_json: type === 'Email' ? (config ?? {}) : {},
  }));
  return { ...body, recipients };
}

function registerRuns(router: Router, services: Services, clock: ReportClock): void {
  const { store } = services;
  const getOwn = async (user: User, text: string) => {
    const [report] = await getEditableReports(store, user, [parseId(text)]);
    if (!report) throw notFound();
    return report;
  };
  router.route(reportEndpoints.run, async ({ user, params, body, answer }) => {
    const report = await getOwn(user, params.id);
    if (body.is_test && !user.email) throw commandError('A test goes to your own address, and your account has none.');
    const run = await clock.enqueue(report, body.is_test ? user.id : null);
    if (!run)
      throw new AppError('CONFLICT_ERROR', { params: { message: 'A run of this report is under way already.' } });
    void clock.tick();
    const [result] = await toWireLogs(services, [run]);
    if (!result) throw notFound();
    return answer(202, { result });
  });
  router.route(reportEndpoints.stop, async ({ user, params }) => {
    const { id } = await getOwn(user, params.id);
    if (!(await clock.stop(id))) throw notFound();
    return { message: 'OK' };
  });
}
