import { describe, expect, it } from 'vitest';
import { addFormatLocale } from '../format-locales.ts';
import { formatNumber } from '../number-formats.ts';
import { dayAndMonth, formatTime, formatTimeTitle, periodWords } from '../time-formats.ts';
import {
  arabicFormats,
  chineseFormats,
  frenchFormats,
  germanFormats,
  japaneseFormats,
  portugueseFormats,
  spanishFormats,
} from './index.ts';

const known = {
  ar: arabicFormats,
  de: germanFormats,
  es: spanishFormats,
  fr: frenchFormats,
  ja: japaneseFormats,
  pt: portugueseFormats,
  zh: chineseFormats,
};
for (const [code, formats] of Object.entries(known)) addFormatLocale(code, formats);

const firstOf = (month: number) => Date.UTC(2026, month, 1);
const someSunday = Date.UTC(2026, 1, 1);

describe.each(Object.entries(known))('numbers and times in %s', (code, { numbers, times }) => {
  it('have the signs, months and weekdays that the runtime knows of the language', () => {
    const parts = new Intl.NumberFormat(`${code}-u-nu-latn`).formatToParts(12_345_678.5);
    const sign = (type: string) => parts.find((part) => part.type === type)?.value;
    expect([numbers.decimal, numbers.thousands]).toEqual([sign('decimal'), sign('group')]);
    const month = new Intl.DateTimeFormat(code, { month: 'long', timeZone: 'UTC' });
    expect(times.months.map((name, at) => [at, name])).toEqual(
      times.months.map((_, at) => [at, month.format(firstOf(at))]),
    );
    const weekday = new Intl.DateTimeFormat(code, { weekday: 'long', timeZone: 'UTC' });
    expect(times.days).toEqual(times.days.map((_, at) => weekday.format(someSunday + at * 86_400_000)));
  });
});

describe('dates in a language', () => {
  const day = Date.UTC(2026, 9, 23);
  const at = (locale: string) => [
    formatTime('smart_date', day, { grain: 'P1Y', locale }),
    formatTime('smart_date', day, { grain: 'P3M', locale }),
    formatTime('smart_date', day, { grain: 'P1M', locale }),
    formatTime('smart_date', day, { grain: 'P1D', locale }),
    formatTimeTitle(day, 'P1D', { locale }),
    formatTimeTitle(day, 'P1M', { locale }),
    dayAndMonth(day, locale),
  ];

  it('are put together day, month and year, or the year first where it stands first', () => {
    expect(at('fr')).toEqual([
      '2026',
      'Q4 2026',
      'oct. 2026',
      '23 oct. 2026',
      'ven. 23 oct. 2026',
      'octobre 2026',
      '23 oct.',
    ]);
    expect(at('ja')).toEqual([
      '2026年',
      '2026年第4四半期',
      '2026年10月',
      '2026年10月23日',
      '2026年10月23日(金)',
      '2026年10月',
      '10月23日',
    ]);
    expect(at('zh').slice(1, 5)).toEqual(['2026年第4季度', '2026年10月', '2026年10月23日', '2026年10月23日周五']);
    expect(at('ar').slice(3, 5)).toEqual(['23 أكتوبر 2026', 'الجمعة 23 أكتوبر 2026']);
  });

  it('name a stretch by both of its ends', () => {
    const stretch = [Date.UTC(2026, 0, 1), Date.UTC(2026, 2, 5)] as const;
    expect(periodWords(stretch, { locale: 'pt' })).toBe('1 jan. – 4 mar. 2026');
    expect(periodWords(stretch, { locale: 'zh' })).toBe('2026年1月1日 – 2026年3月4日');
  });

  it('stand beside numbers with the signs of the language', () => {
    const money = (locale: string) => formatNumber('$,.2f', 1240.5, locale);
    expect(money('fr')).toBe('1\u202f240,50\u00a0$');
    expect([money('pt'), money('ja')]).toEqual(['$\u00a01.240,50', '$1,240.50']);
  });
});
