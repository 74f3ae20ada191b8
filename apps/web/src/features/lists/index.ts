/**
 * RESOURCE LISTS. The pages of charts, dashboards, datasets, databases, saved queries and query runs, each the generic list with its own
 * definition; and the dataset editor at an address of its own, over the list of datasets.
 */
export * from './routes.ts';
