import { msg } from '../../../i18n/index.ts';
/** Choices of how often a dashboard refreshes itself, in seconds. */
export const refreshChoices: readonly { readonly seconds: number; readonly label: string }[] = [
  { seconds: 0, label: msg("Don't refresh") },
  { seconds: 10, label: msg('10 seconds') },
  { seconds: 30, label: msg('30 seconds') },
  { seconds: 60, label: msg('1 minute') },
  { seconds: 300, label: msg('5 minutes') },
  { seconds: 1800, label: msg('30 minutes') },
  { seconds: 3600, label: msg('1 hour') },
  { seconds: 21600, label: msg('6 hours') },
  { seconds: 43200, label: msg('12 hours') },
  { seconds: 86400, label: msg('24 hours') },
];

export const customInterval = -1;
const defaultStaggerMs = 5000;

export interface StaggerSettings {
  readonly stagger_refresh?: boolean | string | null;
  readonly stagger_time?: number | null;
}

/** When each of some charts refreshes, in milliseconds from now: all at once, or spread over the interval. */
export function refreshDelays(chartCount: number, intervalMs: number, settings: StaggerSettings): readonly number[] {
  const isStaggered = settings.stagger_refresh !== false && settings.stagger_refresh !== 'false';
  if (!isStaggered || chartCount < 2) return Array.from({ length: chartCount }, () => 0);
  const spreadMs = Math.max(intervalMs, settings.stagger_time ?? defaultStaggerMs);
  return Array.from({ length: chartCount }, (_, index) => Math.round((spreadMs / (chartCount - 1)) * index));
}

/** Hours, minutes and seconds of a custom interval as seconds, or what is wrong with them. */
export function toCustomSeconds(hours: number, minutes: number, seconds: number): number | string {
  const parts = [hours, minutes, seconds];
  const isWrong = parts.some((part) => !Number.isInteger(part) || part < 0) || minutes > 59 || seconds > 59;
  if (isWrong) return msg('Put positive values and valid minute and second value less than 60');
  const total = hours * 3600 + minutes * 60 + seconds;
  return total > 0 ? total : msg('Put some positive value greater than 0');
}
