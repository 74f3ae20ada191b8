/**
 * CLICKHOUSE. Servers of ClickHouse over their HTTP interface. Statements are read by a grammar of our own and by the server's
 * tree, and run when both name the same tables. In: statements. Out: result tables, analyses, EngineErrors.
 */
export { readStatements as readClickhouseScript } from './grammar/statement.ts';
export { type ClickhouseOptions, openClickhouse } from './open.ts';
export { findUriProblem, fromUri } from './uri.ts';
