import type { IncomingMessage } from 'node:http';
import { Agent, type RequestOptions, request as requestTls } from 'node:https';
import { Readable } from 'node:stream';
import type { ReadableStream } from 'node:stream/web';
import type { TlsMaterial } from '../tls/index.ts';

/** What other processes are asked with over TLS: whom it trusts, and what it shows of itself. */
export interface PeerTls {
  readonly now: () => TlsMaterial;
}

export interface PeerRequest {
  readonly method?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal: AbortSignal;
}

const agents = new WeakMap<TlsMaterial, Agent>();
/** Of which an answer has none, whatever it says. */
const bodiless: ReadonlySet<number> = new Set([204, 205, 304]);
const idleMs = 30_000;

/** As `fetch`, with the installation's own certificates where the address asks for TLS. Redirections are answers. */
export function peerFetch(tls: PeerTls | null | undefined, url: URL, asked: PeerRequest): Promise<Response> {
  if (url.protocol !== 'https:' || !tls) return fetch(url, { ...asked, redirect: 'manual' });
  const { method = 'GET', body, signal } = asked;
  // What is packed here would be unpacked here only to be packed for whoever asked.
  const headers = { ...asked.headers, 'accept-encoding': 'identity' };
  const options: RequestOptions = { method, headers, signal, agent: agentOf(tls.now()) };
  return new Promise((resolve, reject) => {
    const request = requestTls(url, options, (answer) => resolve(toResponse(answer)));
    request.on('error', reject);
    request.end(body);
  });
}

/** Connections that were made with certificates of before end when nobody uses them. */
function agentOf(material: TlsMaterial): Agent {
  const known = agents.get(material);
  if (known) return known;
  const agent = new Agent({ ...material, keepAlive: true, timeout: idleMs });
  agents.set(material, agent);
  return agent;
}

function toResponse(answer: IncomingMessage): Response {
  const { statusCode: status = 502, headersDistinct } = answer;
  const headers = new Headers();
  for (const [name, values = []] of Object.entries(headersDistinct))
    for (const value of values) headers.append(name, value);
  if (bodiless.has(status)) {
    answer.resume();
    return new Response(null, { status, headers });
  }
  // The two types of streams are one.
  return new Response(Readable.toWeb(answer) as ReadableStream as never, { status, headers });
}
