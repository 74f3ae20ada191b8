import { cellText } from '@powerset/ui';
import { expect, it } from 'vitest';
import { roundingOf } from './rounding.ts';

it('rounds results as charts are read: whole, to cents, to three figures of shares, and names of things not at all', () => {
  const shown = (name: string, values: readonly number[]) => {
    const rounding = roundingOf({ name, type: 'number', values, nativeType: 'DOUBLE' });
    return values.map((value) => cellText(value, 'number', rounding));
  };
  expect(shown('revenue', [46_706_145.870000005, 2])).toEqual(['46\u202f706\u202f145.87', '2.00']);
  expect(shown('orders', [1200, 3])).toEqual(['1\u202f200', '3']);
  expect(shown('return_rate', [0.042_318, 0.1])).toEqual(['0.042', '0.100']);
  expect([0.4217, -0.05].map((value) => cellText(value, 'number', 'percent'))).toEqual([
    '42.2\u202f%',
    '\u22125.0\u202f%',
  ]);
  expect(shown('order_id', [1_233_074.5])).toEqual(['1233074.5']);
});
