import { Readable } from 'node:stream';
import { logEndpoints, type WireActivity } from '@powerset/contract';
import type { User } from '../../access/index.ts';
import { commandError, fieldError, parseId, parseListQuery, parseQ, type Router } from '../../http/index.ts';
import { parseJson } from '../../json/index.ts';
import { readPage, toEnvelope, toInfo, toShown, toTimeAgo } from '../../lists/index.ts';
import type { Services } from '../../services.ts';
import { type LogEvent, saveEvents, toRow } from './events.ts';
import { writeLogFile } from './log-file.ts';
import { checkLogQuery, getLog, listLogs, logFilters, logOrder } from './log-list.ts';
import { createLogSearch } from './log-search.ts';

const maxEvents = 1024;

export function registerLogs(router: Router, services: Services): void {
  const { store, now } = services;
  router.route(logEndpoints.write, async ({ user, body, query, reply }) => {
    const events = readEvents(body);
    const defaults = { dashboardId: query.dashboard_id ?? null, chartId: query.slice_id ?? null };
    const rows = events.map((event) => toRow(event, { user, now: now(), ...defaults }));
    await saveEvents(services, rows);
    return reply.type('text/plain').send('OK');
  });
  router.route(logEndpoints.list, async ({ query }) => {
    const list = parseListQuery(query);
    const { count, rows } = await listLogs(store, list);
    const orderColumns = Object.keys(logOrder);
    return toEnvelope({ query: list, count, rows, title: 'List Log', orderColumns });
  });
  router.route(logEndpoints.info, ({ user, query }) =>
    toInfo(
      {
        ...{ user, view: 'Log', verbs: ['can_read'], title: 'Log', addForm: null, editForm: null },
        filters: logFilters,
      },
      parseQ(query),
    ),
  );
  router.route(logEndpoints.create, () => {
    throw commandError('The action log is written by the server alone.');
  });
  router.route(logEndpoints.export, ({ query, reply }) => {
    // Read before anything is sent: afterwards no status tells that something is wrong with it.
    const list = parseListQuery(query);
    checkLogQuery(list);
    return reply
      .header('content-type', 'text/csv; charset=utf-8')
      .header('content-disposition', `attachment; filename="action-log-${now().toISOString().slice(0, 10)}.csv"`)
      .send(Readable.from(writeLogFile(services, list)));
  });
  const search = createLogSearch(store);
  router.route(logEndpoints.search, async ({ query: { q, text, before }, signal }) => {
    const list = parseListQuery({ q });
    checkLogQuery(list);
    return { result: await search({ text, query: list, before, signal }) };
  });
  router.route(logEndpoints.get, async ({ params, query }) => {
    const log = await getLog(store, parseId(params.id));
    return toShown({ id: log.id, row: log, query: parseListQuery(query), title: 'Show Log' });
  });
  router.route(logEndpoints.recentActivity, async ({ user, query }) => {
    const page = readPage(parseListQuery(query));
    return { result: await listRecent(services, user, page) };
  });
}

/** What the server itself notes of somebody. */
export interface NotedAction {
  readonly user: User;
  readonly action: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly durationMs: number;
}

/** Notes what somebody did where no page tells of it. What was done stays done when there is no room for the note. */
export async function noteAction(
  services: Pick<Services, 'store' | 'now' | 'config'>,
  { user, action, details, durationMs }: NotedAction,
): Promise<void> {
  const context = { user, now: services.now(), dashboardId: null, chartId: null };
  const row = toRow({ event_name: action, duration: durationMs, ...details }, context);
  await saveEvents(services, [row]);
}

function readEvents(body: unknown): readonly LogEvent[] {
  const { events = '[]' } = (body ?? {}) as { events?: unknown };
  try {
    const list: unknown = typeof events === 'string' ? parseJson(events) : events;
    if (!Array.isArray(list)) throw new SyntaxError('not a list');
    return list.filter((event): event is LogEvent => event !== null && typeof event === 'object').slice(0, maxEvents);
  } catch {
    throw fieldError({ events: ['Must be a JSON list of events.'] }, 400);
  }
}

/** The newest visit of each dashboard and chart, newest first. */
async function listRecent(
  { store, now }: Services,
  user: User,
  page: { limit: number; offset: number },
): Promise<readonly WireActivity[]> {
  const rows = await store
    .selectFrom('logs')
    .leftJoin('dashboards', 'dashboards.id', 'logs.dashboard_id')
    .leftJoin('charts', 'charts.id', 'logs.slice_id')
    .select(({ fn }) => [
      'logs.dashboard_id',
      'logs.slice_id',
      'dashboards.dashboard_title',
      'dashboards.slug',
      'charts.slice_name',
      'charts.viz_type',
      fn.max('logs.dttm').as('dttm'),
    ])
    .where('logs.user_id', '=', user.id)
    .where('logs.action', 'in', ['mount_dashboard', 'mount_explorer'])
    .where((builder) => builder.or([builder('dashboards.id', 'is not', null), builder('charts.id', 'is not', null)]))
    .groupBy(['logs.dashboard_id', 'logs.slice_id', 'dashboard_title', 'slug', 'slice_name', 'viz_type'])
    .orderBy('dttm', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute();
  return rows.map((row) => {
    const isDashboard = row.dashboard_title !== null;
    return {
      action: isDashboard ? 'mount_dashboard' : 'mount_explorer',
      item_type: isDashboard ? 'dashboard' : 'slice',
      item_url: isDashboard
        ? `/superset/dashboard/${row.slug ?? row.dashboard_id}/`
        : `/explore/?slice_id=${row.slice_id}`,
      item_title: isDashboard ? row.dashboard_title : row.slice_name,
      item_id: isDashboard ? row.dashboard_id : row.slice_id,
      viz_type: row.viz_type,
      time: Date.parse(row.dttm),
      time_delta_humanized: toTimeAgo(row.dttm, now()),
    };
  });
}
