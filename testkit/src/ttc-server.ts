import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';
import { createServer, type Socket } from 'node:net';
import {
  bytes,
  describeMessage,
  endMessage,
  pairsMessage,
  rowHeader,
  rowMessage,
  type TtcColumn,
  type TtcEnd,
  ttcTypes,
} from './ttc-messages.ts';

export { bytes, numberBytes, ttcTypes } from './ttc-messages.ts';

/** What the server says to a statement: rows, an error, nothing until it is told to stop (null), or the end of all. */
export type TtcAnswer =
  | {
      readonly columns: readonly TtcColumn[];
      readonly rows: (from: number, count: number) => readonly (readonly (Buffer | null)[])[];
      /** From which portion on the connection is cut instead. */
      readonly diesAt?: number;
    }
  | { readonly error: NonNullable<TtcEnd['error']> }
  | null
  | 'die';

export interface TtcService {
  readonly port: number;
  readonly statements: readonly string[];
  readonly portions: readonly number[];
  readonly breaks: () => number;
  readonly signIns: () => number;
  cutConnections(): void;
  stop(): Promise<void>;
}

const zoneColumn = ttcTypes.varchar('DBTIMEZONE');
const headerLength = 8;
const dataType = 6;
const markerType = 12;
const salt = Buffer.from('0123456789abcdef0123', 'hex');

function packet(type: number, body: Buffer): Buffer {
  const header = Buffer.alloc(headerLength);
  header.writeUInt32BE(headerLength + body.length);
  header.writeUInt8(type, 4);
  return Buffer.concat([header, body]);
}

const data = (message: Buffer): Buffer => packet(dataType, Buffer.concat([bytes(0, 0), message]));

function accept(): Buffer {
  const body = Buffer.alloc(37);
  body.writeUInt16BE(315, 0);
  // No services of its own for encryption.
  body.writeUInt8(8, 15);
  body.writeUInt32BE(65_535, 24);
  body.writeUInt32BE(65_535, 28);
  const answer = packet(2, body);
  // Before it is accepted a packet has a length of two bytes.
  answer.writeUInt32BE((headerLength + body.length) << 16);
  return answer;
}

/** Release 12.1, as far as its abilities are told. */
const protocolMessage = (): Buffer => {
  const abilities = Buffer.alloc(50);
  abilities[7] = 7;
  const fixed = Buffer.alloc(11);
  fixed.writeUInt16BE(2000, 9);
  return Buffer.concat([
    ...[bytes(1, 6, 0), Buffer.from('Small\0'), bytes(0x69, 0x03, 0, 0, 0, 0, fixed.length), fixed],
    ...[bytes(abilities.length), abilities, bytes(11), Buffer.alloc(11)],
  ]);
};

function cipher(make: typeof createCipheriv | typeof createDecipheriv, key: Buffer, value: Buffer): Buffer {
  const working = make('aes-192-cbc', key, Buffer.alloc(16)).setAutoPadding(false);
  return Buffer.concat([working.update(value), working.final()]);
}

/** Signing in as releases since 11 have it: each side's half of a key is read with the other's, and with the password. */
class SignIn {
  private readonly half = randomBytes(48);
  private readonly key: Buffer;

  constructor(private readonly password: string) {
    const hash = createHash('sha1').update(password).update(salt).digest();
    this.key = Buffer.concat([hash, Buffer.alloc(4)]);
  }

  question(): Buffer {
    const half = cipher(createCipheriv, this.key, this.half).toString('hex').toUpperCase();
    return pairsMessage([
      ['AUTH_SESSKEY', half],
      ['AUTH_VFR_DATA', salt.toString('hex').toUpperCase(), 0xb152],
    ]);
  }

  answer(request: Buffer): Buffer {
    const given = (name: string) => {
      const words = request.toString('latin1');
      return Buffer.from(/[0-9A-F]{64,}/.exec(words.slice(words.indexOf(name) + name.length))?.[0] ?? '', 'hex');
    };
    const other = cipher(createDecipheriv, this.key, given('AUTH_SESSKEY'));
    const mixed = Buffer.from(this.half.map((byte, at) => byte ^ (other[at] ?? 0)).subarray(16, 40));
    const md5 = (part: Buffer) => createHash('md5').update(part).digest();
    const key = Buffer.concat([md5(mixed.subarray(0, 16)), md5(mixed.subarray(16))]).subarray(0, 24);
    const told = cipher(createDecipheriv, key, given('AUTH_PASSWORD')).subarray(16);
    const password = told.subarray(0, told.length - (told.at(-1) ?? 0)).toString();
    if (password !== this.password)
      return endMessage({ error: { number: 1017, message: 'ORA-01017: invalid username/password; logon denied' } });
    const proof = cipher(createCipheriv, key, Buffer.concat([randomBytes(16), Buffer.from('SERVER_TO_CLIENT')]));
    return pairsMessage([
      ['AUTH_SVR_RESPONSE', proof.toString('hex').toUpperCase()],
      ['AUTH_VERSION_NO', '202375680'],
      ['AUTH_SESSION_ID', '1'],
      ['AUTH_SERIAL_NUM', '1'],
    ]);
  }
}

/** A number behind how many bytes it has, and where the next thing stands. */
function readNumber(request: Buffer, at: number): readonly [value: number, next: number] {
  const length = request[at] ?? 0;
  return [length === 0 ? 0 : request.readUIntBE(at + 1, length), at + 1 + length];
}

/** What is asked, behind what is said besides of cursors that are done with. */
function readQuestion(request: Buffer): { readonly code: number; readonly at: number } {
  let at = 0;
  while (request[at] === 17) {
    let [count, next] = readNumber(request, at + 4);
    for (; count > 0; count -= 1) [, next] = readNumber(request, next);
    at = next;
  }
  return { code: request[at] === 3 ? (request[at + 1] ?? 0) : -(request[at] ?? 0), at: at + 3 };
}

interface Cursor {
  readonly answer: Extract<TtcAnswer, { readonly columns: unknown }>;
  from: number;
  portions: number;
}

/** One client of the server. */
class Session {
  private readonly signIn: SignIn;
  private readonly cursors = new Map<number, Cursor>();
  private read = Buffer.alloc(0);
  private isAccepted = false;

  constructor(
    private readonly socket: Socket,
    private readonly log: { statements: string[]; portions: number[]; breaks: number; signIns: number },
    private readonly options: TtcOptions,
  ) {
    this.signIn = new SignIn(options.password ?? 's');
    socket.on('data', (chunk) => this.take(chunk));
  }

  private take(chunk: Buffer): void {
    this.read = Buffer.concat([this.read, chunk]);
    for (;;) {
      if (this.read.length < headerLength) return;
      const length = this.isAccepted ? this.read.readUInt32BE() : this.read.readUInt16BE();
      if (this.read.length < length) return;
      const one = this.read.subarray(0, length);
      this.read = this.read.subarray(length);
      this.answer(one[4] ?? 0, one);
    }
  }

  private answer(type: number, one: Buffer): void {
    if (!this.isAccepted) {
      this.isAccepted = true;
      this.socket.write(accept());
    } else if (type === markerType) this.mark(one[10] ?? 0);
    else if (type === dataType) this.say(one.subarray(headerLength + 2));
  }

  /** To a break, and to the wish to begin anew behind it. */
  private mark(kind: number): void {
    if (kind !== 2) {
      this.log.breaks += 1;
      if (this.options.isDeaf) return;
      this.socket.write(packet(markerType, bytes(1, 0, 1)));
      return;
    }
    this.socket.write(packet(markerType, bytes(1, 0, 2)));
    const message = 'ORA-01013: user requested cancel of current operation';
    this.socket.write(data(endMessage({ error: { number: 1013, message } })));
  }

  private say(request: Buffer): void {
    const { code, at } = readQuestion(request);
    if (code === -1) this.socket.write(data(protocolMessage()));
    else if (code === -2) this.socket.write(data(bytes(2, 0, 0)));
    else if (code === 118) this.socket.write(data(this.signIn.question()));
    else if (code === 115) {
      this.log.signIns += 1;
      this.socket.write(data(this.signIn.answer(request)));
    } else if (code === 94) this.execute(request, at);
    else if (code === 5) {
      const [cursor, next] = readNumber(request, at);
      this.fetch(cursor, readNumber(request, next)[0], Buffer.alloc(0));
    } else this.socket.write(data(endMessage({})));
  }

  private execute(request: Buffer, start: number): void {
    const [options, afterOptions] = readNumber(request, start);
    const [known, afterCursor] = readNumber(request, afterOptions);
    // How long values shall come.
    if (known !== 0) return void this.socket.write(data(endMessage({ cursor: known })));
    const [length] = readNumber(request, afterCursor + 1);
    const first = ['SELECT', 'WITH', 'ALTER'].map((word) => request.indexOf(word, afterCursor)).filter((at) => at > 0);
    const sql = request.subarray(Math.min(...first), Math.min(...first) + length).toString();
    const answer = this.answerTo(sql);
    if (answer === null) return;
    if (answer === 'die') this.socket.destroy();
    else if ('error' in answer) this.socket.write(data(endMessage(answer)));
    else if (answer.columns.length === 0) this.socket.write(data(endMessage({})));
    else {
      const cursor = this.cursors.size + 1;
      const isRun = (options & 0x20) !== 0;
      if (isRun) this.cursors.set(cursor, { answer, from: 0, portions: 0 });
      const described = describeMessage(answer.columns);
      const isLong = answer.columns.some((one) => one.isLong);
      if (isRun && !isLong) this.fetch(cursor, 50, described);
      else this.socket.write(data(Buffer.concat([described, endMessage({ cursor: isRun ? cursor : 0 })])));
    }
  }

  private answerTo(sql: string): TtcAnswer {
    if (/^ALTER SESSION/.test(sql)) return { columns: [], rows: () => [] };
    if (/DBTIMEZONE/.test(sql))
      return { columns: [zoneColumn], rows: (from) => (from === 0 ? [[Buffer.from('+00:00')]] : []) };
    this.log.statements.push(sql);
    return this.options.answer(sql, this.log.statements.length);
  }

  private fetch(cursor: number, count: number, before: Buffer): void {
    const open = this.cursors.get(cursor);
    if (!open) return void this.socket.destroy();
    open.portions += 1;
    if (open.answer.diesAt === open.portions) return void this.socket.destroy();
    // Its zone is the driver's own question.
    if (open.answer.columns[0]?.name !== zoneColumn.name) this.log.portions.push(count);
    const rows = open.answer.rows(open.from, count);
    open.from += rows.length;
    const isLast = rows.length < count;
    const end = endMessage({
      ...{ cursor, rows: open.from },
      ...(isLast ? { error: { number: 1403, message: 'ORA-01403: no data found' } } : {}),
    });
    this.socket.write(
      data(
        Buffer.concat([
          before,
          ...(rows.length > 0 ? [rowHeader] : []),
          ...rows.map((row) => rowMessage(row, open.answer.columns)),
          end,
        ]),
      ),
    );
  }
}

export interface TtcOptions {
  readonly password?: string;
  readonly answer: (sql: string, count: number) => TtcAnswer;
  /** It hears no wish to stop. */
  readonly isDeaf?: boolean;
}

/** A small server of Oracle's protocol as release 12.1 speaks it: it lets people in by their password, and answers as it is told. */
export async function startTtcService(options: TtcOptions): Promise<TtcService> {
  const log = { statements: [] as string[], portions: [] as number[], breaks: 0, signIns: 0 };
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    new Session(socket, log, options);
  });
  const cutConnections = () => {
    for (const socket of sockets) socket.destroy();
  };
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as { readonly port: number }).port,
    ...{ statements: log.statements, portions: log.portions, cutConnections },
    breaks: () => log.breaks,
    signIns: () => log.signIns,
    stop: () => {
      cutConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}
