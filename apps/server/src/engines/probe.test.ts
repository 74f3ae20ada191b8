import { expect, it } from 'vitest';
import type { Engine, PoolFigures } from './engine.ts';
import { createProbe } from './probe.ts';

const pool: PoolFigures = { used: 8, idle: 0, waiting: 3, most: 8 };

function probeOf(parts: Pick<Engine, 'ping' | 'poolFigures'>) {
  const open = async () => parts as Engine;
  return createProbe({
    list: async () => [{ databaseId: 1, backend: 'postgresql', isEmbedded: false, open }],
    nowMs: () => 0,
  });
}

it('tells how connections are used now, though the engine was asked for an answer a moment ago', async () => {
  let pings = 0;
  let used = 6;
  const probe = probeOf({
    ping: async () => {
      pings += 1;
    },
    poolFigures: () => ({ ...pool, used }),
  });
  expect((await probe())[0]?.pool?.used).toBe(6);
  used = 1;
  expect((await probe())[0]?.pool?.used).toBe(1);
  expect(pings).toBe(1);
});

it('tells how an engine’s connections are used, also of one that has none left to answer with', async () => {
  const full = probeOf({ ping: () => Promise.reject(new Error('no connection')), poolFigures: () => pool });
  const problem = 'The database does not answer.';
  expect(await full()).toEqual([
    { databaseId: 1, backend: 'postgresql', isEmbedded: false, isAnswering: false, problem, replacements: 0, pool },
  ]);
  expect((await probeOf({ ping: async () => undefined })())[0]).toMatchObject({
    isAnswering: true,
    problem: null,
    pool: null,
  });
});
