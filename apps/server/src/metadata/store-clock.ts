/** What the clock of the metadata server said to a question, and how long its answer took. */
export interface TimeReading {
  readonly serverMs: number;
  readonly tookMs: number;
}

export interface StoreClock {
  /** Now by the server's clock once it was heard, by this machine's before, and where there is no such server. */
  readonly now: () => Date;
  readonly hear: (reading: TimeReading) => void;
}

export interface StoreClockOptions {
  /** This machine's clock, which somebody may set. */
  readonly machineMs: () => number;
  /** Goes on evenly, whatever is done to clocks. */
  readonly ticksMs: () => number;
  /** Told once when this machine's clock is found to be wrong by so much, and once, with 0, when it is right again. */
  readonly onApart: (ms: number) => void;
}

/** Less than this apart are clocks that a server of time keeps right, and answers that waited for a busy machine. */
const toleratedMs = 20;
/** People notice this, and logs of several machines cannot be laid side by side. */
const worthTellingMs = 2000;

interface Heard {
  readonly serverMs: number;
  readonly atTicks: number;
  /** It may be wrong by so much, since nobody knows when on its way the question was read. */
  readonly errorMs: number;
}

/**
 * One time for all processes of an installation: ends of sessions, leases and schedules that one wrote down another one reads, and
 * their machines' clocks may differ.
 */
export function createStoreClock({ machineMs, ticksMs, onApart }: StoreClockOptions): StoreClock {
  let heard: Heard | null = null;
  let isApart = false;
  const at = ({ serverMs, atTicks }: Heard, ticks: number) => serverMs + ticks - atTicks;
  const compare = ({ serverMs, errorMs }: Heard) => {
    const apartMs = machineMs() - serverMs;
    const isFar = Math.abs(apartMs) > worthTellingMs + errorMs;
    if (isFar !== isApart) onApart(isFar ? Math.round(apartMs) : 0);
    isApart = isFar;
  };
  return {
    now: () => new Date(heard ? at(heard, ticksMs()) : machineMs()),
    hear: ({ serverMs, tookMs }) => {
      const ticks = ticksMs();
      const next: Heard = { serverMs: serverMs + tookMs / 2, atTicks: ticks, errorMs: tookMs / 2 };
      const isOff = !heard || Math.abs(at(heard, ticks) - next.serverMs) > next.errorMs + toleratedMs;
      // What comes again within its error says nothing new; a quicker answer is a better one.
      if (isOff || next.errorMs < (heard?.errorMs ?? 0)) heard = next;
      compare(next);
    },
  };
}
