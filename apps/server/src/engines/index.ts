/**
 * ENGINES. One interface to databases; the embedded engine (a child process per file) and its stored results and files.
 * In: SQL that was planned or written, files that were uploaded. Out: result tables, analyses, EngineErrors.
 */
export * from './duckdb/embedded-engine.ts';
export * from './engine.ts';
export { createEngines, type Engines, type EnginesOptions } from './engines.ts';
export { type DatabaseKind, databaseKinds, embeddedDatabase, findDatabaseKind } from './kinds.ts';
