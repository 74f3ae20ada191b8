import { pathToFileURL } from 'node:url';
import Libsql from 'libsql';
import type { OpenArguments } from '../protocol.ts';
import type { RawValue } from '../values.ts';

export interface ResultField {
  readonly name: string;
  /** As the column was declared; null where it is none of a table. */
  readonly type: string | null;
}

/** One prepared statement of the driver, which tells its types more loosely. */
export interface Statement {
  readonly reader: boolean;
  columns(): readonly ResultField[];
  raw(): Statement;
  safeIntegers(isOn: boolean): Statement;
  iterate(): IterableIterator<RawValue[]>;
  all(...parameters: readonly unknown[]): unknown[];
  get(): unknown;
  run(): { readonly changes: number };
}

/** The driver can do more than its types say. */
type Handle = Libsql.Database & { interrupt(): void };

export type Row = Readonly<Record<string, RawValue>>;

/** The only part that knows the driver. */
export class Connection {
  private constructor(private readonly handle: Handle) {}

  static memory(): Connection {
    const connection = new Connection(new Libsql(':memory:') as Handle);
    // Tables that a key refers to are not read by who changes rows.
    connection.exec('PRAGMA foreign_keys = OFF');
    return connection;
  }

  /** A file that is there; none is made. */
  static file({ file, isWriting }: Pick<OpenArguments, 'file' | 'isWriting'>): Connection {
    const { pathname } = pathToFileURL(file);
    const connection = new Connection(new Libsql(`file:${pathname}?mode=${isWriting ? 'rw' : 'ro'}`) as Handle);
    connection.exec(
      `PRAGMA busy_timeout = 3000; PRAGMA temp_store = FILE; PRAGMA cache_size = -32768; PRAGMA foreign_keys = ON; PRAGMA query_only = ${isWriting ? 'OFF' : 'ON'};`,
    );
    return connection;
  }

  prepare(sql: string): Statement {
    return this.handle.prepare(sql) as unknown as Statement;
  }

  /** Rows one by one. A statement that is left before its end would go on holding its lock, and its view of the data. */
  *read(statement: Statement, { isSafe }: { readonly isSafe: boolean }): Generator<RawValue[]> {
    const rows = statement.raw().safeIntegers(isSafe).iterate();
    let isAtEnd = false;
    try {
      for (;;) {
        const { value, done } = rows.next();
        isAtEnd = done ?? false;
        if (isAtEnd) return;
        yield value;
      }
    } catch (error) {
      isAtEnd = true;
      throw error;
    } finally {
      if (!isAtEnd) this.breakOff(rows);
    }
  }

  private breakOff(rows: Iterator<RawValue[]>): void {
    this.handle.interrupt();
    try {
      while (!rows.next().done);
    } catch {
      // That it was interrupted is what was wanted.
    }
  }

  exec(sql: string): void {
    this.handle.exec(sql);
  }

  /** Rows of a statement of our own. */
  rows(sql: string, ...parameters: readonly (string | number)[]): readonly Row[] {
    return this.prepare(sql).all(...parameters) as Row[];
  }

  /** What the engine says of a statement that it does not run. */
  explain(sql: string): readonly Row[] {
    const statement = this.prepare(sql);
    const rows = statement.all() as Row[];
    finishExplain(statement);
    return rows;
  }

  close(): void {
    this.handle.close();
  }
}

/** The driver never ends an EXPLAIN that was read whole; reading its first row alone does. */
export function finishExplain(statement: Statement): void {
  statement.get();
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
