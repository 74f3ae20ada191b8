import { activeQueryStates } from '@powerset/contract';
import type { Store } from '../metadata/index.ts';

/** What waits for a process that does it. */
export interface WaitingJobs {
  readonly kind: 'editor' | 'chart' | 'schedule' | 'report';
  readonly count: number;
  /** Seconds since the oldest of them was asked for. */
  readonly oldestSeconds: number;
}

/** Of all processes, for the figures of each. */
export async function readQueue(store: Store, now: Date): Promise<readonly WaitingJobs[]> {
  const [editor, chart, schedule, report] = await Promise.all([
    store
      .selectFrom('queries')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('start_time').as('oldest')])
      .where('status', 'in', [...activeQueryStates])
      .where('process', 'is', null)
      .executeTakeFirst(),
    store
      .selectFrom('async_jobs')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('asked_ms').as('oldest')])
      .where('status', '=', 'running')
      .where('process', 'is', null)
      .executeTakeFirst(),
    store
      .selectFrom('schedule_runs')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('scheduled_on').as('oldest')])
      .where('state', '=', 'pending')
      .executeTakeFirst(),
    store
      .selectFrom('report_runs')
      .select(({ fn }) => [fn.countAll<number>().as('count'), fn.min('scheduled_dttm').as('oldest')])
      .where('state', '=', 'Working')
      .where('worker', 'is', null)
      .executeTakeFirst(),
  ]);
  const toWaiting = (kind: WaitingJobs['kind'], row: Found | undefined): WaitingJobs => ({
    kind,
    count: Number(row?.count ?? 0),
    oldestSeconds: row?.oldest ? Math.max(0, (now.getTime() - toMs(row.oldest)) / 1000) : 0,
  });
  return [
    toWaiting('editor', editor),
    toWaiting('chart', chart),
    toWaiting('schedule', schedule),
    toWaiting('report', report),
  ];
}

interface Found {
  readonly count: number;
  readonly oldest: string | number | null;
}

const toMs = (time: string | number): number => (typeof time === 'number' ? time : Date.parse(time));
