import { type LexRules, meaningfulTokens } from './lex.ts';
import { outerPieces, type Piece } from './pieces.ts';

export interface OuterLimit {
  /** Number of rows, or null when the limit is not a plain number. */
  readonly value: number | null;
  /** Where the number stands in the text. */
  readonly start: number;
  readonly end: number;
}

const joiningWords: ReadonlySet<string> = new Set(['UNION', 'INTERSECT', 'EXCEPT']);
/** Behind these OFFSET is not the last clause of its query. */
const closingWords: ReadonlySet<string> = new Set(['FETCH', 'FOR', 'OPTION']);

/** The one SELECT that decides how many rows a statement returns; null where queries are joined, or none is found. */
function findMainSelect(pieces: readonly Piece[]): number | null {
  if (pieces.some((piece) => isWord(piece, joiningWords))) return null;
  const at = pieces.findIndex(({ token, word }) => token.kind === 'word' && word === 'SELECT');
  return at < 0 ? null : at;
}

function isWord(piece: Piece | undefined, words: ReadonlySet<string>): boolean {
  return piece?.token.kind === 'word' && words.has(piece.word);
}

const rowWords: ReadonlySet<string> = new Set(['DISTINCT', 'ALL']);
const topWord: ReadonlySet<string> = new Set(['TOP']);
const offsetWord: ReadonlySet<string> = new Set(['OFFSET']);
const sharingWords: ReadonlySet<string> = new Set(['PERCENT', 'WITH']);

/** Where TOP stands in the SELECT that decides, or would stand. */
function findPlace(pieces: readonly Piece[]): number | null {
  const select = findMainSelect(pieces);
  if (select === null) return null;
  return isWord(pieces[select + 1], rowWords) ? select + 2 : select + 1;
}

/** The rows that `SELECT TOP 5` or `SELECT TOP (5)` bounds a statement to; null where it has no such words. */
export function findTop(text: string, rules: LexRules): OuterLimit | null {
  const pieces = outerPieces(text, rules);
  const place = findPlace(pieces);
  const top = place === null ? undefined : pieces[place];
  if (!isWord(top, topWord)) return null;
  const tokens = meaningfulTokens(text, rules);
  const at = tokens.findIndex(({ start }) => start === top?.token.start);
  const isBracketed = text[tokens[at + 1]?.start ?? 0] === '(';
  const count = tokens[at + (isBracketed ? 2 : 1)];
  const behind = tokens[at + (isBracketed ? 4 : 2)];
  const isClosed = !isBracketed || text[tokens[at + 3]?.start ?? 0] === ')';
  const number = text.slice(count?.start ?? 0, count?.end ?? 0);
  const isShare = behind?.kind === 'word' && sharingWords.has(text.slice(behind.start, behind.end).toUpperCase());
  const isPlain = count?.kind === 'number' && isClosed && /^\d+$/.test(number) && !isShare;
  return { value: isPlain ? Number(number) : null, start: count?.start ?? 0, end: count?.end ?? 0 };
}

/** The statement with TOP, or with FETCH behind an OFFSET; unchanged where its rows cannot be bounded so. */
export function addTop(statement: string, limit: number, rules: LexRules): string {
  const pieces = outerPieces(statement, rules);
  const place = findPlace(pieces);
  const before = place === null ? undefined : pieces[place - 1];
  if (!before) return statement;
  if (pieces.some((piece) => isWord(piece, offsetWord)))
    return pieces.some((piece) => isWord(piece, closingWords))
      ? statement
      : `${statement}\nFETCH NEXT ${limit} ROWS ONLY`;
  const { end } = before.token;
  return `${statement.slice(0, end)} TOP ${limit}${statement.slice(end)}`;
}
