import { expect, it } from 'vitest';
import { completePlace, readPlace, writePlace } from './table-place.ts';

it('reads a choice from an address, as far as it holds together, and writes it back', () => {
  const read = (text: string) => readPlace(new URLSearchParams(text));
  expect(read('database=2&schema=main&table=a%20b')).toEqual({ databaseId: 2, schema: 'main', table: 'a b' });
  expect(read('database=2&table=orders')).toEqual({ databaseId: 2 });
  expect(read('database=x&schema=main')).toEqual({});
  expect(read('')).toEqual({});
  const place = { databaseId: 2, schema: 'main', table: 'a b' };
  expect(readPlace(new URLSearchParams(writePlace(place)))).toEqual(place);
  expect(writePlace({})).toEqual({});
});

it('takes the only database and the only schema by itself, never one of several', () => {
  expect(completePlace({}, { databaseIds: [7], schemas: ['main'] })).toEqual({ databaseId: 7, schema: 'main' });
  expect(completePlace({}, { databaseIds: [7, 8], schemas: [] })).toEqual({});
  expect(completePlace({ databaseId: 8 }, { databaseIds: [7, 8], schemas: ['a', 'b'] }).schema).toBeUndefined();
});
