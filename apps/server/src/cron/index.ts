/**
 * CRON. When something runs by the clock of a place. In: five fields as cron has them, a time zone, a moment. Out: the next
 * moments, and the fields as numbers so that they can be said in words; or what is wrong with them.
 */
export { nextTimes } from './next-times.ts';
export { type Cron, CronError, parseCron, shortestGapMinutes } from './parse-cron.ts';
export { cronWords } from './words.ts';
export { isTimeZone } from './zones.ts';
