/** How what runs on a connection is stopped. */
export interface Stopping {
  readonly signal: AbortSignal | undefined;
  /** Tells the server to stop it; resolves when it has been told. */
  readonly tell: () => Promise<unknown>;
  /** Ends the connection itself. */
  readonly cut: () => void;
  readonly log: (line: string) => void;
}

export interface StopWatch {
  readonly isStopped: () => boolean;
  readonly isCut: () => boolean;
  /** Says that nothing runs any more; resolves when nothing is told any more either. */
  readonly settle: () => Promise<void>;
}

const graceMs = 5000;
const againMs = 300;

/**
 * Stops what runs on a connection when the signal fires: by the server, or by cutting the connection where that does not help. A
 * server that is told before it has begun, or between two statements, forgets it, so it is told again until nothing runs.
 */
export function watchStop({ signal, tell, cut, log }: Stopping): StopWatch {
  let telling: Promise<void> | undefined;
  let isCut = false;
  let isOver = false;
  let wake = () => {};
  const end = () => {
    isCut = true;
    cut();
  };
  const tellUntilOver = async () => {
    // Without this a server that does not answer would hold the query for ever.
    const grace = setTimeout(end, graceMs);
    try {
      for (let ms = againMs; !isOver && !isCut; ms *= 2) {
        await tell();
        if (!isOver) await pausing(ms, (leave) => (wake = leave));
      }
    } catch (error) {
      log(`a query could not be cancelled: ${String(error)}`);
      end();
    } finally {
      clearTimeout(grace);
    }
  };
  const stop = () => {
    telling = tellUntilOver();
  };
  signal?.addEventListener('abort', stop, { once: true });
  return {
    isStopped: () => telling !== undefined,
    isCut: () => isCut,
    settle: async () => {
      signal?.removeEventListener('abort', stop);
      isOver = true;
      wake();
      // What arrives late must not hit the next query of the same connection.
      await telling;
    },
  };
}

/** Ends before its time when it is left. */
function pausing(ms: number, onLeave: (leave: () => void) => void): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms);
    onLeave(() => {
      clearTimeout(timer);
      resolve();
    });
  });
}
