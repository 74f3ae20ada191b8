/**
 * SNOWFLAKE. One database of an account, over the service's public interface for statements, signed in by an access token or by a
 * private key. Statements are read by a grammar of our own, and only those that read are sent. In: statements. Out: result
 * tables, analyses, EngineErrors.
 */
export { readStatements as readSnowflakeScript } from './grammar.ts';
export { snowflakeKind } from './kind.ts';
export { openSnowflake, type SnowflakeOptions } from './open.ts';
export { fromUri } from './uri.ts';
