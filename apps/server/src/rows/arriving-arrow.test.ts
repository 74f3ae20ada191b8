import { tableFromIPC } from '@uwdata/flechette';
import { expect, it } from 'vitest';
import type { ColumnHeader, PackedBatch, PackedTable } from '../packed/index.ts';
import { openArrivingArrow } from './arriving-arrow.ts';
import { toArrow } from './arrow.ts';

const columns: readonly ColumnHeader[] = [
  { name: 'id', type: 'number', nativeType: 'BIGINT' },
  { name: 'share', type: 'number', nativeType: 'DECIMAL(9,2)' },
  { name: 'at', type: 'temporal', nativeType: 'TIMESTAMP' },
  { name: 'word', type: 'string', nativeType: 'VARCHAR' },
];

function batch(ids: readonly (number | bigint)[], at = 0): PackedBatch {
  const words = ids.map((id) => `word ${id}`);
  const isSafe = ids.every((id) => typeof id === 'number');
  const numbers = (values: readonly number[]) =>
    ({ kind: 'numbers', values: Float64Array.from(values), nulls: null }) as const;
  return {
    rowCount: ids.length,
    columns: [
      isSafe ? numbers(ids.map(Number)) : { kind: 'values', values: ids },
      numbers(ids.map((id) => Number(id) / 4)),
      numbers(ids.map(() => at)),
      { kind: 'values', values: words },
    ],
  };
}

const tableOf = (batches: readonly PackedBatch[], headers = columns): PackedTable => ({
  columns: headers,
  batches,
  rowCount: batches.reduce((sum, { rowCount }) => sum + rowCount, 0),
});

async function readAll(handfuls: AsyncIterable<readonly Uint8Array[]>): Promise<Uint8Array> {
  const all: Uint8Array[] = [];
  for await (const pieces of handfuls) all.push(...pieces);
  return new Uint8Array(Buffer.concat(all));
}

it('rows are written as Arrow while more of them come, and make the same stream as all of them at once', async () => {
  const arriving = openArrivingArrow();
  const batches = [batch([1, 2]), batch([3, 2n ** 62n]), batch([5])];
  arriving.onRows(batches[0]!, columns);
  await arriving.begun;
  let finish: (table: PackedTable) => void = () => undefined;
  const stream = arriving.read(
    new Promise((resolve) => {
      finish = resolve;
    }),
  );
  const early = [...(await stream.next()).value!, ...(await stream.next()).value!];
  const next = stream.next();
  arriving.onRows(batches[1]!, columns);
  early.push(...(await next).value!);
  const table = tableOf(batches);
  finish(table);
  const bytes = new Uint8Array(Buffer.concat([...early, await readAll(stream)]));
  expect(bytes).toEqual(new Uint8Array(toArrow(table)));
  expect(tableFromIPC(bytes, { useBigInt: true }).getChild('id').toArray()).toEqual(
    BigInt64Array.from([1n, 2n, 3n, 2n ** 62n, 5n]),
  );
});

it('nothing is written before all rows are there where only these tell what a column is', async () => {
  const arriving = openArrivingArrow();
  const begun = arriving.begun.then(() => true);
  const sums = columns.map((column, index) => (index === 0 ? { ...column, nativeType: 'HUGEINT' } : column));
  arriving.onRows(batch([1]), sums);
  expect(await Promise.race([begun, new Promise((resolve) => setTimeout(() => resolve(false), 20))])).toBe(false);
  await expect(readAll(arriving.read(Promise.resolve(tableOf([batch([1])], sums))))).rejects.toThrow();
});

it.each([
  ['fails', () => Promise.reject(new Error('lost')), 'lost'],
  ['is begun anew', async () => tableOf([batch([1])]), 'The rows were read anew'],
])('a stream has no end when its reading %s', async (_, whole, message) => {
  const arriving = openArrivingArrow();
  arriving.onRows(batch([1]), columns);
  await arriving.begun;
  await expect(readAll(arriving.read(whole()))).rejects.toThrow(message);
});

it('times before and after all others are nothing in Arrow, whether they come early or late', async () => {
  const batches = [batch([1]), batch([2, 3], Number.POSITIVE_INFINITY)];
  const arriving = openArrivingArrow();
  for (const one of batches) arriving.onRows(one, columns);
  const bytes = await readAll(arriving.read(Promise.resolve(tableOf(batches))));
  expect(Array.from(tableFromIPC(bytes).getChild('at').toArray(), Number)).toEqual([0, 0, 0]);
  expect(tableFromIPC(bytes).getChild('at').nullCount).toBe(2);
  expect(bytes).toEqual(new Uint8Array(toArrow(tableOf(batches))));
});

it('a reading that fails after whoever asked has gone troubles nobody', async () => {
  const arriving = openArrivingArrow();
  arriving.onRows(batch([1]), columns);
  const unheard: unknown[] = [];
  const hear = (reason: unknown) => unheard.push(reason);
  process.on('unhandledRejection', hear);
  arriving.read(Promise.reject(new Error('stopped')));
  await new Promise((resolve) => setTimeout(resolve, 20));
  process.off('unhandledRejection', hear);
  expect(unheard).toEqual([]);
});
