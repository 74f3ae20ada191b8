import { leastOfRounds, longestTurnMs } from '@powerset/testkit';
import { buildThreadProgram } from '@powerset/testkit/engine-child';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { packTable } from '../packed/index.ts';
import { createRowWorkers, type RowWorkers } from './row-workers.ts';
import { rowsCompared } from './tasks.ts';
import { toWireFigures } from './wire-figures.ts';

let workers: RowWorkers;

beforeAll(async () => {
  workers = createRowWorkers({ entry: await buildThreadProgram(), threads: 1, memoryMb: 512 });
});
afterAll(() => workers.close());

const { signal } = new AbortController();
const tableOf = (rows: number, by: number, columns = 1) =>
  packTable({
    rowCount: rows,
    columns: [
      { name: 'k', type: 'string', nativeType: '', values: Array.from({ length: rows }, (_, row) => `name ${row}`) },
      ...Array.from({ length: columns }, (_, column) => ({
        ...{ name: `n${column}`, type: 'number' as const, nativeType: '' },
        values: Array.from({ length: rows }, (_, row) => row * by),
      })),
    ],
  });

it('figures of fifty thousand rows are compared while others are answered, and no more rows than that', async () => {
  const [before, after] = [tableOf(60_000, 1), tableOf(60_000, 2)];
  const compare = () => workers.figures({ before, after, keys: ['k'] }, signal);
  const found = await compare();
  expect(found).toMatchObject({ figures: 50_000, changed: 49_999, rowCounts: { before: 50_000, after: 50_000 } });
  expect(found.changes).toHaveLength(500);
  // Comparing, packing and copying are the thread's.
  expect(await leastOfRounds(150, () => longestTurnMs(compare()))).toBeLessThan(150);
});

it('wide rows are compared as far as a bound of cells, and a comparison that nobody waits for any more ends', async () => {
  expect(rowsCompared(tableOf(3000, 1, 999))).toBe(2000);
  const left = new AbortController();
  const asked = workers.figures({ before: tableOf(50_000, 1), after: tableOf(50_000, 2), keys: ['k'] }, left.signal);
  left.abort(new Error('nobody waits'));
  await expect(asked).rejects.toThrow('nobody waits');
});

it('whole numbers beyond those of JSON, NaN and the infinities travel as texts', async () => {
  const one = (values: readonly (number | bigint)[]) =>
    packTable({ rowCount: values.length, columns: [{ name: 'n', type: 'number', nativeType: '', values }] });
  const found = await workers.figures({ before: one([2n ** 60n]), after: one([Number.NaN]), keys: [] }, signal);
  const wire = toWireFigures(found, {
    limits: { before: null, after: null },
    formatOf: (label) => ({ label, format: null, currency: null }),
  });
  expect(wire.changes).toMatchObject([{ before: String(2n ** 60n), after: 'NaN', difference: null }]);
});
