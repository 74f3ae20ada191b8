/**
 * WORDS. Everything that crosses the wire: where endpoints are called, the types of what they read and answer, the error
 * catalogue, the result table. The schemas behind the types have a door of their own, which only the server takes.
 */
export * from './access-requests.ts';
export * from './advanced-types.ts';
export * from './annotations.ts';
export * from './api-keys.ts';
export * from './async-jobs.ts';
export * from './bundles.ts';
export * from './chart-data.ts';
export * from './chart-plugins.ts';
export * from './charts.ts';
export * from './css-templates.ts';
export * from './dashboards.ts';
export * from './databases.ts';
export * from './datasets.ts';
export * from './editor-tabs.ts';
export * from './embedded-dashboards.ts';
export * from './endpoints.ts';
export * from './errors.ts';
export * from './explore.ts';
export * from './filter-sets.ts';
export * from './groups.ts';
export * from './key-values.ts';
export * from './logs.ts';
export * from './mcp.ts';
export * from './names.ts';
export * from './pages.ts';
export * from './pictures.ts';
export * from './query-objects.ts';
export * from './query-runs.ts';
export * from './reports.ts';
export * from './result-tables.ts';
export * from './rison.ts';
export * from './roles.ts';
export * from './row-level-rules.ts';
export * from './saved-queries.ts';
export * from './schedules.ts';
export type * from './schemas.ts';
export * from './security.ts';
export * from './sql-editor.ts';
export * from './system.ts';
export * from './tags.ts';
export * from './themes.ts';
export * from './uploads.ts';
export * from './urls.ts';
export * from './users.ts';
export * from './words.ts';
