import type { WireQueryRun } from '@powerset/contract';
import { expect, it } from 'vitest';
import { nameResults } from './named-results.ts';
import type { PinnedResult } from './pinned-results.ts';

const pin = (name: string, key: string, tabId: string): PinnedResult => ({
  id: key,
  tabId,
  name,
  // Only the key is read.
  query: { resultsKey: key } as WireQueryRun,
});

it('sends those pinned results along whose names the text reads, the tab’s own before others', () => {
  const pinned = [pin("it's", 'own', 'a'), pin("IT's", 'other', 'b'), pin('unused', 'left', 'a')];
  const named = (sql: string) => nameResults(sql, { pinned, tabId: 'a' });
  expect(named("select * from RESULT ('it''s')")).toEqual([{ name: "it's", key: 'own' }]);
  expect(named("select 'it''s'")).toEqual([]);
});
