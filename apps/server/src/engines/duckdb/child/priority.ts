import { readdirSync } from 'node:fs';
import { getPriority, setPriority } from 'node:os';

/** How far below the server's own, which has somebody waiting for every answer. */
const below = 5;
const lowest = 19;

/**
 * Lets the server go first. Not from the beginning: where the machine is busy a process of low priority takes seconds to
 * start, while everybody waits for it. On Linux each thread has a priority of its own, and hands it to those it starts.
 */
export function lowerPriority(): void {
  const priority = Math.min(lowest, getPriority() + below);
  for (const thread of process.platform === 'linux' ? listThreads() : [0]) lower(thread, priority);
}

function lower(thread: number, priority: number): void {
  try {
    setPriority(thread, priority);
  } catch {
    // The thread has just ended, or the system does not let us: queries are answered all the same.
  }
}

function listThreads(): readonly number[] {
  return readdirSync('/proc/self/task').map(Number);
}
