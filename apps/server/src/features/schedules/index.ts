/**
 * SCHEDULES. When saved queries run by the clock, and how it went. In: cron expressions of the owners of saved queries, and
 * the time. Out: runs of the SQL editor, each as the person who owns the schedule, with the rights of that moment.
 */
export { outputSchema } from './output.ts';
export { registerSchedules, type ScheduleParts, type Schedules } from './routes.ts';
