import { describe, expect, it } from 'vitest';
import { type Fields, mergeItems, mergeRecords } from './merge-records.ts';

const named = { labelOf: (field: string) => field.toUpperCase() };

describe('two saves of one thing', () => {
  it('are put together field by field, and only what both changed is asked', () => {
    const base = { name: 'Sales', rows: 10, donut: false };
    const versions = {
      base,
      theirs: { ...base, rows: 7, name: 'Theirs' },
      mine: { ...base, donut: true, name: 'Mine' },
    };
    const clash = { id: 'name', label: 'NAME', base: 'Sales', theirs: 'Theirs', mine: 'Mine' };
    expect(mergeRecords(versions, {}, named)).toEqual({
      value: { name: 'Theirs', rows: 7, donut: true },
      clashes: [clash],
    });
    expect(mergeRecords(versions, { name: 'mine' }, named).value.name).toBe('Mine');
  });
});

describe('two saves of a list', () => {
  const words = {
    id: 'metric',
    nameOf: (item: Fields) => String(item.name),
    labelOf: (item: Fields, field: string) => `${item.name}: ${field}`,
    wholeOf: (item: Fields) => String(item.sql),
  };
  const a = { id: 1, name: 'a', sql: 'SUM(a)' };
  const b = { id: 2, name: 'b', sql: 'SUM(b)' };
  const merge = (theirs: readonly Fields[], mine: readonly Fields[], choices = {}) =>
    mergeItems({ base: [a, b], theirs, mine }, choices, words);

  it('keep what either put in, and the name that one gave to what the other changed', () => {
    const theirs = [a, { ...b, sql: 'MAX(b)' }, { id: 3, name: 'c', sql: 'COUNT(*)' }];
    const mine = [a, { ...b, name: 'bee' }, { name: 'd', sql: 'MIN(a)' }];
    expect(merge(theirs, mine)).toEqual({
      value: [
        a,
        { id: 2, name: 'bee', sql: 'MAX(b)' },
        { id: 3, name: 'c', sql: 'COUNT(*)' },
        { name: 'd', sql: 'MIN(a)' },
      ],
      clashes: [],
    });
  });

  it('leave out what one took out, and ask where the other changed it', () => {
    expect(merge([a], [a, b]).value).toEqual([a]);
    const changed = { ...b, sql: 'MAX(b)' };
    const { value, clashes } = merge([a], [a, changed]);
    expect(value).toEqual([a]);
    expect(clashes).toEqual([{ id: 'metric:#2', label: 'b', base: 'SUM(b)', theirs: '', mine: 'MAX(b)' }]);
    expect(merge([a], [a, changed], { 'metric:#2': 'mine' }).value).toEqual([a, changed]);
  });
});
