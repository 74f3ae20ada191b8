import { activeQueryStates, type ExecuteBody } from '@powerset/contract';
import { type Store, writeUnlessFull } from '../metadata/index.ts';
import { chooseFairly } from './fair-choice.ts';
import type { QueryRun } from './store.ts';

/** What a run was asked by its person; its text stands in its row. */
export interface RunQuestion {
  readonly body: Omit<ExecuteBody, 'sql'>;
  readonly urlParams: unknown;
}

/** A run that is to be begun anew. */
export interface TakenRun {
  readonly run: QueryRun;
  readonly question: RunQuestion;
  /** It may write, and whoever asked was told that it may. */
  readonly isOnce: boolean;
}

/** One that was begun anew so often may be what ended its processes. */
const maxAttempts = 2;
/** Whoever asked so long ago has asked again. */
const longestWaitMs = 12 * 3_600_000;

/** Notes what a run was asked, so that another process can begin it; false where a full disk did not take it. */
export async function keepQuestion(
  store: Store,
  run: QueryRun,
  { isOnce = false, ...question }: RunQuestion & { readonly isOnce?: boolean },
): Promise<boolean> {
  const isStored = run.id > 0;
  if (!isStored) return false;
  const values = { run_id: run.id, attempts: 0, is_once: isOnce ? 1 : 0, question: JSON.stringify(question) };
  return writeUnlessFull(() => store.insertInto('run_questions').values(values).execute());
}

/** Leaves a run whose question is kept to whichever process takes it; false where it is not this one's any more. */
export async function queueRun(store: Store, run: QueryRun, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await store
    .updateTable('queries')
    .set({ process: null, changed_on: now.toISOString() })
    .where('id', '=', run.id)
    .where('status', '=', 'pending')
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

/** Of a run that has ended. */
export async function forgetQuestion(store: Store, runId: number): Promise<void> {
  await writeUnlessFull(() => store.deleteFrom('run_questions').where('run_id', '=', runId).execute());
}

export interface GoneProcess {
  /** The process that is gone; null for runs that none has, undefined for those of whichever. */
  readonly gone: string | null | undefined;
  readonly now: Date;
}

const lostWords = 'The server was stopped while this query ran. Run it again.';

/**
 * Puts back into the queue what a process had at work that is gone. Runs without a question, of long ago or begun too often say that
 * they have failed instead of running for ever; it brings how many those are.
 */
export async function releaseRuns(store: Store, { gone, now }: GoneProcess): Promise<number> {
  const states = [...activeQueryStates];
  const left = store.selectFrom('queries').select('id').where('status', 'in', states);
  const some = gone === undefined ? left : left.where('process', gone === null ? 'is' : '=', gone);
  if (!(await some.limit(1).executeTakeFirst())) return 0;
  // What nobody has, nobody has lost.
  const most = gone === null ? maxAttempts + 1 : maxAttempts;
  return store.transaction().execute(async (transaction) => {
    const changed_on = now.toISOString();
    const due = transaction
      .selectFrom('run_questions')
      .innerJoin('queries', 'queries.id', 'run_questions.run_id')
      .select('run_id')
      .where('attempts', '<', most)
      .where('start_time', '>=', now.getTime() - longestWaitMs);
    const { numUpdatedRows: lost } = await whose(transaction, { status: states, gone })
      .set({ status: 'failed', error_message: lostWords, end_time: now.getTime(), changed_on })
      .where('id', 'not in', due)
      .executeTakeFirstOrThrow();
    await forgetEnded(transaction);
    if (gone === null) return Number(lost);
    const back = await whose(transaction, { status: states, gone })
      .set({ process: null, status: 'pending', progress: 0, changed_on })
      .returning('id')
      .execute();
    await transaction
      .updateTable('run_questions')
      .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
      .where('run_id', 'in', [...back.map(({ id }) => id), 0])
      .execute();
    return Number(lost);
  });
}

function whose(store: Store, { status, gone }: { readonly status: readonly string[] } & Pick<GoneProcess, 'gone'>) {
  const update = store.updateTable('queries').where('status', 'in', status);
  return gone === undefined ? update : update.where('process', gone === null ? 'is' : '=', gone);
}

async function forgetEnded(store: Store): Promise<void> {
  const ended = store
    .selectFrom('queries')
    .select('id')
    .where('status', 'not in', [...activeQueryStates]);
  await store.deleteFrom('run_questions').where('run_id', 'in', ended).execute();
}

export interface Claim {
  /** The one that takes them. */
  readonly process: string | null;
  /** As many as it has room for. */
  readonly room: number;
}

/** Of so many that wait the next are chosen. */
const seenAtOnce = 500;

/**
 * Takes runs that wait: the oldest of whoever has the fewest at work. Of several processes that look at once each run is taken by one.
 */
export async function claimRuns(store: Store, { process, room }: Claim): Promise<readonly TakenRun[]> {
  if (room <= 0 || !(await waitingRuns(store).limit(1).executeTakeFirst())) return [];
  return store.transaction().execute(async (transaction) => {
    const waiting = await oldestOfEach(transaction, room);
    const busy = await transaction
      .selectFrom('queries')
      .select(({ fn }) => ['user_id', fn.countAll<number>().as('count')])
      .where('status', 'in', [...activeQueryStates])
      .where('process', 'is not', null)
      .groupBy('user_id')
      .execute();
    const ids = chooseFairly(waiting, new Map(busy.map((row) => [row.user_id, Number(row.count)])), room);
    if (ids.length === 0) return [];
    const runs = await transaction
      .updateTable('queries')
      .set({ process })
      .where('id', 'in', ids)
      .returningAll()
      .execute();
    const questions = await transaction.selectFrom('run_questions').selectAll().where('run_id', 'in', ids).execute();
    const once = questions.filter((row) => row.is_once === 1).map(({ run_id: id }) => id);
    if (once.length > 0) await transaction.deleteFrom('run_questions').where('run_id', 'in', once).execute();
    const byRun = new Map(questions.map((row) => [row.run_id, row]));
    return runs
      .toSorted((one, other) => one.id - other.id)
      .flatMap((run) => {
        const row = byRun.get(run.id);
        // Only this server writes these texts.
        return row ? [{ run, question: JSON.parse(row.question) as RunQuestion, isOnce: row.is_once === 1 }] : [];
      });
  });
}

/** Of each person as many as there is room for, so that none who has hundreds hides the others. */
function oldestOfEach(store: Store, room: number) {
  const placed = waitingRuns(store).select(({ fn }) =>
    fn
      .agg<number>('row_number')
      .over((over) => over.partitionBy('queries.user_id').orderBy('queries.id'))
      .as('place'),
  );
  return store
    .selectFrom(placed.as('placed'))
    .select(['id', 'user_id'])
    .where('place', '<=', room)
    .orderBy('place')
    .orderBy('id')
    .limit(Math.max(room, seenAtOnce))
    .execute();
}

function waitingRuns(store: Store) {
  return store
    .selectFrom('queries')
    .innerJoin('run_questions', 'run_questions.run_id', 'queries.id')
    .select(['queries.id', 'queries.user_id'])
    .where('queries.status', '=', 'pending')
    .where('queries.process', 'is', null);
}
