import { setTimeout as pause } from 'node:timers/promises';
import { EngineError } from '../engine.ts';

const pauseMs = 25;
const longestWaitMs = 10_000;

/**
 * Opens a file that was written a moment ago. Statements that began before its writer let go of it, whatever they read, keep it
 * under the writer's name: until the last of them has ended, the engine refuses to open it by another.
 */
export async function openWritten<T>(open: () => Promise<T>): Promise<T> {
  const until = performance.now() + longestWaitMs;
  for (;;) {
    try {
      return await open();
    } catch (error) {
      if (!isStillOpen(error) || performance.now() > until) throw error;
    }
    await pause(pauseMs);
  }
}

function isStillOpen(error: unknown): boolean {
  return error instanceof EngineError && /unique file handle conflict/i.test(error.message);
}
