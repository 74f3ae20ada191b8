/**
 * TURNS. For work that stays on the thread which answers everybody: awaited between two stretches of it, so that whoever came
 * meanwhile is answered before it goes on.
 */
import { setImmediate } from 'node:timers/promises';

/** Resolves when the others had their turn. */
export async function othersTurn(): Promise<void> {
  // The first lets pass what was heard of before the stretch; who came during it is heard of between the two.
  await setImmediate();
  await setImmediate();
}

/** Maps a long list, a stretch at a time. */
export async function mapInTurns<From, To>(
  items: readonly From[],
  perTurn: number,
  map: (item: From) => To,
): Promise<readonly To[]> {
  const mapped: To[] = [];
  for (let start = 0; start < items.length; start += perTurn) {
    if (start > 0) await othersTurn();
    for (const item of items.slice(start, start + perTurn)) mapped.push(map(item));
  }
  return mapped;
}

const shortestStretchMs = 2;

/** A stretch of work: where it has gone on for a while, the others have their turn before it goes on. */
export class Stretch {
  private endsAt = performance.now() + shortestStretchMs;

  get isLong(): boolean {
    return performance.now() > this.endsAt;
  }

  async rest(): Promise<void> {
    await othersTurn();
    this.endsAt = performance.now() + shortestStretchMs;
  }
}

/** Each of a long list, with turns for the others in between. */
export async function eachInTurns<Item>(items: Iterable<Item>, work: (item: Item) => void): Promise<void> {
  const stretch = new Stretch();
  for (const item of items) {
    work(item);
    if (stretch.isLong) await stretch.rest();
  }
}

const sortedAtOnce = 1000;

/** A long list in order, with turns for the others in between; what is equal keeps its order. */
export async function sortInTurns<Item>(
  items: readonly Item[],
  compare: (a: Item, b: Item) => number,
): Promise<readonly Item[]> {
  let runs: (readonly Item[])[] = [];
  const stretch = new Stretch();
  for (let start = 0; start < items.length; start += sortedAtOnce) {
    runs.push(items.slice(start, start + sortedAtOnce).sort(compare));
    if (stretch.isLong) await stretch.rest();
  }
  while (runs.length > 1) {
    const merged: (readonly Item[])[] = [];
    for (let at = 0; at < runs.length; at += 2) {
      const [left = [], right = []] = runs.slice(at, at + 2);
      merged.push(await merge(left, right, { compare, stretch }));
    }
    runs = merged;
  }
  return runs[0] ?? [];
}

interface Merging<Item> {
  readonly compare: (a: Item, b: Item) => number;
  readonly stretch: Stretch;
}

async function merge<Item>(
  left: readonly Item[],
  right: readonly Item[],
  { compare, stretch }: Merging<Item>,
): Promise<readonly Item[]> {
  const found: Item[] = [];
  let [a, b] = [0, 0];
  while (a < left.length && b < right.length) {
    const [first, second] = [left[a], right[b]] as [Item, Item];
    const isLeft = compare(first, second) <= 0;
    found.push(isLeft ? first : second);
    if (isLeft) a += 1;
    else b += 1;
    if (stretch.isLong) await stretch.rest();
  }
  return found.concat(left.slice(a), right.slice(b));
}
