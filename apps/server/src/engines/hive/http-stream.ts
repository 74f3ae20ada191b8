import type { IncomingHttpHeaders } from 'node:http';
import { Duplex } from 'node:stream';
import { EngineError } from '../engine.ts';
import { negotiateBy } from '../kerberos/index.ts';
import { type Authorize, HttpServer, RefusedRequest } from '../remote/index.ts';
import { noHiveServer, RefusedSignIn, tooLarge } from './failures.ts';
import type { ConnectionSettings } from './sasl-stream.ts';

/** One answer of the server, which is read as a whole. */
const largestAnswer = 128 * 1024 * 1024;
/** Servers behind one address know by them which of them a session is at. */
const mostCookies = 20;
const longestCookie = 4096;
/** With which each message of the protocol begins. */
const messageMark = 0x8001;
const shortestMessage = 12;

/**
 * The protocol over HTTP: each message is a request of its own, and what it is answered with is handed on as a whole. Whoever asks
 * names himself with each.
 */
export class HttpStream extends Duplex {
  private readonly server: HttpServer;
  private readonly ending = new AbortController();
  private readonly cookies = new Map<string, string>();

  constructor(private readonly settings: ConnectionSettings) {
    super();
    this.server = new HttpServer({ ...settings, authorize: authorizeBy(settings) });
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

  /** Another message may be sent while one waits for its answer. */
  override _write(message: Buffer, _encoding: string, done: (error?: Error | null) => void): void {
    this.post(message).then(
      (answer) => this.push(answer),
      (error: unknown) => this.destroy(toError(error)),
    );
    done();
  }

  override _destroy(error: Error | null, done: (error: Error | null) => void): void {
    this.ending.abort();
    this.server.close();
    done(error);
  }

  private async post(message: Buffer): Promise<Buffer> {
    const { httpPath } = this.settings;
    const cookie = [...this.cookies].map(([key, value]) => `${key}=${value}`).join('; ');
    const { headers, body } = await this.server.open({
      ...{ method: 'POST', path: httpPath ?? '/', body: message, signal: this.ending.signal },
      headers: {
        ...{ 'Content-Type': 'application/x-thrift', Accept: 'application/x-thrift' },
        // Servers that guard against forged requests of browsers ask for any value of it.
        'X-XSRF-HEADER': 'true',
        ...(cookie === '' ? {} : { Cookie: cookie }),
      },
    });
    this.keepCookies(headers);
    if (/^text\/html/.test(headers['content-type'] ?? '')) {
      body.destroy();
      throw noHiveServer();
    }
    const answer = await readWhole(body);
    // The driver would wait for the rest of what is no message.
    if (answer.length < shortestMessage || answer.readUInt16BE(0) !== messageMark) throw noHiveServer();
    return answer;
  }

  private keepCookies(headers: IncomingHttpHeaders): void {
    for (const given of headers['set-cookie'] ?? []) {
      const [, name = '', value = ''] = /^([^=;\s]+)=([^;]*)/.exec(given) ?? [];
      const isRoom = this.cookies.has(name) || this.cookies.size < mostCookies;
      if (name !== '' && given.length <= longestCookie && isRoom) this.cookies.set(name, value);
    }
  }
}

function authorizeBy({ user, password, kerberos, tickets, host }: ConnectionSettings): Authorize {
  if (kerberos && tickets) return negotiateBy(tickets, { host, ...kerberos });
  const name = Buffer.from(`${user}:${password ?? 'x'}`, 'utf8').toString('base64');
  return async () => `Basic ${name}`;
}

async function readWhole(body: AsyncIterable<Buffer>): Promise<Buffer> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of body) {
    length += part.length;
    if (length > largestAnswer) throw tooLarge();
    parts.push(part);
  }
  return Buffer.concat(parts, length);
}

const refused: ReadonlySet<number> = new Set([401, 403]);
const away: ReadonlySet<number> = new Set([429, 502, 503, 504]);

function toError(error: unknown): Error {
  if (!(error instanceof RefusedRequest)) return error instanceof Error ? error : new Error(String(error));
  if (refused.has(error.status)) return new RefusedSignIn(`HTTP ${error.status}`);
  if (!away.has(error.status)) return noHiveServer();
  return new EngineError({
    code: 'ENGINE_UNAVAILABLE_ERROR',
    message: 'The service does not answer at the moment. Run the query again.',
    driverMessage: `HTTP ${error.status}`,
  });
}
