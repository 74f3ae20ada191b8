import { type Expression, type LexRules, meaningfulTokens } from '@powerset/sql';

/** How a measure of several groups is made of what was kept of each: of one part, or of a sum and a count. */
export type Combination = 'sum' | 'count' | 'min' | 'max' | 'average';

export interface MeasureParts {
  readonly how: Combination;
  /** What is kept of each group; of an average its sum, then its count. */
  readonly parts: readonly Expression[];
}

const combinations: Readonly<Record<string, Combination>> = {
  SUM: 'sum',
  COUNT: 'count',
  MIN: 'min',
  MAX: 'max',
  AVG: 'average',
};

/** Sees other groups than its own. */
const dependsOnOthers = /\b(over|select|from|grouping|grouping_id)\b/i;

/** The parts of a measure that is one sum, count, minimum, maximum or average; null for every other one. */
export function partsOf(measure: Expression, rules: LexRules): MeasureParts | null {
  const named = measure.kind === 'sql' ? readCall(measure.text, rules) : readAggregate(measure);
  const how = named && Object.hasOwn(combinations, named.name) ? combinations[named.name] : undefined;
  if (!named || !how) return null;
  return { how, parts: how === 'average' ? [named.as('SUM'), named.as('COUNT')] : [measure] };
}

interface Call {
  readonly name: string;
  /** The same of the same rows, by another name. */
  readonly as: (name: string) => Expression;
}

function readAggregate(measure: Expression): Call | null {
  if (measure.kind !== 'aggregate' || measure.isDistinct) return null;
  return { name: measure.name.toUpperCase(), as: (name) => ({ ...measure, name }) };
}

/** One call that is all of the text, of one argument and perhaps of some of the rows: `SUM(a * b) FILTER (WHERE c)`. */
function readCall(text: string, rules: LexRules): Call | null {
  const places = meaningfulTokens(text, rules);
  const tokens = places.map(({ start, end }) => text.slice(start, end).toLowerCase());
  const [first] = places;
  if (!first || tokens[2] === 'distinct' || tokens[2] === 'all' || dependsOnOthers.test(text)) return null;
  const end = afterArgument(tokens, 1);
  const isAll = end === tokens.length || (tokens[end] === 'filter' && afterArgument(tokens, end + 1) === tokens.length);
  if (!isAll) return null;
  const rest = text.slice(first.end);
  return { name: tokens[0]!.toUpperCase(), as: (name) => ({ kind: 'sql', text: `${name}${rest}` }) };
}

/** The position behind a pair of parentheses that hold one argument; beyond the end where there is none. */
function afterArgument(tokens: readonly string[], open: number): number {
  if (tokens[open] !== '(') return Number.POSITIVE_INFINITY;
  let depth = 0;
  for (let at = open; at < tokens.length; at += 1) {
    const token = tokens[at]!;
    if ('([{'.includes(token)) depth += 1;
    if (')]}'.includes(token)) depth -= 1;
    // Several arguments, or an order of the rows, are other aggregates than these.
    if (depth === 1 && (token === ',' || token === 'order')) return Number.POSITIVE_INFINITY;
    if (depth === 0) return at + 1;
  }
  return Number.POSITIVE_INFINITY;
}
