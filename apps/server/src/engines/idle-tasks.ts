import { IdleTaskPreempted } from './engine.ts';

/** So long nobody may have wanted anything before idle tasks start. */
const quietMs = 120;

interface Waiting {
  readonly start: () => void;
}

/** Runs one task at a time while nothing else is going on. */
export class IdleTasks {
  private readonly waiting: Waiting[] = [];
  private controller: AbortController | null = null;
  private timer: NodeJS.Timeout | null = null;

  constructor(private readonly isQuiet: () => boolean) {}

  async take<T>(signal: AbortSignal, task: (signal: AbortSignal) => Promise<T>): Promise<T> {
    await this.wait(signal);
    const controller = new AbortController();
    const leave = () => controller.abort(signal.reason);
    signal.addEventListener('abort', leave, { once: true });
    this.controller = controller;
    try {
      return await task(controller.signal);
    } catch (error) {
      throw controller.signal.aborted ? controller.signal.reason : error;
    } finally {
      signal.removeEventListener('abort', leave);
      this.controller = null;
      this.look();
    }
  }

  preempt(): void {
    this.controller?.abort(new IdleTaskPreempted());
    if (this.timer) clearTimeout(this.timer);
    this.timer = null;
    this.look();
  }

  /** Begins the quiet time again after which the next task starts. */
  look(): void {
    if (this.waiting.length === 0 || this.timer) return;
    this.timer = setTimeout(() => this.startNext(), quietMs);
    this.timer.unref();
  }

  private startNext(): void {
    this.timer = null;
    if (this.controller || !this.isQuiet()) return;
    this.waiting.shift()?.start();
  }

  private wait(signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason);
      const leave = () => {
        this.waiting.splice(this.waiting.indexOf(waiting), 1);
        reject(signal.reason);
      };
      const waiting: Waiting = {
        start: () => {
          signal.removeEventListener('abort', leave);
          resolve();
        },
      };
      signal.addEventListener('abort', leave, { once: true });
      this.waiting.push(waiting);
      this.look();
    });
  }
}
