import { randomUUID } from 'node:crypto';
import { parseCron } from '../../cron/index.ts';
import { type Row, type Store, untilStoreIsBack } from '../../metadata/index.ts';
import { JobClock, noWorker, type RunUnderWay } from '../../processes/index.ts';
import { endRun } from './end-run.ts';
import { performRun, type RunDeps, type RunEnd } from './run.ts';
import { nextRunOn } from './service.ts';
import { settleTimes } from './settle-times.ts';
import { findActiveRun, type Report, type ReportRun } from './store.ts';
import { tellOwners } from './tell-owners.ts';

/** Runs what is due. It asks the clock when it is told to; only `start` makes it ask by itself. */
export interface Reports {
  start(): void;
  /** Notes what is due, starts as many as may run at once, and ends those that are over their time. */
  tick(): Promise<void>;
  /** Settles when nothing runs. */
  idle(): Promise<void>;
  /** What is at work is broken off, and taken up by the process that follows. */
  close(): Promise<void>;
}

export interface ReportClock extends Reports {
  /** Notes a run that a person wants now, as a test for that person alone; undefined while one is under way. */
  enqueue(report: Report, testUserId: number | null): Promise<ReportRun | undefined>;
  /** Stops the run of a report that is under way; false when there is none. */
  stop(reportId: number): Promise<boolean>;
}

interface Running extends RunUnderWay {
  readonly startedAt: number;
  readonly limitMs: number;
  /** What is told in the place of what the run itself came to. */
  verdict: RunEnd | null;
}

const dueAtOnce = 50;
/** Clocks that are kept right by a server of time go back by less. */
const putBackMs = 30_000;
/** For how long a run is a process's that does not say otherwise; it says so in every turn. */
const leaseMs = 60_000;
/** A run that ends the server each time is not begun for ever. */
const mostAttempts = 3;

export function createReportClock(deps: RunDeps): ReportClock {
  return new Clock(deps);
}

class Clock implements ReportClock {
  private readonly jobs: JobClock<Running>;
  /** What the clock said in the turn before. */
  private lastTurn = Number.POSITIVE_INFINITY;
  /** Several processes may work with one store. */
  private readonly worker = randomUUID();

  constructor(private readonly deps: RunDeps) {
    this.jobs = new JobClock({
      processes: deps.services.processes,
      takeTurn: () => this.takeTurn(),
      complain: (error) => this.complain(error),
    });
  }

  start(): void {
    if (!this.deps.services.processes.takesJobs) return;
    void this.jobs.inTurn(() => this.takeOver());
    this.jobs.start();
  }

  /** A store in a file is this process's alone: what another had begun is nobody's by now. */
  private async takeOver(): Promise<void> {
    const { store, config } = this.deps.services;
    if (config.metadataUrl !== null) return;
    await store.updateTable('report_runs').set({ worker: null }).where('state', '=', 'Working').execute();
  }

  tick(): Promise<void> {
    return this.jobs.tick();
  }

  private async takeTurn(): Promise<void> {
    this.endOverdue();
    await this.keepLeases();
    await this.hearClock();
    await this.noteDue();
    await this.startWaiting();
  }

  /** Says that this process is still at its runs, and hears of those that another was told to stop. */
  private async keepLeases(): Promise<void> {
    if (this.jobs.running.size === 0) return;
    const kept = await this.deps.services.store
      .updateTable('report_runs')
      .set({ lease_until: this.leaseUntil() })
      .where('worker', '=', this.worker)
      // One that it took and lost sight of goes to whoever comes next.
      .where('id', 'in', [...this.jobs.running.keys()])
      .where('state', '=', 'Working')
      .returning('id')
      .execute();
    const ids = new Set(kept.map(({ id }) => id));
    for (const [id, run] of this.jobs.running) if (!ids.has(id)) run.controller.abort();
  }

  private leaseUntil(): string {
    return new Date(this.deps.services.now().getTime() + leaseMs).toISOString();
  }

  private complain(error: unknown): void {
    this.deps.services.log.error({ err: error }, 'reports could not do their turn');
  }

  private endOverdue(): void {
    const time = this.deps.services.now().getTime();
    for (const run of this.jobs.running.values()) {
      if (time - run.startedAt < run.limitMs) continue;
      const error = `The run took longer than ${run.limitMs / 1000} seconds and was stopped.`;
      run.verdict ??= { state: 'Error', error };
      run.controller.abort();
    }
  }

  /** A clock that was ahead for a while left times behind that are far off; they are looked at when it is put back, and at start. */
  private async hearClock(): Promise<void> {
    const { store, now } = this.deps.services;
    const time = now().getTime();
    const isPutBack = time < this.lastTurn - putBackMs;
    this.lastTurn = time;
    if (isPutBack) await settleTimes(store, now());
  }

  private async noteDue(): Promise<void> {
    const { store, now } = this.deps.services;
    const due = await store
      .selectFrom('reports')
      .selectAll()
      .where('active', '=', 1)
      .where('next_run_on', '<=', now().toISOString())
      .orderBy('next_run_on')
      .limit(dueAtOnce)
      .execute();
    for (const report of due) await noteRun(store, report, now());
  }

  async enqueue(report: Report, testUserId: number | null): Promise<ReportRun | undefined> {
    const { store, now, processes } = this.deps.services;
    if (!(await processes.hasWorker())) throw noWorker();
    return store.transaction().execute(async (transaction) => {
      if (await findActiveRun(transaction, report.id)) return undefined;
      // Whoever looks at the list at once sees that it was begun.
      if (testUserId === null)
        await transaction.updateTable('reports').set({ last_state: 'Working' }).where('id', '=', report.id).execute();
      return transaction
        .insertInto('report_runs')
        .values({ ...newRun(report.id, now().toISOString()), trigger: 'hand', test_user_fk: testUserId })
        .returningAll()
        .executeTakeFirstOrThrow();
    });
  }

  /** Those that wait, and those that a process before this one had begun. */
  private async startWaiting(): Promise<void> {
    const { store, config, now } = this.deps.services;
    const free = config.reportRuns - this.jobs.running.size;
    if (free <= 0) return;
    const waiting = await store
      .selectFrom('report_runs')
      .selectAll()
      .where('state', '=', 'Working')
      .where(({ eb, or }) => or([eb('worker', 'is', null), eb('lease_until', '<', now().toISOString())]))
      .orderBy('id')
      .limit(free)
      .execute();
    for (const run of waiting) await this.begin(run);
  }

  private async begin(run: ReportRun): Promise<void> {
    const { store, now } = this.deps.services;
    const report = await store.selectFrom('reports').selectAll().where('id', '=', run.report_id).executeTakeFirst();
    if (!report) return;
    const startedAt = now().getTime();
    if (run.attempts >= mostAttempts) {
      const error = `The server was stopped ${mostAttempts} times during this run, so it is not tried again.`;
      await endRun(this.deps.services, { report, run, end: { state: 'Error', error } });
      return;
    }
    const { numUpdatedRows } = await store
      .updateTable('report_runs')
      .set({
        attempts: run.attempts + 1,
        start_dttm: run.start_dttm ?? now().toISOString(),
        worker: this.worker,
        lease_until: this.leaseUntil(),
      })
      .where('id', '=', run.id)
      .where('state', '=', 'Working')
      .where('attempts', '=', run.attempts)
      .executeTakeFirst();
    // Another process was quicker.
    if (numUpdatedRows === 0n) return;
    if (run.test_user_fk === null)
      await store.updateTable('reports').set({ last_state: 'Working' }).where('id', '=', report.id).execute();
    const own: Running = {
      startedAt,
      limitMs: report.working_timeout * 1000,
      controller: new AbortController(),
      verdict: null,
      ended: Promise.resolve(),
    };
    this.jobs.running.set(run.id, own);
    own.ended = this.work(report, run, own);
  }

  private async work(report: Report, run: ReportRun, own: Running): Promise<void> {
    const { services, mail } = this.deps;
    const { signal } = own.controller;
    try {
      const end = await performRun(this.deps, { report, run, signal });
      const isBrokenOff = signal.aborted && own.verdict === null;
      // What was broken off by the end of this process goes on in the next.
      if (isBrokenOff && this.jobs.isClosing) return await this.giveBack(run);
      // Another process has it: that one tells how it ends.
      if (isBrokenOff && end.state === 'Error' && !(await this.hasFailed(run))) return;
      const told = own.verdict && end.state !== 'Success' ? own.verdict : end;
      await untilStoreIsBack(() => endRun(services, { report, run, end: told }), this.jobs.closingSignal);
      if (told.state === 'Error' && run.trigger === 'clock')
        await tellOwners(services, mail, { report, run, end: told });
    } catch (error) {
      this.complain(error);
    } finally {
      this.jobs.leave(run.id);
    }
  }

  private async giveBack({ id }: ReportRun): Promise<void> {
    const { store } = this.deps.services;
    const given = store.updateTable('report_runs').set({ worker: null }).where('id', '=', id);
    await given.where('worker', '=', this.worker).execute();
  }

  /** Whether somebody has told already that it came to no good end. */
  private async hasFailed({ id }: ReportRun): Promise<boolean> {
    const { store } = this.deps.services;
    const row = await store.selectFrom('report_runs').select('state').where('id', '=', id).executeTakeFirst();
    return row?.state === 'Error';
  }

  async stop(reportId: number): Promise<boolean> {
    const { services } = this.deps;
    const run = await findActiveRun(services.store, reportId);
    if (!run) return false;
    const own = this.jobs.running.get(run.id);
    const verdict: RunEnd = { state: 'Error', error: 'The run was stopped.' };
    if (own) {
      own.verdict ??= verdict;
      own.controller.abort();
      await own.ended;
      return true;
    }
    const report = await services.store
      .selectFrom('reports')
      .selectAll()
      .where('id', '=', reportId)
      .executeTakeFirstOrThrow();
    await endRun(services, { report, run, end: verdict });
    services.processes.tellOfWork();
    return true;
  }

  idle(): Promise<void> {
    return this.jobs.idle();
  }

  close(): Promise<void> {
    return this.jobs.close();
  }
}

function newRun(reportId: number, due: string) {
  return { uuid: randomUUID(), report_id: reportId, state: 'Working', scheduled_dttm: due };
}

/**
 * Moves a report on to its next time and notes the run, both or neither: no time is run twice, whatever happens between.
 * Times that nobody was there for count as one.
 */
async function noteRun(store: Store, report: Row<'reports'>, now: Date): Promise<void> {
  const { id, next_run_on: due, timezone } = report;
  if (due === null) return;
  const next = nextRunOn(parseCron(report.crontab), timezone, now);
  await store.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('reports')
      .set({ next_run_on: next })
      .where('id', '=', id)
      .where('active', '=', 1)
      .where('next_run_on', '=', due)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const isBusy = (await findActiveRun(transaction, id)) !== undefined;
    const time = now.toISOString();
    const skipped = {
      state: 'Error',
      start_dttm: time,
      end_dttm: time,
      error_message: 'Report Schedule is still working, refusing to re-compute.',
    };
    await transaction
      .insertInto('report_runs')
      .values({ ...newRun(id, due), trigger: 'clock', ...(isBusy ? skipped : {}) })
      .execute();
  });
}
