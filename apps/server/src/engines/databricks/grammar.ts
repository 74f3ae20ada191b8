import { databricks } from '@powerset/sql';
import { refusal } from '../remote/index.ts';
import {
  createLexer,
  type Lexicon,
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

/** Of Spark SQL; texts that are read as they stand come first. */
export const sparkLexicon: Lexicon = {
  ...standardLexicon,
  // Not the letter of texts that are read as they stand, and of bytes.
  word: /(?![rRxX]['"])[A-Za-z_][A-Za-z0-9_]*/y,
  number: /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?(?:BD|bd|[LlSsYyFfDd])?/y,
  sign: /(?!\/\*|\|>)(?:<=>|->|=>|<=|>=|<>|!=|==|\|\||::|[()[\],;.*+\-/%=<>:{}|^&~!])/y,
  texts: [/[rR]'[^']*'/y, /[rR]"[^"]*"/y, /[xX]?'[^'\\]*(?:\\[\s\S][^'\\]*)*'/y, /[xX]?"[^"\\]*(?:\\[\s\S][^"\\]*)*"/y],
  names: { sign: '`', isDoubled: true },
  refused: [
    [/\|>/y, 'Queries by pipes (|>) cannot be read here.'],
    [/\$/y, 'Variables ($) have no values here.'],
    [/@/y, 'Versions of tables are named by VERSION AS OF here.'],
  ],
};

/** `TRANSFORM (…) USING 'command'` runs a program of the server's host. After a join USING is followed by a bracket. */
export function createSparkLexer(lexicon: Lexicon): SqlGrammar['readTokens'] {
  const read = createLexer(lexicon);
  return (sql) => {
    const script = read(sql);
    const isScript = script.tokens.some(
      ({ kind, value }, at) => kind === 'word' && value === 'USING' && script.tokens[at + 1]?.kind === 'text',
    );
    if (isScript) throw refusal('Programs (TRANSFORM … USING) may not be run here.');
    return script;
  };
}

export const sparkGrammar: SqlGrammar = {
  ...standardGrammar,
  readTokens: createSparkLexer(sparkLexicon),
  lexRules: databricks.lexRules,
  reservedWords: new Set([
    ...standardReservedWords,
    ...['ALL', 'ANTI', 'ANY', 'BOTH', 'CHECK', 'COLLATE', 'COLUMN', 'FETCH', 'FILTER', 'FOREIGN', 'LATERAL', 'LEADING'],
    ...['MINUS', 'OFFSET', 'ONLY', 'OVERLAPS', 'PRIMARY', 'QUALIFY', 'REFERENCES', 'SEMI', 'SESSION_USER', 'SOME'],
    // It would read the table that follows it, and not one of that name.
    ...['STREAM', 'TABLESAMPLE', 'TO', 'TRAILING', 'UNIQUE', 'USER', 'WITHIN'],
  ]),
  setWords: new Set([...standardGrammar.setWords, 'MINUS']),
  hasQualify: true,
  hasLateralViews: true,
  hasSortBy: true,
  hasBareTableFunctions: true,
  openTableFunctions: new Set([
    ...['explode', 'explode_outer', 'posexplode', 'posexplode_outer', 'inline', 'inline_outer', 'stack', 'json_tuple'],
    ...['range', 'variant_explode', 'variant_explode_outer'],
  ]),
  closedFunctions:
    /^(?:ai_|identifier$|(?:try_)?reflect$|java_method$|(?:try_)?secret$|http_request$|remote_query$|read_|cloud_files|input_file|vector_search$)/i,
  toTable,
  scopeName: smallAscii,
  explainWords: new Set(['EXTENDED', 'FORMATTED', 'COST', 'CODEGEN']),
};

const fileFormats: ReadonlySet<string> = new Set([
  ...['avro', 'binaryfile', 'csv', 'delta', 'hudi', 'iceberg', 'image', 'jdbc', 'json', 'libsvm', 'orc', 'parquet'],
  ...['text', 'xml'],
]);

/** In small letters, as the server has them. What is named like a path is one: files are read by their format's name. */
function toTable(parts: readonly NamePart[]): NamedTable {
  const [table = '', schema = null, catalog] = parts.map(({ name }) => name.toLowerCase()).reverse();
  const isFile = parts.some(({ name }) => /[/:\\*]/.test(name)) || fileFormats.has(schema ?? '');
  if (isFile) throw refusal('Files may not be read here.');
  return { catalog, schema, table };
}

export function readStatements(sql: string): readonly ReadStatement[] {
  return readStatementsOf(sql, sparkGrammar);
}
