import type { Processes } from './processes.ts';

/** A run that this process is at. */
export interface RunUnderWay {
  readonly controller: AbortController;
  ended: Promise<void>;
}

export interface JobClockOptions {
  readonly processes: Pick<Processes, 'takesJobs' | 'tellOfWork'>;
  readonly takeTurn: () => Promise<void>;
  readonly complain: (error: unknown) => void;
}

const everyMs = 5000;

/** Takes turns by the clock where the process takes jobs, else tells those that do; and knows the runs that it is at. */
export class JobClock<Run extends RunUnderWay> {
  readonly running = new Map<number, Run>();
  private readonly closing = new AbortController();
  private timer: NodeJS.Timeout | null = null;
  private turn: Promise<void> = Promise.resolve();

  constructor(private readonly options: JobClockOptions) {}

  /** Aborted, nothing waits any more for a store that is away. */
  get closingSignal(): AbortSignal {
    return this.closing.signal;
  }

  get isClosing(): boolean {
    return this.closing.signal.aborted;
  }

  start(): void {
    this.timer = setInterval(() => void this.tick(), everyMs).unref();
    void this.tick();
  }

  tick(): Promise<void> {
    const { processes, takeTurn } = this.options;
    if (processes.takesJobs) return this.inTurn(async () => (this.isClosing ? undefined : takeTurn()));
    processes.tellOfWork();
    return this.turn;
  }

  /** One at a time, so that nothing is started twice. */
  inTurn(work: () => Promise<void>): Promise<void> {
    this.turn = this.turn.then(work).catch(this.options.complain);
    return this.turn;
  }

  /** The next that waits need not wait for the clock. */
  leave(id: number): void {
    this.running.delete(id);
    void this.tick();
  }

  async idle(): Promise<void> {
    await this.turn;
    while (this.running.size > 0) {
      await Promise.all([...this.running.values()].map((run) => run.ended));
      await this.turn;
    }
  }

  /** Breaks off what is at work, once `tell` has said why. */
  async close(tell: (run: Run) => void = () => undefined): Promise<void> {
    this.closing.abort();
    if (this.timer) clearInterval(this.timer);
    await this.turn;
    for (const run of this.running.values()) {
      tell(run);
      run.controller.abort();
    }
    await this.idle();
  }
}
