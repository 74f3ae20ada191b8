import type { NetworkPolicy } from '../../outgoing/index.ts';
import { askAs, type Batch, HttpServer, inPortions, TooLargeAnswer } from '../remote/index.ts';
import type { TokenSource } from '../token-source.ts';
import { pauseBeforePoll, type Question, readJob, type WarehouseConnection } from '../warehouse/index.ts';
import { StatementFailure } from './errors.ts';
import type { JsonRow } from './json-rows.ts';
import { type ExternalLink, readLink, unreadableAnswer } from './links.ts';
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
  readonly data_array?: readonly JsonRow[];
  readonly next_chunk_internal_link?: string;
  /** Where its rows lie, of an answer that is too large to be sent. */
  readonly external_links?: readonly ExternalLink[];
}

/** A page whose rows are fetched from elsewhere; those that came last stand in its result. */
interface LinkedPage extends Page {
  readonly rows?: AsyncGenerator<readonly JsonRow[]> | undefined;
}

type Disposition = 'INLINE' | 'EXTERNAL_LINKS';

const root = '/api/2.0/sql/statements';
/** How long the first answer may take before the service says that the statement goes on. */
const waitSeconds = 10;

/** Speaks the service's interface for statements: each is posted, and its rows are fetched chunk by chunk. */
export class Connection implements WarehouseConnection {
  constructor(
    readonly settings: DatabricksSettings,
    private readonly server = openServer(settings),
  ) {}

  as(tokens: TokenSource): Connection {
    return new Connection({ ...this.settings, tokens }, this.server);
  }

  inCatalog(catalog: string): Connection {
    return new Connection({ ...this.settings, catalog }, this.server);
  }

  /**
   * Most answers are small, and come with the first word of the service. It says only then that one is too large for that: the
   * statement, which only reads, is run again for rows that lie in its storage.
   */
  async *read(question: Question): AsyncGenerator<Batch> {
    let hasRows = false;
    try {
      for await (const batch of this.readSent(question)) {
        hasRows = true;
        yield batch;
      }
      return;
    } catch (error) {
      if (hasRows || question.signal.aborted || !isTooLarge(error)) throw error;
    }
    yield* this.readLinked(question);
  }

  private readSent({ sql, schema, signal }: Question): AsyncGenerator<Batch> {
    return readJob<Page>(
      {
        ...this.commonSteps,
        start: () => this.start(sql, schema, 'INLINE'),
        next: ({ manifest, result }, asked) => {
          const link = result?.next_chunk_internal_link;
          return link ? this.nextChunk(link, manifest, asked) : null;
        },
      },
      signal,
    );
  }

  private async *readLinked({ sql, schema, signal }: Question): AsyncGenerator<Batch> {
    // Whoever stops reading ends what is being fetched, too.
    const ending = new AbortController();
    const limit = AbortSignal.any([signal, ending.signal]);
    try {
      yield* readJob<LinkedPage>(
        {
          ...this.commonSteps,
          start: () => this.start(sql, schema, 'EXTERNAL_LINKS'),
          next: (page) => (page.rows || page.result?.external_links?.length ? this.nextRows(page, limit) : null),
        },
        signal,
      );
    } finally {
      ending.abort();
    }
  }

  /** The next rows of the part that is being fetched, or those of the one behind it. */
  private async nextRows({ manifest, result, rows }: LinkedPage, signal: AbortSignal): Promise<LinkedPage> {
    const { policy, isEncrypted } = this.settings;
    const known = manifest ? { manifest } : {};
    const [link, ...others] = result?.external_links ?? [];
    const reading = rows ?? (link && readLink(link, { policy, isPlain: !isEncrypted, signal }));
    const portion = await reading?.next();
    if (portion && !portion.done) return { ...known, result: { ...result, data_array: portion.value }, rows: reading };
    if (others.length > 0) return { ...known, result: { external_links: others } };
    const further = link?.next_chunk_internal_link ?? result?.next_chunk_internal_link;
    return further ? this.nextChunk(further, manifest, signal) : known;
  }

  close(): void {
    this.server.close();
  }

  private readonly commonSteps = {
    isRunning: ({ status }: Page) => status?.state === 'PENDING' || status?.state === 'RUNNING',
    poll: async ({ statement_id: id = '' }: Page, asked: AbortSignal, count: number) => {
      await pauseBeforePoll(count, asked);
      return checked(await this.ask<Page>({ method: 'GET', path: `${root}/${encodeURIComponent(id)}`, signal: asked }));
    },
    toBatches,
    cancel: ({ statement_id: id }: Page) => this.cancel(id),
  };

  private async start(sql: string, schema: string, disposition: Disposition): Promise<Page> {
    const { warehouse, catalog } = this.settings;
    const body = {
      ...{ warehouse_id: warehouse, catalog, schema, statement: sql },
      ...{ wait_timeout: `${waitSeconds}s`, on_wait_timeout: 'CONTINUE', format: 'JSON_ARRAY', disposition },
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
    const { value } = await askAs(tokens, (bearer) => {
      const shared = token && !tokens ? { Authorization: `Bearer ${token}` } : {};
      const headers = { 'Content-Type': 'application/json', 'User-Agent': 'powerset', ...shared, ...bearer };
      return this.server.askJson<T>({ ...question, headers }, { mayBeEmpty: true, unreadable: unreadableAnswer });
    });
    return value;
  }
}

function openServer({ host, port, isEncrypted, serverCertificate, policy }: DatabricksSettings): HttpServer {
  return new HttpServer({ host, port, tlsMode: isEncrypted ? 'verify' : 'disable', serverCertificate, policy });
}

/** The service sends 25 MB of an answer at most, and no more than 16 of them are taken at once. */
function isTooLarge(error: unknown): boolean {
  const isRefused = error instanceof StatementFailure && /Inline byte limit exceeded/i.test(error.message);
  return isRefused || error instanceof TooLargeAnswer;
}

/** A statement that failed is answered as well as one that did not. */
function checked(page: Page): Page {
  const { state = '', error } = page.status ?? {};
  if (state !== 'FAILED' && state !== 'CANCELED' && state !== 'CLOSED') return page;
  const code = state === 'FAILED' ? (error?.error_code ?? '') : 'CANCELED';
  throw new StatementFailure(code, error?.message ?? 'The statement was ended.');
}

function toBatches({ manifest, result }: Page): AsyncGenerator<Batch> {
  const columns = (manifest?.schema?.columns ?? []).map(({ name, type_text: type = 'STRING' }) => ({
    name,
    nativeType: type,
  }));
  return inPortions(result?.data_array ?? [], (rows) => {
    const cells: (string | null)[] = [];
    for (const row of rows) for (const index of columns.keys()) cells.push(row[index] ?? null);
    return { columns, rowCount: rows.length, cells };
  });
}
