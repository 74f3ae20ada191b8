import type { WireTable } from '@powerset/contract';
import { expect, it } from 'vitest';
import { likelyKeys, toComparedColumns } from './compared-rows.ts';

const table = (...values: readonly (readonly (string | number | null)[])[]): WireTable => ({
  rowCount: values[0]?.length ?? 0,
  columns: values.map((column, index) => ({
    name: ['order_id', 'amount'][index] ?? '',
    type: 'number',
    nativeType: 'BIGINT',
    values: [...column],
  })),
});

it('shows a value that has changed as before and after, and rows that came or went with the values they have', () => {
  const columns = toComparedColumns(
    {
      columns: [
        { name: 'order_id', isKey: true },
        { name: 'amount', isKey: false },
      ],
      kinds: ['added', 'gone', 'changed'],
      before: table([null, 12345, 3], [null, 1000, null]),
      after: table([7, null, 3], [2000, null, 5]),
    },
    { added: 'Added', gone: 'Gone', changed: 'Changed', null: 'NULL' },
  );
  expect(columns).toEqual([
    ['Added', 'Gone', 'Changed'],
    ['7', '12345', '3'],
    ['2\u202f000', '1\u202f000', 'NULL → 5'],
  ]);
});

it('takes the first identifier for what tells rows apart, else the first column', () => {
  expect(likelyKeys(['day', 'order_id', 'customer_id'])).toEqual(['order_id']);
  expect(likelyKeys(['channel', 'n'])).toEqual(['channel']);
  expect(likelyKeys([])).toEqual([]);
});
