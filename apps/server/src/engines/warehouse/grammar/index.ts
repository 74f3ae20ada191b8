/**
 * WAREHOUSE GRAMMAR. Reads queries of engines that are asked over HTTP: which tables and functions they name. In: a script and
 * what is particular about its engine. Out: statements that only read, or an EngineError with the place.
 */
export {
  type NamedTable,
  type NamePart,
  type SqlGrammar,
  smallAscii,
  standardGrammar,
  standardReservedWords,
} from './grammar.ts';
export { createLexer, type Lexicon, standardLexicon } from './lexer.ts';
export { type ReadStatement, readStatements, withHeads, withTableHead } from './statement.ts';
