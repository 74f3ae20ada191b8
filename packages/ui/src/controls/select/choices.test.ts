import { describe, expect, it } from 'vitest';
import {
  choiceOf,
  matching,
  nextRow,
  offered,
  pastedValues,
  rowsInView,
  type SelectChoice,
  typedValue,
  unknownWords,
} from './choices.ts';

const cities: readonly SelectChoice[] = [
  { value: 'b', label: 'Berlin' },
  { value: 'p', label: 'Paris', isDisabled: true },
  { value: null, label: '<NULL>' },
  { value: 7, label: null, searchText: 'Seven Oaks' },
];

describe('choices of a field', () => {
  it('are found by their text in any case, wherever it holds what was typed', () => {
    expect(matching(cities, ' OAK ').map(({ value }) => value)).toEqual([7]);
    expect(matching(cities, 'r').map(({ value }) => value)).toEqual(['b', 'p']);
    expect(matching(cities, '  ')).toBe(cities);
  });

  it('stand for values that none of them has, too', () => {
    expect(choiceOf(cities, null).label).toBe('<NULL>');
    expect(choiceOf(cities, 'gone')).toEqual({ value: 'gone', label: 'gone' });
  });

  it('offer what is typed first where free text counts, unless one is called just so', () => {
    const how = { isFreeForm: true, isFiltered: true };
    expect(offered(cities, 'Ber', how).map(({ value }) => value)).toEqual(['Ber', 'b']);
    expect(offered(cities, 'Berlin', how).map(({ value }) => value)).toEqual(['b']);
    expect(offered(cities, 'Ber', { ...how, isFreeForm: false }).map(({ value }) => value)).toEqual(['b']);
  });

  it('are not narrowed down again when they are the answer to what was typed', () => {
    expect(offered(cities, 'xyz', { isFreeForm: false, isFiltered: false })).toBe(cities);
  });

  it('make typed numbers numbers where choices are numbers, and leave text text', () => {
    expect([typedValue(cities, '12'), typedValue(cities, 'twelve')]).toEqual([12, 'twelve']);
    expect(typedValue([{ value: 'a', label: 'A' }], '12')).toBe('12');
  });

  it('are taken from pasted lists by name or value; other words count with free text alone', () => {
    const words = ['Berlin', 'Paris', 'Rome', '7'];
    expect(pastedValues(cities, words, false)).toEqual(['b', 7]);
    expect(pastedValues(cities, words, true)).toEqual(['b', 'Rome', 7]);
    expect(unknownWords(cities, [...words, 'Rome'])).toEqual(['Rome']);
  });

  it('are walked around the ends, past what cannot be chosen', () => {
    expect([nextRow(cities, 0, 1), nextRow(cities, 3, 1), nextRow(cities, 0, -1), nextRow(cities, 2, -1)]).toEqual([
      2, 0, 3, 0,
    ]);
    expect([nextRow([], 0, 1), nextRow([{ value: 1, label: 'One', isDisabled: true }], 0, 1)]).toEqual([0, 0]);
  });

  it('are drawn all when there are few, and those in view of thousands', () => {
    const view = { top: 2800, height: 256, rowHeight: 28 };
    expect(rowsInView(100, view)).toEqual({ first: 0, end: 100 });
    expect(rowsInView(5000, view)).toEqual({ first: 96, end: 114 });
    expect(rowsInView(5000, { ...view, top: 0 })).toEqual({ first: 0, end: 14 });
  });
});
