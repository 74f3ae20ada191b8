import { druid } from '@powerset/sql';
import { refusal } from '../remote/index.ts';
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
  withTableHead,
} from '../warehouse/index.ts';

/** The one catalog of a server, and the schema in it where its tables lie. */
export const mainSchema = 'druid';
export const lookupSchema = 'lookup';

/** The server's own lexicon: that of Calcite. */
const readTokens = createLexer({
  ...standardLexicon,
  space: /[ \t\n\r]+/y,
  // Two slashes begin a comment, too.
  comment: /(?:--|\/\/)[^\r\n]*|\/\*[\s\S]*?\*\//y,
  // Not the letters before texts that are read in another way.
  word: /(?![xX]')(?![uU]&['"])[A-Za-z_][A-Za-z0-9_]*/y,
  sign: /(?!\/[*/])(?:=>|<=|>=|<>|!=|\|\||[()[\],;.*+\-/%=<>?:{}])/y,
  texts: [/[uU]&'[^']*(?:''[^']*)*'/y, /[xX]'[0-9A-Fa-f]*'/y, /'[^']*(?:''[^']*)*'/y],
  refused: [
    [/[uU]&"/y, 'Names with escapes cannot be read here.'],
    [/[eE]'/y, "Texts with backslashes (E'…') cannot be read here."],
  ],
});

const druidGrammar: SqlGrammar = {
  ...standardGrammar,
  readTokens,
  lexRules: druid.lexRules,
  reservedWords: new Set([
    ...standardReservedWords,
    ...['ALL', 'ANY', 'ARRAY', 'CALL', 'CLUSTERED', 'FETCH', 'INTERVAL', 'JSON_ARRAY', 'JSON_EXISTS', 'JSON_OBJECT'],
    ...['JSON_QUERY', 'JSON_VALUE', 'LATERAL', 'LIMIT', 'LOCALTIME', 'LOCALTIMESTAMP', 'MATCH_RECOGNIZE', 'MINUS'],
    ...['MULTISET', 'OFFSET', 'OVERWRITE', 'PARTITIONED', 'QUALIFY', 'REPLACE', 'ROWS', 'SET', 'SOME', 'STREAM'],
    ...['TABLESAMPLE', 'UPSERT', 'WINDOW', 'WITHIN'],
  ]),
  hasQualify: true,
  // EXTERN, INLINE, HTTP, S3 and their like, which read what is no table of the server, are not among them.
  appendingFunctions: new Map([['append', mainSchema]]),
  closedFunctions: /^(?:ai_|extern$|append$|sleep$)/i,
  namingFunctions: new Map([['lookup', { argument: 1, schema: lookupSchema }]]),
  toTable,
  scopeName: ({ name }) => name,
  explainWords: new Set(['PLAN', 'FOR']),
};

/** Others tell how servers are set up, and how streams are signed in to. */
const openSystemTables: ReadonlySet<string> = new Set(['segments', 'servers', 'server_segments', 'tasks']);

/** As they are written: the server tells case apart. */
function toTable(parts: readonly NamePart[]): NamedTable {
  const [table = '', schema = null, catalog] = parts.map(({ name }) => name).reverse();
  if (schema?.toLowerCase() === 'sys' && !openSystemTables.has(table.toLowerCase()))
    throw refusal(`The table "${schema}.${table}" may not be read here.`);
  return { catalog, schema, table };
}

export function readStatements(sql: string): readonly ReadStatement[] {
  return readStatementsOf(sql, druidGrammar);
}

/** The server looks for bare names in one schema alone. */
export function withSchemas(statement: ReadStatement, schema: string): string {
  return schema === mainSchema ? statement.text : withTableHead(statement, `${druid.quoteTablePart(schema)}.`);
}
