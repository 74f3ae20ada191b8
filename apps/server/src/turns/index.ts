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
