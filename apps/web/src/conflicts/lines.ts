import type { Versions } from './merging.ts';

/** A line of two texts side by side; null on the side that has none. */
export interface LinePair {
  readonly kind: 'same' | 'changed';
  readonly left: { readonly number: number; readonly text: string } | null;
  readonly right: { readonly number: number; readonly text: string } | null;
}

/** The longest common lines are found in so many steps; of texts that need more, common lines in order. */
const mostSteps = 4_000_000;

/** For each line of one text its place in the other, as far as they have lines in common, in order. */
export function matchLines(one: readonly string[], other: readonly string[]): readonly (number | null)[] {
  const matches: (number | null)[] = one.map(() => null);
  let start = 0;
  while (start < one.length && start < other.length && one[start] === other[start]) {
    matches[start] = start;
    start += 1;
  }
  let end = 0;
  const most = Math.min(one.length, other.length) - start;
  while (end < most && one[one.length - 1 - end] === other[other.length - 1 - end]) {
    matches[one.length - 1 - end] = other.length - 1 - end;
    end += 1;
  }
  const left = one.slice(start, one.length - end);
  const right = other.slice(start, other.length - end);
  const middle = left.length * right.length <= mostSteps ? longestCommon(left, right) : commonInOrder(left, right);
  for (const [from, to] of middle) matches[start + from] = start + to;
  return matches;
}

type Match = readonly [from: number, to: number];

function longestCommon(left: readonly string[], right: readonly string[]): readonly Match[] {
  const width = right.length + 1;
  const lengths = new Uint32Array((left.length + 1) * width);
  for (let i = left.length - 1; i >= 0; i -= 1)
    for (let j = right.length - 1; j >= 0; j -= 1)
      lengths[i * width + j] =
        left[i] === right[j]
          ? (lengths[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(lengths[(i + 1) * width + j] ?? 0, lengths[i * width + j + 1] ?? 0);
  const found: Match[] = [];
  let [i, j] = [0, 0];
  while (i < left.length && j < right.length) {
    if (left[i] === right[j]) {
      found.push([i, j]);
      i += 1;
      j += 1;
    } else if ((lengths[(i + 1) * width + j] ?? 0) >= (lengths[i * width + j + 1] ?? 0)) i += 1;
    else j += 1;
  }
  return found;
}

/** A line that stands more than once is looked for no further on: it would pass over all between. */
const farthest = 500;

/** Not the most lines, but in time that grows with the texts alone. */
function commonInOrder(left: readonly string[], right: readonly string[]): readonly Match[] {
  const places = new Map<string, number[]>();
  for (const [at, line] of right.entries()) {
    const known = places.get(line);
    if (known) known.push(at);
    else places.set(line, [at]);
  }
  const counts = new Map<string, number>();
  for (const line of left) counts.set(line, (counts.get(line) ?? 0) + 1);
  const passed = new Map<string, number>();
  const found: Match[] = [];
  let next = 0;
  for (const [from, line] of left.entries()) {
    const known = places.get(line) ?? [];
    let at = passed.get(line) ?? 0;
    while (at < known.length && (known[at] ?? 0) < next) at += 1;
    passed.set(line, at);
    const to = known[at];
    const isOnly = known.length === 1 && counts.get(line) === 1;
    if (to === undefined || (to - next > farthest && !isOnly)) continue;
    found.push([from, to]);
    next = to + 1;
  }
  return found;
}

/** Two texts side by side, line by line; what was changed stands beside what it became. */
export function pairLines(left: string, right: string): readonly LinePair[] {
  const [lines, others] = [left.split('\n'), right.split('\n')];
  const matches = matchLines(lines, others);
  const pairs: LinePair[] = [];
  const place = (text: string | undefined, at: number, end: number) =>
    at < end ? { number: at + 1, text: text ?? '' } : null;
  let [i, j] = [0, 0];
  while (i < lines.length || j < others.length) {
    let endLeft = i;
    while (endLeft < lines.length && matches[endLeft] === null) endLeft += 1;
    const endRight = matches[endLeft] ?? others.length;
    for (; i < endLeft || j < endRight; i += 1, j += 1)
      pairs.push({ kind: 'changed', left: place(lines[i], i, endLeft), right: place(others[j], j, endRight) });
    [i, j] = [endLeft, endRight];
    for (; i < lines.length && matches[i] === j; i += 1, j += 1)
      pairs.push({ kind: 'same', left: place(lines[i], i, lines.length), right: place(others[j], j, others.length) });
  }
  return pairs;
}

/** Two changes of one text in one, where they touch no line in common; null where they do. */
export function mergeLines(texts: Versions<string>): string | null {
  const base = texts.base.split('\n');
  const theirs = texts.theirs.split('\n');
  const mine = texts.mine.split('\n');
  const [toTheirs, toMine] = [matchLines(base, theirs), matchLines(base, mine)];
  const merged: string[] = [];
  let [o, a, b] = [0, 0, 0];
  for (;;) {
    let stable = o;
    while (stable < base.length && (toTheirs[stable] == null || toMine[stable] == null)) stable += 1;
    const endOfTheirs = stable < base.length ? (toTheirs[stable] ?? 0) : theirs.length;
    const endOfMine = stable < base.length ? (toMine[stable] ?? 0) : mine.length;
    const part = mergePart({
      base: base.slice(o, stable),
      theirs: theirs.slice(a, endOfTheirs),
      mine: mine.slice(b, endOfMine),
    });
    if (!part) return null;
    merged.push(...part);
    if (stable === base.length) return merged.join('\n');
    merged.push(base[stable] ?? '');
    [o, a, b] = [stable + 1, endOfTheirs + 1, endOfMine + 1];
  }
}

function mergePart({ base, theirs, mine }: Versions<readonly string[]>): readonly string[] | null {
  const isSame = (one: readonly string[], other: readonly string[]) =>
    one.join('\n') === other.join('\n') && one.length === other.length;
  if (isSame(base, theirs) || isSame(theirs, mine)) return mine;
  return isSame(base, mine) ? theirs : null;
}
