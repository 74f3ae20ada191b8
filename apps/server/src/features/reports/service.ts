import type { ReportPost, ReportPut } from '@powerset/contract';
import { canSeeDatabase, findVisibleChart, loadDataScope, type User, visibleDashboards } from '../../access/index.ts';
import { type Cron, CronError, isTimeZone, nextTimes, parseCron, shortestGapMinutes } from '../../cron/index.ts';
import { AppError, commandError, fieldError } from '../../http/index.ts';
import {
  laterThan,
  loadOwners,
  madeBy,
  readOwners,
  refuseStale,
  reportResource,
  saveOwners,
  staleError,
} from '../../lists/index.ts';
import type { RowChange, Store } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';
import { checkMetric, keepMetric, readMetric } from './alert-metric.ts';
import { readRecipients, type StoredRecipient } from './recipients.ts';
import { getEditableReports, type Report } from './store.ts';

export type Deps = Pick<Services, 'store' | 'now' | 'config' | 'secrets'>;

/** One person fills no server with reports. */
const mostReports = 500;
const [leastWidth, mostWidth] = [600, 2400];
const usual = { log_retention: 90, grace_period: 14_400, working_timeout: 3600 };

/** The times of a report; throws what is wrong with them, in words. */
export function readCrontab({ config }: Pick<Deps, 'config'>, text: string): Cron {
  const cron = parseOrRefuse(text);
  const shortest = config.scheduleGapMinutes;
  if (shortestGapMinutes(cron) < shortest)
    throw fieldError({ crontab: [`Leave at least ${shortest} minutes between two runs.`] });
  return cron;
}

function parseOrRefuse(text: string): Cron {
  try {
    return parseCron(text);
  } catch (error) {
    if (error instanceof CronError) throw fieldError({ crontab: ['Cron expression is not valid', error.message] }, 400);
    throw error;
  }
}

export function checkZone(zone: string): string {
  if (!isTimeZone(zone))
    throw fieldError({ timezone: [`No time zone is called ${zone}. Write one like Europe/Berlin.`] }, 400);
  return zone;
}

/** When a report that is at work runs next. */
export function nextRunOn(cron: Cron, zone: string, after: Date): string | null {
  return nextTimes(cron, { zone, after, count: 1 })[0]?.toISOString() ?? null;
}

/** What a report says: the fields that its runs depend on, and the one who is responsible for them. */
type Content = Pick<
  Report,
  'type' | 'name' | 'crontab' | 'timezone' | 'chart_id' | 'dashboard_id' | 'database_id' | 'creation_method'
>;

export async function createReport(deps: Deps, user: User, body: ReportPost): Promise<number> {
  const { store, now } = deps;
  const content = readContent(body, undefined);
  const cron = readCrontab(deps, content.crontab);
  checkZone(content.timezone);
  await checkContent(deps, user, { content, body, saved: undefined });
  await checkRoom(store, user);
  const recipients = readRecipients({ ...deps, known: [] }, body.recipients ?? []);
  const ownerIds = (await readOwners(deps, user, { asked: body.owners, isNew: true, resource: reportResource })) ?? [];
  const isActive = body.active ?? true;
  const time = now();
  return store.transaction().execute(async (transaction) => {
    const { id } = await transaction
      .insertInto('reports')
      .values({
        ...content,
        ...usual,
        report_format: 'PNG',
        extra_json: '{}',
        force_screenshot: isForced(content) ? 1 : 0,
        ...toFields(body),
        active: isActive ? 1 : 0,
        next_run_on: isActive ? nextRunOn(cron, content.timezone, time) : null,
        run_as_fk: ownerIds.includes(user.id) ? user.id : (ownerIds[0] ?? user.id),
        last_state: 'Not triggered',
        ...madeBy(user, time.toISOString()),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    await saveOwners(transaction, { type: 'report', id }, ownerIds);
    await addRecipients(transaction, id, recipients);
    return id;
  });
}

/** Charts that come from dashboards, and what alerts send, are drawn from new data. */
function isForced({ type, chart_id: chart, creation_method: method }: Content): boolean {
  return chart !== null && (type === 'Alert' || method === 'dashboards');
}

export async function updateReport(
  deps: Deps,
  user: User,
  { id, body }: { readonly id: number; readonly body: ReportPut },
): Promise<void> {
  const { store, now } = deps;
  const [row] = await getEditableReports(store, user, [id]);
  if (!row) throw new Error('An editable report has a row.');
  const saved = { what: row.type === 'Alert' ? 'alert' : 'report', ...row };
  await refuseStale(store, saved, body.last_modified_time);
  const content = readContent(body, row);
  const cron = body.crontab === undefined ? parseCron(row.crontab) : readCrontab(deps, content.crontab);
  checkZone(content.timezone);
  await checkContent(deps, user, { content, body, saved: row });
  const known = await store.selectFrom('report_recipients').selectAll().where('report_id', '=', id).execute();
  const recipients = body.recipients && readRecipients({ ...deps, known }, body.recipients);
  const ownerIds = await readOwners(deps, user, { asked: body.owners, isNew: false, resource: reportResource });
  const isActive = body.active ?? row.active === 1;
  const time = laterThan(row.changed_on, now());
  const change: RowChange<'reports'> = {
    ...content,
    ...toFields(body),
    active: isActive ? 1 : 0,
    next_run_on: isActive ? nextRunOn(cron, content.timezone, now()) : null,
    ...(await newRunner(store, user, { row, body, ownerIds })),
    changed_on: time,
  };
  await store.transaction().execute(async (transaction) => {
    const update = transaction.updateTable('reports').set(change).where('id', '=', id);
    const isGuarded = typeof body.last_modified_time === 'number';
    const { numUpdatedRows } = await (isGuarded
      ? update.where('changed_on', '=', row.changed_on)
      : update
    ).executeTakeFirst();
    if (numUpdatedRows === 0n) throw staleError(saved);
    if (ownerIds) await saveOwners(transaction, { type: 'report', id }, ownerIds);
    if (!recipients) return;
    await transaction.deleteFrom('report_recipients').where('report_id', '=', id).execute();
    await addRecipients(transaction, id, recipients);
  });
}

interface RunnerChange {
  readonly row: Report;
  readonly body: ReportPut;
  /** The new owners, where they change. */
  readonly ownerIds: readonly number[] | undefined;
}

/**
 * Whoever owns a report and changes what it says answers for it from then on; to pause it is no such change, and does not hide
 * who made the last one. An administrator who gives it to others makes it theirs.
 */
async function newRunner(
  store: Store,
  user: User,
  { row, body, ownerIds }: RunnerChange,
): Promise<Pick<RowChange<'reports'>, 'run_as_fk' | 'changed_by_fk'>> {
  const { active: _active, last_modified_time: _time, ...rest } = body;
  if (Object.keys(rest).length === 0) return {};
  const owners = ownerIds ?? ((await loadOwners(store, 'report', [row.id])).get(row.id) ?? []).map(({ id }) => id);
  const changed = { changed_by_fk: user.id };
  if (owners.includes(user.id)) return { ...changed, run_as_fk: user.id };
  const isKept = row.run_as_fk !== null && owners.includes(row.run_as_fk);
  return isKept ? changed : { ...changed, run_as_fk: owners[0] ?? null };
}

export async function deleteReports(deps: Deps, user: User, ids: readonly number[]): Promise<void> {
  await getEditableReports(deps.store, user, ids);
  const wanted = [...new Set(ids)];
  await deps.store.transaction().execute(async (transaction) => {
    await transaction
      .deleteFrom('owners')
      .where('object_type', '=', 'report')
      .where('object_id', 'in', wanted)
      .execute();
    await transaction.deleteFrom('reports').where('id', 'in', wanted).execute();
  });
}

async function addRecipients(store: Store, id: number, recipients: readonly StoredRecipient[]): Promise<void> {
  if (recipients.length === 0) return;
  await store
    .insertInto('report_recipients')
    .values(recipients.map((recipient) => ({ report_id: id, ...recipient })))
    .execute();
}

function readContent(body: ReportPost | ReportPut, saved: Report | undefined): Content {
  const name = (body.name ?? saved?.name ?? '').trim();
  if (!name) throw fieldError({ name: ['The name must not be empty.'] }, 400);
  const given = <T>(value: T | undefined, before: T): T => (value === undefined ? before : value);
  return {
    name,
    type: body.type ?? saved?.type ?? 'Report',
    crontab: (body.crontab ?? saved?.crontab ?? '').trim(),
    timezone: body.timezone ?? saved?.timezone ?? 'UTC',
    creation_method: body.creation_method ?? saved?.creation_method ?? 'alerts_reports',
    chart_id: given(body.chart, saved?.chart_id ?? null),
    dashboard_id: given(body.dashboard, saved?.dashboard_id ?? null),
    database_id: given(body.database, saved?.database_id ?? null),
  };
}

interface Checked {
  readonly content: Content;
  readonly body: ReportPost | ReportPut;
  readonly saved: Report | undefined;
}

async function checkContent(deps: Deps, user: User, checked: Checked): Promise<void> {
  const { store } = deps;
  const { content, body, saved } = checked;
  const { chart_id: chart, dashboard_id: dashboard } = content;
  if (chart !== null && dashboard !== null) throw fieldError({ chart: ['Choose a chart or dashboard not both'] });
  if (chart === null && dashboard === null) throw fieldError({ chart: ['Please choose either a chart or dashboard'] });
  if (chart !== null && chart !== saved?.chart_id && !(await findVisibleChart(store, user, chart)))
    throw fieldError({ chart: ['Chart does not exist'] });
  if (dashboard !== null && dashboard !== saved?.dashboard_id && !(await isVisibleDashboard(deps, user, dashboard)))
    throw fieldError({ dashboard: ['Dashboard does not exist'] });
  checkFormat(checked);
  await checkAlert(deps, user, checked);
  const width = body.custom_width;
  if (typeof width === 'number' && (width < leastWidth || width > mostWidth))
    throw fieldError({ custom_width: [`Screenshot width must be between ${leastWidth}px and ${mostWidth}px`] }, 400);
  await checkUnique(store, user, checked);
}

function checkFormat({ content, body, saved }: Checked): void {
  const format = body.report_format ?? saved?.report_format ?? 'PNG';
  if (content.dashboard_id !== null && !['PNG', 'PDF', 'HTML'].includes(format))
    throw fieldError({
      report_format: ['A dashboard is sent as PNG, PDF or HTML: its rows are those of several charts.'],
    });
  if (content.dashboard_id === null && format === 'HTML')
    throw fieldError({ report_format: ['Only a dashboard is sent as HTML.'] });
}

async function checkAlert(deps: Deps, user: User, { content, body, saved }: Checked): Promise<void> {
  if (content.type === 'Report') {
    if (content.database_id !== null)
      throw fieldError({ database: ['Database reference is not allowed on a report'] }, 400);
    if (body.metric) throw fieldError({ metric: ['Only an alert asks a metric.'] }, 400);
    return;
  }
  const metric = body.metric === undefined && saved ? readMetric(saved) : body.metric;
  if (metric) await checkMetric(deps, user, metric);
  else await checkQuery(deps.store, user, { content, body, saved });
  if (metric && content.database_id !== null)
    throw fieldError({ metric: ['Choose a metric or a query of a database, not both.'] });
  const type = body.validator_type === undefined ? saved?.validator_type : body.validator_type;
  if (!type) throw fieldError({ validator_type: ['Say when the value counts.'] });
  const config = body.validator_config_json ?? JSON.parse(saved?.validator_config_json ?? '{}');
  if (type === 'operator' && (config.op === undefined || config.threshold === undefined))
    throw fieldError({ validator_config_json: ['Give a comparison and a number.'] });
}

async function checkQuery(store: Store, user: User, { content, body, saved }: Checked): Promise<void> {
  if (content.database_id === null) throw fieldError({ database: ['Database is required for alerts'] });
  const database = await store
    .selectFrom('databases')
    .select(['id', 'database_name as name'])
    .where('id', '=', content.database_id)
    .executeTakeFirst();
  if (!database || !canSeeDatabase(user, database)) throw fieldError({ database: ['Database does not exist'] });
  const text = body.sql === undefined ? saved?.sql : body.sql;
  if (!text?.trim()) throw fieldError({ sql: ['Write the query that the alert asks.'] });
}

async function checkUnique(store: Store, user: User, { content, saved }: Checked): Promise<void> {
  const same = await store
    .selectFrom('reports')
    .select('id')
    .where('type', '=', content.type)
    .where('name', '=', content.name)
    .executeTakeFirst();
  if (same && same.id !== saved?.id) throw fieldError({ name: ['Name must be unique'] });
  if (saved || content.creation_method === 'alerts_reports') return;
  const object = content.chart_id === null ? 'dashboard_id' : 'chart_id';
  const attached = await store
    .selectFrom('reports')
    .select('id')
    .where('creation_method', '=', content.creation_method)
    .where('created_by_fk', '=', user.id)
    .where(object, '=', content.chart_id ?? content.dashboard_id)
    .executeTakeFirst();
  if (attached)
    throw new AppError('CONFLICT_ERROR', { params: { message: 'Resource already has an attached report.' } });
}

async function checkRoom(store: Store, user: User): Promise<void> {
  const { count } = await store
    .selectFrom('reports')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('created_by_fk', '=', user.id)
    .executeTakeFirstOrThrow();
  if (Number(count) >= mostReports)
    throw commandError(`You have ${mostReports} alerts and reports. Delete one that you no longer need.`);
}

async function isVisibleDashboard({ store, config }: Deps, user: User, id: number): Promise<boolean> {
  const scope = await loadDataScope(store, user);
  const row = await store
    .selectFrom('dashboards')
    .select('id')
    .where('id', '=', id)
    .where(() => visibleDashboards(user, scope, config.featureFlags.DASHBOARD_RBAC === true))
    .executeTakeFirst();
  return row !== undefined;
}

/** Fields that are kept as they come; what is left out stays, what is null is as it was at first. */
function toFields(body: ReportPost | ReportPut): RowChange<'reports'> {
  const text = (name: 'description' | 'context_markdown' | 'sql' | 'email_subject' | 'validator_type') =>
    body[name] === undefined ? {} : { [name]: body[name] || null };
  const number = (name: 'log_retention' | 'grace_period' | 'working_timeout') =>
    body[name] === undefined ? {} : { [name]: body[name] ?? usual[name] };
  const { validator_config_json: config, extra, custom_width: width, force_screenshot: isFresh } = body;
  return {
    ...text('description'),
    ...text('context_markdown'),
    ...text('sql'),
    ...text('email_subject'),
    ...text('validator_type'),
    ...number('log_retention'),
    ...number('grace_period'),
    ...number('working_timeout'),
    ...(body.metric === undefined ? {} : keepMetric(body.metric)),
    ...(config === undefined ? {} : { validator_config_json: JSON.stringify(config ?? {}) }),
    ...(extra === undefined ? {} : { extra_json: JSON.stringify(extra ?? {}) }),
    ...(width === undefined ? {} : { custom_width: width }),
    ...(typeof isFresh === 'boolean' ? { force_screenshot: isFresh ? 1 : 0 } : {}),
    ...(body.report_format ? { report_format: body.report_format } : {}),
  };
}
