import type { Readable } from 'node:stream';
import type { NetworkPolicy } from '../../outgoing/index.ts';
import { Credentials } from '../bigquery/index.ts';
import { EngineError } from '../engine.ts';
import { HttpServer, RefusedRequest, toConnectionError } from '../remote/index.ts';
import { aboutAddress, type NamedSheet } from './named-sheets.ts';
import type { SheetsPlace } from './uri.ts';

export interface SheetsSettings extends SheetsPlace {
  /** A key file of a service account, for sheets that are not public; null where none was given. */
  readonly credentials: string | null;
  readonly policy: NetworkPolicy;
}

const publicEndpoint = new URL('https://docs.google.com');
/** The service's own hosts, to which it sends on whoever asks for a file. */
const ownHosts = /^(?:docs\.google\.com|[\w-]+(?:\.[\w-]+)*\.googleusercontent\.com)$/;
const mostHops = 5;
const silenceMs = 20_000;
const scope = 'https://www.googleapis.com/auth/drive.readonly';
const moved: ReadonlySet<number> = new Set([301, 302, 303, 307, 308]);
const hidden: ReadonlySet<number> = new Set([401, 403]);

/** Asks the service for sheets, and goes nowhere but to its own hosts. */
export class SheetsClient {
  private readonly endpoint: URL;
  private readonly credentials: Credentials;
  private readonly servers = new Map<string, HttpServer>();

  constructor(private readonly settings: SheetsSettings) {
    this.endpoint = settings.endpoint ?? publicEndpoint;
    this.credentials = new Credentials({ ...settings, scope });
  }

  /** A sheet as CSV, to be read as it comes. */
  async open(sheet: NamedSheet, signal: AbortSignal): Promise<Readable> {
    let url = new URL(sheet.path, this.endpoint);
    for (let hop = 0; hop <= mostHops; hop += 1) {
      const answer = await this.ask(url, sheet, signal);
      if (typeof answer !== 'string') return answer;
      const next = URL.canParse(answer, url.href) ? new URL(answer, url) : null;
      if (!next || !this.isOwn(next)) throw notShared(sheet);
      url = next;
    }
    throw notShared(sheet);
  }

  close(): void {
    for (const server of this.servers.values()) server.close();
  }

  /** What it answers, or where it sends on to. */
  private async ask(url: URL, sheet: NamedSheet, signal: AbortSignal): Promise<Readable | string> {
    try {
      // What it sends on to is signed in its address: nobody's token goes there.
      const token = url.host === this.endpoint.host ? await this.credentials.authorization() : null;
      const { headers, body } = await this.serverOf(url).open({
        ...{ method: 'GET', path: `${url.pathname}${url.search}`, signal, silenceMs },
        headers: { Accept: 'text/csv', ...(token === null ? {} : { Authorization: token }) },
      });
      if (/^text\/csv\b/.test(headers['content-type'] ?? '')) return body;
      body.destroy();
      throw notShared(sheet);
    } catch (error) {
      signal.throwIfAborted();
      if (error instanceof RefusedRequest && moved.has(error.status) && error.location !== null) return error.location;
      throw this.toFailure(error, { url, sheet });
    }
  }

  private toFailure(error: unknown, { url, sheet }: { readonly url: URL; readonly sheet: NamedSheet }): unknown {
    if (error instanceof EngineError) return error;
    if (!(error instanceof RefusedRequest))
      return toConnectionError(error, { host: url.hostname, port: portOf(url) }) ?? error;
    if (hidden.has(error.status)) this.credentials.forget();
    if (hidden.has(error.status)) return notShared(sheet);
    if (error.status === 404 || error.status === 400)
      return new EngineError({
        ...{ code: 'TABLE_DOES_NOT_EXIST_ERROR', ...aboutAddress(sheet) },
        message: `There is no sheet at the address of "${sheet.name}".`,
      });
    return new EngineError({
      code: 'ENGINE_UNAVAILABLE_ERROR',
      message: 'The service does not answer at the moment. Run the query again.',
      driverMessage: `HTTP ${error.status}`,
    });
  }

  private isOwn({ protocol, host }: URL): boolean {
    if (this.settings.endpoint) return host === this.endpoint.host && protocol === this.endpoint.protocol;
    return protocol === 'https:' && ownHosts.test(host);
  }

  private serverOf(url: URL): HttpServer {
    const known = this.servers.get(url.host);
    if (known) return known;
    const server = new HttpServer({
      host: url.hostname,
      port: portOf(url),
      tlsMode: url.protocol === 'https:' ? 'verify' : 'disable',
      serverCertificate: null,
      policy: this.settings.policy,
    });
    this.servers.set(url.host, server);
    return server;
  }
}

function portOf({ port, protocol }: URL): number {
  return Number(port || (protocol === 'https:' ? 443 : 80));
}

function notShared(sheet: NamedSheet): EngineError {
  return new EngineError({
    code: 'CONNECTION_ACCESS_DENIED_ERROR',
    message: `The sheet "${sheet.name}" is not open. Share it with whoever has its link, or with the service account whose key is given.`,
    ...aboutAddress(sheet),
  });
}
