import { once } from 'node:events';
import { isIP, type Socket } from 'node:net';
import { Duplex } from 'node:stream';
import { connect as connectTls } from 'node:tls';
import { type NetworkPolicy, openGuardedSocket } from '../../outgoing/index.ts';
import type { Kerberos } from '../kerberos/index.ts';
import type { ClientCertificate } from '../remote/index.ts';
import { tooLarge } from './failures.ts';
import { signIn } from './sign-in.ts';
import type { UriParts } from './uri.ts';

export interface ConnectionSettings extends UriParts {
  readonly serverCertificate: string | null;
  readonly clientCertificate?: ClientCertificate | null;
  readonly policy: NetworkPolicy;
  /** Who signs in by tickets, where the address asks for that. */
  readonly tickets?: Kerberos;
}

/** One answer of the server, which is read as a whole. */
const largestFrame = 128 * 1024 * 1024;
/** A connection on which whole messages are read and written; the server knows who is at its other end. */
export async function openStream(settings: ConnectionSettings, signal: AbortSignal): Promise<MessageStream> {
  const socket = await openSocket(settings, signal);
  try {
    if (!settings.isSasl) return new MessageStream(socket, { isFramed: false });
    return new MessageStream(socket, { isFramed: true, first: await signIn(socket, settings, signal) });
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
