/**
 * ATHENA. One catalog of an account, over the service's own signed calls. Its engine is one of Trino's family: grammar, types and the
 * words of errors are Trino's. In: statements. Out: result tables, analyses, EngineErrors.
 */
export { athenaKind } from './kind.ts';
export { type AthenaOptions, openAthena } from './open.ts';
export { fromUri } from './uri.ts';
