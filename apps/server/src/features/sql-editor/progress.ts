import { activeQueryStates, toWireTable, type WireFirstRows } from '@powerset/contract';
import type { FastifyReply } from 'fastify';
import { type FirstRows, findRun, type RunRegistry, toWireQueries } from '../../query-runs/index.ts';
import type { Services } from '../../services.ts';

export interface Following {
  readonly services: Services;
  readonly registry: RunRegistry;
  readonly clientId: string;
  readonly reply: FastifyReply;
  readonly signal: AbortSignal;
}

const minGapMs = 100;
const maxGapMs = 1000;

/** Follows a run to its end: its state and first rows as server-sent events. */
export async function followRun(following: Following): Promise<void> {
  openStream(following.reply);
  try {
    await tellRun(following);
  } finally {
    following.reply.raw.end();
  }
}

/** The same for a run that was just started, with its answer as the last event; none when it came to nothing. */
export async function streamRun(following: Following, toAnswer: () => Promise<string | null>): Promise<void> {
  openStream(following.reply);
  try {
    await tellRun(following);
    if (following.signal.aborted) return;
    const answer = await toAnswer();
    if (answer !== null) following.reply.raw.write(`event: answer\ndata: ${answer}\n\n`);
  } finally {
    following.reply.raw.end();
  }
}

function openStream(reply: FastifyReply): void {
  reply.hijack();
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
}

/** The run now and after each change, at most ten a second; its first rows as soon as they are there. */
async function tellRun(following: Following): Promise<void> {
  const { registry, clientId, signal } = following;
  const changes = watch(registry, clientId, signal);
  let sent: FirstRows | undefined;
  try {
    while (!signal.aborted) {
      sent = sendRows(following, sent);
      const isActive = await sendRun(following);
      if (!isActive) break;
      await changes.next();
    }
  } finally {
    changes.end();
  }
}

/** A run that was begun again, on another engine process, has first rows of its own. */
function sendRows({ registry, clientId, reply }: Following, sent: FirstRows | undefined): FirstRows | undefined {
  const found = registry.firstRowsOf(clientId);
  if (!found || found === sent) return sent;
  const { table, cuts, statement } = found;
  const rows: WireFirstRows = { client_id: clientId, table: toWireTable(table), cuts: [...cuts], statement };
  reply.raw.write(`event: rows\ndata: ${JSON.stringify(rows)}\n\n`);
  return found;
}

async function sendRun({ services, registry, clientId, reply }: Following): Promise<boolean> {
  const run = await findRun(services.store, clientId);
  if (!run) return false;
  const [wire] = await toWireQueries(services.store, [run], registry);
  reply.raw.write(`data: ${JSON.stringify(wire)}\n\n`);
  return activeQueryStates.some((state) => state === run.status);
}

/**
 * Waits for the next change: an urgent one at once, others not sooner than the gap after the last. A second passes for
 * one, so that lost changes are seen.
 */
function watch(registry: RunRegistry, clientId: string, signal: AbortSignal) {
  let isUrgent = false;
  let hasChanged = false;
  let wake = () => {};
  const listener = (isUrgentChange: boolean) => {
    hasChanged = true;
    isUrgent ||= isUrgentChange;
    wake();
  };
  const stop = registry.follow(clientId, listener);
  const onAbort = () => listener(true);
  signal.addEventListener('abort', onAbort, { once: true });
  const waitUntil = (isDue: () => boolean, ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        if (!isDue()) return;
        clearTimeout(timer);
        resolve();
      };
      wake();
    });
  return {
    next: async () => {
      await waitUntil(() => isUrgent, minGapMs);
      await waitUntil(() => hasChanged, maxGapMs - minGapMs);
      isUrgent = false;
      hasChanged = false;
    },
    end: () => {
      stop();
      signal.removeEventListener('abort', onAbort);
    },
  };
}
