import type { Agent } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { type ClickHouseClient, createClient } from '@clickhouse/client';
import type { PoolFigures } from '../engine.ts';
import { type AgentSettings, afterLoss, createGuardedAgent, ForeignAnswer, figuresOf } from '../remote/index.ts';
import { isForeignAnswer, isLostConnection } from './errors.ts';
import type { Answer } from './rows.ts';
import { type Question, readServer, type Server } from './server.ts';

export interface ConnectionSettings extends AgentSettings {
  readonly user: string;
  readonly password: string | null;
  /** Where tables lie that are named without one. */
  readonly database: string;
}

const aboutTimeoutMs = 15_000;
const maxRepeats = 2;
const repeatAfterMs = 300;
const format = '\nFORMAT TabSeparatedWithNamesAndTypes';
/** The caller's own clock ends a query; the driver's must never be the first. */
const driverTimeoutMs = 2_000_000_000;

/** What answers the first question with a page is a web server, or a proxy before one that is gone. */
function refuseOthers(error: unknown): never {
  throw error instanceof Error && isForeignAnswer(error) ? new ForeignAnswer(error.message) : error;
}

/** This is the one file that knows the driver. */
export class Connection {
  private readonly client: ClickHouseClient;
  private readonly agent: Agent;
  private server: Promise<Server> | null = null;

  constructor(private readonly settings: ConnectionSettings) {
    const { host, port, user, password, tlsMode } = settings;
    const isTls = tlsMode !== 'disable';
    const name = host.includes(':') ? `[${host}]` : host;
    this.agent = createGuardedAgent(settings);
    this.client = createClient({
      url: `${isTls ? 'https' : 'http'}://${name}:${port}`,
      username: user,
      password: password ?? '',
      application: 'powerset',
      request_timeout: driverTimeoutMs,
      http_agent: this.agent,
      log: { level: 127 },
    });
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
    return figuresOf(this.agent);
  }

  /** Ends a query and its repeats on the server itself; resolves when it has been told. */
  async kill(queryId: string): Promise<void> {
    const query = `KILL QUERY WHERE query_id LIKE '${queryId}%' ASYNC`;
    const signal = AbortSignal.timeout(5000);
    const { stream } = await this.client.exec({ query, abort_signal: signal });
    stream.resume();
  }

  async close(): Promise<void> {
    await this.client.close();
    this.agent.destroy();
  }

  /** A question of our own, before anything is known of the server. */
  private async ask(sql: string, signal: AbortSignal): Promise<string> {
    const { stream } = await this.client.exec({ query: sql, abort_signal: signal });
    const parts: Buffer[] = [];
    for await (const part of stream) parts.push(part);
    return Buffer.concat(parts).toString('utf8');
  }

  private async send({ sql, queryId, signal, ...bounds }: Question, server: Server): Promise<Answer> {
    const { stream, response_headers: headers } = await this.client.exec({
      query: `${sql}${bounds.mayWrite ? '' : format}`,
      query_id: queryId,
      clickhouse_settings: server.settingsFor(bounds),
      abort_signal: signal,
    });
    const tag = headers['x-clickhouse-exception-tag'];
    return { stream, errorTag: typeof tag === 'string' ? tag : null };
  }

  get place(): Pick<ConnectionSettings, 'host' | 'port' | 'user' | 'database'> {
    return this.settings;
  }
}
