import { afterEach, expect, it } from 'vitest';
import { copyStore } from './copy-store.ts';
import { fillEveryTable } from './every-table-fixture.ts';
import { openStore } from './store.ts';
import type { Store } from './tables.ts';

const opened: Store[] = [];
afterEach(async () => {
  for (const store of opened.splice(0)) await store.destroy();
});

async function open(): Promise<Store> {
  const store = await openStore(':memory:', () => '2026-01-01T00:00:00.000Z');
  opened.push(store);
  return store;
}

it('a copy of a store takes rows of every table, those that others name first', async () => {
  const [from, to] = [await open(), await open()];
  await fillEveryTable(from, 3);
  const copied = await copyStore(from, to);
  expect(copied.length).toBeGreaterThan(30);
  expect(copied.filter(({ rows }) => rows !== 3)).toEqual([]);
});
