import type { Readable } from 'node:stream';
import { setTimeout as pause } from 'node:timers/promises';
import type { PoolFigures } from '../engine.ts';
import { type AgentSettings, afterLoss, ForeignAnswer, HttpServer, RefusedRequest } from '../remote/index.ts';
import { isForeignAnswer, isLostConnection } from './errors.ts';
import { type Answer, longestWords } from './rows.ts';
import { type Question, readServer, type Server, type Settings } from './server.ts';

export interface ConnectionSettings extends AgentSettings {
  readonly user: string;
  readonly password: string | null;
  /** Where tables lie that are named without one. */
  readonly database: string;
}

const aboutTimeoutMs = 15_000;
const maxRepeats = 2;
const repeatAfterMs = 300;

/** What answers the first question with a page is a web server, or a proxy before one that is gone. */
function refuseOthers(error: unknown): never {
  throw error instanceof Error && isForeignAnswer(error) ? new ForeignAnswer(error.message) : error;
}

/** Asks one server over its HTTP interface. */
export class Connection {
  private readonly http: HttpServer;
  private readonly authorization: string;
  private server: Promise<Server> | null = null;

  constructor(private readonly settings: ConnectionSettings) {
    this.http = new HttpServer(settings);
    const { user, password } = settings;
    this.authorization = `Basic ${Buffer.from(`${user}:${password ?? ''}`).toString('base64')}`;
  }

  /** What the server is and lets its account do, asked once; again after it could not be told. */
  about(): Promise<Server> {
    if (this.server) return this.server;
    // For all who wait for it: none of them ends it.
    const asking = readServer((sql) => this.ask(sql, AbortSignal.timeout(aboutTimeoutMs))).catch(refuseOthers);
    this.server = asking;
    asking.catch(() => {
      this.server = null;
    });
    return asking;
  }

  /** Runs a statement; its rows come as the server writes them. One that only reads is tried again on a dead connection. */
  async open(question: Question): Promise<Answer> {
    const server = await this.about();
    const { queryId } = question;
    const most = question.mayWrite ? 0 : maxRepeats;
    let lost: unknown = null;
    for (let repeats = 0; ; repeats++) {
      try {
        // The server still knows the first one by its name, where only the way to it was lost.
        return await this.send(repeats === 0 ? question : { ...question, queryId: `${queryId}-${repeats}` }, server);
      } catch (error) {
        if (repeats === most || question.signal.aborted || !isLostConnection(error)) throw afterLoss(lost, error);
        lost = error;
      }
      await pause(repeatAfterMs);
      await this.kill(queryId).catch(() => undefined);
    }
  }

  get figures(): PoolFigures {
    return this.http.figures;
  }

  /** Ends a query and its repeats on the server itself; resolves when it has been told. */
  async kill(queryId: string): Promise<void> {
    const sql = `KILL QUERY WHERE query_id LIKE '${queryId}%' ASYNC`;
    await this.ask(sql, AbortSignal.timeout(5000));
  }

  close(): void {
    this.http.close();
  }

  /** A question of our own, before anything is known of the server. */
  private async ask(sql: string, signal: AbortSignal): Promise<string> {
    const { stream } = await this.post(sql, {}, signal);
    return readText(stream);
  }

  private send(question: Question, server: Server): Promise<Answer> {
    const { sql, queryId, signal, format = 'TabSeparatedWithNamesAndTypes', ...bounds } = question;
    const settings = { query_id: queryId, ...server.settingsFor(bounds) };
    return this.post(bounds.mayWrite ? sql : `${sql}\nFORMAT ${format}`, settings, signal);
  }

  private async post(sql: string, settings: Settings, signal: AbortSignal): Promise<Answer> {
    const asked = Object.entries(settings).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    const { body, headers } = await this.http
      .open({
        method: 'POST',
        path: `/?${asked.join('&')}`,
        headers: { Authorization: this.authorization, 'User-Agent': 'powerset', 'Accept-Encoding': 'identity' },
        body: sql,
        signal,
      })
      .catch(throwWords);
    // Older servers say there that they failed, and by their status that they did not.
    if (headers['x-clickhouse-exception-code'] !== undefined) throw new Error(await readText(body));
    const tag = headers['x-clickhouse-exception-tag'];
    return { stream: body, errorTag: typeof tag === 'string' ? tag : null };
  }

  get place(): Pick<ConnectionSettings, 'host' | 'port' | 'user' | 'database'> {
    return this.settings;
  }
}

/** What the server said instead of an answer. */
function throwWords(error: unknown): never {
  throw error instanceof RefusedRequest ? new Error(error.body.slice(0, longestWords)) : error;
}

async function readText(stream: Readable): Promise<string> {
  const parts: Buffer[] = [];
  let length = 0;
  for await (const part of stream) {
    length += part.length;
    if (length > longestWords) break;
    parts.push(part);
  }
  return Buffer.concat(parts).toString('utf8');
}
