import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { foundTablesQuery, refreshTree, tablesQuery } from './index.ts';

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

it('what is asked of a schema after its tree was read anew was read since then, and in another database it need not be', async () => {
  vi.useFakeTimers({ now: 1_000_000 });
  const asked: string[] = [];
  vi.stubGlobal('fetch', async (input: unknown) => {
    asked.push(decodeURIComponent(String(input)));
    return Response.json({ count: 0, result: [] });
  });
  const client = new QueryClient();
  const place = { dbId: 1, schema: 'main', page: 0 };
  await client.fetchQuery(tablesQuery(place));
  await refreshTree(client, 1);
  vi.setSystemTime(1_002_500);
  await client.fetchQuery(tablesQuery({ ...place, page: 1 }));
  await client.fetchQuery(foundTablesQuery(place, 'a'));
  await client.fetchQuery(tablesQuery({ ...place, dbId: 2 }));
  expect(asked.map((path) => /max_age:([\d.]+)/.exec(path)?.[1])).toEqual([undefined, '2.5', '2.5', undefined]);
  client.clear();
});
