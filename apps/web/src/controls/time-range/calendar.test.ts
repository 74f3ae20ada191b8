import { describe, expect, it } from 'vitest';
import {
  calendarLocaleFor,
  calendarLocales,
  findCalendarLocale,
  monthTitle,
  monthWeeks,
  shiftMonth,
  weekDays,
} from './calendar.ts';

const january = { year: 2027, month: 0 };

const titles = [
  ['en', 'January 2027'],
  ['fr', 'janvier 2027'],
  ['es', 'enero de 2027'],
  ['it', 'gennaio 2027'],
  ['zh', '2027年1月'],
  ['ja', '2027年1月'],
  ['de', 'Januar 2027'],
  ['pt', 'janeiro de 2027'],
  ['pt_BR', 'janeiro de 2027'],
  ['ru', 'январь 2027 г.'],
  ['ko', '2027년 1월'],
  ['sk', 'január 2027'],
  ['sl', 'januar 2027'],
  ['nl', 'januari 2027'],
] as const;

describe('the calendar', () => {
  it.each(titles)('speaks %s: %s [TIM-036]', (tag, title) => {
    const locale = findCalendarLocale(tag);
    expect(locale && monthTitle(january, locale)).toBe(title);
  });

  it('speaks no other language [TIM-036]', () => {
    expect(calendarLocales.map((locale) => locale.replace('-', '_'))).toEqual(titles.map(([tag]) => tag));
    expect(findCalendarLocale('fi')).toBeUndefined();
    expect(findCalendarLocale('de-AT')).toBe('de');
  });

  it('follows the interface, and the browser where the interface does not speak its language', () => {
    const spoken = ['en', 'de'];
    expect(calendarLocaleFor('de', spoken, 'fr-FR')).toBe('de');
    expect(calendarLocaleFor('en', spoken, 'de-DE')).toBe('en');
    expect(calendarLocaleFor('en', spoken, 'fr-FR')).toBe('fr');
    expect(calendarLocaleFor('en', spoken, 'fi-FI')).toBe('en');
  });

  it('lays out a month from the first day of the locale’s week', () => {
    expect(weekDays('de')[0]).toEqual({ short: 'Mo', long: 'Montag' });
    expect(weekDays('en')[0]).toEqual({ short: 'Sun', long: 'Sunday' });
    const weeks = monthWeeks(january, 'de');
    expect(weeks[0]).toEqual([null, null, null, null, '2027-01-01', '2027-01-02', '2027-01-03']);
    expect(weeks.at(-1)?.at(-1)).toBe('2027-01-31');
    expect(monthWeeks(january, 'en')[0]?.slice(-2)).toEqual(['2027-01-01', '2027-01-02']);
    expect(shiftMonth(january, -1)).toEqual({ year: 2026, month: 11 });
  });
});
