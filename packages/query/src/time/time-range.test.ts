import { dialectByName, dialects } from '@powerset/sql';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { QueryError } from '../errors.ts';
import { formatTime, listTimeGrains, resolveTimeRange, type TimeRangeContext } from './index.ts';

// A Tuesday in a leap year.
const now = new Date('2024-03-12T10:20:30.400Z');

function range(text: string, context: Partial<TimeRangeContext> = {}): [string | null, string | null] {
  const { since, until } = resolveTimeRange(text, { clock: { now }, ...context });
  return [since && formatTime(since), until && formatTime(until)];
}

const day = (text: string) => `${text}T00:00:00`;

describe('time ranges', () => {
  it.each([
    ['No filter', null, null],
    ['', null, null],
    ['Last day', day('2024-03-11'), day('2024-03-12')],
    ['Last week', day('2024-03-05'), day('2024-03-12')],
    ['Last month', day('2024-02-12'), day('2024-03-12')],
    ['Last quarter', day('2023-12-12'), day('2024-03-12')],
    ['Last year', day('2023-03-12'), day('2024-03-12')],
    ['Last 30 days', day('2024-02-11'), day('2024-03-12')],
    ['Last 2 hours', '2024-03-12T08:20:30', '2024-03-12T10:20:30'],
    ['last 2 hours : now', '2024-03-12T08:20:30', '2024-03-12T10:20:30'],
    ['Next week', day('2024-03-12'), day('2024-03-19')],
    ['Next 2 months', day('2024-03-12'), day('2024-05-12')],
    ['previous calendar week', day('2024-03-04'), day('2024-03-11')],
    ['previous calendar month', day('2024-02-01'), day('2024-03-01')],
    ['previous calendar quarter', day('2023-10-01'), day('2024-01-01')],
    ['previous calendar year', day('2023-01-01'), day('2024-01-01')],
    ['Current day', day('2024-03-12'), day('2024-03-13')],
    ['Current week', day('2024-03-11'), day('2024-03-18')],
    ['Current month', day('2024-03-01'), day('2024-04-01')],
    ['Current quarter', day('2024-01-01'), day('2024-04-01')],
    ['Current year', day('2024-01-01'), day('2025-01-01')],
    ['2024-01-01 : 2024-02-01', day('2024-01-01'), day('2024-02-01')],
    ['2024-01-01T10:00:00 : 2024-01-01T11:30:00', '2024-01-01T10:00:00', '2024-01-01T11:30:00'],
    ['DATEADD(DATETIME("2021-01-20T00:00:00"), -7, day) : 2021-01-20T00:00:00', day('2021-01-13'), day('2021-01-20')],
    ["DATEADD(DATETIME('now'), -7, day)", '2024-03-05T10:20:30', null],
  ])('reads %j, a preset, the no-filter marker, a pair or an expression [TIM-001] [TIM-019]', (text, since, until) => {
    expect(range(text)).toEqual([since, until]);
  });

  it('separates the two sides by space, colon, space; an empty side is open [TIM-031]', () => {
    expect(range('2024-01-01 : ')).toEqual([day('2024-01-01'), null]);
    expect(range(' : 2024-01-01')).toEqual([null, day('2024-01-01')]);
    expect(range('2024-01-01 10:30 : 2024-01-01 10:45')).toEqual(['2024-01-01T10:30:00', '2024-01-01T10:45:00']);
    expect(() => range('2024-01-01:2024-02-01')).toThrow(QueryError);
  });

  it('writes times as YYYY-MM-DDTHH:mm:ss [TIM-002]', () => {
    expect(formatTime(new Date('2024-03-12T10:20:30.400Z'))).toBe('2024-03-12T10:20:30');
  });

  it.each([
    ["DATEADD(DATETIME('2024-01-31'), 1, month)", day('2024-02-29')],
    ["DATEADD(DATETIME('2024-01-31'), 1, quarter)", day('2024-04-30')],
    ["dateadd(datetime('2024-02-29'), -1, YEAR,)", day('2023-02-28')],
    ["DATETRUNC(DATETIME('2024-03-17T23:00:00'), week)", day('2024-03-11')],
    ["DATETRUNC(DATETIME('2024-03-17T23:10:11'), hour)", '2024-03-17T23:00:00'],
    ["DATETRUNC(DATETIME('2024-12-17'), quarter)", day('2024-10-01')],
    ["LASTDAY(DATETIME('2024-02-10'), month)", day('2024-02-29')],
    ["LASTDAY(DATETIME('2024-03-12'), week)", day('2024-03-17')],
    ["LASTDAY(DATETIME('2024-03-12'), year)", day('2024-12-31')],
    ["LASTDAY(DATEADD(DATETRUNC(DATETIME('today'), month), -1, month), month)", day('2024-02-29')],
    ["HOLIDAY('Thanksgiving')", day('2024-11-28')],
    ["HOLIDAY('easter', DATETIME('2018-01-01'), 'UK')", day('2018-04-02')],
    ["HOLIDAY('boxing day', DATETIME('2018-01-01'), 'UK')", day('2018-12-26')],
    [
      "DATEADD(DATETIME('2024-01-01'), DATEDIFF(DATETIME('2024-01-01'), DATETIME('2024-01-11')), day)",
      day('2024-01-11'),
    ],
    [
      "DATEADD(DATETIME('2024-01-01'), -DATEDIFF(DATETIME('2022-06-01'), DATETIME('2024-01-11'), year), year)",
      day('2022-01-01'),
    ],
  ])('evaluates %s', (text, expected) => {
    expect(range(`${text} : `)).toEqual([expected, null]);
  });

  it.each([
    ['7 days ago', day('2024-03-05')],
    ['two weeks ago', day('2024-02-27')],
    ['1 day 3 hours ago', '2024-03-11T07:20:30'],
    ['2 weeks from now', '2024-03-26T10:20:30'],
    ['in 3 months', day('2024-06-12')],
    ['yesterday', day('2024-03-11')],
    ['tomorrow 5pm', '2024-03-13T17:00:00'],
    ['yesterday at noon', '2024-03-11T12:00:00'],
    ['2024', day('2024-01-01')],
    ['2023-07', day('2023-07-01')],
    ['20230704', day('2023-07-04')],
    ['2023/07/04 9:05 am', '2023-07-04T09:05:00'],
    ['07/04/2023', day('2023-07-04')],
    ['14/07/2023', day('2023-07-14')],
    ['Jan 5, 2023', day('2023-01-05')],
    ['5th of march 2023', day('2023-03-05')],
    ['march', day('2024-03-01')],
    ['last monday', day('2024-03-11')],
    ['next friday', day('2024-03-22')],
    ['2024-01-01T10:00:00Z', '2024-01-01T10:00:00'],
    ['2024-01-01T10:00:00+02:00', '2024-01-01T08:00:00'],
    ['2024-01-01 10:00:00.123456', '2024-01-01T10:00:00'],
    ['now', '2024-03-12T10:20:30'],
    ['start of this month', day('2024-03-01')],
    ['beginning of last year', day('2023-01-01')],
    ['first day of next month', day('2024-04-01')],
    ['prior 3 quarters', day('2023-06-12')],
    ['this week', day('2024-03-12')],
  ])('reads %j as people mean it', (text, expected) => {
    expect(range(`${text} : `)[0]).toBe(expected);
  });

  it('counts relative sides from where it is told', () => {
    expect(range('Last 7 days', { relativeEnd: 'now' })).toEqual([day('2024-03-05'), '2024-03-12T10:20:30']);
    expect(range('Last 7 days', { relativeStart: 'now' })).toEqual(['2024-03-05T10:20:30', day('2024-03-12')]);
  });

  it('moves both bounds back by a time shift', () => {
    expect(range('2024-03-01 : 2024-03-08', { timeShift: '1 week' })).toEqual([day('2024-02-23'), day('2024-03-01')]);
    expect(range('2024-03-01 : ', { timeShift: '-1 year' })).toEqual([day('2025-03-01'), null]);
    expect(() => range('2024 : ', { timeShift: 'soon' })).toThrow('Cannot parse time string [soon]');
  });

  it('knows what day it is in the time zone it is given', () => {
    const late = { clock: { now: new Date('2024-03-12T23:30:00Z') }, utcOffsetMinutes: 60 };
    expect(range('Last day', late)).toEqual([day('2024-03-12'), day('2024-03-13')]);
  });

  it.each([
    ['7 days : ', 'Time delta is ambiguous. Please specify [7 days ago] or [7 days later].'],
    ['gibberish : now', 'Cannot parse time string [gibberish]'],
    ['2024-02-30 : ', 'Cannot parse time string [2024-02-30]'],
    ['2024-02-01 : 2024-01-01', 'From date cannot be larger than to date'],
    ...[
      "DATEDIFF(DATETIME('2024-01-01'), DATETIME('2024-01-11'))",
      "DATETRUNC(DATEDIFF(DATETIME('2024-01-01'), DATETIME('2024-01-11')), day)",
    ].flatMap((text) => [text, ` : ${text}`].map((range) => [range, 'DATEDIFF(…) is a number of days or years'])),
    ["HOLIDAY('nothing') : ", 'Unable to find such a holiday: [nothing]'],
    ["DATEADD(DATETIME('now'), 1, fortnight) : ", "Cannot parse time string [DATEADD(DATETIME('now'), 1, fortnight)]"],
    ["DATEADD(DATETIME('now'), 999999, year) : ", "Cannot parse time string [DATEADD(DATETIME('now'), 999999, year)]"],
    ["DATETIME('now') or 1 : ", "Cannot parse time string [DATETIME('now') or 1]"],
  ])('refuses %j in clear words, naming the field', (text, message) => {
    const read = () => range(text);
    expect(read).toThrow(QueryError);
    expect(read).toThrow(message);
    expect(read).toThrow(expect.objectContaining({ field: 'time_range' }));
  });

  it('never ends in anything but dates or a QueryError', () => {
    const words = fc.constantFrom(
      'Last',
      'Next',
      'previous calendar',
      'week',
      'days',
      '7',
      '-7',
      ' ',
      ' : ',
      ':',
      ',',
      '(',
      ')',
      "'",
      '"',
      'DATETIME',
      'DATEADD',
      'DATETRUNC',
      'LASTDAY',
      'HOLIDAY',
      'DATEDIFF',
      'now',
      'today',
      '2024',
      '-01',
      'T10:00',
      'month',
      'ago',
      'in',
      '99999999999',
      'Z',
      '+02:00',
      'constructor',
      '__proto__',
      'jan',
      'a',
      '.',
    );
    const texts = fc.oneof(
      fc.string(),
      fc.array(words, { maxLength: 14 }).map((parts) => parts.join('')),
      fc.array(words, { maxLength: 8 }).map((parts) => parts.join(' ')),
    );
    fc.assert(
      fc.property(texts, (text) => {
        try {
          const { since, until } = resolveTimeRange(text, { clock: { now } });
          for (const bound of [since, until])
            if (bound) expect(formatTime(bound)).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d$/);
        } catch (error) {
          expect(error).toBeInstanceOf(QueryError);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe('time grains', () => {
  it('lists those of a dialect with their labels, shortest first, variants of weeks last', () => {
    const names = listTimeGrains(dialectByName('duckdb')).map((grain) => grain.name);
    expect(names).toEqual([
      'Second',
      '5 second',
      '30 second',
      'Minute',
      '5 minute',
      '10 minute',
      '15 minute',
      '30 minute',
      'Hour',
      '6 hour',
      'Day',
      '7 days',
      'Week',
      'Month',
      'Quarter',
      'Year',
      'Week starting Sunday',
      'Week starting Monday',
      'Week ending Saturday',
      'Week ending Sunday',
    ]);
    expect(listTimeGrains(dialectByName('clickhouse')).map((grain) => grain.duration)).not.toContain('PT1S');
  });

  it('labels every grain that a dialect has a template for', () => {
    for (const dialect of dialects) {
      expect(listTimeGrains(dialect)).toHaveLength(Object.keys(dialect.timeGrains).length);
    }
  });
});
