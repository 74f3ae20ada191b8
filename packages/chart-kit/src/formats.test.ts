import { describe, expect, it } from 'vitest';
import { addFormatLocale } from './format-locales.ts';
import { germanFormats } from './languages/index.ts';
import {
  currencySymbol,
  formatMoney,
  formatNumber,
  numberFormatter,
  parseCurrency,
  sharedScale,
  tellingFormat,
} from './number-formats.ts';
import { formatTime, formatTimeTitle, temporalRangeOf, unitOfGrain } from './time-formats.ts';

describe('numbers', () => {
  it.each([
    [0, '0'],
    [12_400, '12.4k'],
    [3_104_220, '3.1M'],
    [148_230, '148.2k'],
    [742_000, '742k'],
    [999_950, '1M'],
    [-999_960, '−1M'],
    [64.3, '64.3'],
    [4.256, '4.26'],
    [0.042, '0.042'],
    [999.7, '1k'],
    [1e12, '1T'],
    [2.5e9, '2.5B'],
    [-2700, '−2.7k'],
    [512, '512'],
  ])('write %s as a person would: %s [CTL-039]', (value, text) => {
    expect(formatNumber('SMART_NUMBER', value)).toBe(text);
  });

  it('keep the original value, big integers included, exact', () => {
    expect(formatNumber('~g', 12345.432)).toBe('12345.432');
    expect(formatNumber('~g', -9_007_199_254_740_993n)).toBe('−9007199254740993');
  });

  it('set percents apart by a thin space and use a true minus', () => {
    expect(formatNumber('.1%', 0.125)).toBe('12.5 %');
    expect(formatNumber('+.1%', -0.027)).toBe('−2.7 %');
  });

  it('write durations with and without parts of a millisecond', () => {
    expect(formatNumber('DURATION', 66_000)).toBe('1m 6s');
    expect(formatNumber('DURATION_SUB', 1.40008)).toBe('1ms 400µs 80ns');
    expect(formatNumber('DURATION', 0)).toBe('0ms');
  });

  it('show a number as it is when the format is unknown', () => {
    expect(formatNumber('no format', 1.25)).toBe('1.25');
    expect(formatNumber('SMART_NUMBER', Number.POSITIVE_INFINITY)).toBe('∞');
  });

  it('put the currency before or after, never on a percent [CTL-043]', () => {
    const euro = parseCurrency({ symbol: 'EUR', symbolPosition: 'prefix' });
    expect(formatMoney('SMART_NUMBER', 148_200, { currency: euro })).toBe('€148.2k');
    expect(formatMoney('SMART_NUMBER', -5000, { currency: euro })).toBe('−€5k');
    expect(formatMoney('.1%', 0.5, { currency: euro })).toBe('50.0 %');
    expect(formatMoney(',.2f', 12.5, { currency: parseCurrency({ symbol: 'kr', symbolPosition: 'suffix' }) })).toBe(
      '12.50 kr',
    );
    expect(parseCurrency({ symbolPosition: 'prefix' })).toBeNull();
    expect(currencySymbol('USD')).toBe('$');
  });
});

describe('numbers in the language of the reader', () => {
  addFormatLocale('de', germanFormats);
  const euro = parseCurrency({ symbol: 'EUR', symbolPosition: 'prefix' });

  it.each([
    ['SMART_NUMBER', 1_240_500, '1.2M', '1,2M'],
    ['SMART_NUMBER', -64.25, '−64.3', '−64,3'],
    ['SMART_NUMBER', 0.042, '0.042', '0,042'],
    ['SMART_NUMBER', 1.52e-9, '1.52e-9', '1,52e-9'],
    ['SMART_NUMBER_SIGNED', 1240, '+1.2k', '+1,2k'],
    ['~g', 1240.5, '1240.5', '1240,5'],
    [',.1f', 1240.5, '1,240.5', '1.240,5'],
    ['+,', -1240, '−1,240', '−1.240'],
    ['.3s', 1240.5, '1.24k', '1,24k'],
    ['.1%', 0.1256, '12.6 %', '12,6 %'],
    [',.1%', 12.56, '1,256.0 %', '1.256,0 %'],
    // The sign stands where the language has it, and is no other currency for that.
    ['$,.2f', 1240.5, '$1,240.50', '1.240,50 $'],
    ['DURATION_SUB', 1.40008, '1ms 400µs 80ns', '1ms 400µs 80ns'],
    ['DURATION', 66.7, '66.7ms', '66,7ms'],
    ['no format', 1.25, '1.25', '1,25'],
  ])('writes %s of %d as %s, and in German as %s', (code, value, english, german) => {
    const written = ['en', 'de', 'xx', undefined].map((locale) => formatNumber(code, value, locale));
    expect(written.map((text) => text.replaceAll('\u00a0', ' '))).toEqual([english, german, english, english]);
  });

  it('writes scales, currencies and what tells figures apart alike', () => {
    expect(formatMoney('SMART_NUMBER', -1240, { currency: euro, locale: 'de' })).toBe('−€1,2k');
    expect(numberFormatter(',.2f', euro, 'de')(1240.5)).toBe('€1.240,50');
    expect(sharedScale([1_500_000, 880_000], 'de')?.(880_000)).toBe('0,88M');
    expect(tellingFormat([1105, 1132], 'de')?.(1105)).toBe('1,105k');
  });
});

describe('times', () => {
  const day = Date.UTC(2026, 9, 23);

  it('follow the grain when adaptive [CTL-040]', () => {
    expect(formatTime('smart_date', day, { grain: 'P1D' })).toBe('23 Oct 2026');
    expect(formatTime('smart_date', Date.UTC(2026, 9, 1), { grain: 'P1M' })).toBe('Oct 2026');
    expect(formatTime('smart_date', Date.UTC(2026, 9, 1), { grain: 'P3M' })).toBe('Q4 2026');
    expect(formatTime('smart_date', Date.UTC(2026, 0, 1), { grain: 'P1Y' })).toBe('2026');
    expect(formatTime('smart_date', day + 3_600_000)).toBe('23 Oct 2026 01:00');
    expect(formatTime('%Y-%m-%d', day)).toBe('2026-10-23');
    expect(formatTime('smart_date', Number.NaN)).toBe('');
  });

  it('title tooltips by what the moment stands for', () => {
    expect(formatTimeTitle(day, 'P1D')).toBe('Fri 23 Oct 2026');
    expect(formatTimeTitle(Date.UTC(2026, 7, 10), 'P1W')).toBe('Week of 10 Aug 2026');
    const german = (text: string, { day: date }: Readonly<Record<string, unknown>> = {}) => `[${text}] ${date}`;
    expect(formatTimeTitle(Date.UTC(2026, 7, 10), 'P1W', { translate: german })).toBe('[Week of {{day}}] 10 Aug 2026');
    expect(formatTimeTitle(Date.UTC(2026, 9, 1), 'P1M')).toBe('October 2026');
    addFormatLocale('de', germanFormats);
    expect(formatTimeTitle(day, 'P1D', { locale: 'de' })).toBe('Fr 23 Okt 2026');
    expect(formatTime('%A, %d. %B', day, { locale: 'de' })).toBe('Freitag, 23. Oktober');
  });

  it('know the unit of every grain code, week variants included', () => {
    expect(['PT5S', 'PT30M', 'PT6H', 'P1D', '1969-12-28T00:00:00Z/P1W', 'P1M', 'P3M', 'P1Y'].map(unitOfGrain)).toEqual([
      'second',
      'minute',
      'hour',
      'day',
      'week',
      'month',
      'quarter',
      'year',
    ]);
    expect(unitOfGrain(null)).toBeUndefined();
  });

  it('turn a cut moment into the range that it stands for', () => {
    expect(temporalRangeOf(Date.UTC(2026, 11, 1), 'P1M')).toBe('2026-12-01T00:00:00 : 2027-01-01T00:00:00');
    expect(temporalRangeOf(day, null)).toBe('2026-10-23T00:00:00 : 2026-10-24T00:00:00');
  });
});
