import { refusal } from '../../remote/index.ts';
import type { Cursor, Scope } from './cursor.ts';
import type { NamingFunction } from './grammar.ts';
import { functionsWithFrom, joinWords, sideWords, withTails } from './words.ts';

export interface Ends {
  readonly endsAtComma?: boolean;
  readonly endsAtJoin?: boolean;
  /** The word before the brackets in which they stand. */
  readonly inside?: string;
}

/** Whether a word here begins a clause. Some are names elsewhere: what follows them tells. */
export function isClauseWord(cursor: Cursor): boolean {
  const token = cursor.current;
  if (token?.kind !== 'word') return false;
  const test = Object.hasOwn(clauses, token.value) ? clauses[token.value] : undefined;
  return test?.(cursor) ?? cursor.isSetWord();
}

const always = () => true;
const isSpread = (cursor: Cursor) => cursor.grammar.hasSortBy && cursor.isWord('BY', 1);
const clauses: Readonly<Record<string, (cursor: Cursor) => boolean>> = {
  FROM: always,
  WHERE: always,
  HAVING: always,
  ORDER: always,
  // Not that of WITHIN GROUP (…).
  GROUP: (cursor) => cursor.isWord('BY', 1),
  WINDOW: (cursor) => cursor.isName(1) && cursor.isWord('AS', 2) && cursor.isSign('(', 3),
  LIMIT: (cursor) => cursor.ahead(1)?.kind === 'number' || cursor.isWord('ALL', 1) || cursor.isWord('NULL', 1),
  OFFSET: (cursor) => cursor.ahead(1)?.kind === 'number',
  SORT: isSpread,
  DISTRIBUTE: isSpread,
  CLUSTER: isSpread,
  QUALIFY: (cursor) => cursor.grammar.hasQualify,
  START: (cursor) => cursor.grammar.hasConnectBy && cursor.isWord('WITH', 1),
  CONNECT: (cursor) => cursor.grammar.hasConnectBy && cursor.isWord('BY', 1),
  FETCH: (cursor) => cursor.isWord('FIRST', 1) || cursor.isWord('NEXT', 1),
  OPTION: (cursor) => cursor.grammar.queryHints.size > 0 && cursor.isSign('(', 1),
};

/** Whether a join begins here: before a bracket LEFT and RIGHT are functions. */
export function startsJoin(cursor: Cursor): boolean {
  if (cursor.isAnyWord(sideWords) && cursor.isSign('(', 1)) return false;
  return cursor.isAnyWord(joinWords) || isApply(cursor);
}

/** `CROSS APPLY`, `OUTER APPLY`. */
export function isApply(cursor: Cursor): boolean {
  return cursor.grammar.hasApply && (cursor.isWord('CROSS') || cursor.isWord('OUTER')) && cursor.isWord('APPLY', 1);
}

/** A bare word that can be no name and no alias where it stands. */
export function isStructural(cursor: Cursor): boolean {
  const token = cursor.current;
  return token?.kind === 'word' && (cursor.grammar.reservedWords.has(token.value) || isClauseWord(cursor));
}

/**
 * Reads over expressions, to the end of the clause or of the brackets in which they stand. Tables are named in them by queries
 * in brackets alone.
 */
export function readExpressions(cursor: Cursor, scope: Scope, ends: Ends = {}): void {
  for (;;) {
    const token = cursor.current;
    if (!token || [')', ']', '}', ';'].some((sign) => cursor.isSign(sign))) return;
    if (token.kind === 'sign') {
      if (token.value === ',' && ends.endsAtComma) return;
      readSign(cursor, scope);
    } else if (token.kind === 'word') {
      if (ends.endsAtJoin && startsJoin(cursor)) return;
      if (isStarList(cursor)) readStarList(cursor, scope);
      else if (isClauseWord(cursor) && !takesFrom(cursor, ends)) return;
      else readWord(cursor, scope);
    } else if (token.kind === 'quoted') readName(cursor, scope);
    else cursor.next();
  }
}

function takesFrom(cursor: Cursor, { inside = '' }: Ends): boolean {
  return cursor.isWord('FROM') && functionsWithFrom.has(inside);
}

/** `SELECT * EXCEPT (a, b)`, which joins no query. */
function isStarList(cursor: Cursor): boolean {
  return cursor.isWord('EXCEPT') && cursor.isSign('*', -1) && cursor.isSign('(', 1);
}

function readStarList(cursor: Cursor, scope: Scope): void {
  cursor.next();
  readBrackets(cursor, scope);
}

const closings: Readonly<Record<string, string>> = { '[': ']', '{': '}' };

function readSign(cursor: Cursor, scope: Scope): void {
  if (cursor.isSign('(')) {
    readBrackets(cursor, scope);
    return;
  }
  const { value } = cursor.next();
  if (value === '?') throw refusal('Parameters (?) have no values here.');
  const closing = closings[value];
  if (closing === undefined) return;
  cursor.deeper(() => readExpressions(cursor, scope));
  cursor.expectSign(closing);
}

function readWord(cursor: Cursor, scope: Scope): void {
  if (startsJoin(cursor)) throw cursor.unexpected();
  if (cursor.isWord('INTO') || cursor.isWord('EXECUTE') || cursor.isWord('PREPARE')) throw cursor.unexpected();
  if (cursor.isWord('DISTINCT') && cursor.isWord('FROM', 1) && isComparison(cursor)) {
    cursor.skip(2);
    return;
  }
  if (cursor.isWord('WITH') && cursor.isAnyWord(withTails, 1)) {
    cursor.skip(2);
    return;
  }
  if (cursor.startsQuery()) throw refusal('A query inside another one must stand in brackets.');
  readName(cursor, scope);
}

/** `x IS [NOT] DISTINCT FROM y`: before it stands what can end a value. */
function isComparison(cursor: Cursor): boolean {
  const at = cursor.isWord('NOT', -1) ? -2 : -1;
  if (!cursor.isWord('IS', at)) return false;
  const before = cursor.ahead(at - 1);
  if (before?.kind === 'sign') return before.value === ')' || before.value === ']';
  return before !== undefined && !(before.kind === 'word' && before.value === 'SELECT');
}

/** A column, a type, a function with its brackets, or a word between them. */
function readName(cursor: Cursor, scope: Scope): void {
  const first = cursor.nameAt();
  let name = first;
  let isBare = cursor.current?.kind === 'word';
  cursor.next();
  let qualifiers = 0;
  while (cursor.isSign('.') && cursor.isName(1)) {
    name = cursor.nameAt(1);
    isBare = cursor.ahead(1)?.kind === 'word';
    cursor.skip(2);
    qualifiers += 1;
  }
  if (!cursor.isSign('(')) return;
  const { functionPrefixes, reservedWords } = cursor.grammar;
  if (qualifiers > 1 || (qualifiers === 1 && !functionPrefixes.has(first.toUpperCase())))
    throw refusal(`Functions of catalogs may not be called here: "${first}.…".`);
  // A word such as IN or OVER stands before brackets, too, and is none.
  if (!isBare || !reservedWords.has(name.toUpperCase())) cursor.addFunction(name);
  const naming = cursor.grammar.namingFunctions.get(name.toLowerCase());
  if (naming) addNamedTable(cursor, naming);
  readBrackets(cursor, scope, isBare ? name.toUpperCase() : undefined);
}

/** The cursor stays before the bracket. What is no plain text there could name any table. */
function addNamedTable(cursor: Cursor, { argument, schema }: NamingFunction): void {
  let count = 1;
  for (let commas = 0, depth = 0; commas < argument; count += 1) {
    const token = cursor.ahead(count);
    if (!token) throw cursor.unexpected();
    if (token.kind !== 'sign') continue;
    if (openings.has(token.value)) depth += 1;
    else if (closingSigns.has(token.value)) depth -= 1;
    else if (token.value === ',' && depth === 0) commas += 1;
    if (depth < 0) throw cursor.unexpected();
  }
  const text = cursor.ahead(count);
  const isPlain = text?.kind === 'text' && text.raw.startsWith("'");
  if (!text || !isPlain || !(cursor.isSign(',', count + 1) || cursor.isSign(')', count + 1)))
    throw refusal('The table that this function reads must be named by a plain text.');
  const name = text.raw.slice(1, -1).replaceAll("''", "'");
  const parts = [schema, name].map((part) => ({ name: part, isQuoted: true }));
  cursor.addTable(parts, text.start);
}

const openings: ReadonlySet<string> = new Set(['(', '[', '{']);
const closingSigns: ReadonlySet<string> = new Set([')', ']', '}']);

/** A bracket and all in it: a query, expressions, or queries in brackets that are joined. */
export function readBrackets(cursor: Cursor, scope: Scope, inside?: string): void {
  cursor.expectSign('(');
  cursor.deeper(() => {
    const ends = inside === undefined ? {} : { inside };
    if (cursor.startsQuery()) cursor.readQuery(cursor, scope);
    else readExpressions(cursor, scope, ends);
    while (takeInnerClause(cursor)) {
      if (cursor.startsQuery()) cursor.readQuery(cursor, scope);
      else readExpressions(cursor, scope, ends);
    }
  });
  cursor.expectSign(')');
}

/** Of windows, filters, aggregates and bracketed queries: without a SELECT before them they name no tables. */
function takeInnerClause(cursor: Cursor): boolean {
  if (!isClauseWord(cursor) || cursor.isWord('FROM')) return false;
  const isSet = cursor.isSetWord();
  cursor.next();
  if (isSet && !cursor.takeWord('ALL')) cursor.takeWord('DISTINCT');
  return true;
}
