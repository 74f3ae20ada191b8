import { randomUUID } from 'node:crypto';
import { Readable } from 'node:stream';
import { readJson } from '../../json/index.ts';
import { Stretch } from '../../turns/index.ts';
import { EngineError } from '../engine.ts';
import {
  type AgentSettings,
  type Batch,
  HttpServer,
  mostColumns,
  type OpenAnswer,
  type RawColumn,
  RefusedRequest,
  repeatedly,
  tooManyColumns,
  withQuotedNumbers,
} from '../remote/index.ts';
import type { Question, WarehouseConnection } from '../warehouse/index.ts';
import { readLines } from './lines.ts';
import { nativeTypeOf, readValues } from './values.ts';

export interface ConnectionSettings extends AgentSettings {
  /** Empty where nobody signs in. */
  readonly user: string;
  readonly password: string | null;
  /** Where its interface for SQL lies, with a slash at both ends. */
  readonly path: string;
}

/** It has no place for the query at the moment; 504 is a query that took too long. */
const busyStatuses: ReadonlySet<number> = new Set([429, 502, 503]);
/** The server's own clock is the second: it stops what nobody was there to stop. */
const graceMs = 5000;

/** Asks by one request for each statement, whose answer is a line for each row. */
export class DruidConnection implements WarehouseConnection {
  private readonly server: HttpServer;
  /** What it lets nobody ask for more than. */
  private longestMs = Number.POSITIVE_INFINITY;

  constructor(private readonly settings: ConnectionSettings) {
    this.server = new HttpServer(settings);
  }

  async *read(question: Question): AsyncGenerator<Batch> {
    const { signal } = question;
    const id = `powerset-${randomUUID()}`;
    const stop = () => void this.end(id);
    signal.addEventListener('abort', stop, { once: true });
    let body: OpenAnswer['body'] | null = null;
    try {
      ({ body } = await this.open(question, id));
      yield* readBatches(body);
      body = null;
    } finally {
      signal.removeEventListener('abort', stop);
      body?.destroy();
      if (body && !signal.aborted) stop();
    }
  }

  close(): void {
    this.server.close();
  }

  private async open(question: Question, id: string): Promise<OpenAnswer> {
    try {
      return await this.send(question, id);
    } catch (error) {
      const longest = error instanceof RefusedRequest ? longestIn(error.body) : null;
      if (longest === null || longest >= this.longestMs) throw error;
      this.longestMs = longest;
      return this.send(question, id);
    }
  }

  /** Statements here only read: they may be asked again. */
  private send({ sql, signal, timeoutMs }: Question, id: string): Promise<OpenAnswer> {
    const timeout = timeoutMs === undefined ? {} : { timeout: Math.min(timeoutMs + graceMs, this.longestMs) };
    const body = JSON.stringify({
      ...{ query: sql, resultFormat: 'arrayLines', header: true, typesHeader: true, sqlTypesHeader: true },
      context: { sqlQueryId: id, sqlTimeZone: 'UTC', sqlStringifyArrays: true, ...timeout },
    });
    const headers = { ...this.headers(), 'Content-Type': 'application/json' };
    return repeatedly(signal, busyStatuses, () =>
      this.server.open({ method: 'POST', path: this.settings.path, headers, body, signal }),
    );
  }

  /** Ends a query on the server, whatever comes of that. */
  private async end(id: string): Promise<void> {
    const path = `${this.settings.path}${id}`;
    const signal = AbortSignal.timeout(5000);
    await this.server.send({ method: 'DELETE', path, headers: this.headers(), signal }).catch(() => undefined);
  }

  private headers(): Readonly<Record<string, string>> {
    const { user, password } = this.settings;
    if (user === '') return {};
    return { Authorization: `Basic ${Buffer.from(`${user}:${password ?? ''}`, 'utf8').toString('base64')}` };
  }
}

/** The longest time that a server takes, where it says that the one that was asked for is more. */
function longestIn(body: string): number | null {
  const found = /maxQueryTimeout\D*\[(\d+)\]|more than enforced limit of \[?(\d+)/.exec(body);
  return found ? Number(found[1] ?? found[2]) : null;
}

/** Names, types and SQL's types stand before the rows; a blank line behind them tells that none is missing. */
async function* readBatches(body: OpenAnswer['body']): AsyncGenerator<Batch> {
  const head: string[] = [];
  let columns: readonly RawColumn[] | null = null;
  let isWhole = false;
  for await (const lines of readLines(body)) {
    const rows = [...lines];
    while (columns === null && rows.length > 0 && head.length < 3) head.push(rows.shift() ?? '');
    if (head.length < 3) continue;
    const isFirst = columns === null;
    columns ??= readHead(head);
    if (rows.at(-1) === '') {
      isWhole = true;
      rows.pop();
    }
    if (rows.length > 0 || isFirst) yield await toBatch(columns, rows);
  }
  if (columns === null) throw unreadable();
  if (!isWhole) throw cutOff();
}

async function toBatch(columns: readonly RawColumn[], rows: readonly string[]): Promise<Batch> {
  const types = columns.map(({ nativeType }) => nativeType);
  const cells: (string | null)[] = [];
  const stretch = new Stretch();
  for (const row of rows) {
    const values = row.length > longLine ? await readLongLine(row) : parseLine(row);
    for (const text of toTexts(values, types)) cells.push(text);
    if (stretch.isLong) await stretch.rest();
  }
  return { columns, rowCount: rows.length, cells };
}

/** Parsed in one go. */
const longLine = 64 * 1024;

function toTexts(values: unknown, types: readonly string[]): readonly (string | null)[] {
  try {
    return readValues(values, types);
  } catch (error) {
    if (error instanceof RangeError) throw unreadable();
    throw error instanceof SyntaxError ? cutOff() : error;
  }
}

function parseLine(row: string): unknown {
  try {
    return JSON.parse(withQuotedNumbers(row));
  } catch (error) {
    throw error instanceof SyntaxError ? cutOff() : error;
  }
}

async function readLongLine(row: string): Promise<unknown> {
  try {
    return await readJson(Readable.from([Buffer.from(row)]), { prepare: withQuotedNumbers });
  } catch {
    throw unreadable();
  }
}

function readHead(lines: readonly string[]): readonly RawColumn[] {
  const [names = [], types = [], sqlTypes = []] = lines.map(readTexts);
  if (names.length === 0 || types.length !== names.length || sqlTypes.length !== names.length) throw unreadable();
  if (names.length > mostColumns) throw tooManyColumns();
  return names.map((name, index) => ({ name, nativeType: nativeTypeOf(sqlTypes[index] ?? '', types[index] ?? '') }));
}

function readTexts(line: string): readonly string[] {
  try {
    const texts: unknown = JSON.parse(line);
    return Array.isArray(texts) && texts.every((text) => typeof text === 'string' || text === null)
      ? texts.map((text) => text ?? '')
      : [];
  } catch {
    return [];
  }
}

function unreadable(): EngineError {
  return new EngineError({
    code: 'GENERIC_DB_ENGINE_ERROR',
    message: 'The answer of the database cannot be read. Is this the address of its HTTP interface?',
  });
}

/** The server has begun to answer before it failed, and can say no more. */
function cutOff(): EngineError {
  return new EngineError({
    code: 'ENGINE_UNAVAILABLE_ERROR',
    message: 'The database stopped in the middle of its answer. Run the query again.',
  });
}
