import { type LexRules, standardLexRules } from './lex.ts';
import { outerPieces, type Piece } from './pieces.ts';
import { looksLikeSelect, splitStatements } from './statements.ts';
import { addTop, findTop, type OuterLimit } from './top.ts';

export type { OuterLimit };

/** Finds the LIMIT (or FETCH FIRST n ROWS, or TOP n) of the outermost query of one statement; null when it has none. */
export function findOuterLimit(text: string, rules: LexRules = standardLexRules): OuterLimit | null {
  const top = rules.boundsRowsBy === 'top' ? findTop(text, rules) : null;
  if (top) return top;
  const pieces = outerPieces(text, rules);
  for (let index = pieces.length - 1; index >= 0; index -= 1) {
    const piece = pieces[index]!;
    if (piece.token.kind !== 'word') continue;
    if (piece.word === 'LIMIT' && rules.boundsRowsBy === 'limit') return readLimit(pieces, index);
    if (piece.word === 'FETCH') return readFetch(pieces, index);
  }
  return null;
}

function readLimit(pieces: readonly Piece[], at: number): OuterLimit {
  const hasOffsetFirst = pieces[at + 2]?.word === ',';
  const count = pieces[hasOffsetFirst ? at + 3 : at + 1];
  const after = pieces[hasOffsetFirst ? at + 4 : at + 2];
  const isFollowedByClause = after === undefined || after.token.kind === 'word' || after.word === ';';
  return toLimit(count, isFollowedByClause && after?.word !== 'BY');
}

function readFetch(pieces: readonly Piece[], at: number): OuterLimit {
  const count = pieces[at + 2];
  const unit = pieces[at + 3]?.word;
  return toLimit(count, unit === 'ROW' || unit === 'ROWS');
}

function toLimit(count: Piece | undefined, isPlain: boolean): OuterLimit {
  const start = count?.token.start ?? 0;
  const end = count?.token.end ?? 0;
  const isNumber = count?.token.kind === 'number' && /^\d+$/.test(count.word);
  return { value: isPlain && isNumber ? Number(count.word) : null, start, end };
}

// After these an appended LIMIT would not be valid SQL any more.
const closingClauses = new Set(['FOR', 'FORMAT', 'SETTINGS', 'INTO', 'USING', 'LOCK', 'OPTION']);

/**
 * Makes one reading statement return at most `limit` rows: a larger limit of its own is lowered, a missing one is
 * appended. Statements that take no limit, or whose limit is an expression, come back unchanged (without a trailing
 * semicolon): whoever runs them has to stop reading.
 */
export function applyLimit(text: string, limit: number, rules: LexRules = standardLexRules): string {
  const statement = splitStatements(text, rules)[0]?.text ?? '';
  if (!looksLikeSelect(statement, rules)) return statement;
  const own = findOuterLimit(statement, rules);
  if (own) {
    if (own.value === null || own.value <= limit) return statement;
    return `${statement.slice(0, own.start)}${limit}${statement.slice(own.end)}`;
  }
  if (rules.boundsRowsBy === 'top') return addTop(statement, limit, rules);
  const words = outerPieces(statement, rules).filter((piece) => piece.token.kind === 'word');
  if (words.some((piece) => closingClauses.has(piece.word))) return statement;
  return `${statement}\n${rules.boundsRowsBy === 'fetch' ? `FETCH FIRST ${limit} ROWS ONLY` : `LIMIT ${limit}`}`;
}
