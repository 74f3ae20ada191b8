import { type LexRules, meaningfulTokens, type Token } from './lex.ts';

/** A token; words in capital letters. */
export interface Piece {
  readonly token: Token;
  readonly word: string;
}

/** What stands in no bracket. */
export function outerPieces(text: string, rules: LexRules): readonly Piece[] {
  const pieces: Piece[] = [];
  let depth = 0;
  for (const token of meaningfulTokens(text, rules)) {
    const piece = text.slice(token.start, token.end);
    if (piece === ')' && token.kind === 'symbol') depth -= 1;
    if (depth === 0) pieces.push({ token, word: token.kind === 'word' ? piece.toUpperCase() : piece });
    if (piece === '(' && token.kind === 'symbol') depth += 1;
  }
  return pieces;
}

/** What commas part. */
export function splitItems(pieces: readonly Piece[]): readonly (readonly Piece[])[] {
  const items: Piece[][] = [[]];
  for (const piece of pieces) {
    if (piece.word === ',') items.push([]);
    else items.at(-1)?.push(piece);
  }
  return items;
}

/** Whether it may name a column or table. */
export function isName(piece: Piece | undefined): piece is Piece {
  return piece?.token.kind === 'word' || piece?.token.kind === 'identifier';
}

/** The name that a piece stands for; null where it is none. */
export function nameOf(text: string, piece: Piece | undefined): string | null {
  if (!isName(piece)) return null;
  const written = text.slice(piece.token.start, piece.token.end);
  if (piece.token.kind === 'word') return written;
  const sign = written.endsWith(']') ? ']' : '"';
  return written.slice(1, -1).replaceAll(sign + sign, sign);
}
