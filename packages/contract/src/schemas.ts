/**
 * SCHEMAS. What each endpoint reads and answers, for whom, and under which status: the server's routes, their checks, the
 * access matrix and the OpenAPI document are made of them. The web takes only their types, through the other door.
 */
export * from './schemas/access-requests.ts';
export * from './schemas/advanced-types.ts';
export * from './schemas/annotations.ts';
export * from './schemas/answers.ts';
export * from './schemas/async-job.ts';
export * from './schemas/async-jobs.ts';
export * from './schemas/bundles.ts';
export * from './schemas/chart-data.ts';
export * from './schemas/chart-plugins.ts';
export * from './schemas/charts.ts';
export * from './schemas/dashboards.ts';
export * from './schemas/database-answers.ts';
export * from './schemas/databases.ts';
export * from './schemas/dataset-answers.ts';
export * from './schemas/datasets.ts';
export * from './schemas/dependents.ts';
export * from './schemas/described.ts';
export * from './schemas/editor-tabs.ts';
export * from './schemas/embedded-dashboards.ts';
export * from './schemas/errors.ts';
export * from './schemas/explore.ts';
export * from './schemas/explore-datasets.ts';
export * from './schemas/filter-sets.ts';
export * from './schemas/groups.ts';
export * from './schemas/key-values.ts';
export * from './schemas/lists.ts';
export * from './schemas/logs.ts';
export * from './schemas/names.ts';
export * from './schemas/pictures.ts';
export * from './schemas/query-objects.ts';
export * from './schemas/query-runs.ts';
export * from './schemas/reports.ts';
export * from './schemas/result-tables.ts';
export * from './schemas/roles.ts';
export * from './schemas/row-level-rules.ts';
export * from './schemas/saved-queries.ts';
export * from './schemas/schedules.ts';
export * from './schemas/security.ts';
export * from './schemas/sql-editor.ts';
export * from './schemas/sql-editor-texts.ts';
export * from './schemas/stored-results.ts';
export * from './schemas/system.ts';
export * from './schemas/uploads.ts';
export * from './schemas/users.ts';
