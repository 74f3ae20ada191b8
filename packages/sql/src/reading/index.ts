/**
 * Reads SQL that people wrote, as far as that is possible without the engine: tokens, statements, limits, clauses.
 * In: text and the lexical rules of a dialect. Out: positions and yes or no. What a statement may touch is decided by
 * the engine's own parser, not here.
 */
export * from './clauses.ts';
export { addConditions, type ColumnCondition } from './conditions.ts';
export * from './lex.ts';
export * from './limit.ts';
export { type NestedQuery, nestQuery, selectFromNested } from './nesting.ts';
export { readOrigins, type SelectedItem, type SelectOrigins, type SourceTable } from './origins.ts';
export * from './statements.ts';
