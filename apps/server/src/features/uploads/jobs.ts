import { randomUUID } from 'node:crypto';
import type { UploadJob, UploadState } from '@powerset/contract';
import { notFound } from '../../http/index.ts';
import type { Row } from '../../metadata/index.ts';
import type { Services } from '../../services.ts';

export interface JobHooks {
  readonly jobId: string;
  readonly signal: AbortSignal;
  readonly onProgress: (fraction: number) => void;
  /** Rows of the file that have been read so far. */
  readonly onRows: (count: number) => void;
}

export interface JobWork {
  readonly userId: number;
  /** What is loaded where, for whoever looks at the store. */
  readonly payload: object;
  readonly run: (hooks: JobHooks) => Promise<NonNullable<UploadJob['result']>>;
  /** Words for what went wrong. */
  readonly describe: (error: unknown) => string;
}

/** Loads under way and lately ended; their state is in the store, so that a crash loses none. */
export interface UploadJobs {
  start(work: JobWork): Promise<UploadJob>;
  get(id: string, userId: number): Promise<UploadJob>;
  cancel(id: string, userId: number): Promise<void>;
  /** Ends what an earlier process left running. */
  sweep(): Promise<void>;
  /** Stops what is under way and waits until the store says so. */
  close(): Promise<void>;
}

const kind = 'upload';

interface Running {
  readonly controller: AbortController;
  progress: number;
  rows: number | null;
  ended: Promise<void>;
}

function toJob(row: Row<'jobs'>, own: Running | undefined): UploadJob {
  return {
    job_id: row.id,
    // State and result are written by this room alone.
    state: row.state as UploadState,
    progress: own?.progress ?? row.progress,
    rows_read: own?.rows ?? null,
    error: row.error,
    result: row.result ? (JSON.parse(row.result) as UploadJob['result']) : null,
  };
}

export function createUploadJobs({ store, now, log }: Pick<Services, 'store' | 'now' | 'log'>): UploadJobs {
  const running = new Map<string, Running>();
  const finish = async (id: string, state: UploadState, change: { result?: string; error?: string }) => {
    const progress = state === 'done' ? 1 : (running.get(id)?.progress ?? 0);
    await store
      .updateTable('jobs')
      .set({ state, progress, changed_on: now().toISOString(), ...change })
      .where('id', '=', id)
      .execute();
    running.delete(id);
  };
  const work = async (id: string, job: JobWork, own: Running) => {
    const { signal } = own.controller;
    try {
      const onProgress = (fraction: number) => {
        own.progress = Math.max(own.progress, Math.min(1, fraction));
      };
      const onRows = (count: number) => {
        own.rows = Math.max(own.rows ?? 0, count);
      };
      const result = await job.run({ jobId: id, signal, onProgress, onRows });
      await finish(id, 'done', { result: JSON.stringify(result) });
    } catch (error) {
      if (signal.aborted) await finish(id, 'cancelled', { error: 'The upload was stopped.' });
      else await finish(id, 'failed', { error: job.describe(error) });
    }
  };
  const load = async (id: string, userId: number): Promise<UploadJob> => {
    const row = await store
      .selectFrom('jobs')
      .selectAll()
      .where('id', '=', id)
      .where('kind', '=', kind)
      .executeTakeFirst();
    if (!row || row.user_id !== userId) throw notFound();
    return toJob(row, running.get(id));
  };
  return {
    get: load,
    start: async (job) => {
      const id = randomUUID();
      const time = now().toISOString();
      const row = { id, kind, payload: JSON.stringify(job.payload), state: 'running', user_id: job.userId };
      await store
        .insertInto('jobs')
        .values({ ...row, created_on: time, changed_on: time })
        .execute();
      const own: Running = { controller: new AbortController(), progress: 0, rows: null, ended: Promise.resolve() };
      running.set(id, own);
      // It ends in the store, whichever way; the answer does not wait for it.
      own.ended = work(id, job, own).catch((error: unknown) =>
        log.error({ err: error, job: id }, 'upload job not ended'),
      );
      return load(id, job.userId);
    },
    cancel: async (id, userId) => {
      await load(id, userId);
      running.get(id)?.controller.abort();
    },
    sweep: async () => {
      await store
        .updateTable('jobs')
        .set({ state: 'failed', error: 'The server stopped during this upload. Upload the file again.' })
        .where('kind', '=', kind)
        .where('state', '=', 'running')
        .execute();
    },
    close: async () => {
      const all = [...running.values()];
      for (const own of all) own.controller.abort();
      await Promise.all(all.map((own) => own.ended));
    },
  };
}
