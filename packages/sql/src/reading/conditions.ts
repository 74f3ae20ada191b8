import { type LexRules, standardLexRules } from './lex.ts';
import { selectFromNested } from './nesting.ts';
import { isName, nameOf, outerPieces, type Piece, splitItems } from './pieces.ts';
import { looksLikeSelect, splitStatements } from './statements.ts';

/** A condition on columns of what a statement returns; the text is made once it is known what they are called. */
export interface ColumnCondition {
  /** Their names in the result. */
  readonly columns: readonly string[];
  readonly toSql: (...columns: readonly string[]) => string;
}

/**
 * The statement with more conditions on the rows that it returns: in its own WHERE where that says the same, else around
 * it. Null for what is no single SELECT.
 */
export function addConditions(
  text: string,
  conditions: readonly ColumnCondition[],
  { quote, rules = standardLexRules }: { readonly quote: (name: string) => string; readonly rules?: LexRules },
): string | null {
  const [statement, ...others] = splitStatements(text, rules);
  if (!statement || others.length > 0 || !looksLikeSelect(statement.text, rules)) return null;
  return (
    addInside(statement.text, conditions, { quote, rules }) ??
    `${selectFromNested(statement.text, 'SELECT *\nFROM', rules)} AS result\nWHERE ${conditions
      .map(({ columns, toSql }) => toSql(...columns.map(quote)))
      .join('\n  AND ')}`
  );
}

// After these a condition on the rows is another one than a condition on the result.
const shaping = new Set(
  'UNION INTERSECT EXCEPT MINUS GROUP HAVING QUALIFY WINDOW DISTINCT TOP LIMIT OFFSET FETCH FOR INTO SAMPLE TABLESAMPLE USING PIVOT UNPIVOT CONNECT START SETTINGS FORMAT FINAL PREWHERE ARRAY'.split(
    ' ',
  ),
);

interface Reading {
  readonly quote: (name: string) => string;
  readonly rules: LexRules;
}

function addInside(text: string, conditions: readonly ColumnCondition[], reading: Reading): string | null {
  const pieces = outerPieces(text, reading.rules);
  const at = (word: string) => pieces.findIndex((piece) => piece.token.kind === 'word' && piece.word === word);
  const isShaped = pieces.some((piece) => piece.token.kind === 'word' && shaping.has(piece.word));
  const [from, where, order] = [at('FROM'), at('WHERE'), at('ORDER')];
  // A template can change what stands where.
  if (pieces[0]?.word !== 'SELECT' || from < 0 || isShaped || /\{\{|\{%/.test(text)) return null;
  const end = order < 0 ? pieces.length : order;
  if ((where >= 0 && (where < from || where > end)) || (order >= 0 && order < from)) return null;
  const sources = pieces.slice(from + 1, where < 0 ? end : where);
  const columns = readColumns(text, pieces.slice(1, from), sources);
  const added = conditions.map(({ columns: named, toSql }) => {
    const names = named.map((name) => columns(name, reading.quote));
    return names.every((name) => name !== null) ? toSql(...names) : null;
  });
  if (added.some((one) => one === null)) return null;
  const last = pieces[end - 1]?.token.end ?? text.length;
  if (where < 0) return `${text.slice(0, last)}\nWHERE ${added.join('\n  AND ')}${text.slice(last)}`;
  const first = pieces[where + 1]?.token.start ?? last;
  const own = text.slice(first, last);
  const hasOr = pieces
    .slice(where, end)
    .some((piece) => piece.token.kind === 'word' && (piece.word === 'OR' || piece.word === 'XOR'));
  // What was written after the condition in a comment must not swallow the bracket.
  const kept = hasOr ? `(${own}\n)` : own;
  return `${text.slice(0, first)}${kept}\n  AND ${added.join('\n  AND ')}${text.slice(last)}`;
}

type FindColumn = (name: string, quote: (name: string) => string) => string | null;

/** What a column of the result is called in the statement's own WHERE; null where it is worked out, or it is not sure. */
function readColumns(text: string, selected: readonly Piece[], sources: readonly Piece[]): FindColumn {
  const items = splitItems(selected);
  const isOneSource = !sources.some(
    ({ word }) => word === ',' || word === 'JOIN' || word === 'APPLY' || word === 'LATERAL',
  );
  const named = items.map((item) => readItem(text, item));
  const hasCalls = selected.some(({ word }) => word === '(');
  const hasAll = items.some((item) => item.at(-1)?.word === '*' && (item.length === 1 || item.at(-2)?.word === '.'));
  return (name, quote) => {
    // A call may count or repeat rows.
    if (hasCalls) return null;
    const own = named.filter((item) => item?.name === name);
    if (own.length === 1) return own[0]?.sql ?? null;
    return own.length === 0 && hasAll && isOneSource && named.every((item) => item?.sql !== null) ? quote(name) : null;
  };
}

interface Item {
  readonly name: string | null;
  /** Null where it is more than a column. */
  readonly sql: string | null;
}

/** `a`, `t.a`, `a AS b`, `a b`, or `*`; of anything else nothing is known. */
function readItem(text: string, item: readonly Piece[]): Item {
  let length = 1;
  while (item[length]?.word === '.' && item[length + 1]) length += 2;
  const path = item.slice(0, length);
  const last = path.at(-1);
  if (last?.word === '*') return { name: null, sql: '' };
  const rest = item.slice(length);
  const alias = rest[0]?.word === 'AS' ? rest.slice(1) : rest;
  const first = path[0];
  const isWord = first?.word === 'NOT' || first?.word === 'ALL';
  const isColumn =
    !isWord && path.every((piece, index) => (index % 2 === 0 ? isName(piece) : true)) && alias.length < 2;
  if (!first || !last || !isColumn || (alias[0] && !isName(alias[0])))
    return { name: nameOf(text, item.at(-1)), sql: null };
  return { name: nameOf(text, alias[0] ?? last), sql: text.slice(first.token.start, last.token.end) };
}
