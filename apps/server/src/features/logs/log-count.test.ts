import { expect, it } from 'vitest';
import { openStore } from '../../metadata/index.ts';
import { countUpTo } from './log-list.ts';

it('counts a log that grows without end up to a bound', async () => {
  const store = await openStore(':memory:', () => '2026-01-01T00:00:00.000Z');
  const rows = Array.from({ length: 12 }, (_, at) => ({ action: 'a', dttm: `2026-01-${10 + at}T00:00:00.000Z` }));
  await store.insertInto('logs').values(rows).execute();
  const logs = store.selectFrom('logs');
  expect(await countUpTo(store, logs)).toBe(12);
  expect(await countUpTo(store, logs, 5)).toBe(5);
  expect(await countUpTo(store, logs.where('action', '=', 'b'), 5)).toBe(0);
  await store.destroy();
});
