import { mssql } from '@powerset/sql';
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
  withTableHead,
} from '../warehouse/index.ts';
import { checkShape } from './shape.ts';
import {
  closedWords,
  oldSystemViews,
  openFunctions,
  openTableFunctions,
  queryHints,
  queryWords,
  tableHints,
  typeWords,
} from './words.ts';

const readTokens = createLexer({
  ...standardLexicon,
  space: /[ \t\n\r]+/y,
  // Comments hold others here: one that does is refused, as its end is not that of other engines.
  comment: /--[^\r\n]*|\/\*(?:(?!\/\*|\*\/)[\s\S])*\*\//y,
  word: /(?![nN]')[A-Za-z_][A-Za-z0-9_]*/y,
  number: /0[xX][0-9A-Fa-f]+|(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?/y,
  sign: /(?!\/\*)(?:<=|>=|<>|!=|!<|!>|[(),;.*+\-/%=<>|^&~])/y,
  texts: [/[nN]?'[^']*(?:''[^']*)*'/y],
  otherNames: { sign: '[', isDoubled: true },
  refused: [
    [/\/\*/y, 'A comment is not closed, or holds another one.'],
    [/#/y, 'Temporary tables (#) cannot be read here.'],
    [/@/y, 'Variables (@) have no values here.'],
    [/[{}]/y, 'Escapes of ODBC ({…}) cannot be read here.'],
    [/::/y, 'Methods of types (::) may not be called here.'],
  ],
});

const callable = [...openFunctions, ...openTableFunctions, ...typeWords].join('|');

const mssqlGrammar: SqlGrammar = {
  ...standardGrammar,
  readTokens: (sql) => {
    const script = readTokens(sql);
    checkShape(script.tokens, sql);
    return script;
  },
  lexRules: mssql.lexRules,
  reservedWords: new Set([...queryWords, ...closedWords]),
  hasTop: true,
  hasApply: true,
  recursesAlways: true,
  hasBareTableFunctions: true,
  ...{ tableHints, queryHints, openTableFunctions },
  // All that are not known, and those that people made.
  closedFunctions: new RegExp(`^(?!(?:${callable})$)`, 'i'),
  toTable,
  scopeName: ({ name }) => name,
  checkScope,
};

/** Whether the server tells case apart is not known here: a name that would be one or the other is not guessed at. */
function checkScope({ name }: NamePart, scope: ReadonlySet<string>): void {
  const twin = [...scope].find((one) => one.toLowerCase() === name.toLowerCase());
  if (twin !== undefined) throw refusal(`Write "${name}" as its query in WITH is called: "${twin}".`);
}

function toTable(parts: readonly NamePart[]): NamedTable {
  const names = parts.map(({ name }) => name);
  for (const name of names) checkName(name);
  const [table = '', schema = null, catalog] = names.reverse();
  const isSystem = schema?.toLowerCase() === 'sys' || oldSystemViews.has(table.toLowerCase());
  if (isSystem) throw refusal(`The table "${schema ?? 'dbo'}.${table}" may not be read here.`);
  return { catalog, schema, table };
}

/** The server finds a table by other spellings of its name too: with a space behind it, or in wide letters. */
function checkName(name: string): void {
  if (name.startsWith('#')) throw refusal('Temporary tables (#) cannot be read here.');
  if (name.trim() !== name || name.normalize('NFKC') !== name || /[\p{Cf}\p{Co}\p{Cn}]/u.test(name))
    throw refusal(`The name "${name}" must be written as the table is called.`);
}

export function readStatements(sql: string): readonly ReadStatement[] {
  return readStatementsOf(sql, mssqlGrammar);
}

/**
 * The text of a statement with a schema before each table that is named without one: a session here has no schema that could be
 * chosen, and the server would look in that of its account.
 */
export function withSchemas(statement: ReadStatement, schema: string): string {
  return withTableHead(statement, `${mssql.quoteTablePart(schema)}.`);
}
