import { EngineError } from '../engine.ts';

const mostRepeats = 2;

/**
 * Reads in a process that may end for somebody else's sake: then the next one, which has nothing attached, is asked all of
 * it again. What ends each process it is given is told so.
 */
export async function readAgain<T>(
  reader: { readonly generation: () => Promise<number> },
  work: () => Promise<T>,
): Promise<T> {
  for (let left = mostRepeats; ; left--) {
    const before = await reader.generation();
    try {
      return await work();
    } catch (error) {
      const isCrash = error instanceof EngineError && error.details.code === 'ENGINE_CRASHED_ERROR';
      // A step that came after the end finds nothing attached, and says that.
      const isReplaced = isCrash || (await reader.generation()) !== before;
      if (!isReplaced || left === 0) throw error;
    }
  }
}
