/** How connections are made and ended. */
export interface PoolOptions<C> {
  /** At most so many at once. */
  readonly size: number;
  /** One that nobody has used for so long is closed. */
  readonly idleMs: number;
  readonly open: () => Promise<C>;
  readonly close: (connection: C) => void;
  /** Whether it can still be used, as far as is known without asking the server. */
  readonly isOpen: (connection: C) => boolean;
}

interface Waiting<C> {
  readonly resolve: (connection: C) => void;
  readonly reject: (error: unknown) => void;
}

export class PoolClosed extends Error {
  override name = 'PoolClosed';
}

/** Lends a few connections to many; who was used last is lent first, so that the others grow idle and are closed. */
export class ConnectionLender<C> {
  private readonly idle: { readonly connection: C; readonly timer: NodeJS.Timeout }[] = [];
  private readonly waiting: Waiting<C>[] = [];
  private count = 0;
  private isClosed = false;
  private onEmpty: () => void = () => undefined;

  constructor(private readonly options: PoolOptions<C>) {}

  /** Connections that are lent, that wait to be lent, and people who wait for one. */
  get figures(): { readonly used: number; readonly idle: number; readonly waiting: number } {
    return { used: this.count - this.idle.length, idle: this.idle.length, waiting: this.waiting.length };
  }

  /** A connection; who stops waiting for one leaves it to the next. */
  lend(signal?: AbortSignal): Promise<C> {
    if (this.isClosed) return Promise.reject(new PoolClosed('The pool is closed.'));
    if (signal?.aborted) return Promise.reject(signal.reason);
    const kept = this.takeIdle();
    if (kept) return Promise.resolve(kept);
    return new Promise((resolve, reject) => {
      const giveUp = () => {
        const at = this.waiting.indexOf(waiting);
        if (at >= 0) this.waiting.splice(at, 1);
        reject(signal?.reason);
      };
      const done = () => signal?.removeEventListener('abort', giveUp);
      const waiting: Waiting<C> = {
        resolve: (connection) => {
          done();
          resolve(connection);
        },
        reject: (error) => {
          done();
          reject(error);
        },
      };
      signal?.addEventListener('abort', giveUp, { once: true });
      this.waiting.push(waiting);
      this.openMore();
    });
  }

  giveBack(connection: C, isSound: boolean): void {
    if (!isSound || this.isClosed || !this.options.isOpen(connection)) {
      this.options.close(connection);
      this.count -= 1;
      this.openMore();
      this.lookWhetherEmpty();
      return;
    }
    this.offer(connection);
  }

  /** Lends no more; resolves when the last one that is lent has come back. */
  close(): Promise<void> {
    this.isClosed = true;
    for (const { connection, timer } of this.idle.splice(0)) {
      clearTimeout(timer);
      this.options.close(connection);
      this.count -= 1;
    }
    for (const waiting of this.waiting.splice(0)) waiting.reject(new PoolClosed('The pool is closed.'));
    return new Promise((resolve) => {
      this.onEmpty = resolve;
      this.lookWhetherEmpty();
    });
  }

  private lookWhetherEmpty(): void {
    if (this.isClosed && this.count === 0) this.onEmpty();
  }

  private takeIdle(): C | null {
    for (;;) {
      const kept = this.idle.pop();
      if (!kept) return null;
      clearTimeout(kept.timer);
      if (this.options.isOpen(kept.connection)) return kept.connection;
      this.options.close(kept.connection);
      this.count -= 1;
    }
  }

  private offer(connection: C): void {
    const next = this.waiting.shift();
    if (next) {
      next.resolve(connection);
      return;
    }
    const timer = setTimeout(() => {
      const at = this.idle.findIndex((kept) => kept.connection === connection);
      if (at < 0) return;
      this.idle.splice(at, 1);
      this.options.close(connection);
      this.count -= 1;
    }, this.options.idleMs);
    timer.unref();
    this.idle.push({ connection, timer });
  }

  /** One for each who waits, as far as the pool may grow. */
  private openMore(): void {
    while (!this.isClosed && this.count < this.options.size && this.opening < this.waiting.length) void this.openOne();
  }

  private opening = 0;

  private async openOne(): Promise<void> {
    this.count += 1;
    this.opening += 1;
    try {
      const connection = await this.options.open();
      this.opening -= 1;
      this.giveBack(connection, true);
    } catch (error) {
      this.opening -= 1;
      this.count -= 1;
      // The first who waits is told; the others may have more luck.
      this.waiting.shift()?.reject(error);
      this.openMore();
      this.lookWhetherEmpty();
    }
  }
}
