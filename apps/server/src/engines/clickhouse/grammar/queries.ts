import { refusal } from '../../remote/index.ts';
import type { Cursor, Scope } from './cursor.ts';
import { isClauseWord, readBrackets, readExpressions } from './expressions.ts';
import { readSources } from './sources.ts';

/** Clauses after FROM, in the order in which they may stand; the same number twice is for what may be said twice. */
const clauseOrder: Readonly<Record<string, number>> = {
  PREWHERE: 1,
  WHERE: 2,
  GROUP: 3,
  HAVING: 5,
  WINDOW: 6,
  QUALIFY: 7,
  ORDER: 8,
  LIMIT: 9,
  OFFSET: 10,
  FETCH: 11,
};
const setWords: ReadonlySet<string> = new Set(['UNION', 'EXCEPT', 'INTERSECT']);
/** Queries joined by UNION and its like, up to what cannot belong to them. */
export function readQuery(cursor: Cursor, outer: Scope): void {
  cursor.deeper(() => {
    // What the first one names by WITH is known to all that follow it.
    let scope = readOperand(cursor, outer);
    while (cursor.isAnyWord(setWords)) {
      cursor.next();
      if (!cursor.takeWord('ALL')) cursor.takeWord('DISTINCT');
      scope = new Set([...scope, ...readOperand(cursor, scope)]);
    }
  });
}

function readOperand(cursor: Cursor, scope: Scope): Scope {
  if (!cursor.takeSign('(')) return readSelect(cursor, scope);
  readQuery(cursor, scope);
  cursor.expectSign(')');
  // An ORDER BY or LIMIT of the whole.
  readClauses(cursor, scope);
  return scope;
}

function readSelect(cursor: Cursor, outer: Scope): Scope {
  const scope = cursor.takeWord('WITH') ? readWith(cursor, outer) : outer;
  const isFromFirst = cursor.takeWord('FROM');
  if (isFromFirst) readSources(cursor, scope);
  if (!cursor.takeWord('SELECT')) {
    if (isFromFirst) return scope;
    throw cursor.unexpected();
  }
  refuseEmptyList(cursor, isFromFirst);
  readExpressions(cursor, scope);
  if (cursor.takeWord('FROM')) {
    if (isFromFirst) throw refusal('A query says twice where its rows come from.');
    readSources(cursor, scope);
  }
  readClauses(cursor, scope);
  return scope;
}

/** Without an expression before them, the server takes the words of clauses for names of columns: `SELECT FROM in t`. */
function refuseEmptyList(cursor: Cursor, isFromFirst: boolean): void {
  if (cursor.isWord('DISTINCT') && !cursor.isWord('ON', 1)) cursor.skip(1);
  else if (cursor.isWord('ALL') && (cursor.isName(1) || cursor.isSign('*', 1))) cursor.skip(1);
  else if (cursor.isWord('TOP') && cursor.ahead(1)?.kind === 'number') cursor.skip(2);
  const token = cursor.current;
  const isEmpty = !token || isClauseWord(cursor) || [')', ';', ','].some((sign) => cursor.isSign(sign));
  // After the tables, SELECT itself could be an alias, and these follow one.
  const followsAlias = isFromFirst && (cursor.isWord('FINAL') || cursor.isWord('SAMPLE'));
  if (isEmpty || followsAlias) throw cursor.unexpected();
}

function readClauses(cursor: Cursor, scope: Scope): void {
  let last = 0;
  for (;;) {
    const token = cursor.current;
    const order = token?.kind === 'word' ? clauseOrder[token.value] : undefined;
    if (!token || order === undefined) return;
    const isRepeated = order === last && token.value === 'LIMIT';
    if (order <= last && !isRepeated) throw cursor.unexpected();
    last = order;
    cursor.next();
    // To older releases these two words are names of tables: no more tables may follow them.
    const endsAtComma = token.value === 'OFFSET' || token.value === 'QUALIFY';
    if (token.value === 'WINDOW') readWindows(cursor, scope);
    else readExpressions(cursor, scope, { endsAtComma, isOrder: token.value === 'ORDER' });
  }
}

function readWindows(cursor: Cursor, scope: Scope): void {
  do {
    if (!cursor.isName()) throw cursor.unexpected();
    cursor.next();
    if (!cursor.takeWord('AS')) throw cursor.unexpected();
    readBrackets(cursor, scope);
  } while (cursor.takeSign(','));
}

/** `name AS (query)`, `name (columns) AS (query)` or `expression AS name`, each known to those after it. */
function readWith(cursor: Cursor, outer: Scope): Scope {
  const isRecursive = cursor.takeWord('RECURSIVE');
  let scope = outer;
  do {
    const length = namedQueryLength(cursor);
    if (length === 0) {
      readExpressions(cursor, scope, { endsAtComma: true, endsAtSelect: true });
      continue;
    }
    const name = cursor.nameAt();
    const withName = new Set([...scope, name]);
    cursor.skip(length);
    cursor.expectSign('(');
    readQuery(cursor, isRecursive ? withName : scope);
    cursor.expectSign(')');
    cursor.withNames.add(name);
    scope = withName;
  } while (cursor.takeSign(','));
  return scope;
}

/** How many tokens stand before the bracket of a named query; 0 where none begins. */
function namedQueryLength(cursor: Cursor): number {
  if (!cursor.isName()) return 0;
  let count = 1;
  if (cursor.isSign('(', count)) {
    // A list of columns: names, commas and nothing else.
    while (cursor.ahead(count) && !cursor.isSign(')', count)) count += 1;
    count += 1;
  }
  if (!cursor.isWord('AS', count)) return 0;
  count += 1;
  if (cursor.isWord('MATERIALIZED', count)) count += 1;
  return cursor.isSign('(', count) && (cursor.startsQuery(count + 1) || cursor.isSign('(', count + 1)) ? count : 0;
}
