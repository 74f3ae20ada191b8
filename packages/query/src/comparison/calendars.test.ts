import type { QueryObject } from '@powerset/contract';
import { describe, expect, it } from 'vitest';
import { planQuery } from '../plan/index.ts';
import { sampleInput } from '../plan/sample-dataset.ts';
import { boundsToDate, formatTime, moveEnd, startOfPeriod } from '../time/index.ts';
import { daysOfOffset, planTimeOffsets, shiftTimeOffset, unshiftTimeOffset } from './index.ts';

const day = (text: string) => new Date(`${text}T00:00:00Z`);
const written = (at: Date | null) => at && formatTime(at).replace('T00:00:00', '');
const weekdays = { since: day('2025-03-03'), until: day('2025-03-04'), calendar: { weekday: true } };

describe('comparison by weekdays', () => {
  // Each worked out with a wall calendar.
  it.each([
    ['1 year ago', '2025-03-03', '2024-03-04', 'a Monday after a leap day, and a Monday'],
    ['1 year ago', '2024-03-04', '2023-03-06', 'across the leap day itself'],
    ['1 year ago', '2024-02-29', '2023-03-02', 'a leap day, a Thursday, and a Thursday'],
    ['1 year ago', '2021-01-01', '2020-01-03', 'a Friday in the ISO week 53 of 2020, and one in week 1'],
    ['2 years ago', '2025-03-03', '2023-03-06', '104 weeks'],
    ['3 years ago', '2025-03-03', '2022-02-28', '157 weeks are nearer than 156'],
    ['1 month ago', '2025-03-31', '2025-03-03', 'four weeks'],
    ['1 quarter ago', '2025-03-31', '2024-12-30', 'thirteen weeks'],
    ['1 day ago', '2025-03-03', '2025-02-24', 'a week at least'],
    ['52 weeks ago', '2025-03-03', '2024-03-04', 'whole weeks are what they are'],
  ])('sets %s against %s: %s (%s)', (offset, at, expected) => {
    const moved = shiftTimeOffset(day(at), offset, weekdays);
    expect(written(moved)).toBe(expected);
    expect(moved.getUTCDay()).toBe(day(at).getUTCDay());
    expect(unshiftTimeOffset(moved, offset, weekdays)).toEqual(day(at));
  });

  it('tells by how many days, and leaves phrases as they are where no calendar was chosen', () => {
    expect(daysOfOffset('1 year ago', weekdays)).toBe(364);
    expect(daysOfOffset('1 year ago', { ...weekdays, calendar: undefined })).toBeNull();
    expect(daysOfOffset('28 days ago', { ...weekdays, calendar: undefined })).toBe(28);
    expect(written(shiftTimeOffset(day('2025-03-03'), '1 year ago', { ...weekdays, calendar: undefined }))).toBe(
      '2024-03-03',
    );
  });
});

describe('comparison to date', () => {
  it.each([
    ['2025-03-03', 'year', 1, '2025-01-01'],
    ['2025-03-03', 'year', 4, '2024-04-01'],
    ['2025-04-01', 'year', 4, '2025-04-01'],
    ['2025-03-31', 'quarter', 1, '2025-01-01'],
    ['2025-03-03', 'quarter', 2, '2025-02-01'],
    ['2025-01-15', 'quarter', 2, '2024-11-01'],
    ['2024-02-29', 'month', 7, '2024-02-01'],
  ] as const)('begins for %s (%s, fiscal years from month %i) on %s', (at, period, fiscalYearStart, expected) => {
    expect(written(startOfPeriod(day(at), period, fiscalYearStart))).toBe(expected);
  });

  const now = new Date('2025-03-04T10:20:30Z');

  it('ends with the range or with the present, by whole hours, and takes a period that just ended whole', () => {
    const given = { period: 'year', fiscalYearStart: 1, now } as const;
    const words = (since: string | null, until: string | null) => {
      const bounds = boundsToDate(
        { since: since && day(since) ? day(since) : null, until: until ? day(until) : null },
        given,
      );
      return [written(bounds.since), written(bounds.until)];
    };
    expect(words('2025-01-01', '2026-01-01')).toEqual(['2025-01-01', '2025-03-04T10:00:00']);
    expect(words(null, null)).toEqual(['2025-01-01', '2025-03-04T10:00:00']);
    expect(words('2020-01-01', '2024-07-15')).toEqual(['2024-01-01', '2024-07-15']);
    expect(words('2020-01-01', '2025-01-01')).toEqual(['2024-01-01', '2025-01-01']);
  });

  it.each([
    ['2024-02-29T12:00:00', -1, 'year', '2023-03-01'],
    ['2024-03-01T00:00:00', -1, 'year', '2023-03-01'],
    ['2025-03-30T10:00:00', -1, 'month', '2025-03-01'],
    ['2025-04-01T00:00:00', -1, 'month', '2025-03-01'],
    ['2025-05-31T09:00:00', -1, 'quarter', '2025-03-01'],
    ['2025-05-28T09:00:00', -1, 'quarter', '2025-02-28T09:00:00'],
  ] as const)('ends the other stretch of %s, %i %s, at %s', (until, amount, unit, expected) => {
    expect(written(moveEnd(new Date(`${until}Z`), amount, unit))).toBe(expected);
  });

  const query = (calendar: QueryObject['time_calendar'], range: string | null): QueryObject => ({
    columns: [],
    metrics: ['total'],
    granularity: 'ts',
    filters: range === null ? [] : [{ col: 'ts', op: 'TEMPORAL_RANGE', val: range }],
    time_offsets: ['1 year ago'],
    time_calendar: calendar,
  });

  const boundsOf = (asked: QueryObject) => {
    const input = sampleInput(asked, { now });
    const main = planQuery(input);
    const [other] = planTimeOffsets(input, main);
    return [main, other!.plan].map(({ from, to }) => [written(from), written(to)]);
  };

  it('asks for the same stretch of both periods', () => {
    expect(boundsOf(query({ to_date: 'year' }, '2020-01-01 : 2030-01-01'))).toEqual([
      ['2025-01-01', '2025-03-04T10:00:00'],
      ['2024-01-01', '2024-03-04T10:00:00'],
    ]);
    expect(boundsOf(query({ to_date: 'year', fiscal_year_start: 4 }, null))).toEqual([
      ['2024-04-01', '2025-03-04T10:00:00'],
      ['2023-04-01', '2024-03-04T10:00:00'],
    ]);
    expect(boundsOf(query({ weekday: true }, '2025-03-03 : 2025-03-04'))).toEqual([
      ['2025-03-03', '2025-03-04'],
      ['2024-03-04', '2024-03-05'],
    ]);
    const months = {
      ...query({ weekday: true }, '2025-02-01 : 2025-04-01'),
      columns: [{ columnType: 'BASE_AXIS', expressionType: 'SQL', label: 'ts', sqlExpression: 'ts', timeGrain: 'P1M' }],
    } as QueryObject;
    // March moved by 364 days would begin in February.
    expect(boundsOf(months)[1]).toEqual(['2024-02-01', '2024-04-01']);
    expect(boundsOf(query(undefined, '2025-03-03 : 2025-03-04'))[1]).toEqual(['2024-03-03', '2024-03-04']);
  });
});
