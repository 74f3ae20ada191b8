import type { FastifyInstance } from 'fastify';
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';
import type { SharedCache } from '../cache/index.ts';
import type { Engines } from '../engines/index.ts';
import type { Traces } from '../traces/index.ts';

export interface Metrics {
  readonly registry: Registry;
  readonly engineSeconds: Histogram<'backend' | 'outcome'>;
  readonly cacheLookups: Counter<'outcome'>;
  readonly rollupBuilds: Counter<'purpose' | 'outcome'>;
  readonly rollupAnswers: Counter;
}

interface Watched {
  readonly engines: Pick<Engines, 'states'>;
  readonly shared: Pick<SharedCache, 'isThere'> | null;
  readonly traces: Pick<Traces, 'isOn' | 'counts'>;
}

/** Figures for operators; requests are counted by route, never by address. */
export function createMetrics(app: FastifyInstance, { engines, shared, traces }: Watched): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const requestSeconds = new Histogram({
    name: 'powerset_request_seconds',
    help: 'Time to answer a request',
    labelNames: ['method', 'route', 'status'],
    buckets: [0.002, 0.01, 0.05, 0.2, 1, 5, 30],
    registers: [registry],
  });
  app.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'page',
      status: String(reply.statusCode),
    };
    requestSeconds.observe(labels, reply.elapsedTime / 1000);
  });
  watchEngines(registry, engines);
  if (shared) watchShared(registry, shared);
  if (traces.isOn) watchTraces(registry, traces);
  return {
    registry,
    engineSeconds: new Histogram({
      name: 'powerset_engine_seconds',
      help: 'Time of a query in its engine',
      labelNames: ['backend', 'outcome'],
      buckets: [0.002, 0.01, 0.05, 0.2, 1, 5, 30, 120],
      registers: [registry],
    }),
    cacheLookups: new Counter({
      name: 'powerset_cache_lookups',
      help: 'Lookups in the result cache; of those that missed, how many another process had read (shared)',
      labelNames: ['outcome'],
      registers: [registry],
    }),
    rollupBuilds: new Counter({
      name: 'powerset_rollup_builds',
      help: 'Rollups built for several charts at once, or ahead of the next click',
      labelNames: ['purpose', 'outcome'],
      registers: [registry],
    }),
    rollupAnswers: new Counter({
      name: 'powerset_rollup_answers',
      help: 'Queries of charts that were answered from rollups',
      registers: [registry],
    }),
  };
}

type EngineState = Awaited<ReturnType<Engines['states']>>[number];

interface EngineFigure {
  readonly name: string;
  readonly help: string;
  /** The figure of an engine, or several by their state; nothing where it has none. */
  readonly read: (state: EngineState) => number | Readonly<Record<string, number>> | undefined;
}

const engineFigures: readonly EngineFigure[] = [
  {
    name: 'powerset_engine_up',
    help: 'Whether the engine of a database answers: 1 or 0',
    read: ({ isAnswering }) => (isAnswering ? 1 : 0),
  },
  {
    name: 'powerset_engine_replacements',
    help: 'How often the process of an engine was started in place of one that ended',
    read: ({ replacements }) => replacements,
  },
  {
    name: 'powerset_engine_connections',
    help: 'Connections of an engine to its server: in use, or kept for the next query',
    read: ({ pool }) => (pool ? { used: pool.used, idle: pool.idle } : undefined),
  },
  {
    name: 'powerset_engine_connections_waited_for',
    help: 'Queries that wait for a connection to become free',
    read: ({ pool }) => pool?.waiting,
  },
  {
    name: 'powerset_engine_connections_most',
    help: 'Connections that an engine opens at most',
    read: ({ pool }) => pool?.most,
  },
];

function watchShared(registry: Registry, shared: Pick<SharedCache, 'isThere'>): void {
  const gauge: Gauge = new Gauge({
    name: 'powerset_shared_cache_up',
    help: 'Whether the server by which processes share answers is there: 1 or 0',
    registers: [registry],
    collect: () => gauge.set(shared.isThere() ? 1 : 0),
  });
}

function watchTraces(registry: Registry, { counts }: Pick<Traces, 'counts'>): void {
  const counter: Counter<'outcome'> = new Counter({
    name: 'powerset_spans',
    help: 'Spans for the collector of traces: sent, or dropped because it was away or slow',
    labelNames: ['outcome'],
    registers: [registry],
    collect: () => {
      counter.reset();
      for (const [outcome, count] of Object.entries(counts())) counter.inc({ outcome }, count);
    },
  });
}

/** Read when somebody asks for the figures, by the probe that bounds how often engines are asked. */
function watchEngines(registry: Registry, engines: Pick<Engines, 'states'>): void {
  for (const { name, help, read } of engineFigures) {
    const gauge: Gauge<'database' | 'backend' | 'state'> = new Gauge({
      ...{ name, help, labelNames: ['database', 'backend', 'state'] as const, registers: [registry] },
      // Each asks for itself, of one round: figures of one engine are read side by side, and none waits for another.
      collect: async () => {
        const states = await engines.states();
        gauge.reset();
        for (const state of states) {
          const labels = { database: String(state.databaseId), backend: state.backend };
          const figure = read(state) ?? {};
          if (typeof figure === 'number') gauge.set(labels, figure);
          else for (const [of, value] of Object.entries(figure)) gauge.set({ ...labels, state: of }, value);
        }
      },
    });
  }
}

interface Waiting {
  readonly kind: string;
  readonly count: number;
  readonly oldestSeconds: number;
}

/** What waits for a process that does it, by kind; asked of the store when somebody asks for the figures. */
export function watchQueue(registry: Registry, read: () => Promise<readonly Waiting[]>): void {
  const figures = [
    { name: 'powerset_jobs_waiting', help: 'Jobs that no process has begun', of: ({ count }: Waiting) => count },
    {
      name: 'powerset_jobs_oldest_seconds',
      help: 'Seconds since the oldest of these jobs was asked for',
      of: ({ oldestSeconds }: Waiting) => oldestSeconds,
    },
  ];
  for (const { name, help, of } of figures) {
    const gauge: Gauge<'kind'> = new Gauge({
      ...{ name, help, labelNames: ['kind'] as const, registers: [registry] },
      collect: async () => {
        // While the store is away nothing is known of what waits, and the other figures are told.
        const waiting = await read().catch(() => []);
        gauge.reset();
        for (const one of waiting) gauge.set({ kind: one.kind }, of(one));
      },
    });
  }
}
