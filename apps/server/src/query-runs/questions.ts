import { activeQueryStates, type ExecuteBody } from '@powerset/contract';
import { type Store, writeUnlessFull } from '../metadata/index.ts';
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
}

/** One that was begun anew so often may be what ended its processes. */
const maxAttempts = 2;
/** Whoever asked so long ago has asked again. */
const longestWaitMs = 12 * 3_600_000;

/** Notes what a run was asked, so that another process can begin it anew; false where a full disk did not take it. */
export async function keepQuestion(store: Store, run: QueryRun, question: RunQuestion): Promise<boolean> {
  const isStored = run.id > 0;
  if (!isStored) return false;
  const values = { run_id: run.id, attempts: 0, question: JSON.stringify(question) };
  return writeUnlessFull(() => store.insertInto('run_questions').values(values).execute());
}

/** Of a run that has ended. */
export async function forgetQuestion(store: Store, runId: number): Promise<void> {
  await writeUnlessFull(() => store.deleteFrom('run_questions').where('run_id', '=', runId).execute());
}

export interface TakeOver {
  /** The process that is gone; null for runs that none has, undefined for those of whichever. */
  readonly gone: string | null | undefined;
  /** The one that takes them. */
  readonly process: string | null;
  readonly now: Date;
}

export interface TakenRuns {
  readonly taken: readonly TakenRun[];
  /** Runs that nobody may begin anew: they have failed. */
  readonly lost: number;
}

const lostWords = 'The server was stopped while this query ran. Run it again.';

/**
 * Takes what a process had at work that is gone. Runs without a question, of long ago or begun too often say that they have
 * failed instead of running for ever. Of several processes that see the same one gone, each run is taken by one.
 */
export async function takeOverRuns(store: Store, { gone, process, now }: TakeOver): Promise<TakenRuns> {
  const states = [...activeQueryStates];
  const left = store.selectFrom('queries').select('id').where('status', 'in', states);
  const some = gone === undefined ? left : left.where('process', gone === null ? 'is' : '=', gone);
  if (!(await some.limit(1).executeTakeFirst())) return { taken: [], lost: 0 };
  const ofThem = { status: states, gone };
  return store.transaction().execute(async (transaction) => {
    const changed_on = now.toISOString();
    const due = transaction
      .selectFrom('run_questions')
      .innerJoin('queries', 'queries.id', 'run_questions.run_id')
      .select('run_id')
      .where('attempts', '<', maxAttempts)
      .where('start_time', '>=', now.getTime() - longestWaitMs);
    const { numUpdatedRows: lost } = await whose(transaction, ofThem)
      .set({ status: 'failed', error_message: lostWords, end_time: now.getTime(), changed_on })
      .where('id', 'not in', due)
      .executeTakeFirstOrThrow();
    const runs = await whose(transaction, ofThem)
      .set({ process, status: 'pending', progress: 0, changed_on })
      .returningAll()
      .execute();
    return { taken: await readQuestions(transaction, runs), lost: Number(lost) };
  });
}

function whose(store: Store, { status, gone }: { readonly status: readonly string[] } & Pick<TakeOver, 'gone'>) {
  const update = store.updateTable('queries').where('status', 'in', status);
  return gone === undefined ? update : update.where('process', gone === null ? 'is' : '=', gone);
}

async function readQuestions(store: Store, runs: readonly QueryRun[]): Promise<readonly TakenRun[]> {
  const ended = store
    .selectFrom('queries')
    .select('id')
    .where('status', 'not in', [...activeQueryStates]);
  await store.deleteFrom('run_questions').where('run_id', 'in', ended).execute();
  if (runs.length === 0) return [];
  const questions = await store
    .updateTable('run_questions')
    .set(({ eb }) => ({ attempts: eb('attempts', '+', 1) }))
    .where(
      'run_id',
      'in',
      runs.map(({ id }) => id),
    )
    .returning(['run_id', 'question'])
    .execute();
  const byRun = new Map(questions.map(({ run_id: id, question }) => [id, question]));
  return runs.flatMap((run) => {
    const text = byRun.get(run.id);
    // Only this server writes these texts.
    return text === undefined ? [] : [{ run, question: JSON.parse(text) as RunQuestion }];
  });
}
