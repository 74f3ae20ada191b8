import type { ScheduleRunState, WireScheduleRun } from '@powerset/contract';
import type { BadgeKind } from '@powerset/ui';
import { t } from '../../i18n/index.ts';

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
