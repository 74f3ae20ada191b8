import { randomUUID } from 'node:crypto';
import type { NetworkPolicy } from '../../outgoing/index.ts';
import { askAs, type Batch, HttpServer, inPortions } from '../remote/index.ts';
import type { TokenSource } from '../token-source.ts';
import { pauseBeforePoll, type Question, readJob, type WarehouseConnection } from '../warehouse/index.ts';
import { toStored } from './names.ts';
import { SignIn, type SignInSettings } from './sign-in.ts';
import type { UriParts } from './uri.ts';
import { nativeTypeOf, type RowType, toText } from './values.ts';

export interface SnowflakeSettings extends UriParts, SignInSettings {
  readonly serverCertificate: string | null;
  readonly policy: NetworkPolicy;
  /** Who asks, where people sign in as themselves. */
  readonly tokens?: TokenSource | null;
}

/** The documented shape of an answer; as much of it as is read. */
interface Page {
  readonly statementHandle?: string;
  readonly resultSetMetaData?: {
    readonly rowType: readonly RowType[];
    readonly partitionInfo?: readonly unknown[];
  };
  readonly data?: readonly (readonly (string | null)[])[];
  /** Which part of the rows it is, and what the first one said of all. */
  readonly part?: number;
  readonly isRunning?: boolean;
}

const root = '/api/v2/statements';
/** The service says by the second one that a statement runs. */
const answers: ReadonlySet<number> = new Set([200, 202]);
const unreadableAnswer = 'The answer of the service cannot be read. Is this the address of a Snowflake account?';
const startMs = 30_000;
/** The service ends statements of which nobody heard for so long, also where this process ended before it could. */
const longestSeconds = 6 * 3600;

/** Speaks the service's public interface for statements: each is posted, and its rows are fetched part by part. */
export class Connection implements WarehouseConnection {
  constructor(
    readonly settings: SnowflakeSettings,
    private readonly server = openServer(settings),
    private readonly signIn = new SignIn(settings),
  ) {}

  as(tokens: TokenSource): Connection {
    return new Connection({ ...this.settings, tokens }, this.server);
  }

  inDatabase(database: string): Connection {
    return new Connection({ ...this.settings, database }, this.server, this.signIn);
  }

  read({ sql, schema, signal }: Question): AsyncGenerator<Batch> {
    return readJob<Page>(
      {
        start: () => this.start(sql, schema),
        isRunning: ({ isRunning = false }) => isRunning,
        poll: async (page, asked, count) => {
          await pauseBeforePoll(count, asked);
          return this.fetch(page, 0, asked);
        },
        toBatches,
        next: (page, asked) => {
          const part = (page.part ?? 0) + 1;
          const parts = page.resultSetMetaData?.partitionInfo?.length ?? 1;
          return part < parts ? this.fetch(page, part, asked) : null;
        },
        cancel: ({ statementHandle }) => this.cancel(statementHandle),
      },
      signal,
    );
  }

  close(): void {
    this.server.close();
  }

  /** It answers at once with the statement's name, by which it can be ended. A lost answer is asked for again by the same number. */
  private async start(sql: string, schema: string): Promise<Page> {
    const { database, warehouse, role } = this.settings;
    const body = {
      statement: sql,
      timeout: longestSeconds,
      database: toStored(database),
      schema: toStored(schema),
      ...(warehouse ? { warehouse: toStored(warehouse) } : {}),
      ...(role ? { role: toStored(role) } : {}),
      parameters: { TIMEZONE: 'UTC', QUERY_TAG: 'powerset' },
    };
    const signal = AbortSignal.timeout(startMs);
    const path = `${root}?async=true&requestId=${randomUUID()}`;
    return this.ask({ method: 'POST', path, body: JSON.stringify(body), signal });
  }

  /** Parts after the first say no more of their columns. */
  private async fetch(page: Page, part: number, signal: AbortSignal): Promise<Page> {
    const handle = encodeURIComponent(page.statementHandle ?? '');
    const next = await this.ask({ method: 'GET', path: `${root}/${handle}?partition=${part}`, signal });
    const { statementHandle, resultSetMetaData } = { ...page, ...withoutGaps(next) };
    return {
      ...next,
      part,
      ...(statementHandle === undefined ? {} : { statementHandle }),
      ...(resultSetMetaData === undefined ? {} : { resultSetMetaData }),
    };
  }

  private async cancel(handle: string | undefined): Promise<void> {
    if (handle === undefined) return;
    const path = `${root}/${encodeURIComponent(handle)}/cancel`;
    await this.ask({ method: 'POST', path, body: '', signal: AbortSignal.timeout(5000) });
  }

  private async ask(question: Parameters<HttpServer['ask']>[0]): Promise<Page> {
    const { tokens = null } = this.settings;
    const { status, value } = await askAs(tokens, (bearer) => {
      const who = tokens ? { ...bearer, 'X-Snowflake-Authorization-Token-Type': 'OAUTH' } : this.signIn.headers();
      const headers = {
        ...who,
        ...{ 'Content-Type': 'application/json', Accept: 'application/json', 'User-Agent': 'powerset' },
      };
      return this.server.askJson<Page>({ ...question, headers }, { expected: answers, unreadable: unreadableAnswer });
    });
    return { ...value, isRunning: status === 202 };
  }
}

function openServer({ host, port, isEncrypted, serverCertificate, policy }: SnowflakeSettings): HttpServer {
  return new HttpServer({ host, port, tlsMode: isEncrypted ? 'verify' : 'disable', serverCertificate, policy });
}

function withoutGaps(page: Page): Page {
  return Object.fromEntries(Object.entries(page).filter(([, value]) => value !== undefined));
}

function toBatches({ resultSetMetaData, data = [] }: Page): AsyncGenerator<Batch> {
  const types = resultSetMetaData?.rowType ?? [];
  const columns = types.map((type) => ({ name: type.name, nativeType: nativeTypeOf(type) }));
  return inPortions(data, (rows) => {
    const cells: (string | null)[] = [];
    for (const row of rows) for (const [index, type] of types.entries()) cells.push(toText(row[index] ?? null, type));
    return { columns, rowCount: rows.length, cells };
  });
}
