import { readFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { setTimeout as pause } from 'node:timers/promises';
import type { Logger } from 'pino';
import type { Config } from './config.ts';
import { isAwayAtStart, type Store } from './metadata/index.ts';

const pauseMs = 1000;

type Waiting = Pick<Config, 'host' | 'port' | 'tlsCertFile' | 'tlsKeyFile' | 'metadataWaitSeconds'>;

interface Wait {
  readonly config: Waiting;
  readonly log: Pick<Logger, 'warn' | 'info'>;
  readonly say: (line: string) => void;
  readonly open: () => Promise<Store>;
}

/**
 * Opens the metadata, and while their server is away tries again until the setting's seconds are over. Meanwhile the port answers:
 * that the process lives, and that it is not ready. What is wrong with the address or the account is thrown at once.
 */
export async function openWhenThere({ config, log, say, open }: Wait): Promise<Store> {
  const seconds = config.metadataWaitSeconds;
  const first = await open().catch((error: unknown) => asAway(error, seconds));
  if (!(first instanceof Error)) return first;
  say(`The metadata server is away. Trying again for up to ${seconds} seconds.`);
  log.warn({ err: first, seconds }, 'the metadata server is away; waiting for it');
  const front = await listenMeanwhile(config);
  try {
    return await tryAgain(open, { first, untilMs: performance.now() + seconds * 1000 });
  } finally {
    await front?.();
  }
}

/** The error of a server that may be back soon; throws any other. */
function asAway(error: unknown, seconds: number): Error {
  if (seconds > 0 && error instanceof Error && isAwayAtStart(error)) return error;
  throw error;
}

async function tryAgain(
  open: Wait['open'],
  { first, untilMs }: { readonly first: Error; readonly untilMs: number },
): Promise<Store> {
  let last = first;
  while (performance.now() < untilMs) {
    await pause(pauseMs);
    const opened = await open().catch((error: unknown) => asAway(error, 1));
    if (!(opened instanceof Error)) return opened;
    last = opened;
  }
  throw last;
}

const answer: RequestListener = (request, response) => {
  const path = request.url?.split('?')[0];
  const isLiving = path === '/health' || path === '/healthcheck' || path === '/ping';
  const headers = { 'content-type': 'application/json; charset=utf-8', 'retry-after': '2', connection: 'close' };
  const text = 'The metadata server is away. This server waits for it.';
  const body =
    path === '/health/ready' ? { status: 'not ready', checks: { store: false, engine: false } } : { message: text };
  response.writeHead(isLiving ? 200 : 503, headers).end(JSON.stringify(body));
};

/** Ends with what is returned; null where the port cannot be had, of which the start itself tells. */
async function listenMeanwhile(config: Waiting): Promise<(() => Promise<void>) | null> {
  const { port, host } = config;
  try {
    const server = openFront(config);
    await new Promise<void>((resolve, reject) => server.once('error', reject).listen({ port, host }, resolve));
    return () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      });
  } catch {
    return null;
  }
}

function openFront({ tlsCertFile, tlsKeyFile }: Waiting): Server {
  if (!tlsCertFile || !tlsKeyFile) return createServer(answer);
  return createTlsServer({ cert: readFileSync(tlsCertFile), key: readFileSync(tlsKeyFile) }, answer);
}
