import { Batch, float64, int64, tableFromIPC } from '@uwdata/flechette';
import { expect, it } from 'vitest';
import { openArrowStream } from './arrow-stream.ts';

const all = { nullCount: 0, validity: new Uint8Array() };

it('many rows are not copied into their message, and few are no pieces of their own', () => {
  const length = 4096;
  const values = new Float64Array(length).fill(0.5);
  const stream = openArrowStream([
    { name: 'share', type: float64() },
    { name: 'id', type: int64() },
  ]);
  const write = (rows: number) =>
    stream.toMessage([
      new Batch({ ...all, type: float64(), length: rows, values: values.subarray(0, rows) }),
      new Batch({ ...all, type: int64(), length: rows, values: new BigInt64Array(rows).fill(7n) }),
    ]);
  const [many, few] = [write(length), write(10)];
  expect(many.some(({ buffer }) => buffer === values.buffer)).toBe(true);
  expect(few).toHaveLength(1);
  const table = tableFromIPC(new Uint8Array(Buffer.concat([stream.head, ...many, ...few, stream.end])));
  expect(table.numRows).toBe(length + 10);
  expect(table.getChild('share').at(length + 9)).toBe(0.5);
  expect(table.getChild('id').at(length + 9)).toBe(7);
});
