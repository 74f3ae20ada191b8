/**
 * SQL TEXT. What every field for SQL shares: grammar, colours, words, the look of completions, and a field for one expression.
 * In: text, and the names that may stand in it. Out: text.
 */
export * from './completion-look.ts';
export * from './editor-theme.ts';
export * from './functions-query.ts';
export * from './grammar.ts';
export * from './keywords.ts';
export * from './quote-name.ts';
export * from './told-texts.ts';
