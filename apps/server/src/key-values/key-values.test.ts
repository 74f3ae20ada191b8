import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openStore, type Store } from '../metadata/index.ts';
import { createKeyValues } from './key-values.ts';

const day = 86_400_000;
let store: Store;
let time = Date.UTC(2026, 0, 1);

beforeEach(async () => {
  time = Date.UTC(2026, 0, 1);
  store = await openStore(':memory:', () => new Date(time).toISOString());
});
afterEach(() => store.destroy());

const open = () => createKeyValues({ store, now: () => new Date(time) });
const document = { resource: 'filter_state', value: { a: [1, null] }, userId: 3, ttlMs: 90 * day };

describe('keyed documents', () => {
  it('give back what was stored, by a key that cannot be guessed', async () => {
    const values = open();
    const key = await values.create(document);
    expect(key.length).toBeGreaterThanOrEqual(32);
    expect(await values.find({ resource: 'filter_state', key })).toMatchObject({ value: { a: [1, null] }, userId: 3 });
    expect(await values.find({ resource: 'other', key })).toBeUndefined();
  });

  it('end after their time, which every reading renews', async () => {
    const values = open();
    const key = await values.create(document);
    const place = { resource: 'filter_state', key, ttlMs: 90 * day };
    time += 80 * day;
    expect(await values.find(place)).toBeDefined();
    time += 80 * day;
    expect(await values.find(place)).toBeDefined();
    time += 91 * day;
    expect(await values.find(place)).toBeUndefined();
    await values.removeExpired();
    expect(await store.selectFrom('key_values').selectAll().execute()).toEqual([]);
  });

  it('are replaced and deleted by key, and say when there is none', async () => {
    const values = open();
    const key = await values.create({ ...document, ttlMs: null });
    expect(await values.update({ resource: 'filter_state', key }, 'new')).toBe(true);
    expect((await values.find({ resource: 'filter_state', key }))?.value).toBe('new');
    expect(await values.update({ resource: 'filter_state', key: 'x' }, 'new')).toBe(false);
    expect(await values.delete({ resource: 'filter_state', key })).toBe(true);
    expect(await values.delete({ resource: 'filter_state', key })).toBe(false);
  });
});
