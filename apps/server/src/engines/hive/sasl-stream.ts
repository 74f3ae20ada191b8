import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { type NetworkPolicy, openGuardedSocket } from '../../outgoing/index.ts';
import type { ClientCertificate } from '../remote/index.ts';
import { noHiveServer, RefusedSignIn, tooLarge } from './failures.ts';
import type { UriParts } from './uri.ts';

export interface ConnectionSettings extends UriParts {
  readonly serverCertificate: string | null;
  readonly clientCertificate?: ClientCertificate | null;
  readonly policy: NetworkPolicy;
}

/** One answer of the server, which is read as a whole. */
const largestFrame = 128 * 1024 * 1024;
/** Of signing in: what the server says of it. */
const largestWord = 64 * 1024;

/** The steps of signing in by SASL, as both sides of the protocol number them. */
const steps = { start: 1, ok: 2, complete: 5 } as const;

/** A connection on which whole messages are read and written; the server knows who is at its other end. */
export async function openStream(settings: ConnectionSettings, signal: AbortSignal): Promise<MessageStream> {
  const socket = await openSocket(settings, signal);
  try {
    return settings.isSasl ? await signIn(socket, settings, signal) : new MessageStream(socket, { isFramed: false });
  } catch (error) {
    socket.destroy();
    throw error;
  }
}

async function openSocket(settings: ConnectionSettings, signal: AbortSignal): Promise<Socket> {
  const { host, port, policy, tlsMode, serverCertificate, clientCertificate } = settings;
  const plain = openGuardedSocket(policy);
  plain.connect(port, host);
  try {
    await once(plain, 'connect', { signal });
    plain.setNoDelay(true).setKeepAlive(true);
    if (tlsMode === 'disable') return plain;
    const secure = connectTls({
      socket: plain,
      ...(isIP(host) ? {} : { servername: host }),
      ...(serverCertificate ? { ca: serverCertificate } : {}),
      ...clientCertificate,
      rejectUnauthorized: tlsMode === 'verify' || serverCertificate !== null,
    });
    await once(secure, 'secureConnect', { signal });
    return secure;
  } catch (error) {
    plain.destroy();
    throw error;
  }
}

async function signIn(
  socket: Socket,
  { user, password }: ConnectionSettings,
  signal: AbortSignal,
): Promise<MessageStream> {
  socket.write(toStep(steps.start, Buffer.from('PLAIN')));
  // A server that looks at no password still refuses an empty one.
  socket.write(toStep(steps.ok, Buffer.from(`\u0000${user}\u0000${password ?? 'x'}`)));
  let heard: Buffer = Buffer.alloc(0);
  for (;;) {
    const status = heard[0];
    const length = heard.length < 5 ? null : heard.readUInt32BE(1);
    if (length !== null && length > largestWord) throw noHiveServer();
    if (length !== null && heard.length >= 5 + length) {
      const words = heard.toString('utf8', 5, 5 + length);
      heard = heard.subarray(5 + length);
      if (status === steps.complete) return new MessageStream(socket, { isFramed: true, first: heard });
      if (status !== steps.ok) throw new RefusedSignIn(words || 'The server refused to sign in.');
      continue;
    }
    heard = Buffer.concat([heard, await nextPart(socket, signal)]);
  }
}

/** What the server sends next, and nothing behind that: whoever closes the connection refuses without a word. */
function nextPart(socket: Socket, signal: AbortSignal): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const settle = (end: () => void) => {
      socket.pause();
      for (const [event, listener] of Object.entries(listeners)) socket.off(event, listener);
      signal.removeEventListener('abort', leave);
      end();
    };
    const leave = () => settle(() => reject(signal.reason));
    const listeners = {
      data: (part: Buffer) => settle(() => resolve(part)),
      end: () => settle(() => reject(noHiveServer())),
      close: () => settle(() => reject(noHiveServer())),
      error: (error: Error) => settle(() => reject(error)),
    };
    for (const [event, listener] of Object.entries(listeners)) socket.on(event, listener);
    signal.addEventListener('abort', leave, { once: true });
    if (signal.aborted) leave();
    else if (socket.destroyed) settle(() => reject(noHiveServer()));
    else socket.resume();
  });
}

function toStep(status: number, body: Buffer): Buffer {
  const head = Buffer.alloc(5);
  head.writeUInt8(status, 0);
  head.writeUInt32BE(body.length, 1);
  return Buffer.concat([head, body]);
}

interface Framing {
  /** Each message is preceded by its length. */
  readonly isFramed: boolean;
  /** What has come already. */
  readonly first?: Buffer;
}

/** Hands on messages when they are there as a whole: the driver would begin to read one anew with each of its parts. */
export class MessageStream extends Duplex {
  private readonly framing: Framing;
  private parts: Buffer[] = [];
  private length = 0;
  /** Bytes that came since something was asked, where messages are not told apart. */
  private unframed = 0;

  constructor(
    private readonly socket: Socket,
    framing: Framing,
  ) {
    super();
    this.framing = framing;
    socket.on('data', (part: Buffer) => this.hear(part));
    socket.on('error', (error) => this.destroy(error));
    socket.on('close', () => this.destroy());
    socket.resume();
    if (framing.first && framing.first.length > 0) this.hear(framing.first);
  }

  /** The driver sets these of a socket. */
  setTimeout(): this {
    return this;
  }

  setNoDelay(): this {
    return this;
  }

  override _read(): void {
    // What comes is handed on at once: an answer comes only when it was asked for.
  }

  override _write(message: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    if (!this.framing.isFramed) {
      this.unframed = 0;
      this.socket.write(message, done);
      return;
    }
    const head = Buffer.alloc(4);
    head.writeUInt32BE(message.length, 0);
    this.socket.write(Buffer.concat([head, message]), done);
  }

  override _final(done: (error?: Error | null) => void): void {
    this.socket.end(() => done());
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.socket.destroy();
    done(error);
  }

  private hear(part: Buffer): void {
    if (this.destroyed) return;
    if (!this.framing.isFramed) {
      this.unframed += part.length;
      if (this.unframed > largestFrame) this.destroy(tooLarge());
      else this.push(part);
      return;
    }
    this.parts.push(part);
    this.length += part.length;
    for (;;) {
      const wanted = this.wantedLength();
      if (wanted === null || this.length < 4 + wanted) return;
      const whole = Buffer.concat(this.parts, this.length);
      const rest = whole.subarray(4 + wanted);
      this.parts = rest.length > 0 ? [rest] : [];
      this.length = rest.length;
      this.push(whole.subarray(4, 4 + wanted));
    }
  }

  /** How long the message is that has begun; null where its length has not come yet. */
  private wantedLength(): number | null {
    if (this.length < 4) return null;
    const [first = Buffer.alloc(0)] = this.parts;
    const head = first.length >= 4 ? first : Buffer.concat(this.parts, this.length);
    if (head !== first) this.parts = [head];
    const wanted = head.readUInt32BE(0);
    if (wanted > largestFrame) this.destroy(tooLarge());
    return wanted > largestFrame ? null : wanted;
  }
}
