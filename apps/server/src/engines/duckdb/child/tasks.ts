import type { DuckDBConnection } from '@duckdb/node-api';
import type { ColumnHeader, PackedBatch } from '../../../packed/index.ts';
import type { RunProgress } from '../../engine.ts';
import type { ChildFailure } from '../protocol.ts';

/** A failure that already knows how it is told. */
export class TaskFailure extends Error {
  constructor(readonly failure: ChildFailure) {
    super(failure.message);
  }
}

/** One request while it runs: what it may say to the server, and whether it was told to stop. */
export class Task {
  private connection: DuckDBConnection | null = null;
  private timer: NodeJS.Timeout | null = null;
  private isStopped = false;

  constructor(
    readonly sendBatch: (batch: PackedBatch, columns: readonly ColumnHeader[]) => void,
    private readonly sendProgress: (progress: RunProgress) => void,
  ) {}

  get isCancelled(): boolean {
    return this.isStopped;
  }

  /** An interrupt that comes before the engine began is lost, so it is repeated until the statement settles. */
  cancel(): void {
    if (this.isStopped) return;
    this.isStopped = true;
    this.timer ??= setInterval(() => this.connection?.interrupt(), 5);
    this.connection?.interrupt();
  }

  throwIfCancelled(): void {
    if (this.isStopped) throw new TaskFailure({ origin: 'cancelled', message: 'The query was stopped.' });
  }

  /** Runs statements on a connection; while they run they report progress and can be interrupted. */
  async on<T>(connection: DuckDBConnection, work: () => Promise<T>): Promise<T> {
    this.throwIfCancelled();
    this.connection = connection;
    const progress = setInterval(() => this.reportProgress(connection), 100);
    try {
      return await work();
    } catch (error) {
      this.throwIfCancelled();
      throw error;
    } finally {
      clearInterval(progress);
      this.connection = null;
    }
  }

  finish(): void {
    if (this.timer) clearInterval(this.timer);
  }

  private reportProgress(connection: DuckDBConnection): void {
    const { percentage, rows_processed: rows } = connection.progress;
    if (percentage <= 0 && rows === 0n) return;
    // It is -1 where the engine does not know.
    this.sendProgress({ fraction: Math.max(0, Math.min(percentage / 100, 1)), rowsRead: Number(rows) });
  }
}
