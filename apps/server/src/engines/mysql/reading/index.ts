/**
 * READING. SQL of the family as its servers read it: words, and the tables and functions that a statement touches. What it does
 * not understand is refused. In: a script. Out: its statements.
 */
export { isNativeFunction, isRefusedFunction } from './functions.ts';
export { dorisGrammar, type Grammar, starrocksGrammar, usualGrammar } from './grammars.ts';
export { isRefusedTable } from './rules.ts';
export { findWord, readMysqlScript } from './script.ts';
