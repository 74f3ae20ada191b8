import type { Redis, RedisOptions } from 'ioredis';
import type { Logger } from 'pino';
import type { TlsWatch } from '../tls/index.ts';
import type { SharedCache } from './shared-cache.ts';

export interface RedisCacheOptions {
  /** `redis://user:password@host:6379/0`, or `rediss://` for TLS. */
  readonly url: string;
  /** Before all keys, so that installations on one server do not meet. */
  readonly prefix: string;
  /** Certificates that are trusted instead of the system's, and the one that is shown; each connection takes those of its time. */
  readonly tls?: Pick<TlsWatch, 'now'> | null;
  readonly log: Pick<Logger, 'warn' | 'info'>;
}

/** Asking the database itself takes longer; whoever waits for a cache does not wait longer than this. */
const patienceMs = 250;
/** After it did not answer it is left in peace for so long, so that not every question waits for it. */
const restMs = 5000;
const connectMs = 3000;
const longestPauseMs = 2000;
/** A line over which nothing comes is asked after so long whether it still leads anywhere: one that only listens would not notice. */
const idleMs = 3000;

/** Sets a key for its owner, and lets the owner set it anew. */
const claimScript = `
local held = redis.call('get', KEYS[1])
if held and held ~= ARGV[1] then return 0 end
redis.call('set', KEYS[1], ARGV[1], 'px', ARGV[2])
return 1`;

const releaseScript = `
if redis.call('get', KEYS[1]) == ARGV[1] then return redis.call('del', KEYS[1]) end
return 0`;

/** A shared cache on a Redis or Valkey server, which may come and go. */
export async function openRedisCache(options: RedisCacheOptions): Promise<SharedCache> {
  const { Redis } = await import('ioredis');
  return new RedisCache(() => new Redis(options.url, clientOptions(options)), options);
}

function clientOptions({ tls }: RedisCacheOptions): RedisOptions {
  return {
    connectTimeout: connectMs,
    keepAlive: idleMs,
    commandTimeout: patienceMs,
    // What cannot be asked at once is not asked at all.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResendUnfulfilledCommands: false,
    retryStrategy: (tries) => Math.min(tries * 100, longestPauseMs),
    ...(tls ? { tls: asNow(tls) } : {}),
  };
}

/** The client copies these anew for each of its connections. */
const asNow = (tls: Pick<TlsWatch, 'now'>): RedisOptions['tls'] => ({
  get ca() {
    return tls.now().ca;
  },
  get cert() {
    return tls.now().cert;
  },
  get key() {
    return tls.now().key;
  },
});

class RedisCache implements SharedCache {
  private readonly client: Redis;
  private readonly ears: Redis;
  private readonly listeners = new Map<string, Set<(news: string) => void>>();
  private wasThere: boolean | null = null;
  private restUntilMs = 0;
  private silentUntilMs = 0;

  constructor(
    connect: () => Redis,
    private readonly options: RedisCacheOptions,
  ) {
    this.client = connect();
    // A connection that listens can do nothing else.
    this.ears = connect();
    this.client.on('ready', () => this.notice(true));
    this.client.on('close', () => this.notice(false));
    for (const one of [this.client, this.ears]) one.on('error', (error: Error) => this.notice(false, error));
    this.ears.on('ready', () => this.attend([...this.listeners.keys()]));
    this.ears.on('message', (channel, news) => {
      for (const hear of this.listeners.get(channel) ?? []) this.pass(news, hear);
    });
  }

  isThere(): boolean {
    return this.client.status === 'ready' && performance.now() >= this.restUntilMs;
  }

  async read(keys: readonly string[]): Promise<readonly (Uint8Array | null)[]> {
    const names = keys.map((key) => this.options.prefix + key);
    return (await this.ask(() => this.client.mgetBuffer(names))) ?? keys.map(() => null);
  }

  async write(key: string, value: Uint8Array | string, lifetimeSeconds: number): Promise<void> {
    const name = this.options.prefix + key;
    const held = typeof value === 'string' ? value : Buffer.from(value.buffer, value.byteOffset, value.byteLength);
    await this.ask(() => this.client.set(name, held, 'EX', Math.max(1, Math.ceil(lifetimeSeconds))));
  }

  async claim(key: string, owner: string, ms: number): Promise<boolean | null> {
    const answer = await this.ask(() => this.client.eval(claimScript, 1, this.options.prefix + key, owner, ms));
    return answer === null ? null : answer === 1;
  }

  async release(key: string, owner: string): Promise<void> {
    await this.ask(() => this.client.eval(releaseScript, 1, this.options.prefix + key, owner));
  }

  tell(topic: string, news: string): void {
    void this.ask(() => this.client.publish(this.channelOf(topic), news));
  }

  listen(topic: string, hear: (news: string) => void): () => void {
    const channel = this.channelOf(topic);
    const ears = this.listeners.get(channel) ?? new Set();
    this.listeners.set(channel, ears.add(hear));
    this.attend([channel]);
    return () => void ears.delete(hear);
  }

  async close(): Promise<void> {
    this.wasThere = null;
    for (const one of [this.client, this.ears]) {
      one.removeAllListeners('close');
      one.disconnect();
    }
  }

  /** What is said may be of another version of the product: whoever cannot read it goes on. */
  private pass(news: string, hear: (news: string) => void): void {
    try {
      hear(news);
    } catch (error) {
      this.options.log.warn({ err: error }, 'what another process said could not be read');
    }
  }

  private channelOf(topic: string): string {
    return `${this.options.prefix}news:${topic}`;
  }

  /** Again each time that the connection is new, so that one which ends meanwhile needs no more. */
  private attend(channels: readonly string[]): void {
    if (this.ears.status !== 'ready' || channels.length === 0) return;
    this.ears.subscribe(...channels).catch(() => undefined);
  }

  private async ask<T>(ask: () => Promise<T>): Promise<T | null> {
    if (!this.isThere()) return null;
    try {
      return await ask();
    } catch (error) {
      this.complain(error);
      return null;
    }
  }

  /** Away, slow or full: whoever asked does without. */
  private complain(error: unknown): void {
    const now = performance.now();
    const isAnswer = error instanceof Error && error.name === 'ReplyError';
    if (!isAnswer) this.restUntilMs = now + restMs;
    if (now < this.silentUntilMs) return;
    this.silentUntilMs = now + restMs;
    this.options.log.warn({ err: error }, 'the shared cache did not take or give what it was asked for');
  }

  /** Said once when it goes and once when it comes. */
  private notice(isThere: boolean, error?: Error): void {
    if (this.wasThere === isThere) return;
    const isFirst = this.wasThere === null;
    this.wasThere = isThere;
    const { log } = this.options;
    if (!isThere) log.warn({ reason: error?.message }, 'the shared cache is away: each process answers for itself');
    else if (!isFirst) log.info('the shared cache is there again');
  }
}
