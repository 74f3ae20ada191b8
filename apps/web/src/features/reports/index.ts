/**
 * REPORTS. The lists of reports and of alerts, and the runs of each.
 * In: the resource of the API. Out: pages on the generic list.
 */
export * from './routes.ts';
