/**
 * GRAMMAR. A small tree of SQL, its printer, the dialects, and readers for SQL that people write. Pure.
 * In: trees, values, text. Out: SQL text in a dialect, positions in text. Knows nothing of datasets, charts or engines.
 */
export * from './dialects/index.ts';
export * from './errors.ts';
export * from './print.ts';
export * from './reading/index.ts';
export * from './tree.ts';
