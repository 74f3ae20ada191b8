import { activeQueryStates, noWorkerWords, toWireTable, type WireFirstRows } from '@powerset/contract';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { askPeer } from '../../processes/index.ts';
import { type FirstRows, findRun, type QueryRun, type RunRegistry, toWireQueries } from '../../query-runs/index.ts';
import type { Services } from '../../services.ts';

export interface Following {
  readonly services: Services;
  readonly registry: RunRegistry;
  readonly clientId: string;
  readonly reply: FastifyReply;
  readonly signal: AbortSignal;
  /** What is asked of the process that takes the run meanwhile; absent where it runs here. */
  readonly request?: FastifyRequest;
}

const minGapMs = 100;
const maxGapMs = 1000;
/** A worker takes what waits at once: for a while it is looked closely whether one has. */
const waitingGapMs = 150;
const closeLooks = 20;

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
export async function streamRun(
  following: Following,
  toAnswer: () => Promise<AsyncIterable<string> | null>,
): Promise<void> {
  openStream(following.reply);
  try {
    await tellRun(following);
    if (following.signal.aborted) return;
    const answer = await toAnswer();
    if (answer === null) return;
    const { raw } = following.reply;
    raw.write('event: answer\ndata: ');
    for await (const part of answer) if (!following.signal.aborted) raw.write(part);
    raw.write('\n\n');
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
    for (let looks = 0; !signal.aborted; looks += 1) {
      sent = sendRows(following, sent);
      const run = await sendRun(following);
      if (!run || !isActive(run)) break;
      if (await followElsewhere(following, run)) continue;
      await changes.next(isWaiting(following, run) && looks < closeLooks ? waitingGapMs : maxGapMs);
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

async function sendRun(following: Following): Promise<QueryRun | undefined> {
  const { services, registry, clientId, reply } = following;
  const run = await findRun(services.store, clientId);
  const [wire] = await toWireQueries(services.store, run ? [run] : [], registry);
  if (!run || !wire) return undefined;
  const isInVain = isWaiting(following, run) && !(await services.processes.hasWorker());
  const told = isInVain ? { ...wire, extra: { ...wire.extra, progress: noWorkerWords } } : wire;
  reply.raw.write(`data: ${JSON.stringify(told)}\n\n`);
  return run;
}

function isActive({ status }: QueryRun): boolean {
  return activeQueryStates.some((state) => state === status);
}

/** Nobody has it yet. */
function isWaiting({ services }: Following, { process }: QueryRun): boolean {
  return services.processes.id !== null && process === null;
}

/** A run that waited is followed where it is at work, with its first rows; false where it is here, or nobody has it. */
async function followElsewhere({ services, reply, request, signal }: Following, run: QueryRun): Promise<boolean> {
  const { processes, traces } = services;
  if (!request || run.process === null || run.process === processes.id) return false;
  let hasTold = false;
  for await (const part of askPeer({ processes, owner: run.process, request, headers: traces.headers(), signal })) {
    hasTold = true;
    reply.raw.write(part);
  }
  return hasTold;
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
    next: async (gapMs: number) => {
      await waitUntil(() => isUrgent, minGapMs);
      await waitUntil(() => hasChanged, gapMs - minGapMs);
      isUrgent = false;
      hasChanged = false;
    },
    end: () => {
      stop();
      signal.removeEventListener('abort', onAbort);
    },
  };
}
