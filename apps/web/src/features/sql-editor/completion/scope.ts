/** One piece of SQL as far as completion cares. */
interface Piece {
  readonly kind: 'word' | 'name' | 'symbol';
  /** Names without their quotes. */
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

const pattern =
  /--[^\n]*|\/\*[\s\S]*?(?:\*\/|$)|'(?:[^']|'')*(?:'|$)|"((?:[^"]|"")*)(?:"|$)|`([^`]*)(?:`|$)|([\p{L}_][\p{L}\p{N}_$]*)|\d[\w.]*|\s+|([^\s])/gu;

/** Cuts a text into names and symbols; comments, texts and numbers are left out. */
function cut(sql: string): readonly Piece[] {
  const pieces: Piece[] = [];
  for (const match of sql.matchAll(pattern)) {
    const [whole, quoted, ticked, word, symbol] = match;
    const place = { start: match.index, end: match.index + whole.length };
    if (quoted !== undefined) pieces.push({ kind: 'name', text: quoted.replaceAll('""', '"'), ...place });
    else if (ticked !== undefined) pieces.push({ kind: 'name', text: ticked, ...place });
    else if (word !== undefined) pieces.push({ kind: 'word', text: word, ...place });
    else if (symbol !== undefined) pieces.push({ kind: 'symbol', text: symbol, ...place });
  }
  return pieces;
}

/** A table that a statement names, and how it calls it. */
export interface ScopeTable {
  readonly schema: string | null;
  readonly table: string;
  readonly alias: string | null;
}

export interface Scope {
  readonly tables: readonly ScopeTable[];
  /** Queries named by WITH, and the names of their columns as far as they are plain. */
  readonly queries: readonly { readonly name: string; readonly columns: readonly string[] }[];
}

/** The text of the statement around a position. */
export function statementAt(sql: string, position: number): { readonly text: string; readonly start: number } {
  const ends = cut(sql).filter((piece) => piece.text === ';' && piece.kind === 'symbol');
  const start = ends.filter((piece) => piece.end <= position).at(-1)?.end ?? 0;
  const end = ends.find((piece) => piece.start >= position)?.start ?? sql.length;
  return { text: sql.slice(start, end), start };
}

/** Where the statement around a position begins and ends without the space about it; behind the last one, the last one. */
export function statementRange(sql: string, position: number): { readonly from: number; readonly to: number } {
  const { text, start } = statementAt(sql, position);
  if (text.trim() === '' && start > 0) return statementRange(sql, start - 1);
  const from = start + text.length - text.trimStart().length;
  return { from, to: from + text.trim().length };
}

const tableWords = new Set(['FROM', 'JOIN', 'INTO', 'UPDATE', 'TABLE']);
const notAliases = new Set(
  'WHERE GROUP ORDER LIMIT HAVING ON USING JOIN LEFT RIGHT INNER OUTER FULL CROSS NATURAL UNION INTERSECT EXCEPT WINDOW QUALIFY SET VALUES SELECT AND OR AS FETCH OFFSET TABLESAMPLE PIVOT UNPIVOT ASOF SEMI ANTI POSITIONAL LATERAL RETURNING'.split(
    ' ',
  ),
);

/** The tables, aliases and named queries of a statement, however unfinished it is. */
export function readScope(statement: string): Scope {
  const pieces = cut(statement);
  return { tables: readTables(pieces), queries: readQueries(pieces) };
}

function isName(piece: Piece | undefined): piece is Piece {
  return piece !== undefined && piece.kind !== 'symbol';
}

function readTables(pieces: readonly Piece[]): readonly ScopeTable[] {
  const tables: ScopeTable[] = [];
  for (let at = 0; at < pieces.length; at += 1) {
    const piece = pieces[at];
    if (piece?.kind !== 'word' || !tableWords.has(piece.text.toUpperCase())) continue;
    let next = at + 1;
    for (;;) {
      const read = readTable(pieces, next);
      if (!read) break;
      tables.push(read.table);
      next = read.next;
      if (pieces[next]?.text !== ',') break;
      next += 1;
    }
  }
  return tables;
}

function readTable(pieces: readonly Piece[], at: number): { readonly table: ScopeTable; readonly next: number } | null {
  const first = pieces[at];
  if (!isName(first) || isReserved(first)) return null;
  const hasSchema = pieces[at + 1]?.text === '.' && isName(pieces[at + 2]);
  const name = hasSchema ? pieces[at + 2] : first;
  let next = at + (hasSchema ? 3 : 1);
  if (pieces[next]?.text.toUpperCase() === 'AS') next += 1;
  const after = pieces[next];
  const alias = isName(after) && !isReserved(after) ? after.text : null;
  return {
    table: { schema: hasSchema ? first.text : null, table: name?.text ?? '', alias },
    next: next + (alias === null ? 0 : 1),
  };
}

function isReserved(piece: Piece): boolean {
  return piece.kind === 'word' && notAliases.has(piece.text.toUpperCase());
}

function readQueries(pieces: readonly Piece[]): Scope['queries'] {
  const queries: { name: string; columns: readonly string[] }[] = [];
  for (let at = 0; at + 2 < pieces.length; at += 1) {
    const isAs = pieces[at + 1]?.text.toUpperCase() === 'AS' && pieces[at + 2]?.text === '(';
    const before = pieces[at - 1]?.text.toUpperCase();
    const name = pieces[at];
    if (!isAs || !isName(name) || !(before === 'WITH' || before === ',' || before === 'RECURSIVE')) continue;
    queries.push({ name: name.text, columns: readSelectList(pieces, at + 3) });
  }
  return queries;
}

/** Names of the columns of a SELECT: its aliases, and columns that stand alone. */
function readSelectList(pieces: readonly Piece[], at: number): readonly string[] {
  if (pieces[at]?.text.toUpperCase() !== 'SELECT') return [];
  const columns: string[] = [];
  let depth = 0;
  for (let index = at + 1; index < pieces.length && depth >= 0; index += 1) {
    const piece = pieces[index] as Piece;
    if (piece.text === '(') depth += 1;
    if (piece.text === ')') depth -= 1;
    const next = pieces[index + 1];
    const isLast = next === undefined || next.text === ',' || next.text === ')' || next.text.toUpperCase() === 'FROM';
    if (depth === 0 && isLast && isName(piece)) columns.push(piece.text);
    if (depth === 0 && next?.text.toUpperCase() === 'FROM') break;
  }
  return columns;
}

/** Names before the cursor: `o.cust` gives qualifier `o` and word `cust`. */
export interface TypedName {
  readonly qualifiers: readonly string[];
  readonly word: string;
  readonly start: number;
}

export function typedNameAt(sql: string, position: number): TypedName | null {
  const before = sql.slice(0, position);
  if (isInsideTextOrComment(before)) return null;
  const match = /((?:(?:"[^"]*"|[\p{L}_][\p{L}\p{N}_$]*)\.)*)((?:"[^"]*|[\p{L}_][\p{L}\p{N}_$]*)?)$/u.exec(before);
  const [, path = '', word = ''] = match ?? [];
  if (/\d$/.test(before.slice(0, before.length - path.length - word.length))) return null;
  const qualifiers = path
    .split('.')
    .slice(0, -1)
    .map((part) => part.replaceAll('"', ''));
  return { qualifiers, word: word.replace(/^"/, ''), start: position - word.length };
}

function isInsideTextOrComment(before: string): boolean {
  let last: { text: string; end: number } | undefined;
  for (const match of before.matchAll(pattern)) last = { text: match[0], end: match.index + match[0].length };
  if (!last || last.end !== before.length) return false;
  if (last.text.startsWith('--')) return true;
  if (last.text.startsWith('/*')) return !last.text.endsWith('*/') || last.text.length < 4;
  return (
    last.text.startsWith("'") &&
    (last.text.length === 1 || !last.text.endsWith("'") || (last.text.match(/'/g)?.length ?? 0) % 2 === 1)
  );
}

/** Whether the cursor stands where a table's name belongs. */
export function expectsTable(sql: string, start: number): boolean {
  const pieces = cut(sql.slice(0, start));
  for (let at = pieces.length - 1; at >= 0; at -= 1) {
    const piece = pieces[at] as Piece;
    if (piece.kind === 'word' && tableWords.has(piece.text.toUpperCase()))
      return at === pieces.length - 1 || pieces.at(-1)?.text === ',';
    if (piece.kind === 'word' && notAliases.has(piece.text.toUpperCase()) && piece.text.toUpperCase() !== 'AS')
      return false;
    if (piece.text === '(' || piece.text === ')') return false;
  }
  return false;
}

/** The query of the outermost WITH around a position, and where it ends in the statement. */
export interface NamedQuery {
  /** As it is written, with its quotes. */
  readonly name: string;
  readonly end: number;
}

/** Which of the queries that a statement names by WITH a position lies in; null where it lies in none. */
export function namedQueryAt(statement: string, position: number): NamedQuery | null {
  const pieces = cut(statement);
  if (pieces[0]?.text.toUpperCase() !== 'WITH' || pieces[0].kind !== 'word') return null;
  let at = pieces[1]?.kind === 'word' && pieces[1].text.toUpperCase() === 'RECURSIVE' ? 2 : 1;
  for (;;) {
    const name = pieces[at];
    const close = isName(name) ? closeOfQuery(pieces, at + 1) : -1;
    const end = pieces[close]?.end;
    if (!name || end === undefined || position < name.start) return null;
    if (position <= end) return { name: statement.slice(name.start, name.end), end };
    if (pieces[close + 1]?.text !== ',') return null;
    at = close + 2;
  }
}

/** The bracket that closes the query of a name, behind its columns and AS. */
function closeOfQuery(pieces: readonly Piece[], from: number): number {
  let isBody = false;
  for (let at = from; at < pieces.length; at += 1) {
    const piece = pieces[at];
    if (piece?.kind === 'word' && piece.text.toUpperCase() === 'AS') isBody = true;
    if (piece?.kind !== 'symbol' || piece.text !== '(') continue;
    const close = closeOf(pieces, at);
    if (isBody || close < 0) return close;
    at = close;
  }
  return -1;
}

function closeOf(pieces: readonly Piece[], from: number): number {
  let depth = 0;
  for (let at = from; at < pieces.length; at += 1) {
    const piece = pieces[at];
    if (piece?.kind !== 'symbol') continue;
    if (piece.text === '(') depth += 1;
    if (piece.text === ')') depth -= 1;
    if (depth === 0) return at;
  }
  return -1;
}
