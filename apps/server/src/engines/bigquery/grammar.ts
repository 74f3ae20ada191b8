import { bigquery } from '@powerset/sql';
import { refusal } from '../remote/index.ts';
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
  withHeads,
} from '../warehouse/index.ts';

const readTokens = createLexer({
  ...standardLexicon,
  comment: /--[^\r\n]*|#[^\r\n]*|\/\*[\s\S]*?\*\//y,
  // Not the letters of texts that are read as they stand, and of bytes.
  word: /(?![rRbB]{1,2}['"])[A-Za-z_][A-Za-z0-9_]*/y,
  number: /0[xX][0-9A-Fa-f]+|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y,
  // A pipe would lead a query on in another grammar.
  sign: /(?!\/\*|\|>)(?:->|=>|<=|>=|<>|!=|\|\||[()[\],;.*+\-/%=<>:{}|^&~])/y,
  texts: [
    /(?:[rR][bB]?|[bB][rR]?)?'[^'\\\r\n]*(?:\\[^\r\n][^'\\\r\n]*)*'(?!')/y,
    /(?:[rR][bB]?|[bB][rR]?)?"[^"\\\r\n]*(?:\\[^\r\n][^"\\\r\n]*)*"(?!")/y,
  ],
  names: { sign: '`', isDoubled: false },
  refused: [
    [/(?:[rR][bB]?|[bB][rR]?)?(?:'''|""")/y, 'Texts in three quotes cannot be read here. Write \\n where a line ends.'],
    [/\|>/y, 'Queries by pipes (|>) cannot be read here.'],
    [/@/y, 'Parameters (@) have no values here.'],
  ],
});

const bigqueryGrammar: SqlGrammar = {
  ...standardGrammar,
  readTokens,
  lexRules: bigquery.lexRules,
  reservedWords: new Set([
    ...standardReservedWords,
    ...[
      'ALL',
      'ANY',
      'ARRAY',
      'ASC',
      'ASSERT_ROWS_MODIFIED',
      'AT',
      'COLLATE',
      'CONTAINS',
      'CURRENT',
      'DEFAULT',
      'DEFINE',
    ],
    ...[
      'DESC',
      'ENUM',
      'EXCLUDE',
      'FETCH',
      'FOLLOWING',
      'GROUPS',
      'HASH',
      'IF',
      'IGNORE',
      'INTERVAL',
      'LATERAL',
      'LIMIT',
    ],
    ...['LOOKUP', 'MERGE', 'NEW', 'NO', 'NULLS', 'OF', 'OVER', 'PARTITION', 'PRECEDING', 'PROTO', 'QUALIFY', 'RANGE'],
    ...['RESPECT', 'ROWS', 'SET', 'SOME', 'STRUCT', 'TABLESAMPLE', 'TO', 'TREAT', 'UNBOUNDED', 'WINDOW', 'WITHIN'],
  ]),
  hasQualify: true,
  hasArrayPaths: true,
  closedFunctions: /^(?:ai_|external_query$|external_object_transform$)/i,
  functionPrefixes: new Set(['SAFE', 'NET', 'HLL_COUNT', 'KLL_QUANTILES']),
  toTable,
  // Queries of WITH are told apart without regard to case; tables are not.
  scopeName: smallAscii,
};

/** A whole path may stand in one pair of quotes. */
function toTable(parts: readonly NamePart[]): NamedTable {
  const names = parts.flatMap(({ name }) => name.split('.'));
  if (names.length > 3) throw refusal('A table is named by its project, its dataset and its name.');
  // They tell of other datasets, of jobs and of who runs them.
  const isClosed = (name: string) => /^(?:information_schema$|__tables)/i.test(name);
  if (names.some(isClosed)) throw refusal(`The table "${names.join('.')}" may not be read here.`);
  const [table = '', schema = null, catalog] = names.reverse();
  return { catalog: catalog?.toLowerCase(), schema, table };
}

/**
 * The text of a statement whose tables lie in a project, where they are named without one: the service would look for a dataset
 * that is named alone in the project that runs the query. A path in one pair of quotes stays one.
 */
export function withProject({ text, schemaTables }: ReadStatement, project: string): string {
  return withHeads(text, schemaTables, (rest) =>
    /^`[^`]*\./.test(rest) ? `\`${project}.${rest.slice(1)}` : `\`${project}\`.${rest}`,
  );
}

export function readStatements(sql: string): readonly ReadStatement[] {
  return readStatementsOf(sql, bigqueryGrammar);
}
