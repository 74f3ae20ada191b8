import { findOuterLimit, standardLexRules } from '@powerset/sql';
import type { StatementKind } from '../../engine.ts';
import type { ParsedStatement } from '../../parsed-script.ts';
import { refusal } from '../../remote/index.ts';
import { Cursor } from './cursor.ts';
import { readQuery } from './queries.ts';
import { type Lexed, readTokens, type Token } from './tokens.ts';

const maxLength = 1_000_000;
const maxStatements = 1000;
const maxTokens = 300_000;
/** Of tables and functions: each is asked permission for. */
const maxNames = 5000;

/** A statement as it is sent, and what it names besides tables. */
export interface ReadStatement extends ParsedStatement {
  /** Names of WITH, which the server calls tables too. */
  readonly withNames: readonly string[];
  /** Where the query begins in the text, behind EXPLAIN. */
  readonly queryStart: number;
}

/**
 * Reads a script without asking the server: its statements, the tables they read, the functions they call. What could reach
 * outside of the database is refused, and what cannot be read for certain is too.
 */
export function readStatements(sql: string): readonly ReadStatement[] {
  if (sql.length > maxLength) throw refusal('The SQL is too long: at most 1,000,000 characters.');
  if (sql.includes('\u0000')) throw refusal('The SQL contains a NUL character.');
  const lexed = readTokens(sql);
  if (lexed.tokens.length > maxTokens) throw refusal('The SQL has too many words and signs: at most 300,000.');
  const parts = split(lexed);
  if (parts.length > maxStatements) throw refusal(`The script has too many statements: at most ${maxStatements}.`);
  const statements = parts.map((part) => readOne(part, sql));
  const names = statements.reduce((sum, { tables, functions }) => sum + tables.length + functions.length, 0);
  if (names > maxNames) throw refusal('The script names too many tables and functions: at most 5,000.');
  return statements;
}

interface Part {
  readonly tokens: readonly Token[];
  readonly text: string;
}

/** Statements with the white space before them that once was comments, so that places in them count from there. */
function split({ tokens, plain }: Lexed): readonly Part[] {
  const parts: Part[] = [];
  let from = 0;
  let start = 0;
  const close = (to: number, end: number) => {
    if (to > from) parts.push({ tokens: tokens.slice(from, to), text: plain.slice(start, end).trim() });
  };
  for (const [index, token] of tokens.entries()) {
    if (token.kind !== 'sign' || token.value !== ';') continue;
    close(index, token.start);
    from = index + 1;
    start = token.end;
  }
  close(tokens.length, plain.length);
  return parts;
}

function readOne({ tokens, text }: Part, sql: string): ReadStatement {
  const cursor = new Cursor(tokens, sql, readQuery);
  const { kind, queryAt } = readKind(cursor);
  if (cursor.current) throw cursor.unexpected();
  const tables = [...cursor.tables.values()];
  const functions = [...cursor.functions].map((name) => ({ schema: null, name }));
  const limit = kind === 'select' ? (findOuterLimit(text, lexRules)?.value ?? null) : null;
  const queryStart = queryAt - (tokens[0]?.start ?? 0) + (text.length - text.trimStart().length);
  return { kind, text, tables, functions, limit, withNames: [...cursor.withNames], queryStart };
}

/** Of text without comments. */
const lexRules = { ...standardLexRules, hasBackslashEscapes: true, hasBacktickIdentifiers: true };

const explainWords: ReadonlySet<string> = new Set(['AST', 'SYNTAX', 'PLAN', 'PIPELINE', 'ESTIMATE', 'QUERY']);

function readKind(cursor: Cursor): { readonly kind: StatementKind; readonly queryAt: number } {
  const isExplained = cursor.takeWord('EXPLAIN');
  if (isExplained) readExplainOptions(cursor);
  if (!cursor.startsQuery() && !cursor.isSign('(')) throw refusedStatement(cursor);
  const queryAt = cursor.current?.start ?? 0;
  readQuery(cursor, new Set());
  return { kind: isExplained ? 'explain' : 'select', queryAt };
}

/** `PLAN indexes = 1, actions = 1`. */
function readExplainOptions(cursor: Cursor): void {
  const isTree = cursor.isWord('QUERY');
  if (cursor.isAnyWord(explainWords)) cursor.skip(1);
  if (isTree && !cursor.takeWord('TREE')) throw cursor.unexpected();
  while (cursor.isName() && cursor.isSign('=', 1)) {
    if (cursor.ahead(2)?.kind !== 'number') throw refusal('Options of EXPLAIN are numbers.');
    cursor.skip(3);
    cursor.takeSign(',');
  }
}

function refusedStatement(cursor: Cursor): Error {
  const token = cursor.current;
  if (token?.kind !== 'word') return cursor.unexpected();
  return refusal(`${token.value} statements are not allowed here.`);
}
