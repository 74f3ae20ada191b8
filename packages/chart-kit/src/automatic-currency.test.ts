import { describe, expect, it } from 'vitest';
import {
  asksForCurrency,
  currenciesWithRows,
  currencyFormatControl,
  formatMoney,
  needsNewQuery,
  rowsCurrencyOf,
  withRowsCurrency,
} from './index.ts';

const ofRows = { symbol: 'AUTO', symbolPosition: 'suffix' } as const;
const dollars = { symbol: 'USD', symbolPosition: 'prefix' } as const;

describe('the currency of the rows', () => {
  it('is asked anew where a form begins to want it, and not where another look is chosen', () => {
    const number = {
      ...{ key: 'number', sections: [{ label: 'All', tab: 'customize' as const, rows: [[currencyFormatControl]] }] },
    };
    const formOf = (currency_format: object | null) => ({ viz_type: 'number', currency_format });
    expect(needsNewQuery(number, formOf(null), formOf(ofRows))).toBe(true);
    expect(needsNewQuery(number, formOf(ofRows), formOf({ ...ofRows, symbolPosition: 'prefix' }))).toBe(false);
    expect([
      needsNewQuery(number, formOf(null), formOf(dollars)),
      needsNewQuery(number, formOf(ofRows), formOf(null)),
    ]).toEqual([false, false]);
  });

  it('takes the place of AUTO in a form and in its columns, and of nothing else', () => {
    const form = {
      viz_type: 'table',
      currency_format: ofRows,
      y_axis_currency: dollars,
      column_config: { a: { currencyFormat: ofRows, d3NumberFormat: ',d' }, b: { currencyFormat: dollars }, c: null },
    };
    expect(asksForCurrency(form)).toBe(true);
    const euros = { symbol: 'EUR', symbolPosition: 'suffix' };
    expect(withRowsCurrency(form, 'EUR')).toEqual({
      viz_type: 'table',
      currency_format: euros,
      y_axis_currency: dollars,
      column_config: { a: { currencyFormat: euros, d3NumberFormat: ',d' }, b: { currencyFormat: dollars } },
    });
    expect(currenciesWithRows({ revenue: ofRows, cost: dollars }, 'EUR')).toEqual({ revenue: euros, cost: dollars });
  });

  it('leaves everything as it is where none is known, and numbers then stand without one', () => {
    const form = { currency_format: ofRows };
    expect(withRowsCurrency(form, null)).toBe(form);
    const plain = { currency_format: dollars, column_config: { a: {} } };
    expect([asksForCurrency(plain), withRowsCurrency(plain, 'EUR')]).toEqual([false, plain]);
    expect(formatMoney(',d', 1200, { currency: ofRows })).toBe('1,200');
  });

  it('is that of all answers of a chart that were asked for it', () => {
    const euro = { detected_currency: 'EUR' };
    expect(rowsCurrencyOf([euro, {}, euro])).toBe('EUR');
    expect(rowsCurrencyOf([euro, { detected_currency: 'USD' }])).toBeNull();
    expect(rowsCurrencyOf([euro, { detected_currency: null }])).toBeNull();
    expect(rowsCurrencyOf(undefined)).toBeNull();
  });
});
