import type { PoolFigures } from '../engine.ts';
import { afterLoss, type Batch, ConnectionLender, isLostConnection, type RawColumn } from '../remote/index.ts';
import { mostPlanRows, type PlanRow, type Question, toPlanRows, type WarehouseConnection } from '../warehouse/index.ts';
import { type ConnectionSettings, Line, type RunningStatement } from './driver.ts';
import { MssqlFailure } from './failures.ts';

const poolSize = 8;
const idleMs = 60_000;
const cancelWaitMs = 5000;
const maxRepeats = 2;
/** Rows and values that are handed on together. */
const batchRows = 1000;
const batchValues = 20_000;
/** From this on the server ends the connection, too. */
const fatalClass = 20;

/** Asks a server by connections that are lent. */
export class MssqlConnection implements WarehouseConnection {
  private readonly lender: ConnectionLender<Line>;

  constructor(settings: ConnectionSettings) {
    this.lender = new ConnectionLender<Line>({
      size: poolSize,
      idleMs,
      open: () => Line.open(settings),
      close: (line) => line.close(),
      isOpen: (line) => line.isOpen,
    });
  }

  /** A statement only reads: where its connection turns out to be dead before it said anything, another one is taken. */
  async *read({ sql, signal }: Question): AsyncGenerator<Batch> {
    let lost: unknown = null;
    for (let left = maxRepeats; ; left -= 1) {
      const line = await this.lender.lend(signal).catch((error: unknown) => {
        throw afterLoss(lost, error);
      });
      const rows = new StatementRows(line, sql, signal);
      try {
        yield* rows.read();
        return;
      } catch (error) {
        if (left === 0 || signal.aborted || rows.hasColumns || !isLostConnection(error)) throw error;
        lost = error;
      } finally {
        void rows.end().then((isSound) => this.lender.giveBack(line, isSound));
      }
    }
  }

  /** The rows by which the server tells the plan of a statement: while the session is set so, it runs nothing. */
  async plan(sql: string, signal: AbortSignal): Promise<readonly PlanRow[]> {
    const line = await this.lender.lend(signal);
    let isSound = false;
    try {
      await readAll(line, 'SET SHOWPLAN_ALL ON', signal);
      try {
        return toPlanRows(await readAll(line, sql, signal));
      } finally {
        const isOff = readAll(line, 'SET SHOWPLAN_ALL OFF', AbortSignal.timeout(cancelWaitMs));
        isSound = await isOff.then(
          () => true,
          () => false,
        );
      }
    } finally {
      this.lender.giveBack(line, isSound && line.isOpen);
    }
  }

  get figures(): PoolFigures {
    return { ...this.lender.figures, most: poolSize };
  }

  close(): void {
    this.lender.close();
  }
}

/** What the server answers, as far as it can be the rows of a plan. */
async function readAll(line: Line, sql: string, signal: AbortSignal): Promise<readonly Batch[]> {
  const rows = new StatementRows(line, sql, signal);
  const batches: Batch[] = [];
  let count = 0;
  try {
    for await (const batch of rows.read()) {
      batches.push(batch);
      count += batch.rowCount;
      if (count >= mostPlanRows) break;
    }
    return batches;
  } finally {
    await rows.end();
  }
}

/** The rows of one statement in batches. The server is held back while nobody takes them. */
class StatementRows {
  private readonly running: RunningStatement;
  private readonly onAbort = () => this.cancel();
  private columns: readonly RawColumn[] | null = null;
  private cells: (string | null)[] = [];
  private rowCount = 0;
  private isPaused = false;
  private isOver = false;
  private failure: unknown = null;
  private wake: () => void = () => undefined;

  constructor(
    private readonly line: Line,
    sql: string,
    private readonly signal: AbortSignal,
  ) {
    this.running = line.run(sql, {
      onColumns: (columns) => {
        this.columns ??= columns;
        this.wake();
      },
      onRow: (cells) => this.addRow(cells),
    });
    this.running.ended.then(
      () => this.finish(null),
      (error: unknown) => this.finish(error),
    );
    if (signal.aborted) this.cancel();
    signal.addEventListener('abort', this.onAbort, { once: true });
  }

  get hasColumns(): boolean {
    return this.columns !== null;
  }

  async *read(): AsyncGenerator<Batch> {
    let isFirst = true;
    for (;;) {
      this.signal.throwIfAborted();
      if (!this.isOver && this.rowCount < this.batchSize) await this.changed();
      this.signal.throwIfAborted();
      if (this.failure !== null) throw this.failure;
      if (this.columns === null && !this.isOver) continue;
      if (this.rowCount > 0 || isFirst) {
        isFirst = false;
        yield this.take();
      }
      if (this.isOver && this.rowCount === 0) return;
    }
  }

  /** Whether the connection can be used again; what still runs on it is ended first. */
  async end(): Promise<boolean> {
    this.signal.removeEventListener('abort', this.onAbort);
    if (!this.isOver) {
      this.cancel();
      await this.waitForEnd();
    }
    const isKept = this.failure === null || (this.failure instanceof MssqlFailure && !isFatal(this.failure));
    return this.line.isOpen && this.isOver && isKept;
  }

  private get batchSize(): number {
    return Math.max(1, Math.min(batchRows, Math.floor(batchValues / Math.max(1, this.columns?.length ?? 1))));
  }

  private addRow(cells: readonly (string | null)[]): void {
    if (this.signal.aborted || this.isOver) return;
    for (const cell of cells) this.cells.push(cell);
    this.rowCount += 1;
    if (this.rowCount < this.batchSize) return;
    if (!this.isPaused) this.running.pause();
    this.isPaused = true;
    this.wake();
  }

  private take(): Batch {
    const batch = { columns: this.columns ?? [], rowCount: this.rowCount, cells: this.cells };
    this.cells = [];
    this.rowCount = 0;
    if (this.isPaused) this.running.resume();
    this.isPaused = false;
    return batch;
  }

  private cancel(): void {
    if (this.isPaused) this.running.resume();
    this.isPaused = false;
    this.running.cancel();
    this.wake();
  }

  private finish(error: unknown): void {
    // What was told to stop says that it was.
    const isStopped = error instanceof Error && 'code' in error && error.code === 'ECANCEL';
    this.failure = isStopped ? null : error;
    this.isOver = true;
    this.wake();
  }

  private changed(): Promise<void> {
    return new Promise((resolve) => {
      this.wake = resolve;
    });
  }

  private async waitForEnd(): Promise<void> {
    const timer = setTimeout(() => this.line.close(), cancelWaitMs);
    await this.running.ended.catch(() => undefined);
    clearTimeout(timer);
  }
}

function isFatal({ facts }: MssqlFailure): boolean {
  return (facts.class ?? 0) >= fatalClass;
}
