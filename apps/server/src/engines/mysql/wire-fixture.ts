import type { Socket } from 'node:net';
import { serveSockets } from '../remote/socket-fixture.ts';

/** What a server of the fixture says to one statement. */
export interface Said {
  /** Names with the protocol's numbers of their types; texts where nothing is said. */
  readonly columns?: readonly (readonly [string, number])[];
  readonly rows?: readonly (readonly (string | null)[])[];
  readonly error?: { readonly errno: number; readonly state: string; readonly message: string };
  /** It can be prepared: the rows are sent in that form, and the error comes behind them. */
  readonly prepared?: Prepared;
}

export interface Prepared {
  /** Each value as it is sent. */
  readonly rows: readonly (readonly (Buffer | null)[])[];
  /** Announced when it is executed, where these are others than before. */
  readonly columnsThen?: Said['columns'];
}

export interface WireFixture {
  readonly port: number;
  /** Statements in their order, `(prepare)` before those that were prepared; `(execute)` and `(close)` of these. */
  readonly heard: readonly string[];
  /** The databases that connections were opened with. */
  readonly databases: readonly string[];
  stop(): Promise<void>;
}

/** What becomes of a statement of one of the connections; null leaves it open until its connection is named in a KILL. */
export type Answer = (sql: string, connection: number) => Said | null;

interface Talk {
  readonly version: string;
  readonly answer: Answer;
  readonly heard: string[];
  readonly databases: string[];
  /** What is left open, by connection: it ends as one that was killed. */
  readonly open: Map<number, () => void>;
  /** So many of the first KILLs come before the server is at work, which forgets them. */
  earlyKills: number;
}

export const typeNumbers = {
  tiny: 1,
  float: 4,
  longlong: 8,
  datetime: 12,
  newDecimal: 246,
  text: 252,
  varString: 253,
  string: 254,
};

/** Of the protocol: 4.1, a database in the handshake, plain sign-in by plugin, transactions. */
const capabilities = 0x0000_0001 | 0x0000_0008 | 0x0000_0200 | 0x0000_2000 | 0x0000_8000 | 0x0008_0000;
const utf8mb4 = 45;
/** Fractions have as many places as they need. */
const anyDecimals = 31;

/**
 * A program that speaks the client/server protocol of MySQL as its documentation describes it (Protocol::HandshakeV10,
 * COM_QUERY, text result sets), without encryption and without asking for a password.
 */
export async function startWire(version: string, answer: Answer, earlyKills = 0): Promise<WireFixture> {
  const talk: Talk = { version, answer, heard: [], databases: [], open: new Map(), earlyKills };
  let connections = 70;
  const { port, stop } = await serveSockets((socket) => {
    connections += 1;
    new WireSession(socket, talk, connections).begin();
  });
  return { port, heard: talk.heard, databases: talk.databases, stop };
}

class WireSession {
  private waiting = Buffer.alloc(0);
  private sequence = 0;
  private isOpen = false;
  private prepared: Said | null = null;

  constructor(
    private readonly socket: Socket,
    private readonly talk: Talk,
    private readonly id: number,
  ) {}

  begin(): void {
    const salt = Buffer.from('12345678901234567890');
    this.send(
      Buffer.concat([
        Buffer.from([10]),
        text(this.talk.version),
        number(this.id, 4),
        salt.subarray(0, 8),
        Buffer.from([0]),
        number(capabilities & 0xffff, 2),
        Buffer.from([utf8mb4]),
        number(2, 2),
        number(capabilities >>> 16, 2),
        Buffer.from([21]),
        Buffer.alloc(10),
        salt.subarray(8),
        Buffer.from([0]),
        text('mysql_native_password'),
      ]),
    );
    this.socket.on('data', (chunk: Buffer) => {
      this.waiting = Buffer.concat([this.waiting, chunk]);
      while (this.waiting.length >= 4) {
        const length = this.waiting.readUIntLE(0, 3);
        if (this.waiting.length < 4 + length) return;
        this.sequence = (this.waiting[3] ?? 0) + 1;
        const body = this.waiting.subarray(4, 4 + length);
        this.waiting = this.waiting.subarray(4 + length);
        this.take(body);
      }
    });
  }

  private take(body: Buffer): void {
    if (!this.isOpen) {
      this.isOpen = true;
      this.readHandshake(body);
      this.sayDone();
      return;
    }
    const command = body[0];
    const sql = body.subarray(1).toString('utf8');
    if (command === 1) this.socket.end();
    if (command === 3) this.answer(sql);
    if (command === 22) this.prepare(sql);
    if (command === 23) this.execute();
    if (command === 25) this.talk.heard.push('(close)');
  }

  /** As Protocol::COM_STMT_PREPARE_OK describes it. */
  private prepare(sql: string): void {
    this.talk.heard.push(`(prepare) ${sql}`);
    const said = this.talk.answer(`(prepare) ${sql}`, this.id);
    if (!said?.prepared) {
      this.sayError({ errno: 1047, state: '08S01', message: 'Unknown command' });
      return;
    }
    this.prepared = said;
    const { columns = [] } = said;
    this.send(Buffer.concat([Buffer.from([0]), number(1, 4), number(columns.length, 2), Buffer.alloc(5)]));
    this.sayColumns(columns);
  }

  /** Binary Protocol Resultset: rows with a bit for each value that is nothing, and the others. */
  private execute(): void {
    this.talk.heard.push('(execute)');
    const { columns = [], prepared: { rows, columnsThen } = { rows: [] }, error } = this.prepared ?? {};
    const announced = columnsThen ?? columns;
    this.send(Buffer.from([announced.length]));
    this.sayColumns(announced);
    for (const row of rows) this.send(preparedRow(row));
    if (error) this.sayError(error);
    else this.sayEnd();
  }

  /** After fixed fields: the user, the answer to the salt, and the database. */
  private readHandshake(body: Buffer): void {
    const hasDatabase = (body.readUInt32LE(0) & 0x8) !== 0;
    const userEnd = body.indexOf(0, 32);
    const answerLength = body[userEnd + 1] ?? 0;
    const from = userEnd + 2 + answerLength;
    this.talk.databases.push(hasDatabase ? body.toString('utf8', from, body.indexOf(0, from)) : '');
  }

  private answer(sql: string): void {
    this.talk.heard.push(sql);
    const killed = /^KILL (?:TIDB )?QUERY (\d+)$/.exec(sql);
    if (killed) {
      this.talk.earlyKills -= 1;
      if (this.talk.earlyKills < 0) this.talk.open.get(Number(killed[1]))?.();
      this.sayDone();
      return;
    }
    const said = this.talk.answer(sql, this.id);
    if (!said)
      this.talk.open.set(this.id, () =>
        this.sayError({ errno: 1317, state: '70100', message: 'Query execution was interrupted' }),
      );
    else if (said.error) this.sayError(said.error);
    else if (said.rows ?? said.columns) this.sayRows(said);
    else this.sayDone();
  }

  private sayRows({
    rows = [],
    columns = rows[0]?.map((_, index) => [`c${index}`, typeNumbers.varString] as const) ?? [],
  }: Said): void {
    this.send(Buffer.from([columns.length]));
    this.sayColumns(columns);
    for (const row of rows)
      this.send(Buffer.concat(row.map((cell) => (cell === null ? Buffer.from([0xfb]) : counted(cell)))));
    this.sayEnd();
  }

  private sayColumns(columns: NonNullable<Said['columns']>): void {
    for (const [name, type] of columns) {
      const names = ['def', '', '', '', name, ''].map(counted);
      const fixed = [
        Buffer.from([12]),
        number(utf8mb4, 2),
        number(80, 4),
        Buffer.from([type]),
        number(0, 2),
        Buffer.from([anyDecimals, 0, 0]),
      ];
      this.send(Buffer.concat([...names, ...fixed]));
    }
    this.sayEnd();
  }

  private sayDone(): void {
    this.send(Buffer.from([0, 0, 0, 2, 0, 0, 0]));
  }

  private sayEnd(): void {
    this.send(Buffer.from([0xfe, 0, 0, 2, 0]));
  }

  private sayError({ errno, state, message }: NonNullable<Said['error']>): void {
    this.send(Buffer.concat([Buffer.from([0xff]), number(errno, 2), Buffer.from(`#${state}${message}`)]));
  }

  private send(body: Buffer): void {
    if (this.socket.writable)
      this.socket.write(Buffer.concat([number(body.length, 3), Buffer.from([this.sequence & 0xff]), body]));
    this.sequence += 1;
  }
}

/** A row of a prepared statement, in which the first two bits are not used. */
export function preparedRow(values: readonly (Buffer | null)[]): Buffer {
  const head = Buffer.alloc(1 + ((values.length + 9) >> 3));
  for (const [index, value] of values.entries())
    if (value === null) head[1 + ((index + 2) >> 3)]! |= 1 << ((index + 2) & 7);
  return Buffer.concat([head, ...values.filter((value) => value !== null)]);
}

function number(value: number, bytes: number): Buffer {
  const buffer = Buffer.alloc(bytes);
  buffer.writeUIntLE(value, 0, bytes);
  return buffer;
}

function text(value: string): Buffer {
  return Buffer.from(`${value}\0`);
}

/** A text of fewer than 251 bytes, its length before it. */
export function counted(value: string): Buffer {
  return Buffer.concat([Buffer.from([Buffer.byteLength(value)]), Buffer.from(value)]);
}
