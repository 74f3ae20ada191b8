import { findOuterLimit, standardLexRules } from '@powerset/sql';
import type { StatementKind } from '../../engine.ts';
import type { ParsedStatement } from '../../parsed-script.ts';
import { readParts, refusal, type ScriptPart } from '../../remote/index.ts';
import { Cursor } from './cursor.ts';
import { readQuery } from './queries.ts';
import { readTokens } from './tokens.ts';

export interface ReadStatement extends ParsedStatement {
  /** Catalogs that it names tables with, in small letters. */
  readonly catalogs: readonly string[];
}

/**
 * Reads a script without asking the server: its statements, the tables they read, the functions they call. What changes
 * anything, asks another server or cannot be read for certain is refused.
 */
export function readStatements(sql: string): readonly ReadStatement[] {
  return readParts(sql, readTokens, (part) => readOne(part, sql));
}

function readOne({ tokens, text }: ScriptPart, sql: string): ReadStatement {
  const cursor = new Cursor(tokens, sql, readQuery);
  const kind = readKind(cursor);
  if (cursor.current) throw cursor.unexpected();
  return {
    kind,
    text,
    tables: [...cursor.tables.values()],
    functions: [...cursor.functions].map((name) => ({ schema: null, name })),
    limit: kind === 'select' ? (findOuterLimit(text, standardLexRules)?.value ?? null) : null,
    catalogs: [...cursor.catalogs],
  };
}

function readKind(cursor: Cursor): StatementKind {
  const isExplained = cursor.takeWord('EXPLAIN');
  if (isExplained) readExplainOptions(cursor);
  if (!cursor.startsQuery() && !cursor.isSign('(')) throw refusedStatement(cursor);
  readQuery(cursor, new Set());
  return isExplained ? 'explain' : 'select';
}

const optionWords: ReadonlySet<string> = new Set([
  ...['TYPE', 'LOGICAL', 'DISTRIBUTED', 'VALIDATE', 'IO', 'FORMAT', 'TEXT', 'GRAPHVIZ', 'JSON'],
]);

/** `ANALYZE VERBOSE` or `(TYPE IO, FORMAT JSON)`. */
function readExplainOptions(cursor: Cursor): void {
  if (cursor.takeWord('ANALYZE')) {
    cursor.takeWord('VERBOSE');
    return;
  }
  if (!cursor.isSign('(') || !cursor.isAnyWord(optionWords, 1)) return;
  cursor.skip(1);
  while (cursor.isAnyWord(optionWords)) {
    cursor.skip(1);
    cursor.takeSign(',');
  }
  cursor.expectSign(')');
}

function refusedStatement(cursor: Cursor): Error {
  const token = cursor.current;
  return token?.kind === 'word' ? refusal(`${token.value} statements are not allowed here.`) : cursor.unexpected();
}
