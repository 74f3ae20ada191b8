import Fastify from 'fastify';
import { expect, it } from 'vitest';
import type { Engines } from '../engines/index.ts';
import { noTraces } from '../traces/index.ts';
import { createMetrics } from './metrics.ts';

type State = Awaited<ReturnType<Engines['states']>>[number];

it('gives the figures of each engine’s connections, and none of one that has gone', async () => {
  const pool = { used: 5, idle: 2, waiting: 1, most: 8 };
  const known = { isEmbedded: false, isAnswering: true, problem: null, replacements: 0 };
  let states: readonly State[] = [
    { ...known, databaseId: 1, backend: 'postgresql', pool },
    { ...known, databaseId: 2, backend: 'clickhousedb', pool: null },
  ];
  const { registry } = createMetrics(Fastify(), {
    engines: { states: async () => states },
    shared: null,
    traces: noTraces,
  });
  const linesOf = async () =>
    (await registry.metrics()).split('\n').filter((line) => /^powerset_engine_con/.test(line));
  const labels = 'database="1",backend="postgresql"';
  expect(await linesOf()).toEqual([
    `powerset_engine_connections{${labels},state="used"} 5`,
    `powerset_engine_connections{${labels},state="idle"} 2`,
    `powerset_engine_connections_waited_for{${labels}} 1`,
    `powerset_engine_connections_most{${labels}} 8`,
  ]);
  states = states.slice(1);
  expect(await linesOf()).toEqual([]);
});

it('says whether the server is there by which processes share answers, where there is to be one', async () => {
  const engines = { states: async () => [] };
  let isThere = true;
  const figuresWith = async (shared: { isThere: () => boolean } | null) =>
    (await createMetrics(Fastify(), { engines, shared, traces: noTraces }).registry.metrics()).match(
      /^powerset_shared_cache_up .*$/m,
    )?.[0];
  const shared = { isThere: () => isThere };
  expect(await figuresWith(shared)).toBe('powerset_shared_cache_up 1');
  isThere = false;
  expect(await figuresWith(shared)).toBe('powerset_shared_cache_up 0');
  expect(await figuresWith(null)).toBeUndefined();
});
