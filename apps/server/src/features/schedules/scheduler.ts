import { randomBytes } from 'node:crypto';
import { parseCron } from '../../cron/index.ts';
import { type Row, type Store, untilStoreIsBack } from '../../metadata/index.ts';
import { JobClock, noWorker, type RunUnderWay } from '../../processes/index.ts';
import type { Services } from '../../services.ts';
import type { OutputParts } from './output.ts';
import { type RunEnd, type RunScript, runSchedule } from './run.ts';
import { nextRunOn } from './service.ts';
import { endRun, findActiveRun, type Schedule, type ScheduleRun } from './store.ts';

/** Runs what is due. It asks the clock when it is told to; only `start` makes it ask by itself. */
export interface Scheduler {
  /** Runs that the last process left behind are told as failed. */
  settle(process?: string | null): Promise<void>;
  start(): void;
  /** Notes what is due, starts as many as may run at once, and ends those that are over their time. */
  tick(): Promise<void>;
  /** Notes a run that a person wants now; undefined while one is under way. */
  enqueue(schedule: Schedule): Promise<ScheduleRun | undefined>;
  /** Stops the run of a schedule that is under way; false when there is none. */
  stop(scheduleId: number): Promise<boolean>;
  /** Settles when nothing runs. */
  idle(): Promise<void>;
  close(): Promise<void>;
}

export interface SchedulerOptions {
  readonly services: Pick<Services, 'store' | 'accounts' | 'engines' | 'log' | 'now' | 'config' | 'processes'>;
  readonly runScript: RunScript;
  readonly output: OutputParts;
}

interface Running extends RunUnderWay {
  readonly startedAt: number;
  /** What is told in the place of what the script itself came to. */
  verdict: Pick<RunEnd, 'state' | 'error'> | null;
  /** Another process has told its end: nothing but a good one is told here. */
  isTold: boolean;
}

const dueAtOnce = 50;
const minuteMs = 60_000;

export function createScheduler(options: SchedulerOptions): Scheduler {
  return new ClockedScheduler(options);
}

class ClockedScheduler implements Scheduler {
  private readonly jobs: JobClock<Running>;

  constructor(private readonly options: SchedulerOptions) {
    this.jobs = new JobClock({
      processes: options.services.processes,
      takeTurn: () => this.takeTurn(),
      complain: (error) => this.complain(error),
    });
  }

  async settle(process?: string | null): Promise<void> {
    const { store, now, log } = this.options.services;
    const running = store.selectFrom('schedule_runs').selectAll().where('state', '=', 'running');
    const whose = process === undefined ? running : running.where('process', process === null ? 'is' : '=', process);
    const left = await whose.execute();
    for (const run of left) {
      const error = 'The server was stopped during this run. The next one comes at its time.';
      await endRun(store, { id: run.id, schedule_id: run.schedule_id, state: 'failed', error, ended_on: stamp(now) });
    }
    if (left.length > 0) log.warn({ count: left.length }, 'scheduled runs that the last process left behind failed');
  }

  start(): void {
    const { config, processes } = this.options.services;
    if (!config.runsSchedules || !processes.takesJobs) return;
    this.jobs.start();
  }

  tick(): Promise<void> {
    return this.jobs.tick();
  }

  private async takeTurn(): Promise<void> {
    if (!this.options.services.config.runsSchedules) return;
    this.endOverdue();
    await this.endUnwanted();
    await this.noteDue();
    await this.startWaiting();
  }

  private complain(error: unknown): void {
    this.options.services.log.error({ err: error }, 'the scheduler could not do its turn');
  }

  private endOverdue(): void {
    const { now, config } = this.options.services;
    for (const run of this.jobs.running.values()) {
      if (now().getTime() - run.startedAt < config.scheduleLimitMinutes * minuteMs) continue;
      const error = `The run took longer than ${config.scheduleLimitMinutes} minutes and was stopped.`;
      run.verdict ??= { state: 'timed_out', error };
      run.controller.abort();
    }
  }

  /** Those that another process was told to stop, or took for left behind. */
  private async endUnwanted(): Promise<void> {
    const { store, processes } = this.options.services;
    if (processes.id === null || this.jobs.running.size === 0) return;
    const wanted = await store
      .selectFrom('schedule_runs')
      .select('id')
      .where('id', 'in', [...this.jobs.running.keys()])
      .where('state', '=', 'running')
      .execute();
    const ids = new Set(wanted.map(({ id }) => id));
    for (const [id, run] of this.jobs.running) {
      if (ids.has(id)) continue;
      run.isTold = true;
      run.controller.abort();
    }
  }

  private async noteDue(): Promise<void> {
    const { store, now } = this.options.services;
    const due = await store
      .selectFrom('schedules')
      .selectAll()
      .where('is_active', '=', 1)
      .where('next_run_on', '<=', stamp(now))
      .orderBy('next_run_on')
      .limit(dueAtOnce)
      .execute();
    for (const schedule of due) await noteRun(store, schedule, now());
  }

  async enqueue(schedule: Schedule): Promise<ScheduleRun | undefined> {
    const { store, now, processes } = this.options.services;
    if (!(await processes.hasWorker())) throw noWorker();
    return store.transaction().execute(async (transaction) => {
      if (await findActiveRun(transaction, schedule.id)) return undefined;
      return transaction
        .insertInto('schedule_runs')
        .values({ schedule_id: schedule.id, trigger: 'hand', state: 'pending', scheduled_on: stamp(now) })
        .returningAll()
        .executeTakeFirstOrThrow();
    });
  }

  private async startWaiting(): Promise<void> {
    const { store, config } = this.options.services;
    const free = config.scheduleRuns - this.jobs.running.size;
    if (free <= 0) return;
    const waiting = await store
      .selectFrom('schedule_runs')
      .selectAll()
      .where('state', '=', 'pending')
      .orderBy('id')
      .limit(free)
      .execute();
    for (const run of waiting) await this.begin(run);
  }

  private async begin(run: ScheduleRun): Promise<void> {
    const { store, now, processes } = this.options.services;
    const schedule = await store
      .selectFrom('schedules')
      .selectAll()
      .where('id', '=', run.schedule_id)
      .executeTakeFirst();
    if (!schedule) return;
    const clientId = `schedule-${run.id}-${randomBytes(6).toString('base64url')}`;
    const { numUpdatedRows } = await store
      .updateTable('schedule_runs')
      .set({ state: 'running', started_on: stamp(now), client_id: clientId, process: processes.id })
      .where('id', '=', run.id)
      .where('state', '=', 'pending')
      .executeTakeFirst();
    // Another process was quicker.
    if (numUpdatedRows === 0n) return;
    const own: Running = {
      startedAt: now().getTime(),
      controller: new AbortController(),
      verdict: null,
      isTold: false,
      ended: Promise.resolve(),
    };
    this.jobs.running.set(run.id, own);
    own.ended = this.work(run, schedule, { own, clientId });
  }

  private async work(
    run: ScheduleRun,
    schedule: Schedule,
    { own, clientId }: { readonly own: Running; readonly clientId: string },
  ): Promise<void> {
    const { services, runScript, output } = this.options;
    const { signal } = own.controller;
    try {
      const end = await runSchedule({ services, runScript, output, schedule, clientId, signal });
      if (own.isTold && end.state !== 'success') return;
      const told = own.verdict && end.state !== 'success' ? { ...end, ...own.verdict } : end;
      const ended = {
        ...{ begunAs: clientId, id: run.id, schedule_id: run.schedule_id },
        ...{ ended_on: stamp(services.now), ...told },
      };
      await untilStoreIsBack(() => endRun(services.store, ended), this.jobs.closingSignal);
    } catch (error) {
      this.complain(error);
    } finally {
      this.jobs.leave(run.id);
    }
  }

  async stop(scheduleId: number): Promise<boolean> {
    const { store, now, processes } = this.options.services;
    const run = await findActiveRun(store, scheduleId);
    if (!run) return false;
    const own = this.jobs.running.get(run.id);
    const verdict = { state: 'stopped', error: 'The run was stopped.' } as const;
    if (own) {
      own.verdict ??= verdict;
      own.controller.abort();
      await own.ended;
    } else {
      await endRun(store, { id: run.id, schedule_id: scheduleId, ended_on: stamp(now), ...verdict });
      processes.tellOfWork();
    }
    return true;
  }

  idle(): Promise<void> {
    return this.jobs.idle();
  }

  close(): Promise<void> {
    return this.jobs.close((run) => {
      run.verdict ??= {
        state: 'failed',
        error: 'The server was stopped during this run. The next one comes at its time.',
      };
    });
  }
}

/**
 * Moves a schedule on to its next time and notes the run, both or neither: no time is run twice, whatever happens between.
 * Times that nobody was there for count as one.
 */
async function noteRun(store: Store, schedule: Row<'schedules'>, now: Date): Promise<void> {
  const { id, next_run_on: due, timezone } = schedule;
  if (due === null) return;
  const next = nextRunOn(parseCron(schedule.cron), timezone, now);
  await store.transaction().execute(async (transaction) => {
    const { numUpdatedRows } = await transaction
      .updateTable('schedules')
      .set({ next_run_on: next })
      .where('id', '=', id)
      .where('is_active', '=', 1)
      .where('next_run_on', '=', due)
      .executeTakeFirst();
    if (numUpdatedRows === 0n) return;
    const isBusy = (await findActiveRun(transaction, id)) !== undefined;
    const skipped = { state: 'skipped', ended_on: now.toISOString(), error: 'The run before was still at work.' };
    await transaction
      .insertInto('schedule_runs')
      .values({ schedule_id: id, trigger: 'clock', scheduled_on: due, ...(isBusy ? skipped : { state: 'pending' }) })
      .execute();
  });
}

function stamp(now: () => Date): string {
  return now().toISOString();
}
