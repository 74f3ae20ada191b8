/**
 * Time as people write it: ranges (`Last week`, `DATEADD(DATETIME('now'), -7, day) : now`), points, grains, offsets.
 * In: text and the clock. Out: dates (UTC). Every unreadable text is a `QueryError`.
 */
export * from './calendar.ts';
export * from './clock.ts';
export { formattedTimeReader } from './formatted-time.ts';
export * from './time-functions.ts';
export * from './time-grains.ts';
export * from './time-range.ts';
export { applySteps, parseSteps, parseTimeText, type TimeStep } from './time-text.ts';
export * from './to-date.ts';
