import { oracle } from '@powerset/sql';
import { placeAt, refusal, type Token, unreadable } from '../remote/index.ts';
import {
  createLexer,
  type NamedTable,
  type NamePart,
  type ReadStatement,
  readStatements as readStatementsOf,
  type SqlGrammar,
  standardGrammar,
  standardLexicon,
} from '../warehouse/index.ts';
import { shownPart } from './names.ts';
import { closedPackages, closedSchemas, closedWords, openFunctions, reservedWords, typeWords } from './words.ts';

const readTokens = createLexer({
  ...standardLexicon,
  space: /[ \t\n\r]+/y,
  word: /[A-Za-z][A-Za-z0-9_$#]*/y,
  number: /(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?[fFdD]?/y,
  // The plus in brackets marks the side of a join whose rows may be missing.
  sign: /(?!\/\*)(?:\([ \t\r\n]*\+[ \t\r\n]*\)|=>|<=|>=|<>|!=|\^=|\|\||[(),;.*+\-/=<>])/y,
  texts: [
    /[nN]?[qQ]'(?:\[[\s\S]*?\]'|\{[\s\S]*?\}'|\([\s\S]*?\)'|<[\s\S]*?>'|([!"#$%&*+,\-./:;=?@\\^_`|~])[\s\S]*?\1')/y,
    /(?![nN]?[qQ]')[nN]?'[^']*(?:''[^']*)*'/y,
  ],
  // A quoted name holds no quotes here.
  names: { sign: '"', isDoubled: false },
  refused: [
    [
      /[nN]?[qQ]'(?![[{(<][\s\S]*?[\]})>]'|([!"#$%&*+,\-./:;=?@\\^_`|~])[\s\S]*?\1')/y,
      "A q quote is not closed, or opened by no sign: q'[…]'.",
    ],
    [/@/y, 'Tables of other databases (@) cannot be read here.'],
    [/:/y, 'Variables (:) have no values here.'],
    [/[{}]/y, 'Escapes of ODBC ({…}) cannot be read here.'],
  ],
});

const callable = [...openFunctions, ...typeWords].join('|');

const oracleGrammar: SqlGrammar = {
  ...standardGrammar,
  readTokens: (sql) => {
    const script = readTokens(sql);
    checkWords(script.tokens, sql);
    return script;
  },
  lexRules: oracle.lexRules,
  reservedWords,
  setWords: new Set([...standardGrammar.setWords, 'MINUS']),
  hasApply: true,
  hasConnectBy: true,
  recursesAlways: true,
  // All that are not known, and those that people made.
  closedFunctions: new RegExp(`^(?!(?:${callable})$)`, 'i'),
  toTable,
  scopeName: shownPart,
};

/** What a point leads to, and what it leads from, can be a function too: those of the server's packages reach everywhere. */
function checkWords(tokens: readonly Token[], sql: string): void {
  for (const [at, token] of tokens.entries()) {
    if (token.kind !== 'word' && token.kind !== 'quoted') continue;
    const name = token.value.toUpperCase();
    const isPath = isPoint(tokens[at - 1]) || isPoint(tokens[at + 1]);
    if (isPath && name === 'NEXTVAL') throw refusal('Sequences may not be counted up here.');
    if (closedWords.has(name) && (isPath || token.kind === 'word'))
      throw unreadable(`"${token.raw}" cannot be read here. Quote it if it is a name.`, placeAt(sql, token.start));
    if (closedPackages.test(name) && isPoint(tokens[at + 1]))
      throw refusal(`The function "${token.raw}" may not be called here.`);
  }
}

function isPoint(token: Token | undefined): boolean {
  return token?.kind === 'sign' && token.value === '.';
}

function toTable(parts: readonly NamePart[]): NamedTable {
  if (parts.length > 2) throw refusal('A table is named by its schema and its name.');
  const [table = '', schema = null] = parts.map(shownPart).reverse();
  if (schema !== null && !isDual({ schema, table }) && (closedSchemas.has(schema) || /^(?:apex_|flows_)/.test(schema)))
    throw refusal(`The table "${schema}.${table}" may not be read here.`);
  return { schema, table };
}

/** The table of one row that every server has: it says nothing, so nobody is asked for permission. */
function isDual({ schema, table }: { readonly schema: string | null; readonly table: string }): boolean {
  return table === 'dual' && (schema === null || schema === 'sys');
}

export function readStatements(sql: string): readonly ReadStatement[] {
  return readStatementsOf(sql, oracleGrammar).map((statement) => ({
    ...statement,
    tables: statement.tables.filter((table) => !isDual(table)),
  }));
}

/** Where something is put into a statement, and what. */
interface Insertion {
  readonly at: number;
  readonly text: string;
}

/**
 * What is put before each table that is named without a schema: the server would look in the schema of its account, and then among
 * the synonyms of all, where every view of its catalog has one.
 */
function insertionsOf({ text, bareTables }: ReadStatement, schema: string): readonly Insertion[] {
  const head = `${oracle.quoteTablePart(schema)}.`;
  return [...bareTables]
    .sort((one, other) => one - other)
    .map((at) => ({ at, text: /^(?:[dD][uU][aA][lL](?![\w$#])|"DUAL")/.test(text.slice(at, at + 7)) ? 'SYS.' : head }));
}

/** The text of a statement with a schema before each table that is named without one. */
export function withSchemas(statement: ReadStatement, schema: string): string {
  const { text } = statement;
  return insertionsOf(statement, schema).reduceRight(
    (sent, { at, text: head }) => `${sent.slice(0, at)}${head}${sent.slice(at)}`,
    text,
  );
}

/** Where in the author's text it is of which the server tells the place in what was sent. */
export function authorsOffset(statement: ReadStatement, schema: string, sent: number): number {
  let before = 0;
  for (const { at, text } of insertionsOf(statement, schema)) {
    if (at + before >= sent) break;
    before += text.length;
  }
  return Math.max(0, Math.min(sent - before, statement.text.length));
}
