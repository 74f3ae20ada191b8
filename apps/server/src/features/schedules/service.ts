import type { SavedQueryPost, SchedulePost, SchedulePut } from '@powerset/contract';
import { can, type User } from '../../access/index.ts';
import { type Cron, CronError, isTimeZone, nextTimes, parseCron, shortestGapMinutes } from '../../cron/index.ts';
import { AppError, commandError, fieldError, forbidden, notFound } from '../../http/index.ts';
import { laterThan, madeBy, refuseStale, staleError } from '../../lists/index.ts';
import type { Services } from '../../services.ts';
import { checkOutput, type OutputParts } from './output.ts';
import { countSchedules, findSchedule, type Schedule } from './store.ts';

export type Deps = Pick<Services, 'store' | 'now' | 'config' | 'engines' | 'log'>;

/** What this room needs of others to make and change schedules. */
export interface ScheduleMaking {
  readonly queries: SavedQueryActions;
  readonly output: OutputParts;
}

/** What this room needs of the saved queries' room. */
export interface SavedQueryActions {
  create(user: User, body: SavedQueryPost): Promise<{ readonly id: number }>;
  /** Refused to who is not its owner. */
  get(user: User, id: number): Promise<{ readonly id: number; readonly db_id: number | null }>;
}

/** One person fills no server with schedules. */
const maxSchedules = 100;

export function readCron({ config }: Pick<Deps, 'config'>, text: string): Cron {
  const cron = parseOrRefuse(text);
  const shortest = config.scheduleGapMinutes;
  if (shortestGapMinutes(cron) < shortest)
    throw fieldError({ cron: [`Leave at least ${shortest} minutes between two runs.`] });
  return cron;
}

function parseOrRefuse(text: string): Cron {
  try {
    return parseCron(text);
  } catch (error) {
    if (error instanceof CronError) throw fieldError({ cron: [error.message] });
    throw error;
  }
}

export function checkZone(zone: string): string {
  if (!isTimeZone(zone))
    throw fieldError({ timezone: [`No time zone is called ${zone}. Write one like Europe/Berlin.`] });
  return zone;
}

/** When a schedule that is at work runs next. */
export function nextRunOn(cron: Cron, zone: string, after: Date): string | null {
  return nextTimes(cron, { zone, after, count: 1 })[0]?.toISOString() ?? null;
}

/** Schedules without anybody who runs them would promise what nobody keeps. */
export function assertRuns({ config }: Pick<Deps, 'config'>): void {
  if (!config.runsSchedules) throw commandError('Schedules are switched off on this server (POWERSET_SCHEDULES).');
}

/** Whoever schedules SQL may run it. */
export function mayRunSql(user: User): boolean {
  return can(user, 'can_execute_sql_query', 'SQLLab') && can(user, 'can_write', 'SavedQuery');
}

export async function createSchedule(
  deps: Deps,
  { queries, output }: ScheduleMaking,
  { user, body }: { readonly user: User; readonly body: SchedulePost },
): Promise<Schedule> {
  const { store, now } = deps;
  assertRuns(deps);
  if (!mayRunSql(user)) throw forbidden();
  const cron = readCron(deps, body.cron);
  const timezone = checkZone(body.timezone);
  if ((await countSchedules(store, user.id)) >= maxSchedules)
    throw commandError(`You have ${maxSchedules} schedules. Delete one that you no longer need.`);
  const table = body.output_table ?? null;
  if (table !== null) await checkOutput(deps, output, { user, table, scheduleId: null });
  const savedQueryId = await getQuery(deps, queries, { user, body });
  const isActive = body.is_active ?? true;
  const time = now();
  return store
    .insertInto('schedules')
    .values({
      saved_query_id: savedQueryId,
      user_id: user.id,
      cron: body.cron.trim(),
      timezone,
      output_table: table,
      is_active: isActive ? 1 : 0,
      next_run_on: isActive ? nextRunOn(cron, timezone, time) : null,
      ...madeBy(user, time.toISOString()),
    })
    .returningAll()
    .executeTakeFirstOrThrow();
}

async function getQuery(
  { store }: Deps,
  queries: SavedQueryActions,
  { user, body }: { readonly user: User; readonly body: SchedulePost },
): Promise<number> {
  const { saved_query_id: id, query } = body;
  if ((id === undefined) === (query === undefined))
    throw fieldError({ saved_query_id: ['Name a saved query, or send the query that is to be saved.'] });
  if (query) return (await queries.create(user, query)).id;
  const saved = await queries.get(user, id as number).catch(() => {
    throw fieldError({ saved_query_id: ['Saved query does not exist'] });
  });
  if (saved.db_id === null) throw fieldError({ saved_query_id: ['This saved query names no database.'] });
  const found = await store
    .selectFrom('schedules')
    .select('id')
    .where('saved_query_id', '=', saved.id)
    .executeTakeFirst();
  if (found)
    throw new AppError('CONFLICT_ERROR', {
      params: { message: 'This saved query has a schedule already. Change that one.' },
      extra: { schedule_id: found.id },
    });
  return saved.id;
}

export async function getSchedule(store: Deps['store'], user: User, id: number): Promise<Schedule> {
  const row = await findSchedule(store, user, id);
  if (!row) throw notFound();
  return row;
}

export async function updateSchedule(
  deps: Deps,
  { output }: Pick<ScheduleMaking, 'output'>,
  { user, id, body }: { readonly user: User; readonly id: number; readonly body: SchedulePut },
): Promise<Schedule> {
  const { store, now } = deps;
  const saved = { what: 'schedule', ...(await getSchedule(store, user, id)) };
  const { last_modified_time: lastRead } = body;
  await refuseStale(store, saved, lastRead);
  const isActive = body.is_active ?? saved.is_active === 1;
  if (body.is_active) assertRuns(deps);
  const text = body.cron?.trim() ?? saved.cron;
  const cron = body.cron === undefined ? parseCron(saved.cron) : readCron(deps, text);
  const timezone = body.timezone === undefined ? saved.timezone : checkZone(body.timezone);
  const table = body.output_table === undefined ? saved.output_table : body.output_table;
  const isOtherTable = table?.toLowerCase() !== saved.output_table?.toLowerCase();
  if (isOtherTable && table !== null) await checkOutput(deps, output, { user, table, scheduleId: id });
  const time = laterThan(saved.changed_on, now());
  const update = store
    .updateTable('schedules')
    .set({
      cron: text,
      timezone,
      is_active: isActive ? 1 : 0,
      next_run_on: isActive ? nextRunOn(cron, timezone, now()) : null,
      output_table: table,
      ...(isOtherTable ? { owns_table: 0, dataset_id: null } : {}),
      changed_on: time,
      changed_by_fk: user.id,
    })
    .where('id', '=', id);
  const changed = await (typeof lastRead === 'number' ? update.where('changed_on', '=', saved.changed_on) : update)
    .returningAll()
    .executeTakeFirst();
  if (!changed) throw staleError(saved);
  return changed;
}
