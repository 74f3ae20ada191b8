/**
 * RESOURCE LISTS. The pages of charts, dashboards, datasets, databases, saved queries and query runs, each the generic list with its own
 * definition.
 */
export * from './routes.ts';
