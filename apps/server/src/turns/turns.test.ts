import { describe, expect, it } from 'vitest';
import { eachInTurns, sortInTurns } from './index.ts';

/** How often others had a turn while something was done. */
async function turnsDuring(work: () => Promise<unknown>): Promise<number> {
  let [turns, isOver] = [0, false];
  const count = () => {
    turns += 1;
    if (!isOver) setImmediate(count);
  };
  setImmediate(count);
  await work();
  isOver = true;
  return turns;
}

describe('long lists in turns', () => {
  it('are sorted as the language sorts them, equal ones in their order, and others have their turn', async () => {
    const items = Array.from({ length: 54_321 }, (_, at) => ({ at, key: (at * 7919) % 5003 }));
    const byKey = (a: { readonly key: number }, b: { readonly key: number }) => a.key - b.key;
    let sorted: readonly unknown[] = [];
    const turns = await turnsDuring(async () => {
      sorted = await sortInTurns(items, byKey);
    });
    expect(sorted).toEqual([...items].sort(byKey));
    expect(turns).toBeGreaterThan(3);
    expect(await sortInTurns([], byKey)).toEqual([]);
  });

  it('are gone through to their end, with turns for others', async () => {
    const seen: number[] = [];
    const work = (item: number) => {
      const untilMs = performance.now() + 0.2;
      while (performance.now() < untilMs);
      seen.push(item);
    };
    const items = Array.from({ length: 100 }, (_, at) => at);
    expect(await turnsDuring(() => eachInTurns(items, work))).toBeGreaterThan(3);
    expect(seen).toEqual(items);
  });
});
