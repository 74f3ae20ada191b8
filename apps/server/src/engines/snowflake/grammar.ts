import { snowflake } from '@powerset/sql';
import {
  createLexer,
  type NamedTable,
  type NamePart,
  type ReadStatement,
  readStatements as readStatementsOf,
  type SqlGrammar,
  standardGrammar,
  standardLexicon,
  standardReservedWords,
} from '../warehouse/index.ts';
import { shownPart } from './names.ts';

const readTokens = createLexer({
  ...standardLexicon,
  comment: /--[^\r\n]*|\/\/[^\r\n]*|\/\*[\s\S]*?\*\//y,
  word: /[A-Za-z_][A-Za-z0-9_$]*/y,
  sign: /(?!\/\*|\/\/)(?:->|=>|<=|>=|<>|!=|\|\||::|[()[\],;.*+\-/%=<>:{}|^&~])/y,
  texts: [/'[^'\\]*(?:(?:\\[\s\S]|'')[^'\\]*)*'/y, /\$\$[\s\S]*?\$\$/y],
  refused: [
    [/@/y, 'Stages (@) cannot be read here.'],
    [/\$(?!\$)/y, 'Variables ($) have no values here.'],
  ],
});

const snowflakeGrammar: SqlGrammar = {
  ...standardGrammar,
  readTokens,
  lexRules: snowflake.lexRules,
  reservedWords: new Set([
    ...standardReservedWords,
    ...['ALL', 'ANY', 'CHECK', 'COLUMN', 'CONNECT', 'CURRENT', 'GRANT', 'ILIKE', 'INCREMENT', 'LATERAL', 'LOCALTIME'],
    ...[
      'LOCALTIMESTAMP',
      'MINUS',
      'OF',
      'QUALIFY',
      'REGEXP',
      'REVOKE',
      'RLIKE',
      'ROW',
      'ROWS',

      'SET',
      'SOME',
    ],
    ...['START', 'TABLESAMPLE', 'TO', 'TRIGGER', 'UNIQUE', 'UPDATE', 'WHENEVER'],
  ]),
  setWords: new Set([...standardGrammar.setWords, 'MINUS']),
  hasQualify: true,
  hasAtBefore: true,
  hasBareTableFunctions: true,
  openTableFunctions: new Set(['flatten', 'generator', 'split_to_table', 'strtok_split_to_table']),
  closedFunctions: /^(?:ai_|identifier$|get_ddl$|get_presigned_url$|build_\w*file_url$|result_scan$)/i,
  toTable,
  scopeName: shownPart,
  explainWords: new Set(['USING', 'TABULAR', 'JSON', 'TEXT']),
};

function toTable(parts: readonly NamePart[]): NamedTable {
  const [table = '', schema = null, catalog] = parts.map(shownPart).reverse();
  return { catalog, schema, table };
}

export function readStatements(sql: string): readonly ReadStatement[] {
  return readStatementsOf(sql, snowflakeGrammar);
}
