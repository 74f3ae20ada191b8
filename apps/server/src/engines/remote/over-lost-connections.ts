import { setTimeout as pause } from 'node:timers/promises';
import { afterLoss, wentSilent } from './connection-errors.ts';
import { toUnknownOutcome } from './failures.ts';

const maxRepeats = 3;
const repeatAfterMs = 300;

interface Work {
  readonly mayWrite?: boolean;
  readonly signal?: AbortSignal;
  /** Whether an error of this kind of server says that its connection is gone. */
  readonly isLost: (error: unknown) => boolean;
}

/** What only reads is tried again where its connection turns out to be dead; of what writes nobody knows how far it came. */
export async function overLostConnections<T>({ mayWrite, signal, isLost }: Work, work: () => Promise<T>): Promise<T> {
  let lost: unknown = null;
  for (let left = maxRepeats; ; left--) {
    try {
      return await work();
    } catch (error) {
      if (mayWrite && !signal?.aborted && (isLost(error) || wentSilent(error))) throw toUnknownOutcome(error);
      if (left === 0 || signal?.aborted || !isLost(error)) throw afterLoss(lost, error);
      lost = error;
    }
    // A server that starts again takes nobody at once.
    if (left < maxRepeats) await pause(repeatAfterMs);
  }
}
