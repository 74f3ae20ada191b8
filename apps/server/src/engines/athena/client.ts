import { randomUUID } from 'node:crypto';
import aws4 from 'aws4';
import type { NetworkPolicy } from '../../outgoing/index.ts';
import { EngineError } from '../engine.ts';
import { type Batch, HttpServer, inPortions } from '../remote/index.ts';
import { pauseBeforePoll, type Question, readJob, type WarehouseConnection } from '../warehouse/index.ts';
import { QueryFailure } from './errors.ts';
import type { UriParts } from './uri.ts';

export interface AthenaSettings extends UriParts {
  readonly serverCertificate: string | null;
  readonly policy: NetworkPolicy;
}

/** The documented shapes of answers; as much of them as is read. */
interface Execution {
  readonly QueryExecution?: {
    readonly StatementType?: string;
    readonly Status?: { readonly State?: string; readonly StateChangeReason?: string };
  };
}

interface Results {
  readonly NextToken?: string;
  readonly ResultSet?: {
    readonly Rows?: readonly { readonly Data?: readonly { readonly VarCharValue?: string }[] }[];
    readonly ResultSetMetadata?: { readonly ColumnInfo?: readonly ColumnInfo[] };
  };
}

interface ColumnInfo {
  readonly Name: string;
  readonly Type: string;
  readonly Precision?: number;
  readonly Scale?: number;
}

interface Page {
  readonly id: string;
  readonly isRunning: boolean;
  readonly results?: Results;
  /** The first rows of a SELECT's answer are the names of its columns. */
  readonly skips?: number;
}

const startMs = 20_000;
const unreadableAnswer = 'The answer of the service cannot be read. Is this the address of Amazon Athena?';
const rowsAPage = 1000;
const maxListPages = 50;

/** Speaks the service's own protocol: a query is started, waited for, and its rows are fetched page by page. */
export class Connection implements WarehouseConnection {
  private readonly server: HttpServer;

  constructor(private readonly settings: AthenaSettings) {
    const { host, port, isEncrypted, serverCertificate, policy } = settings;
    this.server = new HttpServer({
      host,
      port,
      tlsMode: isEncrypted ? 'verify' : 'disable',
      serverCertificate,
      policy,
    });
  }

  read({ sql, schema, signal }: Question): AsyncGenerator<Batch> {
    return readJob<Page>(
      {
        start: () => this.start(sql, schema),
        isRunning: ({ isRunning }) => isRunning,
        poll: async ({ id }, asked, count) => {
          await pauseBeforePoll(count, asked);
          return this.poll(id, asked);
        },
        toBatches,
        next: ({ id, results }, asked) =>
          results?.NextToken ? this.fetch(id, { token: results.NextToken, signal: asked }) : null,
        cancel: ({ id }) => this.call('StopQueryExecution', { QueryExecutionId: id }, AbortSignal.timeout(5000)),
      },
      signal,
    );
  }

  /** All parts of a list, as far as 50 of them. */
  async list<T>(action: string, body: object, name: string): Promise<readonly T[]> {
    const found: T[] = [];
    let token: unknown;
    for (let pages = 0; pages < maxListPages; pages += 1) {
      const asked = { ...body, ...(token === undefined ? {} : { NextToken: token }) };
      const answer = await this.call<Readonly<Record<string, unknown>>>(action, asked, AbortSignal.timeout(startMs));
      found.push(...((answer[name] ?? []) as readonly T[]));
      token = answer.NextToken;
      if (token === undefined || token === null) break;
    }
    return found;
  }

  /** One call of the service, signed. What it asks may be asked twice. */
  async call<T>(action: string, body: object, signal: AbortSignal): Promise<T> {
    const { value } = await this.server.askJson<T>(
      { method: 'POST', path: '/', ...this.toSigned(action, body), signal },
      { mayBeEmpty: true, unreadable: unreadableAnswer },
    );
    return value;
  }

  close(): void {
    this.server.close();
  }

  private async start(sql: string, schema: string): Promise<Page> {
    const { catalog, outputLocation, workGroup } = this.settings;
    const body = {
      QueryString: sql,
      // By this number the service knows a question that is asked again.
      ClientRequestToken: randomUUID(),
      QueryExecutionContext: { Database: schema, Catalog: catalog },
      WorkGroup: workGroup,
      ...(outputLocation ? { ResultConfiguration: { OutputLocation: outputLocation } } : {}),
    };
    const signal = AbortSignal.timeout(startMs);
    const { QueryExecutionId: id } = await this.call<{ readonly QueryExecutionId: string }>(
      'StartQueryExecution',
      body,
      signal,
    );
    return { id, isRunning: true };
  }

  private async poll(id: string, signal: AbortSignal): Promise<Page> {
    const { QueryExecution } = await this.call<Execution>('GetQueryExecution', { QueryExecutionId: id }, signal);
    const { State: state = '', StateChangeReason: reason = '' } = QueryExecution?.Status ?? {};
    if (state === 'FAILED' || state === 'CANCELLED') throw new QueryFailure(state, reason);
    if (state !== 'SUCCEEDED') return { id, isRunning: true };
    const hasNames = QueryExecution?.StatementType === 'DML';
    return { ...(await this.fetch(id, { signal })), skips: hasNames ? 1 : 0 };
  }

  private async fetch(id: string, next: { readonly token?: string; readonly signal: AbortSignal }): Promise<Page> {
    const body = { QueryExecutionId: id, MaxResults: rowsAPage, ...(next.token ? { NextToken: next.token } : {}) };
    return { id, isRunning: false, results: await this.call<Results>('GetQueryResults', body, next.signal) };
  }

  private toSigned(action: string, body: object) {
    const { host, port, region, accessKeyId, secretKey, isEncrypted } = this.settings;
    if (!accessKeyId || !secretKey)
      throw new EngineError({
        code: 'CONNECTION_ACCESS_DENIED_ERROR',
        message: 'The connection needs an access key and its secret.',
      });
    const text = JSON.stringify(body);
    const isUsual = port === (isEncrypted ? 443 : 80);
    const { headers = {} } = aws4.sign(
      {
        ...{
          service: 'athena',
          region,
          method: 'POST',
          path: '/',
          body: text,
          host: isUsual ? host : `${host}:${port}`,
        },
        headers: { 'Content-Type': 'application/x-amz-json-1.1', 'X-Amz-Target': `AmazonAthena.${action}` },
      },
      { accessKeyId, secretAccessKey: secretKey },
    );
    return { headers, body: text };
  }
}

function toBatches({ results, skips = 0 }: Page): AsyncGenerator<Batch> {
  const columns = (results?.ResultSet?.ResultSetMetadata?.ColumnInfo ?? []).map((column) => ({
    name: column.Name,
    nativeType: toNativeType(column),
  }));
  return inPortions((results?.ResultSet?.Rows ?? []).slice(skips), (rows) => {
    const cells: (string | null)[] = [];
    for (const { Data = [] } of rows) for (const index of columns.keys()) cells.push(Data[index]?.VarCharValue ?? null);
    return { columns, rowCount: rows.length, cells };
  });
}

function toNativeType({ Type: type, Precision: precision, Scale: scale }: ColumnInfo): string {
  return type === 'decimal' ? `decimal(${precision ?? 38},${scale ?? 0})` : type;
}
