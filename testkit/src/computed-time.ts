import { existsSync, readFileSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';

/**
 * Milliseconds that a process's main thread has computed, this one's unless told: what other programs of the machine
 * take is not in it. Where the system does not tell, all of the time that passed.
 */
export function computedMs(pid: number = process.pid): number {
  const told = `/proc/${pid}/task/${pid}/schedstat`;
  if (!existsSync(told)) return performance.now();
  return Number(readFileSync(told, 'utf8').split(' ')[0]) / 1e6;
}

/** Milliseconds that this process's main thread computed at most without letting others have their turn, while something is at work. */
export async function longestTurnMs(work: Promise<unknown>): Promise<number> {
  let longestMs = 0;
  for (let isDone = false; !isDone; ) {
    const startedAt = computedMs();
    isDone = await Promise.race([work.then(() => true), pause(1, false)]);
    longestMs = Math.max(longestMs, computedMs() - startedAt);
  }
  return longestMs;
}

/**
 * The least of what a few rounds take: what takes long does so in each of them, and what a busy machine adds to one is not in the
 * others. The first that is short enough is the last.
 */
export async function leastOfRounds(enoughMs: number, round: () => number | Promise<number>): Promise<number> {
  let leastMs = Number.POSITIVE_INFINITY;
  for (let rounds = 0; rounds < 4 && leastMs >= enoughMs; rounds += 1) leastMs = Math.min(leastMs, await round());
  return leastMs;
}
