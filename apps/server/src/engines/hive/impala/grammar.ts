import { impala } from '@powerset/sql';
import { refusal } from '../../remote/index.ts';
import {
  createLexer,
  type NamedTable,
  type NamePart,
  type ReadStatement,
  readStatements,
  type SqlGrammar,
  smallAscii,
  standardGrammar,
  standardLexicon,
  standardReservedWords,
} from '../../warehouse/index.ts';

const impalaGrammar: SqlGrammar = {
  ...standardGrammar,
  readTokens: createLexer({
    ...standardLexicon,
    sign: /(?!\/\*)(?:<=>|<=|>=|<>|!=|\|\||&&|::|[()[\],;.*+\-/%=<>:{}|^&~!])/y,
    texts: [/'[^'\\]*(?:\\[^\r\n][^'\\]*)*'/y, /"[^"\\]*(?:\\[^\r\n][^"\\]*)*"/y],
    names: { sign: '`', isDoubled: false },
    refused: [
      [/\$/y, 'Variables ($) have no values here.'],
      [/@/y, 'Versions of tables are named by FOR SYSTEM_VERSION AS OF here.'],
    ],
  }),
  lexRules: impala.lexRules,
  reservedWords: new Set([
    ...standardReservedWords,
    ...['ALL', 'ANTI', 'BROADCAST', 'FUNCTION', 'LIMIT', 'MINUS', 'OFFSET', 'OVER', 'OVERLAPS', 'PARTITION', 'RANGE'],
    ...['ROWS', 'SEMI', 'SHUFFLE', 'STRAIGHT_JOIN', 'TABLESAMPLE', 'TO', 'UNNEST', 'USE', 'VIEW', 'WINDOW', 'WITHIN'],
  ]),
  setWords: new Set([...standardGrammar.setWords, 'MINUS']),
  toTable,
  scopeName: (part) => smallAscii({ ...part, name: trimmed(part.name) }),
};

/** The server reads no blanks at the ends of a quoted name. */
function trimmed(name: string): string {
  return name.replaceAll(/^ +| +$/g, '');
}

/** A third part is a column of a table that holds rows of its own, or what Iceberg tells of one: permissions know neither. */
function toTable(parts: readonly NamePart[]): NamedTable {
  if (parts.length > 2) throw refusal('Nested rows of a table cannot be read as a table here.');
  const [table = '', schema = null] = parts.map(({ name }) => trimmed(name).toLowerCase()).reverse();
  return { schema, table };
}

export function readImpalaScript(sql: string): readonly ReadStatement[] {
  return readStatements(sql, impalaGrammar);
}
