/**
 * SCHEDULES. The list of schedules, the dialog of their times, and that of their runs.
 * In: the resource of the API. Out: a page on the generic list.
 */
export * from './routes.ts';
