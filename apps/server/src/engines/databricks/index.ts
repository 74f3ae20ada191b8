/**
 * DATABRICKS. One catalog of a workspace, over the interface for statements of its SQL warehouses, signed in by an access token.
 * Statements are read by a grammar of our own, and only those that read are sent. In: statements. Out: result tables, analyses,
 * EngineErrors.
 */
export { readStatements as readDatabricksScript } from './grammar.ts';
export { databricksKind } from './kind.ts';
export { type DatabricksOptions, openDatabricks } from './open.ts';
export { fromUri } from './uri.ts';
