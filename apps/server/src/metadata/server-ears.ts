import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import { workChannel } from './work-calls.ts';

/** What the server says there: another process wrote to the catalog. */
export const channel = 'powerset_catalog';

interface Pace {
  readonly listenAgainMs: number;
  readonly askEveryMs: number;
  /** So long the server may leave a question open that costs it nothing. */
  readonly patienceMs: number;
}

const usualPace: Pace = { listenAgainMs: 1_000, askEveryMs: 3_000, patienceMs: 10_000 };

interface Ears {
  readonly settings: pg.ClientConfig;
  /** Another process wrote to a table of the catalog; to some of them, or may have, where none is named. */
  readonly onWrite: (table?: string) => void;
  /** Something waits to be done. */
  readonly onWork: () => void;
  /** The server takes what it is sent and answers nothing: whoever waits for it waits in vain. */
  readonly onSilence: () => void;
  readonly onTrouble: (error: Error) => void;
  readonly pace?: Pace;
}

/**
 * Hears of writes over a connection of its own for as long as the store is open, and of the server's silence: how long a statement may
 * take nobody knows, who waits for a lock waits rightly, but what costs nothing is answered at once.
 */
export function listen({ settings, onWrite, onWork, onSilence, onTrouble, pace = usualPace }: Ears): {
  readonly stop: () => Promise<void>;
} {
  let isOpen = true;
  let client: pg.Client | null = null;
  const watchOver = async (watched: pg.Client) => {
    let hasEnded = false;
    watched.once('end', () => {
      hasEnded = true;
    });
    while (!hasEnded) {
      await pause(pace.askEveryMs, undefined, { ref: false });
      if (hasEnded || (await answersInTime(watched, pace.patienceMs))) continue;
      onSilence();
      watched.connection.stream.destroy();
    }
  };
  const start = async (): Promise<void> => {
    if (!isOpen) return;
    const next = new pg.Client(settings);
    client = next;
    next.on('notification', ({ channel, payload }) =>
      channel === workChannel ? onWork() : onWrite(payload?.split(' ')[2]),
    );
    next.on('error', onTrouble);
    next.once('end', () => {
      if (isOpen) setTimeout(() => void start(), pace.listenAgainMs).unref();
    });
    try {
      await next.connect();
      void watchOver(next);
      await next.query(`listen ${channel}`);
      await next.query(`listen ${workChannel}`);
      onWrite();
      onWork();
    } catch (error) {
      onTrouble(error as Error);
      if (/timeout/.test((error as Error).message)) onSilence();
      // One that may not listen, as on a server that follows another, hears nothing: its end begins anew.
      next.connection.stream.destroy();
    }
  };
  void start();
  return {
    stop: async () => {
      isOpen = false;
      await client?.end().catch(() => undefined);
    },
  };
}

/** An error is an answer too. */
async function answersInTime(client: pg.Client, patienceMs: number): Promise<boolean> {
  const inTime = new AbortController();
  const answered = client.query('select 1').then(
    () => true,
    () => true,
  );
  const late = pause(patienceMs, false, { ref: false, signal: inTime.signal })
    // A timer that was itself held up lets what has come meanwhile be read first.
    .then(() => new Promise<boolean>((resolve) => setImmediate(resolve, false)))
    .catch(() => false);
  const isAnswered = await Promise.race([answered, late]);
  inTime.abort();
  return isAnswered;
}
