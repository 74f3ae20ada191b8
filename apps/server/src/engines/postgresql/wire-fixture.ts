import type { Socket } from 'node:net';
import { serveSockets } from '../remote/socket-fixture.ts';

/** What a server of the fixture says to one statement. */
export interface Said {
  /** Names with the numbers of their types; texts where nothing is said. */
  readonly columns?: readonly (readonly [string, number])[];
  readonly rows?: readonly (readonly (string | null)[])[];
  readonly tag?: string;
  readonly error?: { readonly code: string; readonly message: string };
}

export interface WireFixture {
  readonly port: number;
  /** Statements in their order; those that came in one message as one. */
  readonly heard: readonly string[];
  /** Process and key of each message that asked to stop. */
  readonly stops: readonly string[];
  /** The databases that sessions were begun in. */
  readonly databases: readonly string[];
  stop(): Promise<void>;
}

interface Talk {
  readonly answer: (sql: string) => Said | null;
  readonly heard: string[];
  readonly stops: string[];
  readonly databases: string[];
  /** Connections by process and key. */
  readonly lines: Map<string, (said: Said) => void>;
  /** So many of the first messages to stop come before the server is at work, which forgets them. */
  readonly earlyStops: number;
}

const textOid = 25;
const sslRequest = 80_877_103;
const cancelRequest = 80_877_102;

/**
 * A program that speaks PostgreSQL's protocol, version 3, as its documentation describes it (Frontend/Backend Protocol: Message
 * Flow, Message Formats), with parts that members of the family need. `answer` says what becomes of a statement; null leaves it
 * open until it is stopped.
 */
export async function startWire(answer: (sql: string) => Said | null, earlyStops = 0): Promise<WireFixture> {
  const talk: Talk = { answer, heard: [], stops: [], databases: [], lines: new Map(), earlyStops };
  const { port, stop } = await serveSockets((socket) => listen(socket, talk));
  return { port, heard: talk.heard, stops: talk.stops, databases: talk.databases, stop };
}

function listen(socket: Socket, talk: Talk): void {
  let waiting = Buffer.alloc(0);
  let isOpen = false;
  const session = new WireSession(socket, talk);
  socket.on('data', (chunk: Buffer) => {
    waiting = Buffer.concat([waiting, chunk]);
    for (;;) {
      const head = isOpen ? 1 : 0;
      if (waiting.length < head + 4) return;
      const length = head + waiting.readUInt32BE(head);
      if (waiting.length < length) return;
      const body = waiting.subarray(head + 4, length);
      const letter = isOpen ? String.fromCharCode(waiting[0] ?? 0) : '';
      waiting = waiting.subarray(length);
      if (isOpen) session.take(letter, body);
      else isOpen = session.open(body);
    }
  });
}

let lastProcess = 4000;

class WireSession {
  private readonly key = `${++lastProcess}:77`;
  private prepared = '';
  private said: Said | null = null;

  constructor(
    private readonly socket: Socket,
    private readonly talk: Talk,
  ) {}

  /** Whether the session begins with this message. */
  open(body: Buffer): boolean {
    const code = body.readUInt32BE(0);
    if (code === sslRequest) this.socket.write('N');
    if (code === cancelRequest) {
      const key = `${body.readUInt32BE(4)}:${body.readUInt32BE(8)}`;
      this.talk.stops.push(key);
      if (this.talk.stops.length > this.talk.earlyStops)
        this.talk.lines.get(key)?.({ error: { code: '57014', message: 'query execution canceled' } });
      this.socket.end();
    }
    if (code === sslRequest || code === cancelRequest) return false;
    const words = body.toString('utf8', 4).split('\0');
    this.talk.databases.push(words[words.indexOf('database') + 1] ?? '');
    const [process, secret] = this.key.split(':').map(Number);
    this.send('R', int32(0));
    this.send('K', Buffer.concat([int32(process ?? 0), int32(secret ?? 0)]));
    this.ready();
    return true;
  }

  take(letter: string, body: Buffer): void {
    const texts = body.toString('utf8').split('\0');
    if (letter === 'Q') this.simple(texts[0] ?? '');
    if (letter === 'P') {
      this.prepared = texts[1] ?? '';
      this.send('1');
    }
    if (letter === 'B') this.send('2');
    if (letter === 'D' || letter === 'E') this.extended(letter);
    if (letter === 'S' && !(this.said === null && this.talk.lines.has(this.key))) this.ready();
  }

  private simple(text: string): void {
    this.talk.heard.push(text);
    const pieces = text.startsWith('BEGIN') ? text.split('; ') : [text];
    for (const piece of pieces) {
      const said = this.talk.answer(piece);
      if (!said) {
        this.leaveOpen();
        return;
      }
      if (said.error) {
        this.fail(said.error);
        break;
      }
      this.describe(said);
      this.rows(said);
    }
    this.ready();
  }

  private extended(letter: string): void {
    if (letter === 'D') {
      this.talk.heard.push(this.prepared);
      this.said = this.talk.answer(this.prepared);
      if (!this.said) this.leaveOpen();
      else if (this.said.error) this.fail(this.said.error);
      else if (this.said.columns ?? this.said.rows) this.describe(this.said);
      else this.send('n');
      return;
    }
    if (this.said && !this.said.error) this.rows(this.said);
  }

  private leaveOpen(): void {
    this.talk.lines.set(this.key, ({ error }) => {
      this.talk.lines.delete(this.key);
      if (error) this.fail(error);
      this.ready();
    });
  }

  private describe({ rows, columns = rows?.[0]?.map((_, index) => [`c${index}`, textOid] as const) }: Said): void {
    if (!columns) return;
    const fields = columns.map(([name, oid]) =>
      Buffer.concat([text(name), int32(0), int16(0), int32(oid), int16(-1), int32(-1), int16(0)]),
    );
    this.send('T', Buffer.concat([int16(columns.length), ...fields]));
  }

  private rows({ rows = [], tag = `SELECT ${rows.length}` }: Said): void {
    for (const row of rows) {
      const cells = row.map((cell) =>
        cell === null ? int32(-1) : Buffer.concat([int32(Buffer.byteLength(cell)), Buffer.from(cell)]),
      );
      this.send('D', Buffer.concat([int16(row.length), ...cells]));
    }
    this.send('C', text(tag));
  }

  private fail({ code, message }: NonNullable<Said['error']>): void {
    const parts = [`SERROR`, `C${code}`, `M${message}`].map(text);
    this.send('E', Buffer.concat([...parts, Buffer.from([0])]));
  }

  private ready(): void {
    this.send('Z', Buffer.from('I'));
  }

  private send(letter: string, body: Buffer = Buffer.alloc(0)): void {
    if (this.socket.writable) this.socket.write(Buffer.concat([Buffer.from(letter), int32(body.length + 4), body]));
  }
}

function int32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeInt32BE(value);
  return bytes;
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

function text(value: string): Buffer {
  return Buffer.from(`${value}\0`);
}
