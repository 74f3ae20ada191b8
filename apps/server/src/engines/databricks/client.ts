import type { NetworkPolicy } from '../../outgoing/index.ts';
import { EngineError } from '../engine.ts';
import { askAs, type Batch, HttpServer } from '../remote/index.ts';
import type { TokenSource } from '../token-source.ts';
import { pauseBeforePoll, type Question, readJob, type WarehouseConnection } from '../warehouse/index.ts';
import { StatementFailure } from './errors.ts';
import type { UriParts } from './uri.ts';

export interface DatabricksSettings extends UriParts {
  readonly serverCertificate: string | null;
  readonly policy: NetworkPolicy;
  /** Who asks, where people sign in as themselves. */
  readonly tokens?: TokenSource | null;
}

/** The documented shape of an answer; as much of it as is read. */
interface Page {
  readonly statement_id?: string;
  readonly status?: {
    readonly state?: string;
    readonly error?: { readonly error_code?: string; readonly message?: string };
  };
  readonly manifest?: {
    readonly schema?: { readonly columns?: readonly { readonly name: string; readonly type_text?: string }[] };
  };
  readonly result?: Chunk;
}

interface Chunk {
  readonly data_array?: readonly (readonly (string | null)[])[];
  readonly next_chunk_internal_link?: string;
}

const root = '/api/2.0/sql/statements';
/** How long the first answer may take before the service says that the statement goes on. */
const waitSeconds = 10;

/** Speaks the service's interface for statements: each is posted, and its rows are fetched chunk by chunk. */
export class Connection implements WarehouseConnection {
  constructor(
    private readonly settings: DatabricksSettings,
    private readonly server = openServer(settings),
  ) {}

  as(tokens: TokenSource): Connection {
    return new Connection({ ...this.settings, tokens }, this.server);
  }

  read({ sql, schema, signal }: Question): AsyncGenerator<Batch> {
    return readJob<Page>(
      {
        start: () => this.start(sql, schema),
        isRunning: ({ status }) => status?.state === 'PENDING' || status?.state === 'RUNNING',
        poll: async ({ statement_id: id = '' }, asked, count) => {
          await pauseBeforePoll(count, asked);
          return checked(
            await this.ask<Page>({ method: 'GET', path: `${root}/${encodeURIComponent(id)}`, signal: asked }),
          );
        },
        toBatch,
        next: ({ manifest, result }, asked) => {
          const link = result?.next_chunk_internal_link;
          return link ? this.nextChunk(link, manifest, asked) : null;
        },
        cancel: ({ statement_id: id }) => this.cancel(id),
      },
      signal,
    );
  }

  close(): void {
    this.server.close();
  }

  private async start(sql: string, schema: string): Promise<Page> {
    const { warehouse, catalog } = this.settings;
    const body = {
      ...{ warehouse_id: warehouse, catalog, schema, statement: sql },
      ...{ wait_timeout: `${waitSeconds}s`, on_wait_timeout: 'CONTINUE', format: 'JSON_ARRAY', disposition: 'INLINE' },
    };
    const signal = AbortSignal.timeout(waitSeconds * 3000);
    return checked(await this.ask<Page>({ method: 'POST', path: root, body: JSON.stringify(body), signal }));
  }

  /** The link is a path of the same server: whatever host stands before it, no other one is asked. */
  private async nextChunk(link: string, manifest: Page['manifest'], signal: AbortSignal): Promise<Page> {
    const { pathname, search } = new URL(link, 'https://server');
    const result = await this.ask<Chunk>({ method: 'GET', path: `${pathname}${search}`, signal });
    return { result, ...(manifest ? { manifest } : {}) };
  }

  private async cancel(id: string | undefined): Promise<void> {
    if (id === undefined) return;
    const path = `${root}/${encodeURIComponent(id)}/cancel`;
    await this.ask({ method: 'POST', path, body: '{}', signal: AbortSignal.timeout(5000) });
  }

  private async ask<T>(question: Parameters<HttpServer['ask']>[0]): Promise<T> {
    const { token, tokens = null } = this.settings;
    const { text } = await askAs(tokens, (bearer) => {
      const shared = token && !tokens ? { Authorization: `Bearer ${token}` } : {};
      const headers = { 'Content-Type': 'application/json', 'User-Agent': 'powerset', ...shared, ...bearer };
      return this.server.ask({ ...question, headers });
    });
    return readAnswer<T>(text);
  }
}

function openServer({ host, port, isEncrypted, serverCertificate, policy }: DatabricksSettings): HttpServer {
  return new HttpServer({ host, port, tlsMode: isEncrypted ? 'verify' : 'disable', serverCertificate, policy });
}

/** A statement that failed is answered as well as one that did not. */
function checked(page: Page): Page {
  const { state = '', error } = page.status ?? {};
  if (state !== 'FAILED' && state !== 'CANCELED' && state !== 'CLOSED') return page;
  const code = state === 'FAILED' ? (error?.error_code ?? '') : 'CANCELED';
  throw new StatementFailure(code, error?.message ?? 'The statement was ended.');
}

function readAnswer<T>(text: string): T {
  try {
    // The documented shapes of the service's answers; what is missing reads as nothing.
    return (text === '' ? {} : JSON.parse(text)) as T;
  } catch {
    throw new EngineError({
      code: 'GENERIC_DB_ENGINE_ERROR',
      message: 'The answer of the service cannot be read. Is this the address of a Databricks workspace?',
    });
  }
}

function toBatch({ manifest, result }: Page): Batch {
  const columns = (manifest?.schema?.columns ?? []).map(({ name, type_text: type = 'STRING' }) => ({
    name,
    nativeType: type,
  }));
  const rows = result?.data_array ?? [];
  const cells: (string | null)[] = [];
  for (const row of rows) for (const index of columns.keys()) cells.push(row[index] ?? null);
  return { columns, rowCount: rows.length, cells };
}
