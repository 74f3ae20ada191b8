import type { Line, Rows } from './driver.ts';
import { OracleFailure } from './failures.ts';
import type { ColumnFacts } from './values.ts';

/** What a server has to say to a statement. */
export interface FakeAnswer {
  readonly columns?: readonly (Partial<ColumnFacts> & { readonly name: string })[];
  /** So many rows from a place on; fewer than were asked for are the last. */
  readonly rowsFrom?: (from: number, count: number) => readonly (readonly unknown[])[];
  readonly bytesOf?: (rows: number) => number;
  readonly error?: Error;
  /** Says nothing until it is told to stop, or not even then. */
  readonly hangs?: 'until-told' | 'for-ever';
  /** After so many portions the connection is gone. */
  readonly diesAfter?: number;
}

export const lost = () => Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' });

export const oracleError = (code: string, message: string, more: { sql?: string; offset?: number } = {}) =>
  new OracleFailure({ code, message, place: null, sql: more.sql ?? null, offset: more.offset ?? null });

const number = { dbTypeName: 'NUMBER', precision: 10, scale: 0 };

/** Connections of a server that is none: what the driver would bring. */
export class FakeServer {
  readonly statements: string[] = [];
  readonly portions: number[] = [];
  opened = 0;
  cancels = 0;
  closed = 0;
  cursorsClosed = 0;

  constructor(private readonly answer: (sql: string, count: number) => FakeAnswer | Error) {}

  readonly openLine = async (): Promise<Line> => {
    this.opened += 1;
    let isOpen = true;
    let stop: (error: Error) => void = () => undefined;
    const ask = async (sql: string): Promise<FakeAnswer> => {
      this.statements.push(sql);
      const answer = this.answer(sql, this.statements.length);
      const error = answer instanceof Error ? answer : answer.error;
      if (error) {
        isOpen = error instanceof OracleFailure;
        throw error;
      }
      return answer as FakeAnswer;
    };
    const hang = (kind: FakeAnswer['hangs']) =>
      new Promise<never>((_resolve, reject) => {
        stop = (error) => {
          if (kind === 'until-told' || !(error instanceof OracleFailure)) reject(error);
        };
      });
    const isLineOpen = () => isOpen;
    return {
      get isOpen() {
        return isLineOpen();
      },
      run: async (sql) => this.rowsOf(await ask(sql), hang),
      describe: async (sql) => toFacts((await ask(sql)).columns ?? []),
      plan: async (sql) => this.rowsOf(await ask(`EXPLAIN ${sql}`), hang),
      forgetPlan: async () => void this.statements.push('ROLLBACK'),
      cancel: async () => {
        this.cancels += 1;
        stop(oracleError('ORA-01013', 'ORA-01013: user requested cancel of current operation'));
      },
      close: () => {
        isOpen = false;
        this.closed += 1;
        stop(lost());
      },
    };
  };

  private rowsOf(answer: FakeAnswer, hang: (kind: FakeAnswer['hangs']) => Promise<never>): Rows {
    let from = 0;
    let portions = 0;
    return {
      columns: toFacts(answer.columns ?? [{ name: 'N' }]),
      next: async (count) => {
        if (answer.hangs) return hang(answer.hangs);
        portions += 1;
        if (answer.diesAfter !== undefined && portions > answer.diesAfter) throw lost();
        this.portions.push(count);
        const rows = answer.rowsFrom?.(from, count) ?? [];
        from += rows.length;
        return { rows, bytes: answer.bytesOf?.(rows.length) ?? rows.length * 10 };
      },
      close: async () => {
        this.cursorsClosed += 1;
      },
    };
  }
}

function toFacts(columns: NonNullable<FakeAnswer['columns']>): readonly ColumnFacts[] {
  return columns.map((one) => ({ ...number, ...one }));
}

/** So many numbers. */
export const numbers =
  (total: number) =>
  (from: number, count: number): readonly (readonly unknown[])[] =>
    Array.from({ length: Math.max(0, Math.min(count, total - from)) }, (_, at) => [String(from + at)]);
