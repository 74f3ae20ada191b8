/**
 * READING. SQL as this engine cuts it into words: statements, their kinds, and names that are let through nowhere. Which tables
 * a statement reads is not guessed from its words: the engine itself tells. In: a script. Out: its statements.
 */
export { lex, type Token } from './lex.ts';
export { ReadingProblem } from './problem.ts';
export { assertHarmless, isOpenFunction, isOwnFunction } from './rules.ts';
export { type ReadStatement, readScript, type TablePath } from './statement.ts';
