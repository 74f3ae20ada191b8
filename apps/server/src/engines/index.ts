/**
 * ENGINES. Connected databases behind one interface: analyse, run, inspect, cancel; the embedded engine in a child process
 * per file, with its stored results and uploaded files.
 * In: SQL that was planned or written, files that were uploaded. Out: result tables, or EngineErrors in words to act on.
 */
export * from './duckdb/embedded-engine.ts';
export * from './engine.ts';
export { createEngines, type Engines, type EnginesOptions } from './engines.ts';
export * from './kinds.ts';
