/**
 * BIGQUERY. The datasets of one project, over the service's REST interface, signed in by the key of a service account. Statements
 * are read by a grammar of our own, and only those that read are sent. In: statements. Out: result tables, analyses, EngineErrors.
 */

export { Credentials } from './credentials.ts';
export { readStatements as readBigQueryScript } from './grammar.ts';
export { bigqueryKind, keyOf } from './kind.ts';
export { type BigQueryOptions, openBigQuery } from './open.ts';
export { fromUri } from './uri.ts';
