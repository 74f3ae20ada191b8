import { randomUUID } from 'node:crypto';
import { askAs, type Batch, type HttpQuestion, HttpServer, inPortions, RefusedRequest } from '../remote/index.ts';
import type { TokenSource } from '../token-source.ts';
import { type Question, readJob, type WarehouseConnection } from '../warehouse/index.ts';
import { Credentials, type SignInSettings } from './credentials.ts';
import { JobFailure, type ServiceError } from './errors.ts';
import type { UriParts } from './uri.ts';
import { type Field, nativeTypeOf, toText, type ValueRow } from './values.ts';

export interface BigQuerySettings extends UriParts, SignInSettings {
  readonly serverCertificate: string | null;
  /** Another project whose datasets are read; queries are billed to the connection's own all the same. */
  readonly otherProject?: string | null;
  /** Who asks, where people sign in as themselves. */
  readonly tokens?: TokenSource | null;
}

/** The documented shape of an answer; as much of it as is read. */
interface Page {
  readonly jobReference?: { readonly jobId: string; readonly location?: string };
  readonly jobComplete?: boolean;
  readonly schema?: { readonly fields?: readonly Field[] };
  readonly rows?: readonly ValueRow[];
  readonly pageToken?: string;
  readonly totalBytesProcessed?: string;
  readonly errors?: readonly ServiceError[];
}

/** What a query would read, and the columns of its answer. */
export interface DryRun {
  readonly bytes: number;
  readonly fields: readonly Field[];
}

/** How long one answer may take before the service says that the job goes on. */
const waitMs = 10_000;
const projectsRoot = '/bigquery/v2/projects';
/** The service sends no more than 10 MB at once, whatever is asked for. */
const rowsAPage = 20_000;
const unreadableAnswer = 'The answer of the service cannot be read. Is this the address of BigQuery?';
const listPage = 1000;
const maxListPages = 50;

/** Speaks the service's own protocol: a job is started, and its rows are fetched page by page. */
export class Connection implements WarehouseConnection {
  private readonly root: string;
  private readonly dataRoot: string;

  constructor(
    readonly settings: BigQuerySettings,
    private readonly server = openServer(settings),
    private readonly signIn = new Credentials(settings),
  ) {
    this.root = rootOf(settings.project);
    this.dataRoot = rootOf(settings.otherProject ?? settings.project);
  }

  as(tokens: TokenSource): Connection {
    return new Connection({ ...this.settings, tokens }, this.server);
  }

  inProject(otherProject: string): Connection {
    return new Connection({ ...this.settings, otherProject }, this.server, this.signIn);
  }

  read({ sql, schema, signal }: Question): AsyncGenerator<Batch> {
    return readJob<Page>(
      {
        start: () => this.start(sql, schema),
        isRunning: ({ jobComplete }) => jobComplete === false,
        poll: ({ jobReference }, asked) => this.more(jobReference, { signal: asked }),
        toBatches: ({ schema: described, rows = [] }) => toBatches(described?.fields ?? [], rows),
        next: ({ pageToken, jobReference }, asked) =>
          pageToken ? this.more(jobReference, { pageToken, signal: asked }) : null,
        cancel: ({ jobReference }) => this.cancel(jobReference),
      },
      signal,
    );
  }

  /** Costs nothing: the service only looks at the query. */
  async dryRun({ sql, schema, signal }: Question): Promise<DryRun> {
    const page = await this.post<Page>('/queries', { ...this.toJob(sql, schema), dryRun: true }, signal);
    return { bytes: Number(page.totalBytesProcessed ?? 0), fields: page.schema?.fields ?? [] };
  }

  /** One object that the service describes. */
  get<T>(path: string, signal?: AbortSignal): Promise<T> {
    return this.getAt<T>(`${this.dataRoot}${path}`, signal);
  }

  list<T>(path: string, name: string): Promise<readonly T[]> {
    return this.listAt<T>(`${this.dataRoot}${path}`, name);
  }

  /** Ids of the projects whose datasets the account may look for. */
  async listProjects(): Promise<readonly string[]> {
    const found = await this.listAt<{ readonly projectReference?: { readonly projectId?: string } }>(
      projectsRoot,
      'projects',
    );
    return found.flatMap(({ projectReference }) => projectReference?.projectId ?? []).sort();
  }

  private getAt<T>(path: string, signal?: AbortSignal): Promise<T> {
    return this.ask<T>({ method: 'GET', path, signal });
  }

  /** All parts of a list, as far as 50,000 things. */
  private async listAt<T>(path: string, name: string): Promise<readonly T[]> {
    const found: T[] = [];
    let token = '';
    for (let pages = 0; pages < maxListPages; pages += 1) {
      const next = token ? `&pageToken=${encodeURIComponent(token)}` : '';
      const answer = await this.getAt<Readonly<Record<string, unknown>>>(`${path}?maxResults=${listPage}${next}`);
      found.push(...((answer[name] ?? []) as readonly T[]));
      token = String(answer.nextPageToken ?? '');
      if (token === '') break;
    }
    return found;
  }

  close(): void {
    this.server.close();
  }

  private start(sql: string, schema: string): Promise<Page> {
    const job = { ...this.toJob(sql, schema), timeoutMs: waitMs, maxResults: rowsAPage, requestId: randomUUID() };
    return this.post<Page>('/queries', job, AbortSignal.timeout(waitMs * 3));
  }

  private toJob(sql: string, schema: string) {
    const { project, otherProject, location, maximumBytesBilled } = this.settings;
    const projectId = otherProject ?? project;
    return {
      query: sql,
      useLegacySql: false,
      formatOptions: { useInt64Timestamp: true },
      ...(schema ? { defaultDataset: { projectId, datasetId: schema } } : {}),
      ...(location ? { location } : {}),
      ...(maximumBytesBilled ? { maximumBytesBilled } : {}),
    };
  }

  private more(
    job: Page['jobReference'],
    next: { readonly pageToken?: string; readonly signal: AbortSignal },
  ): Promise<Page> {
    const options = new URLSearchParams({
      'formatOptions.useInt64Timestamp': 'true',
      timeoutMs: String(waitMs),
      maxResults: String(rowsAPage),
      ...(job?.location ? { location: job.location } : {}),
      ...(next.pageToken ? { pageToken: next.pageToken } : {}),
    });
    return this.getAt<Page>(`${this.root}/queries/${encodeURIComponent(job?.jobId ?? '')}?${options}`, next.signal);
  }

  private async cancel(job: Page['jobReference']): Promise<void> {
    if (!job) return;
    const place = job.location ? `?location=${encodeURIComponent(job.location)}` : '';
    const path = `/jobs/${encodeURIComponent(job.jobId)}/cancel${place}`;
    await this.post(path, {}, AbortSignal.timeout(5000));
  }

  private post<T>(path: string, body: object, signal: AbortSignal): Promise<T> {
    return this.ask<T>({ method: 'POST', path: `${this.root}${path}`, body: JSON.stringify(body), signal });
  }

  /** Queries only read, and carry a number of their own: they may be asked again. */
  private async ask<T>(question: HttpQuestion): Promise<T> {
    try {
      return await this.askOnce<T>(question);
    } catch (error) {
      // The account was changed meanwhile, or the clocks differ.
      if (!(error instanceof JobFailure) || error.status !== 401 || this.settings.tokens) throw error;
      this.signIn.forget();
      return this.askOnce<T>(question);
    }
  }

  private async askOnce<T>(question: HttpQuestion): Promise<T> {
    const { tokens = null } = this.settings;
    try {
      const authorization = tokens ? null : await this.signIn.authorization();
      const { value } = await askAs(tokens, (bearer) => {
        const shared = authorization ? { Authorization: authorization } : {};
        const headers = { 'Content-Type': 'application/json', ...shared, ...bearer };
        return this.server.askJson<T>({ ...question, headers }, { mayBeEmpty: true, unreadable: unreadableAnswer });
      });
      return value;
    } catch (error) {
      throw error instanceof RefusedRequest ? JobFailure.of(error) : error;
    }
  }
}

function rootOf(project: string): string {
  return `${projectsRoot}/${encodeURIComponent(project)}`;
}

function openServer({ endpoint, serverCertificate, policy }: BigQuerySettings): HttpServer {
  const isTls = endpoint.protocol === 'https:';
  return new HttpServer({
    host: endpoint.hostname.replace(/^\[|\]$/g, ''),
    port: Number(endpoint.port || (isTls ? 443 : 80)),
    tlsMode: isTls ? 'verify' : 'disable',
    ...{ serverCertificate, policy },
  });
}

function toBatches(fields: readonly Field[], all: readonly ValueRow[]): AsyncGenerator<Batch> {
  const columns = fields.map((field) => ({ name: field.name, nativeType: nativeTypeOf(field) }));
  return inPortions(all, (rows) => {
    const cells: (string | null)[] = [];
    for (const { f } of rows)
      for (const [index, field] of fields.entries()) cells.push(toText(f[index]?.v ?? null, field));
    return { columns, rowCount: rows.length, cells };
  });
}
