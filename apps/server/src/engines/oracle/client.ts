import type { PoolFigures } from '../engine.ts';
import { afterLoss, type Batch, ConnectionLender, isLostConnection, placeAt, type RawColumn } from '../remote/index.ts';
import {
  type PlanRow,
  type Question,
  type ReadStatement,
  toPlanRows,
  type WarehouseConnection,
} from '../warehouse/index.ts';
import type { ConnectionSettings, Line, Rows } from './driver.ts';
import { OracleFailure } from './failures.ts';
import { authorsOffset } from './grammar.ts';
import { Portions } from './portions.ts';
import { type ColumnFacts, nativeTypeOf, toText } from './values.ts';

export type OpenLine = (settings: ConnectionSettings) => Promise<Line>;

const poolSize = 8;
const idleMs = 60_000;
const cancelWaitMs = 5000;
const maxRepeats = 2;

/** What is asked of a line, and by whom it is ended. */
interface Asked {
  readonly line: Line;
  readonly signal: AbortSignal;
}

/** Asks a server by connections that are lent. */
export class OracleConnection implements WarehouseConnection {
  private readonly lender: ConnectionLender<Line>;

  constructor(settings: ConnectionSettings, open: OpenLine) {
    this.lender = new ConnectionLender<Line>({
      size: poolSize,
      idleMs,
      open: () => open(settings),
      close: (line) => line.close(),
      isOpen: (line) => line.isOpen,
    });
  }

  /** The first batch tells the columns, even where there are no rows. */
  async *read({ sql, schema, signal, statement }: Question): AsyncGenerator<Batch> {
    const run = (one: Line) => calling({ line: one, signal }, () => one.run(sql));
    const { line, answer: rows } = await this.asking(signal, run).catch((error: unknown) => {
      throw withPlace(error, schema, statement);
    });
    let isSound = true;
    try {
      yield* readRows(rows, { line, signal });
    } catch (error) {
      isSound = isServers(error);
      throw withPlace(error, schema, statement);
    } finally {
      // Whoever stops reading leaves rows that nobody asks for.
      await rows.close().catch(() => undefined);
      // What was told to end something might end the next thing, too.
      this.lender.giveBack(line, isSound && !signal.aborted);
    }
  }

  /** The columns of a statement, without running it. */
  async describe(sql: string, { schema, signal, statement }: Omit<Question, 'sql'>): Promise<readonly ColumnFacts[]> {
    try {
      const { line, answer } = await this.asking(signal, (one) =>
        calling({ line: one, signal }, () => one.describe(sql)),
      );
      this.lender.giveBack(line, true);
      return answer;
    } catch (error) {
      throw withPlace(error, schema, statement);
    }
  }

  /** The rows by which the server tells the plan of a statement, which does not run. */
  async plan(sql: string, { schema, signal, statement }: Omit<Question, 'sql'>): Promise<readonly PlanRow[]> {
    const line = await this.lender.lend(signal);
    let isSound = false;
    try {
      const rows = await calling({ line, signal }, () => line.plan(sql));
      const batches: Batch[] = [];
      for await (const batch of readRows(rows, { line, signal })) batches.push(batch);
      await rows.close();
      return toPlanRows(batches);
    } catch (error) {
      throw withPlace(error, schema, statement);
    } finally {
      if (line.isOpen && !signal.aborted)
        isSound = await line.forgetPlan().then(
          () => true,
          () => false,
        );
      this.lender.giveBack(line, isSound);
    }
  }

  get figures(): PoolFigures {
    return { ...this.lender.figures, most: poolSize };
  }

  close(): void {
    this.lender.close();
  }

  /** A statement only reads: where its connection turns out to be dead before it said anything, another one is taken. */
  private async asking<T>(signal: AbortSignal, ask: (line: Line) => Promise<T>): Promise<{ line: Line; answer: T }> {
    let lost: unknown = null;
    for (let left = maxRepeats; ; left -= 1) {
      const line = await this.lender.lend(signal).catch((error: unknown) => {
        throw afterLoss(lost, error);
      });
      try {
        return { line, answer: await ask(line) };
      } catch (error) {
        this.lender.giveBack(line, isServers(error) && !signal.aborted);
        if (left === 0 || signal.aborted || !isLostConnection(error)) throw error;
        lost = error;
      }
    }
  }
}

/** What the server itself says that it could not do is no harm to the connection. */
function isServers(error: unknown): boolean {
  return error instanceof OracleFailure && error.facts.code.startsWith('ORA-');
}

async function* readRows(rows: Rows, asked: Asked): AsyncGenerator<Batch> {
  const columns: readonly RawColumn[] = rows.columns.map((facts) => ({
    name: facts.name,
    nativeType: nativeTypeOf(facts),
  }));
  const portions = new Portions(rows.columns);
  for (let isFirst = true; ; isFirst = false) {
    const { next } = portions;
    const portion = await calling(asked, () => rows.next(next));
    portions.saw(portion.rows.length, portion.bytes);
    const cells = portion.rows.flatMap((row) => rows.columns.map((facts, at) => toText(row[at], facts)));
    if (portion.rows.length > 0 || isFirst) yield { columns, rowCount: portion.rows.length, cells };
    if (portion.rows.length < next) return;
  }
}

/** Whoever is told to stop has the server end what it is at; where it says nothing to that, the connection is closed. */
async function calling<T>({ line, signal }: Asked, call: () => Promise<T>): Promise<T> {
  signal.throwIfAborted();
  let timer: NodeJS.Timeout | undefined;
  const onAbort = () => {
    timer = setTimeout(() => line.close(), cancelWaitMs);
    line.cancel().catch(() => line.close());
  };
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    const answer = await call();
    signal.throwIfAborted();
    return answer;
  } finally {
    clearTimeout(timer);
    signal.removeEventListener('abort', onAbort);
  }
}

/** What the server says of a place in what was sent, as a place in what the author wrote. */
function withPlace(error: unknown, schema: string, statement: ReadStatement | undefined): unknown {
  if (!(error instanceof OracleFailure) || !statement || error.facts.offset === null) return error;
  const place = placeAt(statement.text, authorsOffset(statement, schema, error.facts.offset));
  return new OracleFailure({ ...error.facts, place });
}
