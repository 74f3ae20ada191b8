import { scheduleEndpoints } from '@powerset/contract';
import { SchedulePost, SchedulePut } from '@powerset/contract/schemas';
import { nextTimes } from '../../cron/index.ts';
import { AppError, notFound, parseId, parseListQuery, parseQ, type Router } from '../../http/index.ts';
import { toEnvelope, toInfo, valueOperators } from '../../lists/index.ts';
import type { Services } from '../../services.ts';
import { toWireRuns, toWireSchedules } from './present.ts';
import type { RunScript } from './run.ts';
import { createScheduler, type Scheduler } from './scheduler.ts';
import {
  assertRuns,
  checkZone,
  createSchedule,
  getSchedule,
  readCron,
  type ScheduleMaking,
  updateSchedule,
} from './service.ts';
import { listRuns, listSchedules, orderColumns, type Schedule } from './store.ts';

/** What this room is given by others. */
export interface ScheduleParts extends ScheduleMaking {
  readonly runScript: RunScript;
}

export type Schedules = Pick<Scheduler, 'settle' | 'start' | 'tick' | 'idle' | 'close'>;

const previewTimes = 3;

export function registerSchedules(
  router: Router,
  services: Services,
  { runScript, ...making }: ScheduleParts,
): Schedules {
  const scheduler = createScheduler({ services, runScript, output: making.output });
  registerReads(router, services);
  registerWrites(router, services, making);
  registerRuns(router, services, scheduler);
  return scheduler;
}

function registerReads(router: Router, services: Services): void {
  const { store, now } = services;
  router.route(scheduleEndpoints.list, async ({ user, query }) => {
    const asked = parseListQuery(query);
    const { count, rows } = await listSchedules(store, user, asked);
    return toEnvelope({
      query: asked,
      count,
      rows: await toWireSchedules(services, rows),
      title: 'List Schedule',
      orderColumns: Object.keys(orderColumns),
    });
  });
  router.route(scheduleEndpoints.info, ({ user, query }) =>
    toInfo(
      {
        user,
        view: 'SavedQuery',
        verbs: ['can_read', 'can_write'],
        title: 'Schedule',
        addForm: SchedulePost,
        editForm: SchedulePut,
        filters: { label: ['all_text'], is_active: ['eq'], has_failed: ['eq'], saved_query_id: valueOperators },
      },
      parseQ(query),
    ),
  );
  router.route(scheduleEndpoints.preview, ({ query }) => {
    const cron = readCron(services, query.cron);
    const zone = checkZone(query.timezone);
    const times = nextTimes(cron, { zone, after: now(), count: previewTimes });
    return { result: { cron_fields: cron, times: times.map((time) => time.toISOString()) } };
  });
  router.route(scheduleEndpoints.get, async ({ user, params }) =>
    toItem(services, await getSchedule(store, user, parseId(params.id))),
  );
  router.route(scheduleEndpoints.runs, async ({ user, params, query }) => {
    const { id } = await getSchedule(store, user, parseId(params.id));
    const asked = parseListQuery(query);
    const { count, rows } = await listRuns(store, id, asked);
    const runs = await toWireRuns(store, rows);
    return toEnvelope({ query: asked, count, rows: runs, title: 'List Schedule Run', orderColumns: [] });
  });
}

function registerWrites(router: Router, services: Services, making: ScheduleMaking): void {
  router.route(scheduleEndpoints.create, async ({ user, body }) =>
    toItem(services, await createSchedule(services, making, { user, body })),
  );
  router.route(scheduleEndpoints.update, async ({ user, params, body }) =>
    toItem(services, await updateSchedule(services, making, { user, id: parseId(params.id), body })),
  );
}

function registerRuns(router: Router, services: Services, scheduler: Scheduler): void {
  const { store } = services;
  router.route(scheduleEndpoints.run, async ({ user, params, answer }) => {
    const schedule = await getSchedule(store, user, parseId(params.id));
    assertRuns(services);
    const run = await scheduler.enqueue(schedule);
    if (!run)
      throw new AppError('CONFLICT_ERROR', { params: { message: 'A run of this schedule is under way already.' } });
    void scheduler.tick();
    const [result] = await toWireRuns(store, [run]);
    if (!result) throw notFound();
    return answer(202, { result });
  });
  router.route(scheduleEndpoints.stop, async ({ user, params }) => {
    const { id } = await getSchedule(store, user, parseId(params.id));
    if (!(await scheduler.stop(id))) throw notFound();
    return { message: 'OK' };
  });
  router.route(scheduleEndpoints.delete, async ({ user, params }) => {
    const { id } = await getSchedule(store, user, parseId(params.id));
    await scheduler.stop(id);
    await store.deleteFrom('schedules').where('id', '=', id).execute();
    return { message: 'OK' };
  });
}

async function toItem(services: Services, row: Schedule) {
  const [result] = await toWireSchedules(services, [row]);
  if (!result) throw notFound();
  return { id: row.id, result };
}
