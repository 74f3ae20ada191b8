import { afterEach, describe, expect, it, vi } from 'vitest';
import type { ExploreDataset } from './dataset.ts';
import { partitionedPlace, readPartitionColumn } from './partition-column.ts';

const orders: ExploreDataset = {
  id: 7,
  type: 'table',
  kind: 'physical',
  name: 'main.orders',
  table_name: 'orders',
  schema: 'main',
  database: { id: 3, name: 'shop' },
  columns: [],
  metrics: [],
};
const answer = (...cols: readonly string[]) => Promise.resolve({ partitions: { cols } });

afterEach(() => vi.restoreAllMocks());

describe('the partition column', () => {
  it('is asked for tables that are no views of the SQL editor, and is one only when it is the only one [DST-039]', async () => {
    expect(partitionedPlace(orders)).toEqual({ id: 3, table: 'orders', schema: 'main' });
    expect(partitionedPlace({ ...orders, is_sqllab_view: true })).toBeUndefined();
    expect(partitionedPlace({ ...orders, kind: 'virtual' })).toBeUndefined();
    expect(partitionedPlace({ ...orders, type: 'query' })).toBeUndefined();
    expect(await readPartitionColumn(() => answer('day'))).toBe('day');
    expect(await readPartitionColumn(() => answer('day', 'hour'))).toBeNull();
    expect(await readPartitionColumn(() => answer())).toBeNull();
    expect(await readPartitionColumn(() => Promise.resolve({}))).toBeNull();
  });

  it('is none when the call fails, which is only logged [DST-040]', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const failure = new Error('no such table');
    expect(await readPartitionColumn(() => Promise.reject(failure))).toBeNull();
    expect(warn).toHaveBeenCalledWith('The partitions of the table could not be read.', failure);
  });

  it('says nothing of a call that nobody waits for any more', async () => {
    const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
    const left = new DOMException('left', 'AbortError');
    await expect(readPartitionColumn(() => Promise.reject(left))).rejects.toBe(left);
    expect(warn).not.toHaveBeenCalled();
  });
});
