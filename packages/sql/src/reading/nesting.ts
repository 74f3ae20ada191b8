import { type LexRules, standardLexRules } from './lex.ts';
import { outerPieces, type Piece } from './pieces.ts';
import { findTop } from './top.ts';

/** A statement as it can stand in brackets, inside of another one. */
export interface NestedQuery {
  /** The queries of its WITH, which stands at the beginning of the whole then; null where it has none, or keeps it. */
  readonly tables: string | null;
  readonly query: string;
}

/** Makes of one SELECT what may stand in brackets where the engine takes neither WITH nor a bare order there. */
export function nestQuery(text: string, rules: LexRules = standardLexRules): NestedQuery {
  if (!rules.nestsPlainQueriesOnly) return { tables: null, query: text };
  const pieces = outerPieces(text, rules);
  const main = findMain(pieces);
  const first = pieces[1];
  const start = pieces[main]?.token.start;
  const last = pieces[main - 1];
  if (main === 0 || !first || !last || start === undefined) return { tables: null, query: boundOrder(text, rules) };
  const query = boundOrder(text.slice(start), rules);
  return { tables: text.slice(first.token.start, last.token.end), query };
}

/** `query` in brackets as the rows of a larger statement, which begins with its WITH where it must. */
export function selectFromNested(text: string, head: string, rules: LexRules = standardLexRules) {
  const { tables, query } = nestQuery(text, rules);
  return `${tables === null ? '' : `WITH ${tables}\n`}${head} (\n${query}\n)`;
}

/** How many pieces stand before the query itself: `WITH a AS (…), b (x) AS (…)`. */
function findMain(pieces: readonly Piece[]): number {
  if (pieces[0]?.word !== 'WITH' || pieces[0].token.kind !== 'word') return 0;
  let at = 0;
  do {
    at += 2;
    if (pieces[at]?.word === '(') at += 2;
    if (pieces[at]?.word !== 'AS' || pieces[at + 1]?.word !== '(' || pieces[at + 2]?.word !== ')') return 0;
    at += 3;
  } while (pieces[at]?.word === ',');
  return at;
}

/** Words behind which an order is bound already, or cannot be. */
const boundingWords: ReadonlySet<string> = new Set(['OFFSET', 'FOR', 'OPTION']);

function boundOrder(text: string, rules: LexRules): string {
  const pieces = outerPieces(text, rules);
  const has = (test: (word: string) => boolean) =>
    pieces.some(({ token, word }) => token.kind === 'word' && test(word));
  const isOpen = has((word) => word === 'ORDER') && !has((word) => boundingWords.has(word));
  return isOpen && findTop(text, rules) === null ? `${text}\nOFFSET 0 ROWS` : text;
}
