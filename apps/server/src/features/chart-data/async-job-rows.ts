import { asyncJobEndpoints, urlOf, type WireAsyncEvent, type WireAsyncJob } from '@powerset/contract';
import type { Question } from '../../answers/index.ts';
import { fieldError } from '../../http/index.ts';
import type { Row, Store } from '../../metadata/index.ts';
import { chooseFairly } from '../../query-runs/index.ts';

/** A question of whoever asked it, whenever it is answered. */
export type LaterQuestion = Pick<Question, 'request' | 'urlParams'>;

/** A job that is begun: whose it is and what it asks. */
export interface BegunJob {
  readonly id: string;
  readonly userId: number;
  readonly question: LaterQuestion;
}

/** How a job has ended. */
export type JobEnd =
  | { readonly status: 'done' }
  | { readonly status: 'error'; readonly errors: WireAsyncJob['errors'] };

/** Ends that a person can still be told, and the last of them whose answers can be asked for. */
const maxEvents = 1000;
const maxQuestions = 200;
/** One that was begun twice, and ended neither time, may be what ended its processes. */
const maxAttempts = 2;
/** Nobody waits for one that was asked so long ago. */
const longestWaitMs = 15 * 60_000;
/** Where no worker runs, nobody waits longer for one. */
const vainMs = 30_000;
/** Of so many that wait the next are chosen. */
const seenAtOnce = 500;

export interface AsyncJobRows {
  countRunning(userId: number): Promise<number>;
  /** Notes a job; where nobody has begun it, it waits for whoever takes it. */
  add(job: BegunJob, at: { readonly process: string | null; readonly isBegun: boolean }): Promise<void>;
  /** Notes the end of a job that the process has, as the next of its person's; of one that was given to another meanwhile, nothing. */
  end(job: Pick<BegunJob, 'id' | 'userId'>, end: JobEnd, process: string | null): Promise<void>;
  /** The person's jobs that have ended, oldest first, after the event named; all of them where another installation named it. */
  eventsAfter(userId: number, lastId: string | undefined): Promise<readonly WireAsyncEvent[]>;
  findQuestion(userId: number, id: string): Promise<LaterQuestion | undefined>;
  /** Gives up what this process has at work: whoever comes next begins it anew. */
  release(process: string | null): Promise<void>;
  /** Gives back what a process had at work that is gone. */
  giveBack(gone: string): Promise<void>;
  /** Takes of what nobody has as much as there is room for; what nobody waits for any more, or was begun too often, comes apart. */
  take(process: string | null, room: number): Promise<TakenJobs>;
  /** Takes what has waited too long for a worker, to tell whoever asked. */
  takeVain(process: string | null): Promise<TakenJobs['lost']>;
  /** Which process has the answer of a job that has ended. */
  findProcess(id: string): Promise<string | null>;
}

export interface TakenJobs {
  readonly begun: readonly BegunJob[];
  readonly lost: readonly Pick<BegunJob, 'id' | 'userId'>[];
}

export interface AsyncJobRowsOptions {
  readonly store: Store;
  readonly channelId: string;
  readonly now: () => Date;
}

export function createAsyncJobRows({ store, channelId, now }: AsyncJobRowsOptions): AsyncJobRows {
  const toEvent = (row: Row<'async_jobs'>, openedMs: number): WireAsyncEvent => ({
    channel_id: channelId,
    job_id: row.id,
    user_id: row.user_id,
    status: row.status,
    // Only this server writes these texts.
    errors: row.errors === null ? [] : (JSON.parse(row.errors) as WireAsyncJob['errors']),
    result_url: row.status === 'done' ? urlOf(asyncJobEndpoints.result, { params: { key: row.id } }) : null,
    id: `${openedMs}-${row.event_number}`,
  });
  return {
    countRunning: async (userId) => {
      const { count } = await store
        .selectFrom('async_jobs')
        .select(({ fn }) => fn.countAll<number>().as('count'))
        .where('user_id', '=', userId)
        .where('status', '=', 'running')
        .executeTakeFirstOrThrow();
      return Number(count);
    },
    add: async ({ id, userId, question }, { process, isBegun }) => {
      await store
        .insertInto('async_jobs')
        .values({
          ...{ id, user_id: userId, status: 'running', process, attempts: isBegun ? 1 : 0, asked_ms: now().getTime() },
          question: JSON.stringify(question),
        })
        .execute();
    },
    end: (job, end, process) => noteEnd(store, { ...job, end, process, nowMs: now().getTime() }),
    eventsAfter: async (userId, lastId) => {
      const last = lastId === undefined || lastId === '' ? null : parseEventId(lastId);
      const { openedMs, rows } = await readEnds(store, userId, last);
      return rows.map((row) => toEvent(row, openedMs));
    },
    findQuestion: async (userId, id) => {
      const row = await store
        .selectFrom('async_jobs')
        .select('question')
        .where('id', '=', id)
        .where('user_id', '=', userId)
        .where('status', '=', 'done')
        .executeTakeFirst();
      return row?.question ? readQuestion(row.question) : undefined;
    },
    release: async (process) => (process === null ? undefined : giveBack(store, process)),
    giveBack: (gone) => giveBack(store, gone),
    takeVain: (process) => takeVain(store, process, now().getTime() - vainMs),
    findProcess: async (id) => {
      const row = await store.selectFrom('async_jobs').select('process').where('id', '=', id).executeTakeFirst();
      return row?.process ?? null;
    },
    take: async (process, room) => {
      const taken = await takeRows(store, process, room);
      const oldestMs = now().getTime() - longestWaitMs;
      const isDue = ({ attempts, asked_ms: askedMs, question }: Row<'async_jobs'>) =>
        attempts <= maxAttempts && Number(askedMs) >= oldestMs && question !== null;
      return {
        begun: taken.filter(isDue).map((row) => ({
          ...{ id: row.id, userId: row.user_id },
          question: readQuestion(row.question ?? '{}'),
        })),
        lost: taken.filter((row) => !isDue(row)).map((row) => ({ id: row.id, userId: row.user_id })),
      };
    },
  };
}

interface EventPlace {
  readonly openedMs: number;
  readonly number: number;
}

async function readEnds(store: Store, userId: number, last: EventPlace | null) {
  const channel = await store
    .selectFrom('async_channels')
    .select('opened_ms')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (!channel) return { openedMs: 0, rows: [] };
  const openedMs = Number(channel.opened_ms);
  const rows = await store
    .selectFrom('async_jobs')
    .selectAll()
    .where('user_id', '=', userId)
    .where('event_number', '>', last?.openedMs === openedMs ? last.number : 0)
    .orderBy('event_number')
    .limit(maxEvents)
    .execute();
  return { openedMs, rows };
}

async function giveBack(store: Store, process: string): Promise<void> {
  await store
    .updateTable('async_jobs')
    .set({ process: null })
    .where('status', '=', 'running')
    .where('process', '=', process)
    .execute();
}

async function takeVain(store: Store, process: string | null, beforeMs: number): Promise<TakenJobs['lost']> {
  const rows = await store
    .updateTable('async_jobs')
    .set({ process })
    .where('status', '=', 'running')
    .where('process', 'is', null)
    .where('asked_ms', '<', beforeMs)
    .returning(['id', 'user_id'])
    .execute();
  return rows.map((row) => ({ id: row.id, userId: row.user_id }));
}

/** Of several processes that look at once, each job is taken by one; the oldest of whoever has the fewest at work come first. */
async function takeRows(store: Store, process: string | null, room: number): Promise<Row<'async_jobs'>[]> {
  const waiting = store.selectFrom('async_jobs').select('id').where('status', '=', 'running');
  if (room <= 0 || !(await waiting.where('process', 'is', null).limit(1).executeTakeFirst())) return [];
  return store.transaction().execute(async (transaction) => {
    const line = await transaction
      .selectFrom('async_jobs')
      .select(['id', 'user_id'])
      .where('status', '=', 'running')
      .where('process', 'is', null)
      .orderBy('asked_ms')
      .limit(Math.max(room, seenAtOnce))
      .execute();
    const busy = await transaction
      .selectFrom('async_jobs')
      .select(({ fn }) => ['user_id', fn.countAll<number>().as('count')])
      .where('status', '=', 'running')
      .where('process', 'is not', null)
      .groupBy('user_id')
      .execute();
    const ids = chooseFairly(line, new Map(busy.map((row) => [row.user_id, Number(row.count)])), room);
    if (ids.length === 0) return [];
    return transaction
      .updateTable('async_jobs')
      .set(({ eb }) => ({ process, attempts: eb('attempts', '+', 1) }))
      .where('id', 'in', ids)
      .returningAll()
      .execute();
  });
}

interface NotedEnd {
  readonly id: string;
  readonly userId: number;
  readonly end: JobEnd;
  readonly process: string | null;
  readonly nowMs: number;
}

/** The person's row is held until all is written: numbers are seen in their order, and none comes later that is smaller. */
function noteEnd(store: Store, { id, userId, end, process, nowMs }: NotedEnd): Promise<void> {
  return store.transaction().execute(async (transaction) => {
    const own = await transaction
      .selectFrom('async_jobs')
      .select('id')
      .where('id', '=', id)
      .where('status', '=', 'running')
      .where('process', process === null ? 'is' : '=', process)
      .executeTakeFirst();
    // Whoever was thought gone, and was only cut off, may come with the end of what another one has answered.
    if (!own) return;
    const { last_number: last } = await transaction
      .insertInto('async_channels')
      .values({ user_id: userId, opened_ms: nowMs, last_number: 1 })
      .onConflict((conflict) =>
        conflict.column('user_id').doUpdateSet(({ eb }) => ({ last_number: eb('async_channels.last_number', '+', 1) })),
      )
      .returning('last_number')
      .executeTakeFirstOrThrow();
    const number = Number(last);
    await transaction
      .updateTable('async_jobs')
      .set({
        ...{ status: end.status, event_number: number },
        errors: end.status === 'error' ? JSON.stringify(end.errors) : null,
        ...(end.status === 'error' ? { question: null } : {}),
      })
      .where('id', '=', id)
      .execute();
    await transaction
      .updateTable('async_jobs')
      .set({ question: null })
      .where('user_id', '=', userId)
      .where('event_number', '=', number - maxQuestions)
      .execute();
    await transaction
      .deleteFrom('async_jobs')
      .where('user_id', '=', userId)
      .where('event_number', '<=', number - maxEvents)
      .execute();
  });
}

function readQuestion(text: string): LaterQuestion {
  // Only this server writes these texts.
  return JSON.parse(text) as LaterQuestion;
}

function parseEventId(text: string): EventPlace {
  const match = /^(\d{1,15})-(\d{1,15})$/.exec(text);
  if (!match) throw fieldError({ last_id: ['Must be the id of an event, for example 1700000000000-0.'] }, 400);
  return { openedMs: Number(match[1]), number: Number(match[2]) };
}
