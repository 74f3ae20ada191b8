import { IdleTasks } from './idle-tasks.ts';

/** A task that waits for its turn. */
interface Waiting {
  readonly start: () => void;
}

/**
 * Lets a few tasks run at once and takes turns between keys, so that somebody with a hundred queries does not keep
 * somebody with one waiting.
 */
export class FairQueue {
  private readonly queues = new Map<string, Waiting[]>();
  private running = 0;
  private readonly idle = new IdleTasks(() => this.running === 0 && this.queues.size === 0);

  constructor(private readonly slots: number) {}

  /** Tasks that wait for their turn. */
  get waiting(): number {
    let count = 0;
    for (const tasks of this.queues.values()) count += tasks.length;
    return count;
  }

  /**
   * Runs a task while nobody else wants a turn. As soon as somebody does the task's signal fires, and they do not wait for
   * it to end.
   */
  takeIdle<T>(signal: AbortSignal, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    return this.idle.take(signal, task);
  }

  /** Breaks off the idle task that runs, for somebody who is about to come. */
  preempt(): void {
    this.idle.preempt();
  }

  async take<T>(key: string, signal: AbortSignal, task: () => Promise<T>): Promise<T> {
    await this.wait(key, signal);
    let hasTurn = true;
    const giveOn = () => {
      if (!hasTurn) return;
      hasTurn = false;
      this.running--;
      this.startNext();
      this.idle.look();
    };
    // What was told to stop may take seconds to do so, or never: others do not wait for it.
    signal.addEventListener('abort', giveOn, { once: true });
    try {
      return await task();
    } finally {
      signal.removeEventListener('abort', giveOn);
      giveOn();
    }
  }

  private wait(key: string, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) {
        reject(signal.reason);
        return;
      }
      const leave = () => {
        this.remove(key, waiting);
        reject(signal.reason);
      };
      const waiting: Waiting = {
        start: () => {
          signal.removeEventListener('abort', leave);
          this.running++;
          resolve();
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.idle.preempt();
      this.queues.set(key, [...(this.queues.get(key) ?? []), waiting]);
      this.startNext();
    });
  }

  private startNext(): void {
    while (this.running < this.slots) {
      const next = this.queues.entries().next().value;
      if (!next) return;
      const [key, [first, ...rest]] = next;
      // The key goes to the end of the line: a map keeps the order in which keys were set.
      this.queues.delete(key);
      if (rest.length > 0) this.queues.set(key, rest);
      first!.start();
    }
  }

  private remove(key: string, waiting: Waiting): void {
    const rest = (this.queues.get(key) ?? []).filter((other) => other !== waiting);
    if (rest.length > 0) this.queues.set(key, rest);
    else this.queues.delete(key);
  }
}
