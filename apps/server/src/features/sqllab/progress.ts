import { activeQueryStates } from '@powerset/contract';
import type { FastifyReply } from 'fastify';
import { findRun, type RunRegistry, toWireQueries } from '../../query-runs/index.ts';
import type { Services } from '../../services.ts';

export interface Following {
  readonly services: Services;
  readonly registry: RunRegistry;
  readonly clientId: string;
  readonly reply: FastifyReply;
  readonly signal: AbortSignal;
}

const minGapMs = 100;

/** Sends a run as a server-sent event now and after each change, at most ten a second, until it has ended. */
export async function followRun(following: Following): Promise<void> {
  const { registry, clientId, reply, signal } = following;
  reply.hijack();
  reply.raw.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-store',
    'x-accel-buffering': 'no',
  });
  const changes = watch(registry, clientId, signal);
  try {
    while (!signal.aborted) {
      const isActive = await sendRun(following);
      if (!isActive) break;
      await changes.next();
    }
  } finally {
    changes.end();
    reply.raw.end();
  }
}

async function sendRun({ services, registry, clientId, reply }: Following): Promise<boolean> {
  const run = await findRun(services.store, clientId);
  if (!run) return false;
  const [wire] = await toWireQueries(services.store, [run], registry);
  reply.raw.write(`data: ${JSON.stringify(wire)}\n\n`);
  return activeQueryStates.some((state) => state === run.status);
}

/** Waits for the next change, but not less than the gap; a second passes for one, so that lost changes are seen. */
function watch(registry: RunRegistry, clientId: string, signal: AbortSignal) {
  let wake = () => {};
  const onChange = () => wake();
  const stop = registry.follow(clientId, onChange);
  signal.addEventListener('abort', onChange, { once: true });
  const wait = (ms: number) =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, ms);
      wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  return {
    next: async () => {
      await wait(1000);
      if (signal.aborted) return;
      await new Promise((resolve) => setTimeout(resolve, minGapMs));
    },
    end: () => {
      stop();
      signal.removeEventListener('abort', onChange);
    },
  };
}
