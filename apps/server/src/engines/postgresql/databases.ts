import type { PoolFigures } from '../engine.ts';
import type { ConnectionPool, SessionOptions } from './client.ts';
import type { Session } from './session.ts';

/** Pools of other databases at once. However many are asked for, a server is never held by more than these and the own one's. */
export const mostOtherPools = 4;

interface OtherPool {
  readonly pool: ConnectionPool;
  /** Sessions that are at work or wait for a connection. */
  busy: number;
}

/**
 * The connections to one server: a session of it is in one database alone, so each that is asked has a pool. The one that nobody
 * has wanted for the longest time is closed for the next; where all are at work, that one waits.
 */
export class DatabasePools {
  /** The first is the one that was wanted least lately. */
  private readonly others = new Map<string, OtherPool>();
  private readonly waiting = new Set<() => void>();
  private isClosed = false;

  constructor(
    readonly own: ConnectionPool,
    private readonly open: (database: string) => ConnectionPool,
  ) {}

  async inSession<T>(database: string, options: SessionOptions, work: (session: Session) => Promise<T>): Promise<T> {
    const taken = await this.take(database, options.signal);
    try {
      return await taken.pool.inSession(options, work);
    } finally {
      taken.busy -= 1;
      if (taken.busy === 0) this.wakeOne();
    }
  }

  get figures(): PoolFigures {
    const all = [this.own, ...[...this.others.values()].map(({ pool }) => pool)].map(({ figures }) => figures);
    const sum = (name: keyof PoolFigures) => all.reduce((total, figures) => total + figures[name], 0);
    return { used: sum('used'), idle: sum('idle'), waiting: sum('waiting') + this.waiting.size, most: sum('most') };
  }

  async close(): Promise<void> {
    this.isClosed = true;
    const pools = [this.own, ...[...this.others.values()].map(({ pool }) => pool)];
    this.others.clear();
    for (const wake of [...this.waiting]) wake();
    await Promise.all(pools.map((pool) => pool.close()));
  }

  private async take(database: string, signal: AbortSignal | undefined): Promise<OtherPool> {
    for (;;) {
      signal?.throwIfAborted();
      if (this.isClosed) throw new Error('The connection was closed.');
      const found = this.others.get(database) ?? this.openOne(database);
      if (found) {
        this.others.delete(database);
        this.others.set(database, found);
        found.busy += 1;
        return found;
      }
      await this.freed(signal);
    }
  }

  private openOne(database: string): OtherPool | null {
    if (this.others.size >= mostOtherPools && !this.closeIdle()) return null;
    return { pool: this.open(database), busy: 0 };
  }

  private closeIdle(): boolean {
    const idle = [...this.others].find(([, { busy }]) => busy === 0);
    if (!idle) return false;
    const [name, { pool }] = idle;
    this.others.delete(name);
    void pool.close().catch(() => undefined);
    return true;
  }

  private wakeOne(): void {
    const [first] = this.waiting;
    first?.();
  }

  /** Until a pool has nothing to do, or whoever waits gives up. */
  private freed(signal: AbortSignal | undefined): Promise<void> {
    return new Promise((resolve) => {
      const wake = () => {
        this.waiting.delete(wake);
        signal?.removeEventListener('abort', wake);
        resolve();
      };
      this.waiting.add(wake);
      signal?.addEventListener('abort', wake, { once: true });
    });
  }
}
