/**
 * DATABRICKS. One catalog of a workspace, over the interface for statements of its SQL warehouses, signed in by an access token.
 * Statements are read by a grammar of our own, and only those that read are sent. In: statements. Out: result tables, analyses,
 * EngineErrors.
 */
export { sparkMeanings } from './errors.ts';
export { createSparkLexer, readStatements as readDatabricksScript, sparkGrammar, sparkLexicon } from './grammar.ts';
export { databricksKind } from './kind.ts';
export { type DatabricksOptions, openDatabricks } from './open.ts';
export { createShownCatalog } from './shown-catalog.ts';
export { fromUri } from './uri.ts';
export { familyOf } from './values.ts';
