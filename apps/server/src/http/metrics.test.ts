import Fastify from 'fastify';
import { expect, it } from 'vitest';
import type { Engines } from '../engines/index.ts';
import { createMetrics } from './metrics.ts';

type State = Awaited<ReturnType<Engines['states']>>[number];

it('gives the figures of each engine’s connections, and none of one that has gone', async () => {
  const pool = { used: 5, idle: 2, waiting: 1, most: 8 };
  const known = { isEmbedded: false, isAnswering: true, replacements: 0 };
  let states: readonly State[] = [
    { ...known, databaseId: 1, backend: 'postgresql', pool },
    { ...known, databaseId: 2, backend: 'clickhousedb', pool: null },
  ];
  const { registry } = createMetrics(Fastify(), { states: async () => states });
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
