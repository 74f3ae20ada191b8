import type { OutgoingHttpHeaders } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type Kerberos, type KerberosTarget, negotiateBy } from '../kerberos/index.ts';
import {
  type AgentSettings,
  type Authorize,
  askAs,
  type Batch,
  type HttpQuestion,
  HttpServer,
  inPortions,
  type RawColumn,
  withQuotedNumbers,
} from '../remote/index.ts';
import type { TokenSource } from '../token-source.ts';
import type { Question, WarehouseConnection } from '../warehouse/index.ts';
import { type ServerFailure, ServerWords } from './errors.ts';
import { type TypeSignature, toText } from './values.ts';

export interface ConnectionSettings extends AgentSettings {
  readonly user: string;
  readonly password: string | null;
  /** What the headers of its protocol are called by. */
  readonly family: 'Trino' | 'Presto';
  /** Where tables lie that are named without one. */
  readonly catalog: string;
  /** Where tables lie that are named without one. */
  readonly defaultSchema: string;
  /** Who asks, where people sign in as themselves: the server knows them by their tokens alone. */
  readonly tokens?: TokenSource | null;
  /** Signed in by tickets, where nobody asks as himself. */
  readonly kerberos?: KerberosTarget | null;
  readonly tickets?: Kerberos;
  /** So long an answer may be silent that comes within a second from a server that lives. */
  readonly silenceMs?: number;
  /** What is waited before a query that could not be ended is told to end again. */
  readonly endAgainMs?: readonly number[];
}

const usualSilenceMs = 20_000;
/** By itself a server ends what nobody asks for after five minutes. */
const usualEndAgainMs = [1000, 2000, 4000, 8000, 15_000, 30_000, 60_000];

/** How far a query is, as each of the server's answers tells. */
interface Stats {
  readonly progressPercentage?: number;
  readonly processedRows?: number;
}

/** The documented shape of an answer; as much of it as is read. */
interface Page {
  readonly nextUri?: string;
  readonly columns?: readonly { readonly name: string; readonly type: string; readonly typeSignature: TypeSignature }[];
  readonly data?: readonly (readonly unknown[])[];
  readonly stats?: Stats;
  readonly error?: ServerFailure;
}

const unreadableAnswer = 'The answer of the database cannot be read. Is this the address of a Trino or Presto server?';

/** Speaks the server's own protocol: a statement is posted, and its answers are fetched one after the other. */
export class Connection implements WarehouseConnection {
  constructor(
    readonly settings: ConnectionSettings,
    private readonly server = new HttpServer({ ...settings, authorize: authorizeBy(settings) }),
  ) {}

  as(tokens: TokenSource): Connection {
    return new Connection({ ...this.settings, tokens }, this.server);
  }

  inCatalog(catalog: string): Connection {
    return new Connection({ ...this.settings, catalog }, this.server);
  }

  /**
   * The rows of a statement as they come; the first batch tells the columns, even where there are no rows. Whoever stops
   * reading, or is told to stop, ends the query on the server.
   */
  async *read({ sql, schema, signal, onProgress }: Question): AsyncGenerator<Batch> {
    let next: string | undefined;
    const stop = () => void this.end(next);
    signal.addEventListener('abort', stop, { once: true });
    try {
      let page = await this.ask({
        method: 'POST',
        path: '/v1/statement',
        body: sql,
        headers: this.headers(schema),
        signal,
      });
      let hasColumns = false;
      for (;;) {
        next = page.nextUri;
        if (page.error) throw new ServerWords(page.error);
        tell(page.stats, onProgress);
        for await (const batch of toBatches(page)) {
          if (batch.rowCount === 0 && hasColumns) continue;
          hasColumns = true;
          yield batch;
        }
        if (next === undefined) return;
        page = await this.ask({ method: 'GET', path: pathOf(next), headers: this.headers(), signal });
      }
    } finally {
      signal.removeEventListener('abort', stop);
      if (!signal.aborted) stop();
    }
  }

  close(): void {
    this.server.close();
  }

  /** Ends a query on the server: its next answer is taken off. One that has no next answer has ended. */
  private async end(next: string | undefined): Promise<void> {
    if (next === undefined) return;
    const { tokens = null, endAgainMs = usualEndAgainMs } = this.settings;
    const path = pathOf(next);
    const tell = () => {
      const signal = AbortSignal.timeout(5000);
      return askAs(tokens, (bearer) =>
        this.server.send({ method: 'DELETE', path, headers: { ...this.headers(), ...bearer }, signal }),
      ).then(
        () => true,
        () => false,
      );
    };
    // A machine that cannot be reached goes on with it, and may be there again in a moment.
    for (const ms of endAgainMs) {
      if (this.server.isClosed || (await tell())) return;
      await pause(ms, undefined, { ref: false });
    }
  }

  /** Statements here only read: they may be asked again. */
  private async ask(question: HttpQuestion): Promise<Page> {
    const { tokens = null, silenceMs = usualSilenceMs } = this.settings;
    const { value } = await askAs(tokens, (bearer) =>
      this.server.askJson<Page>(
        { ...question, silenceMs, headers: { ...question.headers, ...bearer } },
        { prepare: withQuotedNumbers, unreadable: unreadableAnswer },
      ),
    );
    return value;
  }

  private headers(schema?: string): OutgoingHttpHeaders {
    const { user, password, catalog, family, tokens } = this.settings;
    return {
      // Named beside a token, another user would have to be one whom the person may act for.
      ...(tokens ? {} : { [`X-${family}-User`]: toHeader(user) }),
      [`X-${family}-Source`]: 'powerset',
      [`X-${family}-Catalog`]: toHeader(catalog),
      ...(schema === undefined ? {} : { [`X-${family}-Schema`]: toHeader(schema) }),
      [`X-${family}-Time-Zone`]: 'UTC',
      ...familyHeaders[family],
      ...(password === null || tokens ? {} : { Authorization: toBasic(user, password) }),
    };
  }
}

function authorizeBy({ host, kerberos, tickets, tokens }: ConnectionSettings): Authorize | null {
  return kerberos && tickets && !tokens ? negotiateBy(tickets, { host, ...kerberos }) : null;
}

function tell(stats: Stats | undefined, onProgress: Question['onProgress']): void {
  const { processedRows = 0, progressPercentage = 0 } = stats ?? {};
  if (processedRows > 0) onProgress?.({ rowsRead: processedRows, fraction: Math.min(1, progressPercentage / 100) });
}

const familyHeaders: Readonly<Record<ConnectionSettings['family'], Readonly<Record<string, string>>>> = {
  // Else times come without what is smaller than a millisecond.
  Trino: { 'X-Trino-Client-Capabilities': 'PARAMETRIC_DATETIME' },
  // Else it takes no OFFSET.
  Presto: { 'X-Presto-Session': 'offset_clause_enabled=true' },
};

/** The server reads these in Latin 1, as its own client writes them; what that has no letter for, in UTF-8. */
function toBasic(user: string, password: string): string {
  const text = `${user}:${password}`;
  const isLatin = [...text].every((letter) => (letter.codePointAt(0) ?? 0) <= 0xff);
  return `Basic ${Buffer.from(text, isLatin ? 'latin1' : 'utf8').toString('base64')}`;
}

/** Headers carry bytes. */
function toHeader(text: string): string {
  return Buffer.from(text, 'utf8').toString('latin1');
}

/** Whatever host the server calls itself by: it is asked where it was found. */
function pathOf(address: string): string {
  const { pathname, search } = new URL(address);
  return `${pathname}${search}`;
}

function toBatches({ columns, data = [] }: Page): AsyncIterable<Batch> | readonly Batch[] {
  if (!columns) return [];
  const raw: readonly RawColumn[] = columns.map(({ name, type }) => ({ name, nativeType: type }));
  const signatures = columns.map(({ typeSignature }) => typeSignature);
  return inPortions(data, (rows) => {
    const cells: (string | null)[] = [];
    // One by one: a list for each row would be as many objects as there are rows.
    for (const row of rows)
      for (const [index, signature] of signatures.entries()) cells.push(toText(row[index], signature));
    return { columns: raw, rowCount: rows.length, cells };
  });
}
