import { computedMs, leastOfRounds, longestTurnMs } from '@powerset/testkit';
import { expect, it } from 'vitest';
import { hasLongPart, writeInTurns } from './in-turns.ts';

const many = (count: number) => Array.from({ length: count }, (_none, at) => ({ at, name: `n${at}`, not: undefined }));
const record = (count: number) => Object.fromEntries(many(count).map(({ name, at }) => [name, at]));

it.each<readonly [string, unknown]>([
  ['a list', many(1000)],
  ['a list at the edge', many(200)],
  ['a list within an object', { id: 1, result: { columns: many(401), metrics: [], last: 'ä"' } }],
  ['two long lists beside each other', { a: many(300), b: many(600), c: undefined }],
  ['a long record', { verbose: record(900), after: true }],
  ['a record whose parts are long', { ...record(450), deep: { list: many(250) }, end: null }],
  ['nothing but a long list', { only: many(201) }],
  ['values that JSON leaves out', { a: undefined, list: [...many(300), undefined, () => 1], b: () => 1 }],
  ['values with words of their own', { at: new Date(0), list: [...Array(300).fill(new Date(0))] }],
  ['short things', { a: [], b: {}, c: 'text', d: null }],
  ['what lies deeper than is looked', { a: { b: { c: { d: { e: many(300) } } } } }],
])('%s is written as JSON.stringify does it', async (_what, value) => {
  expect(String(await writeInTurns(value))).toBe(JSON.stringify(value));
});

it('what is long is seen, and what has words of its own for JSON is left to them', () => {
  expect([many(201), { a: { b: many(201) } }, record(201)].map((value) => hasLongPart(value))).toEqual([
    true,
    true,
    true,
  ]);
  const own = { toJSON: () => 'short', list: many(500) };
  expect([many(200), record(200), own, Buffer.alloc(900), null, 'x'].map((value) => hasLongPart(value))).toEqual(
    Array(6).fill(false),
  );
});

it('lets others have their turn while twenty thousand rows are written', async () => {
  // Small values: of long texts more is copied than written.
  const rows = { result: many(20_000).map((row) => ({ ...row, ...record(20), share: row.at / 7 })) };
  const wholeMs = await leastOfRounds(0, () => {
    const startedAt = computedMs();
    JSON.stringify(rows);
    return computedMs() - startedAt;
  });
  const boundMs = Math.max(5, wholeMs / 2);
  // Begun within what is measured.
  const write = () => Promise.resolve().then(() => writeInTurns(rows));
  expect(await leastOfRounds(boundMs, () => longestTurnMs(write()))).toBeLessThan(boundMs);
});
