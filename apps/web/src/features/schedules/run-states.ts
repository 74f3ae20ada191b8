import type { ScheduleRunState, WireScheduleRun } from '@powerset/contract';
import type { BadgeKind } from '@powerset/ui';
import { msg, t } from '../../i18n/index.ts';

export const runStateKinds: Readonly<Record<ScheduleRunState, BadgeKind>> = {
  pending: 'info',
  running: 'warning',
  success: 'success',
  failed: 'danger',
  stopped: 'neutral',
  timed_out: 'danger',
  skipped: 'neutral',
};

export function runStateText(state: ScheduleRunState): string {
  const texts: Readonly<Record<ScheduleRunState, string>> = {
    pending: t('Waiting'),
    running: t('Running'),
    success: t('Success'),
    failed: t('Failed'),
    stopped: t('Stopped'),
    timed_out: t('Timed out'),
    skipped: t('Left out'),
  };
  return texts[state];
}

export function isUnderWay(run: WireScheduleRun | null): boolean {
  return run?.state === 'pending' || run?.state === 'running';
}

/** What the scheduler itself says of a run; the rest are words of the engine. */
const verdicts: readonly string[] = [
  msg('The owner’s account is deactivated, so the query was not run.'),
  msg('The owner may no longer run SQL, so the query was not run.'),
  msg('The saved query names no database.'),
  msg('The run was stopped.'),
  msg('The run before was still at work.'),
  msg('The server was stopped during this run. The next one comes at its time.'),
];

export function runErrorText(error: string): string {
  return verdicts.includes(error) ? t(error) : error;
}
