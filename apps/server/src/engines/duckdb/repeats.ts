import type { TimeLimit } from '../deadline.ts';
import { FairQueue } from '../fair-queue.ts';
import { EngineReplacedError } from './child-process.ts';

/** Whoever saw the engine end so often beside others' queries is told. */
const maxRepeats = 4;

/**
 * Work that only reads is done again, unnoticed, when the engine's process ended for another query's sake. Where nobody
 * knows for whose, those who were at work are suspects: they are run again one after the other, so that the next end
 * tells who it is. Whoever is run again has all of its time again, and waits for its turn without losing any.
 */
export class Repeats {
  private readonly suspects = new FairQueue(1);

  async repeat<T>(
    { signal, limit }: { readonly signal: AbortSignal; readonly limit?: TimeLimit },
    work: (isSuspect: boolean) => Promise<T>,
  ): Promise<T> {
    let isSuspect = false;
    const suspected = () => {
      limit?.renew();
      return work(true);
    };
    for (let left = maxRepeats; ; left--) {
      try {
        return isSuspect ? await this.suspects.take('suspects', signal, suspected) : await work(false);
      } catch (error) {
        if (!(error instanceof EngineReplacedError) || left === 0 || signal.aborted) throw error;
        isSuspect ||= error.isSuspect;
        if (isSuspect) limit?.pause();
        else limit?.renew();
      }
    }
  }
}
