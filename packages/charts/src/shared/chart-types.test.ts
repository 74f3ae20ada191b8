import type { ChartDefinition } from '@powerset/chart-kit';
import { expect, it } from 'vitest';
import { chart as pie } from '../pie/index.ts';
import { createChartTypes } from './chart-types.ts';

const rare: ChartDefinition = { ...pie, key: 'rare', name: 'Rare' };

it('knows the facts of every type, and the code of one that is not here once it was asked for', async () => {
  let loads = 0;
  const load = async () => {
    loads += 1;
    if (loads === 1) throw new Error('offline');
    return { chart: rare };
  };
  const types = createChartTypes([pie], [{ facts: rare, load }]);
  expect(types.all.map(({ name }) => name)).toEqual(['Pie Chart', 'Rare']);
  expect([types.find('pie'), types.find('rare')]).toEqual([pie, undefined]);
  await expect(types.load('rare')).rejects.toThrow('offline');
  expect(await types.load('rare')).toBe(rare);
  expect(types.find('rare')).toBe(rare);
  expect(await types.load('rare')).toBe(rare);
  expect(loads).toBe(2);
  expect(await types.load('unheard_of')).toBeUndefined();
});

it('takes up types that are no part of the build', async () => {
  const types = createChartTypes([pie], []);
  types.add({ facts: rare, load: async () => ({ chart: rare }) });
  expect(types.all.map(({ key }) => key)).toEqual(['pie', 'rare']);
  expect(types.find('rare')).toBeUndefined();
  expect(await types.load('rare')).toBe(rare);
});
