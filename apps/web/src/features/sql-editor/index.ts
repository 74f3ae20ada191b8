/**
 * SQL EDITOR. Tabs of SQL with completion and problems, the schema tree, runs, results in windows, history, previews.
 * In: the addresses /superset/sqllab/ and /sqllab/ (see `opening.ts` for their parameters). Out: saved queries, datasets.
 */
export { routes } from './routes.ts';
