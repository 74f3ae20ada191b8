/** A measure in one period: its number, and of a ratio what is divided and by what. */
export interface Measured {
  readonly value: number;
  readonly numerator: number;
  /** Null where the measure is no ratio: its parts are added up. */
  readonly denominator: number | null;
}

/** One value of a column with its measure in both periods; null where it has no rows. */
export interface ChangedPart<Key> {
  readonly key: Key;
  readonly before: Measured | null;
  readonly after: Measured | null;
}

/** What one value did to the change of the whole. */
export interface Contribution<Key> {
  readonly key: Key;
  readonly before: number | null;
  readonly after: number | null;
  /** All contributions of a column add up to the change. */
  readonly change: number;
  /** Of a ratio: what came of the value's share, and what of its own rate; together they are `change`. */
  readonly effects: { readonly mix: number; readonly rate: number } | null;
  /** How far it is from what it would be had all values changed alike. */
  readonly surprise: number;
}

/** A column as a reason for a change. */
export interface Explanation<Key> {
  /** The greatest first. */
  readonly contributions: readonly Contribution<Key>[];
  /** From 0 (every value changed alike) to 1: how much of the movement few values made that the others did not. */
  readonly strength: number;
}

/** Between two sums of the same rows in another order: no more than rounding. */
const tolerance = 1e-6;

/** How many values may carry an explanation: more are no reason but a list. */
const fewValues = 3;

/** Whether the parts of a column are the whole in both periods; what counts distinct values, or takes the greatest, has none. */
export function isSplit<Key>(parts: readonly ChangedPart<Key>[], whole: Omit<ChangedPart<unknown>, 'key'>): boolean {
  return (['before', 'after'] as const).every((period) => {
    const own = whole[period];
    const given = parts.flatMap((part) => part[period] ?? []);
    const amounts = [
      given.map(({ numerator }) => numerator),
      given.map(({ denominator }) => denominator ?? 0),
    ] as const;
    return isSum(amounts[0], own?.numerator ?? 0) && isSum(amounts[1], own?.denominator ?? 0) && isQuotient(own);
  });
}

function isSum(parts: readonly number[], whole: number): boolean {
  const size = parts.reduce((sum, part) => sum + Math.abs(part), Math.abs(whole));
  return Math.abs(parts.reduce((sum, part) => sum + part, 0) - whole) <= tolerance * size;
}

function isQuotient(whole: Measured | null): boolean {
  if (!whole?.denominator) return true;
  return isSum([whole.numerator / whole.denominator], whole.value);
}

/** What each value of a column did to the change of a sum, a count, an average or another ratio of sums. */
export function explainChange<Key>(
  parts: readonly ChangedPart<Key>[],
  whole: Omit<ChangedPart<unknown>, 'key'>,
): Explanation<Key> {
  const contributions = isRatio(whole) ? ofRatio(parts, whole) : ofSum(parts, whole);
  const sorted = contributions.toSorted((one, other) => Math.abs(other.change) - Math.abs(one.change));
  return { contributions: sorted, strength: strengthOf(sorted) };
}

const isRatio = ({ before, after }: Omit<ChangedPart<unknown>, 'key'>) => (after ?? before)?.denominator != null;

function ofSum<Key>(
  parts: readonly ChangedPart<Key>[],
  whole: Omit<ChangedPart<unknown>, 'key'>,
): readonly Contribution<Key>[] {
  const [from, to] = [whole.before?.numerator ?? 0, whole.after?.numerator ?? 0];
  return parts.map(({ key, before, after }) => {
    const change = (after?.numerator ?? 0) - (before?.numerator ?? 0);
    const alike = from === 0 ? 0 : ((before?.numerator ?? 0) / from) * (to - from);
    return { key, ...numbersOf(before, after), change, effects: null, surprise: change - alike };
  });
}

/**
 * Of a ratio, a value's share of the divisor times its rate is its part of the whole. A share that grows helps where the
 * value's rate is above the whole's (the mix); the rest of the part's change is the rate's own.
 */
function ofRatio<Key>(
  parts: readonly ChangedPart<Key>[],
  whole: Omit<ChangedPart<unknown>, 'key'>,
): readonly Contribution<Key>[] {
  const [from, to] = [quotientOf(whole.before), quotientOf(whole.after)];
  const usual = (from + to) / 2;
  return parts.map(({ key, before, after }) => {
    const shares = { before: shareOf(before, whole.before), after: shareOf(after, whole.after) };
    const pieces = { before: pieceOf(before, whole.before), after: pieceOf(after, whole.after) };
    const grown = shares.after - shares.before;
    const change = pieces.after - pieces.before - grown * usual;
    const mix = grown * (rateOf(before, after) - usual);
    const alike = ((shares.before + shares.after) / 2) * (to - from);
    return {
      ...{ key, ...numbersOf(before, after), change },
      effects: { mix, rate: change - mix },
      surprise: change - alike,
    };
  });
}

const quotientOf = (whole: Measured | null) => (whole?.denominator ? whole.numerator / whole.denominator : 0);

const shareOf = (part: Measured | null, whole: Measured | null) =>
  whole?.denominator ? (part?.denominator ?? 0) / whole.denominator : 0;

const pieceOf = (part: Measured | null, whole: Measured | null) =>
  whole?.denominator ? (part?.numerator ?? 0) / whole.denominator : 0;

/** A value's rate over both periods; one that it has in only one period is taken for both. */
function rateOf(before: Measured | null, after: Measured | null): number {
  const rates = [before, after].filter((part) => part?.denominator).map(quotientOf);
  return rates.length === 0 ? 0 : rates.reduce((sum, rate) => sum + rate, 0) / rates.length;
}

const numbersOf = (before: Measured | null, after: Measured | null) => ({
  before: before?.value ?? null,
  after: after?.value ?? null,
});

function strengthOf(contributions: readonly Contribution<unknown>[]): number {
  const moved = contributions.reduce((sum, { change }) => sum + Math.abs(change), 0);
  if (moved === 0) return 0;
  const surprises = contributions.map(({ surprise }) => Math.abs(surprise)).sort((one, other) => other - one);
  return Math.min(1, surprises.slice(0, fewValues).reduce((sum, surprise) => sum + surprise, 0) / moved);
}

/** A ratio in SQL as what is divided and by what; null where the text is no such division. */
export function ratioOf(sql: string): { readonly numerator: string; readonly denominator: string } | null {
  const average = /^\s*AVG\s*\(/i.test(sql) && closingOf(sql) === sql.trimEnd().length - 1;
  if (average) {
    const inner = sql.slice(sql.indexOf('(') + 1, closingOf(sql));
    return /^\s*distinct\b/i.test(inner) ? null : { numerator: `SUM(${inner})`, denominator: `COUNT(${inner})` };
  }
  const at = divisionOf(sql);
  if (at === null) return null;
  const [numerator, denominator] = [sql.slice(0, at).trim(), sql.slice(at + 1).trim()];
  return numerator && denominator ? { numerator, denominator } : null;
}

/** Where the bracket closes that opens first. */
function closingOf(sql: string): number {
  let end = -1;
  visitOpen(sql, ({ at, depth, sign }) => {
    if (sign === ')' && depth === 0 && end < 0) end = at;
  });
  return end;
}

/** The one division that is outside all brackets; null where there is none, or more than that at the end. */
function divisionOf(sql: string): number | null {
  const signs: { readonly at: number; readonly sign: string }[] = [];
  visitOpen(sql, ({ at, depth, sign }) => {
    if (depth === 0 && '/+-%,*'.includes(sign)) signs.push({ at, sign });
  });
  const divisions = signs.filter(({ sign }) => sign === '/');
  const [first] = divisions;
  if (divisions.length !== 1 || !first) return null;
  // What is multiplied before the division belongs to what is divided; all else means another calculation.
  const isPlain = signs.every(({ at, sign }) => sign === '/' || (sign === '*' && at < first.at));
  return isPlain ? first.at : null;
}

interface Sign {
  readonly at: number;
  readonly sign: string;
  readonly depth: number;
}

/** Every character outside quotes and comments, with how many brackets are open around it. */
function visitOpen(sql: string, visit: (sign: Sign) => void): void {
  let depth = 0;
  let quote = '';
  for (let at = 0; at < sql.length; at += 1) {
    const sign = sql[at]!;
    if (quote) {
      if (sign === quote) quote = '';
      continue;
    }
    if (sign === "'" || sign === '"' || sign === '`') quote = sign;
    if (sign === ')') depth -= 1;
    if (!quote) visit({ at, sign, depth });
    if (sign === '(') depth += 1;
  }
}
