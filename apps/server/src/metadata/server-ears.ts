import { setTimeout as pause } from 'node:timers/promises';
import pg from 'pg';
import type { TimeReading } from './store-clock.ts';
import { workChannel } from './work-calls.ts';

/** What the server says there: another process wrote to the catalog. */
export const channel = 'powerset_catalog';

interface Pace {
  readonly listenAgainMs: number;
  readonly askEveryMs: number;
  /** So long the server may leave a question open that costs it nothing. */
  readonly patienceMs: number;
  /** So long each try to reach it again may take once it was silent: whoever asks meanwhile is refused. */
  readonly retryMs: number;
}

const usualPace: Pace = { listenAgainMs: 1_000, askEveryMs: 3_000, patienceMs: 10_000, retryMs: 1_500 };

interface Ears {
  readonly settings: pg.ClientConfig;
  /** Another process wrote to a table of the catalog; to some of them, or may have, where none is named. */
  readonly onWrite: (table?: string) => void;
  /** Something waits to be done. */
  readonly onWork: () => void;
  /** The server takes what it is sent and answers nothing: whoever waits for it waits in vain. */
  readonly onSilence: () => void;
  /** It answers again, if only to refuse. */
  readonly onVoice: () => void;
  /** What its clock says, each time that it is asked whether it is there. */
  readonly onTime: (reading: TimeReading) => void;
  readonly onTrouble: (error: Error) => void;
  readonly pace?: Pace;
}

/**
 * Hears of writes over a connection of its own for as long as the store is open, and of the server's silence: how long a statement may
 * take nobody knows, who waits for a lock waits rightly, but what costs nothing is answered at once.
 */
export function listen({ settings, onWrite, onWork, onSilence, onVoice, onTime, onTrouble, pace = usualPace }: Ears): {
  readonly stop: () => Promise<void>;
} {
  let isOpen = true;
  let isSilent = false;
  let client: pg.Client | null = null;
  const note = (silent: boolean) => {
    isSilent = silent;
    if (silent) onSilence();
    else onVoice();
  };
  const watchOver = async (watched: pg.Client) => {
    let hasEnded = false;
    watched.once('end', () => {
      hasEnded = true;
    });
    while (!hasEnded) {
      await pause(pace.askEveryMs, undefined, { ref: false });
      if (hasEnded || (await answersInTime(watched, { patienceMs: pace.patienceMs, onTime }))) continue;
      note(true);
      watched.connection.stream.destroy();
    }
  };
  const start = async (): Promise<void> => {
    if (!isOpen) return;
    const next = new pg.Client(isSilent ? { ...settings, connectionTimeoutMillis: pace.retryMs } : settings);
    client = next;
    next.on('notification', ({ channel, payload }) =>
      channel === workChannel ? onWork() : onWrite(payload?.split(' ')[2]),
    );
    next.on('error', onTrouble);
    next.once('end', () => {
      if (isOpen) setTimeout(() => void start(), isSilent ? pace.retryMs / 6 : pace.listenAgainMs).unref();
    });
    try {
      await next.connect();
      note(false);
      void watchOver(next);
      await next.query(`listen ${channel}`);
      await next.query(`listen ${workChannel}`);
      onWrite();
      onWork();
    } catch (error) {
      onTrouble(error as Error);
      if (isSilence(error)) note(true);
      else if (isAnswer(error)) note(false);
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

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '');

/** Nobody was there to refuse: what the network says of a machine that is gone is no answer of its server. */
function isSilence(error: unknown): boolean {
  const isLate = error instanceof Error && /timeout/.test(error.message);
  return isLate || /^(?:ETIMEDOUT|EHOSTUNREACH|ENETUNREACH)$/.test(codeOf(error));
}

/** The server's own words, or its machine's. A connection that was cut here says nothing of either. */
function isAnswer(error: unknown): boolean {
  return error instanceof pg.DatabaseError || /^(?:ECONNREFUSED|ECONNRESET)$/.test(codeOf(error));
}

/** Costs the server nothing. */
export const timeQuestion = 'select extract(epoch from clock_timestamp()) * 1000 as ms';

/** What its clock says; null where it answers anything else. */
export async function readTime(client: pg.ClientBase): Promise<TimeReading | null> {
  const askedAt = performance.now();
  const { rows } = await client.query(timeQuestion);
  const tookMs = performance.now() - askedAt;
  const serverMs = Number(rows[0]?.ms ?? Number.NaN);
  return Number.isFinite(serverMs) ? { serverMs, tookMs } : null;
}

interface Question {
  readonly patienceMs: number;
  readonly onTime: (reading: TimeReading) => void;
}

/** An error is an answer too. */
async function answersInTime(client: pg.Client, { patienceMs, onTime }: Question): Promise<boolean> {
  const inTime = new AbortController();
  const answered = readTime(client).then(
    (reading) => {
      if (reading) onTime(reading);
      return true;
    },
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
