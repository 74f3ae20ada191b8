import { expect, it } from 'vitest';
import { parseRecentFinds, type RecentFind, withRecentFind } from './recent-finds.ts';

const find = (id: number): RecentFind => ({
  key: `chart-${id}`,
  label: `Chart ${id}`,
  address: `/explore/?slice_id=${id}`,
  kind: 'chart',
});

it('keeps the last six, the newest first, each once', () => {
  const all = [1, 2, 3, 4, 5, 6, 7, 3].reduce<readonly RecentFind[]>(
    (finds, id) => withRecentFind(finds, find(id)),
    [],
  );
  expect(all.map(({ key }) => key)).toEqual(['chart-3', 'chart-7', 'chart-6', 'chart-5', 'chart-4', 'chart-2']);
  expect(parseRecentFinds(JSON.stringify(all))).toEqual(all);
});

it.each([
  ['nothing', null],
  ['no list', '{"key":"a"}'],
  ['no JSON', '[{'],
  ['an address of another site', JSON.stringify([{ ...find(1), address: '//evil.example' }])],
  ['a kind that is none', JSON.stringify([{ ...find(1), kind: 'user' }])],
])('reads %s as no recent items', (_, text) => {
  expect(parseRecentFinds(text)).toEqual([]);
});
