import { findOuterLimit } from '@powerset/sql';
import type { StatementKind } from '../../engine.ts';
import type { ParsedStatement } from '../../parsed-script.ts';
import { readParts, refusal, type ScriptPart } from '../../remote/index.ts';
import { Cursor } from './cursor.ts';
import type { SqlGrammar } from './grammar.ts';
import { readQuery } from './queries.ts';

export interface ReadStatement extends ParsedStatement {
  /** Catalogs that it names tables with, as the grammar writes them. */
  readonly catalogs: readonly string[];
}

/**
 * Reads a script without asking the server: its statements, the tables they read, the functions they call. What changes
 * anything, asks another server or cannot be read for certain is refused.
 */
export function readStatements(sql: string, grammar: SqlGrammar): readonly ReadStatement[] {
  return readParts(sql, grammar.readTokens, (part) => readOne(part, sql, grammar));
}

function readOne({ tokens, text }: ScriptPart, sql: string, grammar: SqlGrammar): ReadStatement {
  const cursor = new Cursor({ tokens, sql, grammar, readQuery });
  const kind = readKind(cursor);
  if (cursor.current) throw cursor.unexpected();
  return {
    kind,
    text,
    tables: [...cursor.tables.values()],
    functions: [...cursor.functions].map((name) => ({ schema: null, name })),
    limit: kind === 'select' ? (findOuterLimit(text, grammar.lexRules)?.value ?? null) : null,
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

/** `ANALYZE VERBOSE` or `(TYPE IO, FORMAT JSON)`. */
function readExplainOptions(cursor: Cursor): void {
  const { explainWords } = cursor.grammar;
  while (cursor.isAnyWord(explainWords)) cursor.skip(1);
  if (!cursor.isSign('(') || !cursor.isAnyWord(explainWords, 1)) return;
  cursor.skip(1);
  while (cursor.isAnyWord(explainWords)) {
    cursor.skip(1);
    cursor.takeSign(',');
  }
  cursor.expectSign(')');
}

function refusedStatement(cursor: Cursor): Error {
  const token = cursor.current;
  return token?.kind === 'word' ? refusal(`${token.value} statements are not allowed here.`) : cursor.unexpected();
}
