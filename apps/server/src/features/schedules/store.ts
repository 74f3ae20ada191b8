import type { ListQuery, ScheduleRunState } from '@powerset/contract';
import { type Expression, type SqlBool, sql } from 'kysely';
import { isAdmin, type User } from '../../access/index.ts';
import { readFlag } from '../../http/index.ts';
import { escapeLike, type FilterRules, loadPage, readOrder, toConditions, valueCondition } from '../../lists/index.ts';
import type { MetadataTables, Row, Store } from '../../metadata/index.ts';

export type Schedule = Row<'schedules'>;
export type ScheduleRun = Row<'schedule_runs'>;

/** States in which a run is under way. */
export const activeStates = ['pending', 'running'] as const satisfies readonly ScheduleRunState[];
const failedStates = ['failed', 'timed_out'] as const satisfies readonly ScheduleRunState[];

export const orderColumns = {
  next_run_on: 'next_run_on',
  last_state: 'last_state',
  changed_on: 'changed_on',
  changed_on_delta_humanized: 'changed_on',
  created_on: 'created_on',
} as const;

const hasFailed = sql<SqlBool>`coalesce(${sql.ref('last_state')}, '') in (${sql.join([...failedStates])})`;
const flag = (condition: Expression<SqlBool>) => (value: unknown) =>
  readFlag(value) ? condition : sql<SqlBool>`not (${condition})`;

const filterRules: FilterRules<MetadataTables, 'schedules'> = {
  'label.all_text': (value) => {
    const pattern = `%${escapeLike(String(value ?? ''))}%`;
    return sql<SqlBool>`saved_query_id in (select id from saved_queries where lower(label) like lower(${pattern}) escape '\\')`;
  },
  saved_query_id: (value, { ref }, operator) => valueCondition(ref('saved_query_id'), operator, value),
  owner: (value, { ref }, operator) => valueCondition(ref('user_id'), operator, value),
  is_active: flag(sql<SqlBool>`${sql.ref('is_active')} = 1`),
  has_failed: flag(hasFailed),
  id: (value, { ref }, operator) => valueCondition(ref('id'), operator, value),
};

/** Own schedules; an administrator's are all. */
function visibleTo(user: User) {
  return isAdmin(user) ? sql<SqlBool>`1 = 1` : sql<SqlBool>`${sql.ref('user_id')} = ${user.id}`;
}

export function listSchedules(store: Store, user: User, query: ListQuery) {
  const selection = store
    .selectFrom('schedules')
    .where(visibleTo(user))
    .where((builder) => builder.and([...toConditions(query.filters, filterRules, builder)]));
  return loadPage(selection, query, readOrder(query, orderColumns, { column: 'changed_on', isDescending: true }));
}

export function findSchedule(store: Store, user: User, id: number): Promise<Schedule | undefined> {
  return store.selectFrom('schedules').selectAll().where('id', '=', id).where(visibleTo(user)).executeTakeFirst();
}

export function listRuns(store: Store, scheduleId: number, query: ListQuery) {
  const selection = store.selectFrom('schedule_runs').where('schedule_id', '=', scheduleId);
  return loadPage(selection, query, { column: 'id', isDescending: true });
}

export async function countSchedules(store: Store, userId: number): Promise<number> {
  const { count } = await store
    .selectFrom('schedules')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export function findActiveRun(store: Store, scheduleId: number): Promise<ScheduleRun | undefined> {
  return store
    .selectFrom('schedule_runs')
    .selectAll()
    .where('schedule_id', '=', scheduleId)
    .where('state', 'in', [...activeStates])
    .executeTakeFirst();
}

interface EndedRun {
  /** By which its process began it, where that one tells; others end only what is under way. */
  readonly begunAs?: string;
  readonly id: number;
  readonly schedule_id: number;
  readonly state: ScheduleRunState;
  readonly ended_on: string;
  readonly rows?: number | null;
  readonly error?: string | null;
}

const keptRuns = 100;

/**
 * Notes how a run ended, unless that is told already; of a schedule's runs the last hundred are kept. One that came to a good end
 * after all, though its process was taken for gone, is told so by that process.
 */
export async function endRun(store: Store, ended: EndedRun): Promise<void> {
  const { begunAs, id, schedule_id: scheduleId, ...change } = ended;
  const cutOff: readonly ScheduleRunState[] = begunAs !== undefined && change.state === 'success' ? ['failed'] : [];
  await store.transaction().execute(async (transaction) => {
    const update = transaction.updateTable('schedule_runs').set(change).where('id', '=', id);
    const own = begunAs === undefined ? update : update.where('client_id', '=', begunAs);
    const { numUpdatedRows } = await own.where('state', 'in', [...activeStates, ...cutOff]).executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    await tellSchedule(transaction, { id, scheduleId, state: change.state });
    await transaction
      .deleteFrom('schedule_runs')
      .where('schedule_id', '=', scheduleId)
      .where('id', 'not in', ({ selectFrom }) =>
        selectFrom('schedule_runs')
          .select('id')
          .where('schedule_id', '=', scheduleId)
          .orderBy('id', 'desc')
          .limit(keptRuns),
      )
      .execute();
  });
}

interface ToldEnd {
  readonly id: number;
  readonly scheduleId: number;
  readonly state: ScheduleRunState;
}

/** What is told late of a run says nothing of the ones after it. */
async function tellSchedule(store: Store, { id, scheduleId, state }: ToldEnd): Promise<void> {
  const later = await store
    .selectFrom('schedule_runs')
    .select('id')
    .where('schedule_id', '=', scheduleId)
    .where('id', '>', id)
    .where('state', 'not in', [...activeStates, 'skipped'])
    .limit(1)
    .executeTakeFirst();
  if (later) return;
  await store.updateTable('schedules').set({ last_state: state }).where('id', '=', scheduleId).execute();
}
