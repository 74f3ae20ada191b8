import type { NetworkPolicy } from '../../outgoing/index.ts';
import { EngineError } from '../engine.ts';
import { HttpServer, RefusedRequest, toTransportError } from '../remote/index.ts';
import { type JsonRow, readJsonRows } from './json-rows.ts';

export const unreadableAnswer =
  'The answer of the service cannot be read. Is this the address of a Databricks workspace?';

/** Where a part of an answer lies; whoever knows the address may read it. */
export interface ExternalLink {
  readonly external_link?: string;
  readonly http_headers?: Readonly<Record<string, string>>;
  readonly next_chunk_internal_link?: string;
}

export interface LinkAsked {
  readonly policy: NetworkPolicy;
  /** The service itself is spoken with without encryption. */
  readonly isPlain: boolean;
  readonly signal: AbortSignal;
}

/**
 * Fetches a part of an answer from the storage in which the service keeps those that are too large for it. Who asked is not named
 * there: the address itself opens it, so that it stands in no message either.
 */
export async function* readLink(link: ExternalLink, asked: LinkAsked): AsyncGenerator<readonly JsonRow[]> {
  const { policy, signal } = asked;
  const url = toUrl(link, asked);
  const isTls = url.protocol === 'https:';
  const place = { host: url.hostname.replace(/^\[|\]$/g, ''), port: Number(url.port || (isTls ? 443 : 80)) };
  const tlsMode = isTls ? 'verify' : 'disable';
  const server = new HttpServer({ ...place, tlsMode, serverCertificate: null, policy });
  try {
    const headers = withoutSignIn(link.http_headers);
    const { body } = await server.open({ method: 'GET', path: `${url.pathname}${url.search}`, headers, signal });
    yield* readJsonRows(body);
  } catch (error) {
    if (signal.aborted || error instanceof EngineError) throw error;
    throw toProblem(error, place);
  } finally {
    server.close();
  }
}

function toUrl({ external_link: address = '' }: ExternalLink, { isPlain }: LinkAsked): URL {
  const url = URL.canParse(address) ? new URL(address) : null;
  if (url?.protocol === 'https:' || (url?.protocol === 'http:' && isPlain)) return url;
  throw new EngineError({
    code: 'GENERIC_DB_ENGINE_ERROR',
    message: unreadableAnswer,
  });
}

/** The service may name a key by which the storage unlocks a part, and nobody who asks. */
function withoutSignIn(headers: ExternalLink['http_headers'] = {}): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !/^(?:authorization|cookie|host)$/i.test(name)));
}

function toProblem(error: unknown, place: { readonly host: string; readonly port: number }): EngineError {
  if (!(error instanceof RefusedRequest)) return toTransportError(error, place);
  return new EngineError({
    code: 'ENGINE_UNAVAILABLE_ERROR',
    message: `The storage "${place.host}", in which the service keeps large answers, did not hand one out (HTTP ${error.status}). Run the query again.`,
  });
}
