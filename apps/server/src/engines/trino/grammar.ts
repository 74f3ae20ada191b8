import { standardLexRules } from '@powerset/sql';
import {
  createLexer,
  type NamedTable,
  type NamePart,
  type ReadStatement,
  readStatements as readStatementsOf,
  type SqlGrammar,
  smallAscii,
  standardGrammar,
  standardLexicon,
  standardReservedWords,
} from '../warehouse/index.ts';

/** The engine's lexicon, as its own grammar has it; the last signs stand in patterns of rows. */
const readTokens = createLexer({
  ...standardLexicon,
  // Not the letter of bytes that are none.
  word: /(?![xX]')[A-Za-z_][A-Za-z0-9_]*/y,
  // Digits with underscores, a fraction, an exponent; hexadecimal, octal and binary ones.
  number: /0[xX][0-9A-Fa-f_]+|0[oO][0-7_]+|0[bB][01_]+|(?:\d[\d_]*(?:\.[\d_]*)?|\.\d[\d_]*)(?:[eE][+-]?\d+)?/y,
  sign: /(?!\/\*)(?:->|=>|<=|>=|<>|!=|\|\||[()[\],;.*+\-/%=<>?:{}|^$])/y,
  texts: [/[uU]&'[^']*(?:''[^']*)*'/y, /[xX]'[0-9A-Fa-f ]*'(?!')/y, /'[^']*(?:''[^']*)*'/y],
  refused: [[/[uU]&"/y, 'Names with escapes cannot be read here.']],
});

/** Of Trino, Presto and what is built on them. */
export const trinoGrammar: SqlGrammar = {
  ...standardGrammar,
  readTokens,
  lexRules: standardLexRules,
  reservedWords: new Set([
    ...standardReservedWords,
    ...['CURRENT_CATALOG', 'CURRENT_PATH', 'CURRENT_ROLE', 'CURRENT_SCHEMA', 'DEALLOCATE', 'JSON_ARRAY', 'JSON_EXISTS'],
    ...['JSON_OBJECT', 'JSON_QUERY', 'JSON_TABLE', 'JSON_VALUE', 'LISTAGG', 'LOCALTIME', 'LOCALTIMESTAMP', 'NORMALIZE'],
    ...['PREPARE', 'SKIP', 'TRIM', 'UESCAPE'],
  ]),
  openTableFunctions: new Set(['sequence', 'exclude_columns']),
  toTable,
  scopeName: smallAscii,
  explainWords: new Set([
    ...['ANALYZE', 'VERBOSE', 'TYPE', 'LOGICAL', 'DISTRIBUTED', 'VALIDATE', 'IO', 'FORMAT', 'TEXT', 'GRAPHVIZ', 'JSON'],
  ]),
};

/** In small letters, as the server has them. */
function toTable(parts: readonly NamePart[]): NamedTable {
  const [table = '', schema = null, catalog] = [...parts].reverse().map(({ name }) => name.toLowerCase());
  return { catalog, schema, table };
}

export function readStatements(sql: string): readonly ReadStatement[] {
  return readStatementsOf(sql, trinoGrammar);
}
