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
