import type { IncomingMessage } from 'node:http';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';
import type { FastifyInstance } from 'fastify';
import { type AppError, toErrorBody } from './app-error.ts';
import { toAppError } from './error-handler.ts';
import { createProxyTrust } from './trusted-proxies.ts';

/** A request for a WebSocket, before it is answered. */
export interface Upgrade {
  readonly request: IncomingMessage;
  readonly socket: Duplex;
  /** What came with the request. */
  readonly head: Buffer;
  readonly query: URLSearchParams;
  readonly cookies: Readonly<Record<string, string | undefined>>;
  /** The host that was asked, as a trusted proxy says it. */
  readonly host: string;
}

interface Taking {
  readonly path: string;
  readonly trustedProxies: readonly string[];
  /** What it throws is answered instead of the WebSocket. */
  readonly take: (upgrade: Upgrade) => Promise<void>;
}

/** Has requests for a WebSocket at the path taken; all others are answered as though they had asked for none. */
export function takeUpgrades(app: FastifyInstance, { path, trustedProxies, take }: Taking): void {
  const isProxy = createProxyTrust(trustedProxies);
  app.server.on('upgrade', (request: IncomingMessage, socket: Duplex, head: Buffer) => {
    // Whoever is gone by now needs no answer.
    socket.on('error', () => socket.destroy());
    const [asked = '', query = ''] = (request.url ?? '').split(/\?(.*)/s);
    const isOurs = request.method === 'GET' && asked === path && request.headers.upgrade?.toLowerCase() === 'websocket';
    if (!isOurs) return goOnWithout(app, { request, socket, head });
    const forwarded = request.headers['x-forwarded-host'];
    const isForwarded = typeof forwarded === 'string' && isProxy(request.socket.remoteAddress ?? '');
    const upgrade: Upgrade = {
      ...{ request, socket, head },
      query: new URLSearchParams(query),
      cookies: app.parseCookie(request.headers.cookie ?? ''),
      host: (isForwarded ? forwarded : request.headers.host) ?? '',
    };
    take(upgrade).catch((error: unknown) => {
      refuse(
        socket,
        toAppError(error, (cause, reference) => app.log.error({ err: cause, reference }, 'unforeseen error')),
      );
    });
  });
}

const hopHeaders = new Set(['connection', 'upgrade', 'http2-settings']);

/** Programs offer HTTP/2 with ordinary requests: the request is read once more, without what it offers. */
function goOnWithout(
  app: FastifyInstance,
  { request, socket, head }: Pick<Upgrade, 'request' | 'socket' | 'head'>,
): void {
  const lines = [`${request.method} ${request.url} HTTP/${request.httpVersion}`];
  for (let at = 0; at < request.rawHeaders.length; at += 2) {
    const name = request.rawHeaders[at] ?? '';
    if (!hopHeaders.has(name.toLowerCase())) lines.push(`${name}: ${request.rawHeaders[at + 1]}`);
  }
  socket.removeAllListeners('error');
  socket.unshift(Buffer.concat([Buffer.from(`${lines.join('\r\n')}\r\n\r\n`, 'latin1'), head]));
  // What came over TLS is read already.
  app.server.emit(socket instanceof TLSSocket ? 'secureConnection' : 'connection', socket);
}

function refuse(socket: Duplex, error: AppError): void {
  const body = JSON.stringify(toErrorBody(error));
  const head = [
    `HTTP/1.1 ${error.status} Refused`,
    'Connection: close',
    'Content-Type: application/json; charset=utf-8',
    `Content-Length: ${Buffer.byteLength(body)}`,
  ];
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`);
}
