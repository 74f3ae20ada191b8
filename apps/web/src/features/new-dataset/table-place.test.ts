import { expect, it } from 'vitest';
import { completePlace, findInCatalog, readPlace, writePlace } from './table-place.ts';

it('reads a choice from an address, as far as it holds together, and writes it back', () => {
  const read = (text: string) => readPlace(new URLSearchParams(text));
  expect(read('database=2&schema=main&table=a%20b')).toEqual({ databaseId: 2, schema: 'main', table: 'a b' });
  expect(read('database=2&table=orders')).toEqual({ databaseId: 2 });
  expect(read('database=x&schema=main')).toEqual({});
  expect(read('')).toEqual({});
  expect(read('database=2&catalog=sea&schema=main')).toEqual({ databaseId: 2, catalog: 'sea', schema: 'main' });
  expect(read('catalog=sea')).toEqual({});
  const place = { databaseId: 2, catalog: 'sea', schema: 'main', table: 'a b' };
  expect(readPlace(new URLSearchParams(writePlace(place)))).toEqual(place);
  expect(writePlace({})).toEqual({});
});

it('takes the only database and the only schema by itself, never one of several', () => {
  expect(completePlace({}, { databaseIds: [7], schemas: ['main'] })).toEqual({ databaseId: 7, schema: 'main' });
  expect(completePlace({}, { databaseIds: [7, 8], schemas: [] })).toEqual({});
  expect(completePlace({ databaseId: 8 }, { databaseIds: [7, 8], schemas: ['a', 'b'] }).schema).toBeUndefined();
});

it('names another catalog than the one that the connection opens, and not that one', () => {
  const completed = (catalog: string) =>
    completePlace({ databaseId: 7, catalog }, { databaseIds: [7], schemas: [], ownCatalog: 'lake' });
  expect(completed('sea')).toMatchObject({ databaseId: 7, catalog: 'sea' });
  expect(completed('lake')).not.toHaveProperty('catalog');
});

it('takes a dataset of the same table in another catalog for none of this one', () => {
  const [sea, lake] = [
    { id: 2, catalog: 'sea' },
    { id: 1, catalog: 'lake' },
  ];
  expect(findInCatalog([sea, lake], 'lake')).toBe(lake);
  expect(findInCatalog([sea], 'lake')).toBeUndefined();
  expect(findInCatalog([{ id: 3, catalog: null }], undefined)).toEqual({ id: 3, catalog: null });
});
