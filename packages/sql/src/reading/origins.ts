import { type LexRules, standardLexRules } from './lex.ts';
import { isName, nameOf, outerPieces, type Piece, splitItems } from './pieces.ts';
import { splitStatements } from './statements.ts';

/** A table that a statement reads, as it is written there. */
export interface SourceTable {
  readonly schema: string | null;
  readonly table: string;
  /** What its columns are qualified with. */
  readonly alias: string;
}

/** What one item of a SELECT is: a column, all of them, or (null) something that was worked out. */
export type SelectedItem = {
  readonly qualifier: string | null;
  /** Null for all columns of the qualifier's table, or of every table. */
  readonly column: string | null;
} | null;

export interface SelectOrigins {
  readonly tables: readonly SourceTable[];
  readonly items: readonly SelectedItem[];
}

const ending = new Set('WHERE GROUP HAVING QUALIFY WINDOW ORDER LIMIT OFFSET FETCH'.split(' '));
// With these the rows or columns are not simply those of the tables.
const opaque = new Set(
  'UNION INTERSECT EXCEPT MINUS NATURAL USING SEMI ANTI ASOF POSITIONAL LATERAL APPLY PIVOT UNPIVOT TABLESAMPLE SAMPLE INTO TOP ONLY WITH FINAL ARRAY'.split(
    ' ',
  ),
);
const joining = new Set('JOIN INNER LEFT RIGHT FULL OUTER CROSS'.split(' '));

/**
 * Which columns of which tables a plain SELECT returns: of one table, or of tables that are joined by conditions. Null for
 * every other statement: whoever asks wants to be sure.
 */
export function readOrigins(text: string, rules: LexRules = standardLexRules): SelectOrigins | null {
  const [statement, ...others] = splitStatements(text, rules);
  if (!statement || others.length > 0) return null;
  const pieces = outerPieces(statement.text, rules);
  const isWord = (piece: Piece | undefined, words: ReadonlySet<string>) =>
    piece?.token.kind === 'word' && words.has(piece.word);
  if (pieces[0]?.word !== 'SELECT' || pieces.some((piece) => isWord(piece, opaque))) return null;
  const from = pieces.findIndex(({ token, word }) => token.kind === 'word' && word === 'FROM');
  if (from < 0) return null;
  const length = pieces.slice(from).findIndex((piece) => isWord(piece, ending));
  const tables = readTables(statement.text, pieces.slice(from + 1, length < 0 ? undefined : from + length));
  const isDistinct = pieces[1]?.word === 'DISTINCT';
  const items = splitItems(pieces.slice(isDistinct ? 2 : 1, from)).map((item) => readItem(statement.text, item));
  // What is left out or put in the place of a column moves those after it.
  if (!tables || items.some((item) => item === undefined)) return null;
  return { tables, items: items.map((item) => item ?? null) };
}

function readTables(text: string, pieces: readonly Piece[]): readonly SourceTable[] | null {
  const tables: SourceTable[] = [];
  let at = 0;
  while (at < pieces.length) {
    const { path, end } = readPath(text, pieces, at);
    const table = path.at(-1);
    if (table === undefined || path.length > 2) return null;
    const isNamed = pieces[end]?.word === 'AS';
    const own = pieces[isNamed ? end + 1 : end];
    const hasAlias = isName(own) && (isNamed || !(joining.has(own.word) || own.word === 'ON'));
    tables.push({ schema: path.at(-2) ?? null, table, alias: (hasAlias ? nameOf(text, own) : null) ?? table });
    at = end + Number(isNamed) + Number(hasAlias);
    const next = skipCondition(pieces, at);
    if (next === null) return null;
    at = next;
  }
  return tables.length > 0 ? tables : null;
}

function readPath(text: string, pieces: readonly Piece[], from: number) {
  const path: string[] = [];
  let end = from;
  while (isName(pieces[end])) {
    const name = nameOf(text, pieces[end]);
    if (name !== null) path.push(name);
    end += 1;
    if (pieces[end]?.word !== '.') break;
    end += 1;
  }
  return { path, end };
}

/** Where the next table is named, behind the words of its join; null where something else follows. */
function skipCondition(pieces: readonly Piece[], from: number): number | null {
  let at = from;
  if (pieces[at]?.word === 'ON') while (at < pieces.length && !startsTable(pieces[at])) at += 1;
  if (at >= pieces.length) return at;
  if (!startsTable(pieces[at])) return null;
  if (pieces[at]?.word === ',') return at + 1;
  while (pieces[at] && joining.has(pieces[at]?.word ?? '')) at += 1;
  return pieces[at - 1]?.word === 'JOIN' ? at : null;
}

function startsTable(piece: Piece | undefined): boolean {
  return piece?.word === ',' || (piece?.token.kind === 'word' && joining.has(piece.word));
}

/** Undefined where it is not known how many columns it gives. */
function readItem(text: string, item: readonly Piece[]): SelectedItem | undefined {
  const last = item.findIndex((_, at) => item[at + 1]?.word !== '.' && item[at]?.word !== '.');
  const path = item.slice(0, last + 1);
  const rest = item.slice(last + 1);
  const names = path.filter((_, at) => at % 2 === 0);
  const end = names.at(-1);
  const qualifier = nameOf(text, names.at(-2));
  if (end?.word === '*') return rest.length === 0 && names.length <= 2 ? { qualifier, column: null } : undefined;
  if (item.some(({ word }) => word === '*') && item[0]?.word === '*') return undefined;
  const alias = rest[0]?.word === 'AS' ? rest.slice(1) : rest;
  const isColumn = names.every(isName) && names.length <= 2 && alias.length <= 1 && alias.every(isName);
  return isColumn ? { qualifier, column: nameOf(text, end) } : null;
}
