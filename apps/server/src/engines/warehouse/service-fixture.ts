import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

/** What a service was asked. */
export interface Heard {
  readonly method: string;
  readonly url: string;
  readonly body: string;
  readonly headers: IncomingMessage['headers'];
}

/** What a service answers: a text or an object with status 200, or with another one. Null leaves the question open. */
export type Said = object | string | { readonly status: number; readonly body: object | string } | null;

export interface ServiceFixture {
  readonly port: number;
  readonly heard: readonly Heard[];
  /** Methods and addresses, in the order in which they were asked for. */
  readonly calls: () => readonly string[];
  stop(): Promise<void>;
}

/** A program that stands in for a service that is asked over HTTP. */
export async function startService(answer: (heard: Heard) => Said): Promise<ServiceFixture> {
  const heard: Heard[] = [];
  const server: Server = createServer((request, response) => {
    let body = '';
    request.on('data', (part) => {
      body += String(part);
    });
    request.on('end', () => {
      const one = { method: request.method ?? '', url: request.url ?? '', body, headers: request.headers };
      heard.push(one);
      const said = answer(one);
      if (said === null) return;
      const isWhole = typeof said === 'object' && 'status' in said && 'body' in said && typeof said.status === 'number';
      const { status, body: text } = isWhole
        ? (said as { status: number; body: object | string })
        : { status: 200, body: said };
      response.writeHead(status).end(typeof text === 'string' ? text : JSON.stringify(text));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    port: (server.address() as AddressInfo).port,
    heard,
    calls: () => heard.map(({ method, url }) => `${method} ${url.replace(/\?.*/, '')}`),
    stop: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}
