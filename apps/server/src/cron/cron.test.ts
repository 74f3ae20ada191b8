import { describe, expect, it } from 'vitest';
import { CronError, isTimeZone, nextTimes, parseCron, shortestGapMinutes } from './index.ts';

function next(text: string, after: string, zone = 'UTC', count = 3): readonly string[] {
  return nextTimes(parseCron(text), { zone, after: new Date(after), count }).map((time) =>
    time.toISOString().replace(':00.000Z', 'Z'),
  );
}

describe('the next times of a cron expression', () => {
  it.each([
    ['0 6 * * 1-5', '2026-07-03T06:00Z', ['2026-07-06T06:00Z', '2026-07-07T06:00Z', '2026-07-08T06:00Z']],
    ['*/20 * * * *', '2026-12-31T23:30Z', ['2026-12-31T23:40Z', '2027-01-01T00:00Z', '2027-01-01T00:20Z']],
    ['30 4 1,15 * *', '2026-01-15T04:30Z', ['2026-02-01T04:30Z', '2026-02-15T04:30Z', '2026-03-01T04:30Z']],
    ['0 0 29 2 *', '2096-03-01T00:00Z', ['2104-02-29T00:00Z', '2108-02-29T00:00Z', '2112-02-29T00:00Z']],
    ['5/25 9 * * *', '2026-01-01T00:00Z', ['2026-01-01T09:05Z', '2026-01-01T09:30Z', '2026-01-01T09:55Z']],
    ['@weekly', '2026-07-01T00:00Z', ['2026-07-05T00:00Z', '2026-07-12T00:00Z', '2026-07-19T00:00Z']],
    ['0 12 * JAN,Dec sun', '2026-12-20T12:00Z', ['2026-12-27T12:00Z', '2027-01-03T12:00Z', '2027-01-10T12:00Z']],
    ['0 0 * * 7', '2026-07-01T00:00Z', ['2026-07-05T00:00Z', '2026-07-12T00:00Z', '2026-07-19T00:00Z']],
  ])('of %s after %s are counted in UTC', (text, after, times) => {
    expect(next(text, after)).toEqual(times);
  });

  it('takes one of the two days where the day of the month and the day of the week are given', () => {
    expect(next('0 0 13 * 5', '2026-02-01T00:00Z')).toEqual([
      '2026-02-06T00:00Z',
      '2026-02-13T00:00Z',
      '2026-02-20T00:00Z',
    ]);
  });

  it('keeps to the clock of its place, in summer and in winter', () => {
    expect(next('0 6 * * *', '2026-03-27T12:00Z', 'Europe/Berlin')).toEqual([
      '2026-03-28T05:00Z',
      '2026-03-29T04:00Z',
      '2026-03-30T04:00Z',
    ]);
    expect(next('30 5 * * *', '2026-01-01T00:00Z', 'Asia/Kolkata', 1)).toEqual(['2026-01-02T00:00Z']);
    expect(next('0 20 * * *', '2026-01-01T00:00Z', 'Pacific/Kiritimati', 1)).toEqual(['2026-01-01T06:00Z']);
  });

  it('makes up at once for a time that the clock skips, and runs once at a time that it shows twice', () => {
    expect(next('30 2 * * *', '2026-03-28T12:00Z', 'Europe/Berlin', 2)).toEqual([
      '2026-03-29T01:30Z',
      '2026-03-30T00:30Z',
    ]);
    expect(next('30 2 * * *', '2026-10-24T12:00Z', 'Europe/Berlin', 2)).toEqual([
      '2026-10-25T00:30Z',
      '2026-10-26T01:30Z',
    ]);
  });

  it('follows the hours that pass where it runs in every hour', () => {
    expect(next('30 * * * *', '2026-03-29T00:00Z', 'Europe/Berlin')).toEqual([
      '2026-03-29T00:30Z',
      '2026-03-29T01:30Z',
      '2026-03-29T02:30Z',
    ]);
    expect(next('30 * * * *', '2026-10-25T00:00Z', 'Europe/Berlin')).toEqual([
      '2026-10-25T00:30Z',
      '2026-10-25T01:30Z',
      '2026-10-25T02:30Z',
    ]);
  });
});

describe('what is no cron expression', () => {
  it.each([
    ['', 'five fields'],
    ['0 6 * *', 'five fields'],
    ['0 6 * * * *', 'five fields'],
    ['60 6 * * *', 'The minute is 0 to 59'],
    ['0 24 * * *', 'The hour is 0 to 23'],
    ['0 6 0 * *', 'The day of the month is 1 to 31'],
    ['0 6 * foo *', 'The month is 1 to 12'],
    ['0 6 L * *', 'The day of the month is'],
    ['*/0 6 * * *', 'The minute is'],
    ['0 6 * * 5-1', 'write the smaller one first'],
    ['0 6 30 2 *', 'None of these months has such a day'],
    [`0 6 * * ${'1,'.repeat(200)}1`, 'at most 200'],
  ])('%s is refused in words', (text, words) => {
    expect(() => parseCron(text)).toThrow(CronError);
    expect(() => parseCron(text)).toThrow(words);
  });

  it('knows zones by their names alone', () => {
    expect(['Europe/Berlin', 'UTC', 'Mars/Olympus', 'Europe/Berlin; x', ''].map(isTimeZone)).toEqual([
      true,
      true,
      false,
      false,
      false,
    ]);
  });
});

it('knows how often an expression runs at most, over midnight too', () => {
  const gaps = ['* * * * *', '*/15 * * * *', '0 6 * * *', '0,58 * * * *', '0 0,23 * * *', '30 6,18 1 * *'];
  expect(gaps.map((text) => shortestGapMinutes(parseCron(text)))).toEqual([1, 15, 1440, 2, 60, 720]);
});
