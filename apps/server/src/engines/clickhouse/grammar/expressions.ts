import { refusal } from '../../remote/index.ts';
import type { Cursor, Scope } from './cursor.ts';
import { isDictionaryFunction, isRefusedFunction } from './names.ts';

export interface Ends {
  readonly endsAtComma?: boolean;
  readonly endsAtJoin?: boolean;
  /** Before the SELECT of a WITH. */
  readonly endsAtSelect?: boolean;
  /** Of ORDER BY: nothing after it names a table. */
  readonly isOrder?: boolean;
  /** The function in whose brackets they stand: some have a FROM of their own. */
  readonly inside?: string;
}

const clauseWords: ReadonlySet<string> = new Set([
  ...['FROM', 'PREWHERE', 'WHERE', 'HAVING', 'QUALIFY', 'LIMIT', 'OFFSET', 'UNION', 'INTERSECT'],
]);
/** They begin a clause only before another word. */
const clausePairs: Readonly<Record<string, ReadonlySet<string>>> = {
  GROUP: new Set(['BY']),
  ORDER: new Set(['BY']),
  FETCH: new Set(['FIRST', 'NEXT']),
};
const setTails: ReadonlySet<string> = new Set(['ALL', 'DISTINCT', 'SELECT', 'WITH', 'FROM']);
const withTails: ReadonlySet<string> = new Set(['TIES', 'FILL', 'ROLLUP', 'CUBE', 'TOTALS']);
const functionsWithFrom: ReadonlySet<string> = new Set(['trim', 'extract', 'substring', 'substr', 'mid', 'overlay']);
/** In brackets they describe, explain or list what no permission was asked for. */
const tellingWords: ReadonlySet<string> = new Set(['EXPLAIN', 'DESCRIBE', 'DESC', 'SHOW']);

const joinWords: ReadonlySet<string> = new Set([
  ...['GLOBAL', 'LOCAL', 'NATURAL', 'ANY', 'ALL', 'ASOF', 'SEMI', 'ANTI', 'ONLY', 'INNER', 'LEFT', 'RIGHT'],
  ...['FULL', 'OUTER', 'CROSS', 'PASTE', 'ARRAY', 'JOIN'],
]);

/** Of expressions: where a table or its alias stands, the server could read one of them as part of an expression. */
const expressionWords: ReadonlySet<string> = new Set([
  ...['IN', 'NOT', 'AND', 'OR', 'LIKE', 'ILIKE', 'IS', 'BETWEEN', 'AS', 'ON', 'USING', 'SELECT', 'WITH', 'CASE'],
  ...['WHEN', 'THEN', 'ELSE', 'END', 'DISTINCT', 'BY', 'ASC', 'DESC', 'NULLS', 'OVER', 'DIV', 'MOD', 'REGEXP'],
]);

/** A word that begins, joins or is part of clauses names nothing here, whatever the server would make of it. */
export function isStructural(cursor: Cursor): boolean {
  if (cursor.current?.kind !== 'word') return false;
  return isClauseWord(cursor) || cursor.isAnyWord(joinWords) || cursor.isAnyWord(expressionWords);
}

/** `GLOBAL ANY LEFT OUTER JOIN`. */
const longestJoin = 8;

/** How many words from here make up a JOIN, itself included; 0 where none begins. */
export function joinLength(cursor: Cursor): number {
  for (let count = 0; count < longestJoin && cursor.isAnyWord(joinWords, count); count += 1)
    if (cursor.isWord('JOIN', count)) return count + 1;
  return 0;
}

/** Whether the word here begins a clause that ends what stands before it. */
export function isClauseWord(cursor: Cursor): boolean {
  const token = cursor.current;
  if (token?.kind !== 'word') return false;
  if (clauseWords.has(token.value)) return true;
  const pair = Object.hasOwn(clausePairs, token.value) ? clausePairs[token.value] : undefined;
  if (pair) return cursor.isAnyWord(pair, 1);
  if (token.value === 'EXCEPT') return startsSet(cursor);
  return token.value === 'WINDOW' && cursor.isName(1) && cursor.isWord('AS', 2) && cursor.isSign('(', 3);
}

/** `EXCEPT SELECT` joins queries, `* EXCEPT name` leaves columns out. */
function startsSet(cursor: Cursor): boolean {
  if (cursor.isAnyWord(setTails, 1)) return true;
  let count = 1;
  while (cursor.isSign('(', count)) count += 1;
  return count > 1 && cursor.startsQuery(count);
}

/**
 * Reads over expressions, to the end of the clause or of the brackets in which they stand. Queries inside them are read;
 * names to the right of IN count as tables.
 */
export function readExpressions(cursor: Cursor, scope: Scope, ends: Ends = {}): void {
  for (;;) {
    const token = cursor.current;
    if (!token || isClosing(cursor)) return;
    if (token.kind === 'sign') {
      if (token.value === ';') return;
      if (token.value === ',' && ends.endsAtComma) return;
      readSign(cursor, scope);
    } else if (token.kind === 'word' || token.kind === 'quoted') {
      if (token.kind === 'word' && endsHere(cursor, ends)) return;
      readNameOrCall(cursor, scope, ends);
    } else cursor.next();
  }
}

function isClosing(cursor: Cursor): boolean {
  return cursor.isSign(')') || cursor.isSign(']') || cursor.isSign('}');
}

function endsHere(cursor: Cursor, { endsAtJoin, endsAtSelect, inside }: Ends): boolean {
  if (endsAtSelect && cursor.isWord('SELECT')) return true;
  if (endsAtJoin && joinLength(cursor) > 0) return true;
  if (!isClauseWord(cursor)) return false;
  if (cursor.isWord('FROM') && inside !== undefined && functionsWithFrom.has(inside)) return false;
  return true;
}

const closings: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

function readSign(cursor: Cursor, scope: Scope): void {
  if (cursor.isSign('(')) {
    readBrackets(cursor, scope);
    return;
  }
  const token = cursor.next();
  const closing = closings[token.value];
  if (closing === undefined) {
    // What follows a point is a name, however it is spelt.
    if (token.value === '.' && cursor.isName() && !cursor.isSign('(', 1)) cursor.next();
    return;
  }
  if (closing === '}' && cursor.isName()) throw refusal('Parameters in braces have no values here.');
  cursor.deeper(() => readExpressions(cursor, scope));
  cursor.expectSign(closing);
}

export function refuseTelling(cursor: Cursor): void {
  if (cursor.isAnyWord(tellingWords) && (cursor.isName(1) || cursor.ahead(1)?.kind === 'text'))
    throw refusal('Only SELECT statements can stand in brackets.');
}

/** A bracket and all in it: a query, or expressions. */
export function readBrackets(cursor: Cursor, scope: Scope, inside?: string): void {
  cursor.expectSign('(');
  cursor.deeper(() => {
    refuseTelling(cursor);
    if (cursor.startsQuery() && !(cursor.isWord('FROM') && inside !== undefined)) cursor.readQuery(cursor, scope);
    else readExpressions(cursor, scope, inside === undefined ? {} : { inside });
    // Of windows, filters and aggregates: without a SELECT before them they name no tables.
    while (cursor.takeWord('ORDER') || cursor.takeWord('WHERE')) readExpressions(cursor, scope);
    // Queries in brackets, joined: `((SELECT 1) UNION ALL (SELECT 2))`.
    while (cursor.isWord('UNION') || cursor.isWord('EXCEPT') || cursor.isWord('INTERSECT')) {
      cursor.next();
      if (!cursor.takeWord('ALL')) cursor.takeWord('DISTINCT');
      if (cursor.startsQuery()) cursor.readQuery(cursor, scope);
      else readExpressions(cursor, scope);
    }
  });
  cursor.expectSign(')');
}

function readNameOrCall(cursor: Cursor, scope: Scope, ends: Ends): void {
  const token = cursor.next();
  const name = token.kind === 'word' ? token.raw : token.value;
  if (token.kind === 'word' && token.value === 'IN') {
    readRightOfIn(cursor, scope);
    return;
  }
  if (token.kind === 'word') checkWord(cursor, token.value, ends);
  if (cursor.isSign('(')) readCall(cursor, name, scope);
}

/** Words that would begin what is not read here. */
function checkWord(cursor: Cursor, word: string, { inside, isOrder }: Ends): void {
  if (word === 'DISTINCT' && cursor.isWord('FROM') && isComparison(cursor)) {
    cursor.skip(1);
    return;
  }
  if (word === 'WITH' && isOrder && cursor.takeWord('FILL')) {
    cursor.takeWord('FROM');
    return;
  }
  if (word === 'FROM' && inside !== undefined) return;
  if (word === 'SELECT') throw refusal('A query inside another one must stand in brackets.');
  if (word === 'JOIN' || word === 'PARALLEL') throw refusal(`${word} cannot be read here. Quote it if it is a name.`);
  if (cursor.isRefusedClause(-1)) throw cursor.refusedClause(word);
  if (word === 'WITH' && !cursor.isAnyWord(withTails)) throw refusal('A WITH stands at the beginning of a query.');
}

/**
 * `x IS [NOT] DISTINCT FROM`; the word itself is behind the cursor. Before it stands what can only be a value: after a bare
 * word, `is` could be the name of a column and FROM the beginning of the tables.
 */
function isComparison(cursor: Cursor): boolean {
  const isAt = cursor.isWord('NOT', -2) ? -3 : -2;
  if (!cursor.isWord('IS', isAt)) return false;
  const before = isAt - 1;
  const kind = cursor.ahead(before)?.kind;
  return (
    kind === 'quoted' ||
    kind === 'number' ||
    kind === 'text' ||
    cursor.isSign(')', before) ||
    cursor.isSign(']', before)
  );
}

function readCall(cursor: Cursor, written: string, scope: Scope): void {
  const name = written.toLowerCase();
  if (isRefusedFunction(name)) throw refusal(`The function "${written}" may not be called here.`);
  cursor.functions.add(written);
  if (isDictionaryFunction(name)) {
    cursor.next();
    cursor.addDictionary();
    cursor.deeper(() => readExpressions(cursor, scope));
    cursor.expectSign(')');
    return;
  }
  readBrackets(cursor, scope, name);
}

/** `x IN name` reads the table of that name, `in(x, name)` too: each bare name in the brackets counts as one. */
function readRightOfIn(cursor: Cursor, scope: Scope): void {
  if (cursor.isName()) {
    if (cursor.isSign('(', 1)) return;
    // The server takes any word for the name of a table, also one that begins a clause to everybody else.
    if (isStructural(cursor)) throw cursor.unexpected();
    addNamed(cursor, scope);
    return;
  }
  let count = 0;
  while (cursor.isSign('(', count)) count += 1;
  if (count > 0 && !cursor.startsQuery(count)) noteBareNames(cursor, scope);
}

/** Looks ahead into brackets for elements that are a name and nothing else; the brackets themselves are read as ever. */
function noteBareNames(cursor: Cursor, scope: Scope): void {
  let depth = 0;
  for (let count = 0; ; count += 1) {
    if (!cursor.ahead(count)) return;
    if (isOpening(cursor, count)) depth += 1;
    else if (isShut(cursor, count)) {
      depth -= 1;
      if (depth === 0) return;
    }
    const startsElement = depth === 1 && (cursor.isSign('(', count) || cursor.isSign(',', count));
    if (startsElement) noteElement(cursor, count + 1, scope);
  }
}

function isOpening(cursor: Cursor, count: number): boolean {
  return cursor.isSign('(', count) || cursor.isSign('[', count) || cursor.isSign('{', count);
}

function isShut(cursor: Cursor, count: number): boolean {
  return cursor.isSign(')', count) || cursor.isSign(']', count) || cursor.isSign('}', count);
}

/** A name, perhaps in brackets of its own, up to the next comma or the end. */
function noteElement(cursor: Cursor, start: number, scope: Scope): void {
  let count = start;
  while (cursor.isSign('(', count)) count += 1;
  if (!cursor.isName(count)) return;
  const length = nameLength(cursor, count);
  let end = count + length;
  while (end < count + length + count - start && cursor.isSign(')', end)) end += 1;
  if (cursor.isSign(',', end) || cursor.isSign(')', end)) noteName(cursor, { count, length, scope });
}

function nameLength(cursor: Cursor, count: number): number {
  return cursor.isSign('.', count + 1) && cursor.isName(count + 2) ? 3 : 1;
}

interface NamePlace {
  readonly count: number;
  readonly length: number;
  readonly scope: Scope;
}

function noteName(cursor: Cursor, { count, length, scope }: NamePlace): void {
  const first = cursor.nameAt(count);
  if (length === 3) cursor.addTable({ schema: first, table: cursor.nameAt(count + 2) });
  else if (!scope.has(first) && !literals.has(first.toUpperCase())) cursor.addTable({ schema: null, table: first });
}

const literals: ReadonlySet<string> = new Set(['NULL', 'TRUE', 'FALSE', 'NAN', 'INF']);

function addNamed(cursor: Cursor, scope: Scope): void {
  const length = nameLength(cursor, 0);
  noteName(cursor, { count: 0, length, scope });
  cursor.skip(length);
}
