import type { Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { createSecureContext, TLSSocket } from 'node:tls';
import { serveSockets } from '../remote/socket-fixture.ts';
import { testCertificate, testKey } from './certificate-fixture.ts';
import { doneToken, errorToken, loginTokens } from './tds-tokens-fixture.ts';

/**
 * What becomes of a statement: tokens, which end the answer, also of a server that leaves behind them; tokens before the connection
 * breaks, or before it is silent; bytes that are no packets; or nothing at all.
 */
export type TdsAnswer =
  | readonly Buffer[]
  | { readonly dying: readonly Buffer[] }
  | { readonly open: readonly Buffer[] }
  | { readonly leaving: readonly Buffer[] }
  | { readonly raw: Buffer }
  | null;

export interface TdsOptions {
  readonly answer?: (sql: string) => TdsAnswer;
  /** Tokens instead of a welcome. */
  readonly refusal?: readonly Buffer[];
  /** As the prelogin says it; with `on` the login goes through TLS, and what follows too. */
  readonly encryption?: 'on' | 'required' | 'none';
  /** Takes connections and never says anything. */
  readonly isSilent?: boolean;
}

export interface TdsService {
  readonly port: number;
  readonly statements: readonly string[];
  readonly logins: readonly string[];
  /** How many were told to stop. */
  readonly attentions: () => number;
  readonly cutConnections: () => void;
  readonly stop: () => Promise<void>;
}

const types = { batch: 1, answer: 4, attention: 6, login: 16, prelogin: 18 };
const encryptions = { on: 1, none: 2, required: 3 };
const headLength = 8;
const packetLength = 4096;
const sessionStart = /^SET LOCK_TIMEOUT|^set ansi_nulls/i;

/** A program that speaks the protocol as a server does ([MS-TDS]): prelogin, login, batches of SQL, attention. */
export async function startTdsService(options: TdsOptions = {}): Promise<TdsService> {
  const seen = { statements: [] as string[], logins: [] as string[], attentions: 0 };
  const { port, cutConnections, stop } = await serveSockets((socket) => {
    if (!options.isSilent) new TdsSession(socket, options, seen).start();
  });
  return {
    port,
    statements: seen.statements,
    logins: seen.logins,
    attentions: () => seen.attentions,
    cutConnections,
    stop,
  };
}

interface Seen {
  readonly statements: string[];
  readonly logins: string[];
  attentions: number;
}

class TdsSession {
  private stream: Duplex;
  private waiting = Buffer.alloc(0);
  private message: Buffer[] = [];
  private handshake: { readonly bytes: Duplex; readonly sent: Buffer[] } | null = null;
  private isOpenAnswer = false;

  constructor(
    private readonly socket: Socket,
    private readonly options: TdsOptions,
    private readonly seen: Seen,
  ) {
    this.stream = socket;
  }

  start(): void {
    this.socket.on('data', this.onPackets);
  }

  private readonly onPackets = (bytes: Buffer): void => {
    this.waiting = Buffer.concat([this.waiting, bytes]);
    while (this.waiting.length >= headLength) {
      const length = this.waiting.readUInt16BE(2);
      if (this.waiting.length < length) return;
      const packet = this.waiting.subarray(0, length);
      this.waiting = this.waiting.subarray(length);
      this.message.push(packet.subarray(headLength));
      if (((packet[1] ?? 0) & 1) === 0) continue;
      const body = Buffer.concat(this.message);
      this.message = [];
      this.take(packet[0] ?? 0, body);
    }
  };

  private take(type: number, body: Buffer): void {
    if (type === types.prelogin && this.handshake) this.handshake.bytes.push(body);
    else if (type === types.prelogin) this.answerPrelogin();
    else if (type === types.login) this.answerLogin(body);
    else if (type === types.attention) this.answerAttention();
    else if (type === types.batch) this.answerBatch(body);
  }

  private answerPrelogin(): void {
    const { encryption = 'none' } = this.options;
    const body = Buffer.from([0, 0, 11, 0, 6, 1, 0, 17, 0, 1, 0xff, 16, 0, 0, 0, 0, 0, encryptions[encryption]]);
    this.send(body, { type: types.answer });
    if (encryption !== 'none') this.startTls();
  }

  /** Until both have agreed, what they say of it is wrapped in packets. */
  private startTls(): void {
    const sent: Buffer[] = [];
    const bytes = new Duplex({
      read: () => undefined,
      write: (chunk: Buffer, _encoding, done) => {
        if (this.handshake) {
          sent.push(chunk);
          setImmediate(() => this.flushHandshake());
        } else this.socket.write(chunk);
        done();
      },
    });
    this.handshake = { bytes, sent };
    const secureContext = createSecureContext({ key: testKey, cert: testCertificate, maxVersion: 'TLSv1.2' });
    const secure = new TLSSocket(bytes, { isServer: true, secureContext });
    secure.on('error', () => this.socket.destroy());
    secure.on('secure', () => {
      setImmediate(() => {
        this.flushHandshake();
        this.handshake = null;
        this.stream = secure;
        this.socket.off('data', this.onPackets);
        this.socket.on('data', (chunk) => bytes.push(chunk));
        secure.on('data', this.onPackets);
      });
    });
  }

  private flushHandshake(): void {
    const bytes = Buffer.concat(this.handshake?.sent.splice(0) ?? []);
    if (bytes.length > 0) this.send(bytes, { type: types.prelogin });
  }

  /** The password's bytes are turned and changed by a fixed one. */
  private answerLogin(body: Buffer): void {
    const textAt = (at: number) =>
      body.subarray(body.readUInt16LE(at), body.readUInt16LE(at) + body.readUInt16LE(at + 2) * 2);
    const password = Buffer.from(textAt(44).map((byte) => (((byte ^ 0xa5) & 0x0f) << 4) | ((byte ^ 0xa5) >> 4)));
    const [user, database] = [textAt(40).toString('utf16le'), textAt(68).toString('utf16le')];
    const intent = ((body[26] ?? 0) & 0x20) === 0 ? '' : ' read-only';
    const isSecret = this.stream === this.socket ? '' : ' encrypted';
    this.seen.logins.push(`${user}:${password.toString('utf16le')}@${database}${intent}${isSecret}`);
    const { refusal } = this.options;
    this.send(Buffer.concat(refusal ?? [loginTokens(database), doneToken()]), { type: types.answer });
  }

  private answerBatch(body: Buffer): void {
    const sql = body.subarray(body.readUInt32LE(0)).toString('utf16le');
    if (sessionStart.test(sql)) {
      this.send(doneToken(), { type: types.answer });
      return;
    }
    this.seen.statements.push(sql);
    const answer = this.options.answer?.(sql) ?? null;
    if (answer === null) this.isOpenAnswer = true;
    else if ('dying' in answer) {
      this.send(Buffer.concat(answer.dying), { type: types.answer, isLast: false });
      setTimeout(() => this.socket.destroy(), 20);
    } else if ('leaving' in answer) {
      this.send(Buffer.concat(answer.leaving), { type: types.answer });
      this.socket.end();
    } else if ('open' in answer) {
      this.isOpenAnswer = true;
      this.send(Buffer.concat(answer.open), { type: types.answer, isLast: false });
    } else if ('raw' in answer) this.stream.write(answer.raw);
    else this.send(Buffer.concat(answer), { type: types.answer });
  }

  /** What was begun is ended, and then the word is confirmed. */
  private answerAttention(): void {
    this.seen.attentions += 1;
    if (this.isOpenAnswer) this.send(doneToken({ isError: true }), { type: types.answer });
    this.isOpenAnswer = false;
    this.send(doneToken({ isAttention: true }), { type: types.answer });
  }

  private send(body: Buffer, { type, isLast = true }: { readonly type: number; readonly isLast?: boolean }): void {
    const room = packetLength - headLength;
    for (let at = 0; at === 0 || at < body.length; at += room) {
      const part = body.subarray(at, at + room);
      const isEnd = isLast && at + room >= body.length;
      const head = Buffer.from([type, isEnd ? 1 : 0, 0, 0, 0, 0, 1, 0]);
      head.writeUInt16BE(part.length + headLength, 2);
      this.stream.write(Buffer.concat([head, part]));
    }
  }
}

/** The server's words for a wrong password. */
export const wrongPassword = [
  errorToken({ number: 18_456, message: "Login failed for user 'ada'.", class: 14 }),
  doneToken({ isError: true }),
];
