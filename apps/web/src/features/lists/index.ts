/**
 * Lists of charts, dashboards, datasets, databases, saved queries and query runs: one page, described per resource.
 * In: a `ListDefinition`. Out: a table or cards with search, filters, sort, pages, stars, selection, deletion, import and export.
 */
export * from './routes.ts';
