import { findOuterLimit } from '@powerset/sql';
import type { StatementKind } from '../../engine.ts';
import { type ParsedStatement, placeInText } from '../../parsed-script.ts';
import { readParts, refusal, type ScriptPart } from '../../remote/index.ts';
import { Cursor } from './cursor.ts';
import type { SqlGrammar } from './grammar.ts';
import { readQuery } from './queries.ts';

export interface ReadStatement extends ParsedStatement {
  /** Catalogs that it names tables with, as the grammar writes them. */
  readonly catalogs: readonly string[];
  /** Where in its text tables are named without a schema. */
  readonly bareTables: readonly number[];
  /** Where they are named with a schema and without a catalog. */
  readonly schemaTables: readonly number[];
}

/**
 * Reads a script without asking the server: its statements, the tables they read, the functions they call. What changes
 * anything, asks another server or cannot be read for certain is refused.
 */
export function readStatements(sql: string, grammar: SqlGrammar): readonly ReadStatement[] {
  return readParts(sql, grammar.readTokens, (part) => readOne(part, sql, grammar));
}

function readOne({ tokens, text, start }: ScriptPart, sql: string, grammar: SqlGrammar): ReadStatement {
  const cursor = new Cursor({ tokens, sql, grammar, readQuery });
  const kind = readKind(cursor);
  if (cursor.current) throw cursor.unexpected();
  return {
    kind,
    text,
    tables: [...cursor.tables.values()],
    ...(kind === 'select' ? { mentions: placeInText(cursor.mentions, start) } : {}),
    functions: [...cursor.functions].map((name) => ({ schema: null, name })),
    limit: kind === 'select' ? (findOuterLimit(text, grammar.lexRules)?.value ?? null) : null,
    catalogs: [...cursor.catalogs],
    bareTables: cursor.bareTables.map((at) => at - start),
    schemaTables: cursor.schemaTables.map((at) => at - start),
  };
}

function readKind(cursor: Cursor): StatementKind {
  const isExplained = cursor.takeWord('EXPLAIN');
  if (isExplained) readExplainOptions(cursor);
  if (!cursor.startsQuery() && !cursor.isSign('(')) throw refusedStatement(cursor);
  readQuery(cursor, new Set());
  readQueryHints(cursor);
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

/** `OPTION (RECOMPILE, MAXRECURSION 500)`. */
function readQueryHints(cursor: Cursor): void {
  const { queryHints } = cursor.grammar;
  if (queryHints.size === 0 || !cursor.takeWord('OPTION')) return;
  cursor.expectSign('(');
  do {
    if (!cursor.isAnyWord(queryHints)) throw refusal(`The hint "${cursor.current?.raw ?? ''}" may not be given here.`);
    cursor.skip(cursor.ahead(1)?.kind === 'number' ? 2 : 1);
  } while (cursor.takeSign(','));
  cursor.expectSign(')');
}

function refusedStatement(cursor: Cursor): Error {
  const token = cursor.current;
  return token?.kind === 'word' ? refusal(`${token.value} statements are not allowed here.`) : cursor.unexpected();
}

/** The text of a statement with what stands for a schema before each table that is named without one. */
export function withTableHead({ text, bareTables }: ReadStatement, head: string): string {
  return withHeads(text, bareTables, (rest) => `${head}${rest}`);
}

/** A text with something written before each of these places. */
export function withHeads(text: string, places: readonly number[], headed: (rest: string) => string): string {
  const last = [...places].sort((one, other) => other - one);
  return last.reduce((sent, at) => `${sent.slice(0, at)}${headed(sent.slice(at))}`, text);
}
