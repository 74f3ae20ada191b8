import { refusal } from '../../remote/index.ts';
import type { Cursor, Scope } from './cursor.ts';
import { isClauseWord, readBrackets, readExpressions } from './expressions.ts';
import { readSources, readTableName } from './sources.ts';

/** A query with its WITH, up to what cannot belong to it. */
export function readQuery(cursor: Cursor, outer: Scope): void {
  readScoped(cursor, outer);
}

/** `recursive` is the name of the query itself, where it may be read in it. */
function readScoped(cursor: Cursor, outer: Scope, recursive?: string): void {
  cursor.deeper(() => {
    const scope = cursor.takeWord('WITH') ? readWith(cursor, outer) : outer;
    readOperands(cursor, scope, recursive);
  });
}

/** Queries that are joined by UNION and its like, with the order and the limit of the whole. */
function readOperands(cursor: Cursor, scope: Scope, recursive?: string): void {
  readOperand(cursor, scope);
  while (cursor.isSetWord()) {
    const isUnion = cursor.next().value === 'UNION';
    if (!cursor.takeWord('ALL')) cursor.takeWord('DISTINCT');
    cursor.takeWord('CORRESPONDING');
    if (recursive !== undefined && !isUnion && !cursor.grammar.recursesAlways)
      throw refusal('A recursive query is joined by UNION alone here.');
    readOperand(cursor, recursive === undefined || !isUnion ? scope : new Set([...scope, recursive]));
  }
  readTail(cursor, scope);
}

function readOperand(cursor: Cursor, scope: Scope): void {
  if (cursor.takeSign('(')) {
    readScoped(cursor, scope);
    cursor.expectSign(')');
  } else if (cursor.takeWord('TABLE')) readTableName(cursor, scope);
  else if (cursor.takeWord('VALUES')) readExpressions(cursor, scope);
  else readSelect(cursor, scope);
}

function readSelect(cursor: Cursor, scope: Scope): void {
  if (!cursor.takeWord('SELECT')) throw cursor.unexpected();
  if (!cursor.takeWord('DISTINCT')) cursor.takeWord('ALL');
  readTop(cursor);
  readKindOfRow(cursor);
  readExpressions(cursor, scope);
  if (cursor.takeWord('FROM')) readSources(cursor, scope);
  if (cursor.takeWord('WHERE')) readExpressions(cursor, scope);
  readTree(cursor, scope);
  if (cursor.isWord('GROUP') && isClauseWord(cursor)) {
    cursor.skip(2);
    readExpressions(cursor, scope);
  }
  if (cursor.takeWord('HAVING')) readExpressions(cursor, scope);
  readQualify(cursor, scope);
  if (cursor.isWord('WINDOW') && isClauseWord(cursor)) readWindows(cursor, scope);
  readQualify(cursor, scope);
}

/** `TOP 5`, `TOP (5) PERCENT WITH TIES`: a plain number, so that nothing else can follow it. */
function readTop(cursor: Cursor): void {
  if (!cursor.grammar.hasTop || !cursor.takeWord('TOP')) return;
  const isBracketed = cursor.takeSign('(');
  if (cursor.next().kind !== 'number') throw refusal('The rows of TOP are told by a number here.');
  if (isBracketed) cursor.expectSign(')');
  cursor.takeWord('PERCENT');
  if (cursor.isWord('WITH') && cursor.isWord('TIES', 1)) cursor.skip(2);
}

/** `SELECT AS STRUCT a, b`. */
function readKindOfRow(cursor: Cursor): void {
  if (cursor.isWord('AS') && (cursor.isWord('STRUCT', 1) || cursor.isWord('VALUE', 1))) cursor.skip(2);
}

/** `START WITH a CONNECT BY PRIOR b = c`, in either order. */
function readTree(cursor: Cursor, scope: Scope): void {
  while ((cursor.isWord('START') || cursor.isWord('CONNECT')) && isClauseWord(cursor)) {
    cursor.skip(2);
    readExpressions(cursor, scope);
  }
}

function readQualify(cursor: Cursor, scope: Scope): void {
  if (cursor.isWord('QUALIFY') && isClauseWord(cursor)) {
    cursor.skip(1);
    readExpressions(cursor, scope);
  }
}

function readWindows(cursor: Cursor, scope: Scope): void {
  do {
    // WINDOW, or the comma, and the name.
    cursor.skip(cursor.isWord('WINDOW') ? 2 : 1);
    if (!cursor.takeWord('AS')) throw cursor.unexpected();
    readBrackets(cursor, scope);
  } while (cursor.takeSign(','));
}

const orderWords: ReadonlySet<string> = new Set(['ORDER', 'SORT', 'DISTRIBUTE', 'CLUSTER']);

/** ORDER BY, then OFFSET and LIMIT or FETCH, which engines have in one order or the other. */
function readTail(cursor: Cursor, scope: Scope): void {
  while (cursor.isAnyWord(orderWords) && isClauseWord(cursor)) {
    cursor.skip(1);
    if (cursor.grammar.hasConnectBy) cursor.takeWord('SIBLINGS');
    if (!cursor.takeWord('BY')) throw cursor.unexpected();
    readExpressions(cursor, scope);
  }
  readOffset(cursor);
  if (!isClauseWord(cursor)) return;
  if (cursor.isWord('LIMIT')) cursor.skip(2);
  else if (cursor.isWord('FETCH')) readFetch(cursor);
  readOffset(cursor);
}

function readOffset(cursor: Cursor): void {
  if (!cursor.isWord('OFFSET') || !isClauseWord(cursor)) return;
  cursor.skip(2);
  if (!cursor.takeWord('ROWS')) cursor.takeWord('ROW');
}

/** `FETCH FIRST 5 ROWS ONLY`, `FETCH NEXT ROW WITH TIES`. */
function readFetch(cursor: Cursor): void {
  cursor.skip(2);
  if (cursor.current?.kind === 'number') cursor.skip(1);
  cursor.takeWord('PERCENT');
  if (!cursor.takeWord('ROWS') && !cursor.takeWord('ROW')) throw cursor.unexpected();
  if (cursor.takeWord('ONLY')) return;
  if (!cursor.takeWord('WITH') || !cursor.takeWord('TIES')) throw cursor.unexpected();
}

/** `name AS (query)` or `name (columns) AS (query)`, each known to those after it. */
function readWith(cursor: Cursor, outer: Scope): Scope {
  if (cursor.isWord('FUNCTION')) throw refusal('Functions may not be written here.');
  const isRecursive = cursor.grammar.recursesAlways || cursor.takeWord('RECURSIVE');
  let scope = outer;
  do {
    if (!cursor.isName()) throw cursor.unexpected();
    const name = cursor.grammar.scopeName(cursor.part);
    cursor.next();
    if (cursor.isSign('(')) readBrackets(cursor, scope);
    if (!cursor.takeWord('AS')) throw cursor.unexpected();
    cursor.expectSign('(');
    readScoped(cursor, scope, isRecursive ? name : undefined);
    cursor.expectSign(')');
    scope = new Set([...scope, name]);
  } while (cursor.takeSign(','));
  return scope;
}
