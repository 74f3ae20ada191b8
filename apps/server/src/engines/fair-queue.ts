import { IdleTasks } from './idle-tasks.ts';

/** A task that waits for its turn. */
interface Waiting {
  readonly start: () => void;
  hasLeft: boolean;
}

/** Those who wait under one key. Whoever comes, goes or leaves costs the same however many there are. */
class Line {
  private tasks: Waiting[] = [];
  private head = 0;
  size = 0;

  add(task: Waiting): void {
    this.tasks.push(task);
    this.size += 1;
  }

  leave(task: Waiting): void {
    if (task.hasLeft) return;
    task.hasLeft = true;
    this.size -= 1;
  }

  takeFirst(): Waiting | undefined {
    for (let task = this.tasks[this.head]; task; task = this.tasks[this.head]) {
      this.head += 1;
      if (this.head * 2 > this.tasks.length) {
        this.tasks = this.tasks.slice(this.head);
        this.head = 0;
      }
      if (task.hasLeft) continue;
      this.leave(task);
      return task;
    }
    return undefined;
  }
}

/**
 * Lets a few tasks run at once and takes turns between keys, so that somebody with a hundred queries does not keep
 * somebody with one waiting.
 */
export class FairQueue {
  private readonly queues = new Map<string, Line>();
  private running = 0;
  private readonly idle = new IdleTasks(() => this.running === 0 && this.queues.size === 0);

  constructor(private readonly slots: number) {}

  /** Tasks that wait for their turn. */
  get waiting(): number {
    let count = 0;
    for (const tasks of this.queues.values()) count += tasks.size;
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
        hasLeft: false,
        start: () => {
          signal.removeEventListener('abort', leave);
          this.running++;
          resolve();
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.idle.preempt();
      const line = this.queues.get(key) ?? new Line();
      line.add(waiting);
      this.queues.set(key, line);
      this.startNext();
    });
  }

  private startNext(): void {
    while (this.running < this.slots) {
      const next = this.queues.entries().next().value;
      if (!next) return;
      const [key, tasks] = next;
      // The key goes to the end of the line: a map keeps the order in which keys were set.
      this.queues.delete(key);
      const first = tasks.takeFirst();
      if (tasks.size > 0) this.queues.set(key, tasks);
      first?.start();
    }
  }

  private remove(key: string, waiting: Waiting): void {
    const tasks = this.queues.get(key);
    tasks?.leave(waiting);
    if (tasks?.size === 0) this.queues.delete(key);
  }
}
