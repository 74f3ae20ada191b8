import { findOuterLimit, standardLexRules } from '@powerset/sql';
import type { StatementKind } from '../../engine.ts';
import { type ParsedStatement, placeInText } from '../../parsed-script.ts';
import { readParts, refusal, type ScriptPart } from '../../remote/index.ts';
import { Cursor } from './cursor.ts';
import { readQuery } from './queries.ts';
import { readTokens } from './tokens.ts';

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
  return readParts(sql, readTokens, (part) => readOne(part, sql));
}

function readOne({ tokens, text, start }: ScriptPart, sql: string): ReadStatement {
  const cursor = new Cursor(tokens, sql, readQuery);
  const { kind, queryAt } = readKind(cursor);
  if (cursor.current) throw cursor.unexpected();
  const tables = [...cursor.tables.values()];
  const functions = [...cursor.functions].map((name) => ({ schema: null, name }));
  const limit = kind === 'select' ? (findOuterLimit(text, lexRules)?.value ?? null) : null;
  const queryStart = queryAt - (tokens[0]?.start ?? 0) + (text.length - text.trimStart().length);
  const mentions = kind === 'select' ? { mentions: placeInText(cursor.mentions, start) } : {};
  return { kind, text, tables, ...mentions, functions, limit, withNames: [...cursor.withNames], queryStart };
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
