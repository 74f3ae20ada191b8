import type { WireQueryRun } from '@powerset/contract';
import { expect, it } from 'vitest';
import { toExecutionJson } from './present.ts';

const query = { state: 'success', queryId: 7, rows: 5000, endDttm: null, extra: {} } as unknown as WireQueryRun;
const tableOf = (rows: number) => ({
  rowCount: rows,
  columns: [
    { name: 'n', type: 'number' as const, nativeType: 'BIGINT', values: Array.from({ length: rows }, (_, at) => at) },
    {
      ...{ name: 't', type: 'string' as const, nativeType: 'VARCHAR' },
      values: Array.from({ length: rows }, () => 'some words of a row, '.repeat(10)),
    },
  ],
});

async function read(rows: number) {
  let turns = 0;
  let isDone = false;
  const turn = () => {
    turns += 1;
    if (!isDone) setImmediate(turn);
  };
  const pieces: string[] = [];
  setImmediate(turn);
  for await (const piece of toExecutionJson({ table: tableOf(rows), query, isCached: false, isCut: false }))
    pieces.push(piece);
  isDone = true;
  return { pieces, turns, json: JSON.parse(pieces.join('')) };
}

it('rows are written in pieces, between which others have their turn, and together they are one answer', async () => {
  const { pieces, turns, json } = await read(5000);
  expect(json).toMatchObject({ status: 'success', query_id: 7, rowcount: 5000, is_cached: false });
  expect(json.data).toHaveLength(5000);
  expect([json.data[0].n, json.data[4999].n]).toEqual([0, 4999]);
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(70_000);
  expect(pieces.length).toBeGreaterThan(10);
  expect(turns).toBeGreaterThanOrEqual(pieces.length);
  expect((await read(0)).json.data).toEqual([]);
  expect((await read(1)).json.data).toHaveLength(1);
});
