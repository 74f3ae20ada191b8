import { describe, expect, it } from 'vitest';
import type { FilterSubject } from './adhoc-filter.ts';
import { isNoNumber, readTypedNumber, toComparator } from './typed-number.ts';

const shownNumber = (typed: string | null, value: unknown): string => typed ?? String(value ?? '');

/** Types key by key into a field that holds what is read of it, and leaves it. */
function type(keys: string) {
  let [typed, value]: [string | null, unknown] = [null, undefined];
  for (const key of keys) {
    typed = shownNumber(typed, value) + key;
    value = readTypedNumber(typed);
  }
  return { typed, shown: shownNumber(null, value), value };
}

describe('a number that is typed', () => {
  it('keeps each key, so that decimals, negative numbers and zeros at the end can be written', () => {
    expect(type('0.5')).toEqual({ typed: '0.5', shown: '0.5', value: 0.5 });
    expect(type('-5')).toEqual({ typed: '-5', shown: '-5', value: -5 });
    expect(type('1.50')).toEqual({ typed: '1.50', shown: '1.5', value: 1.5 });
    expect(type('')).toEqual({ typed: null, shown: '', value: undefined });
  });

  it('is told from words', () => {
    expect(type('ten')).toEqual({ typed: 'ten', shown: 'ten', value: 'ten' });
    expect([isNoNumber('ten'), isNoNumber('-'), isNoNumber('1.5'), isNoNumber(3), isNoNumber(undefined)]).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });

  it('is compared with as its language writes it, where a column has numbers', () => {
    const subject = (type: FilterSubject['type']) => ({ name: 'x', type, nativeType: 'X' }) as FilterSubject;
    expect(toComparator('1,5', subject('number'), 'de')).toBe(1.5);
    expect(toComparator('1.234,5', subject('number'), 'de')).toBe(1234.5);
    expect(toComparator('1,500', subject('number'), 'en')).toBe(1500);
    expect(toComparator('1,5', subject('number'), 'en')).toBe('1,5');
    expect(toComparator('1,5', subject('string'), 'de')).toBe('1,5');
  });
});
