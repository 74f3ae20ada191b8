/**
 * SCHEDULE TIMES. When something runs, as people say it. In: a cron expression and a time zone, or choices. Out: fields that
 * make one, the expression in words, and the next times.
 */
import { lazyPart } from '../shell/index.ts';

export { timesText } from './cron-words.ts';
export { OutputField } from './OutputField.tsx';
export { startTimes, type Times } from './plan.ts';
export type { PreviewSource } from './TimesFields.tsx';
/** The fields come with the dialog that has them. */
export const TimesFields = lazyPart(async () => (await import('./TimesFields.tsx')).TimesFields);
