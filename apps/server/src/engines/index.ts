/**
 * ENGINES. Connected databases behind one interface: analyse, run, inspect, cancel; the embedded one in a child process.
 * In: authorised SQL. Out: result tables, or EngineError in words that its author can act on.
 */
export * from './engine.ts';
export { createEngines, type Engines, type EnginesOptions } from './engines.ts';
