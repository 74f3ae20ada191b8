import type { WireCron } from '@powerset/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { startTranslator } from '../i18n/index.ts';
import { timesText } from './cron-words.ts';
import { readPlan, writePlan } from './plan.ts';

const everyDay: WireCron = { minutes: [0], hours: [6], days: null, months: null, weekdays: null };

describe('a cron expression in words', () => {
  // Other tests of the process choose other languages.
  beforeAll(() => startTranslator('en'));

  it.each([
    [{}, 'Every day at 06:00'],
    [{ weekdays: [1, 2, 3, 4, 5] }, 'From Monday to Friday at 06:00'],
    [{ weekdays: [1, 4], minutes: [0, 30], hours: [9] }, 'On Monday and Thursday at 09:00 and 09:30'],
    [{ days: [1, 15] }, 'On day 1 and 15 of the month at 06:00'],
    [{ days: [13], weekdays: [5] }, 'On day 13 of the month or on Friday at 06:00'],
    [{ months: [3, 9], days: [1] }, 'On day 1 of the month in March and September at 06:00'],
    [{ hours: null }, 'Every hour on the hour'],
    [{ hours: null, minutes: [5, 35] }, 'Every hour at minute 5 and 35'],
    [{ hours: null, minutes: [0, 15, 30, 45] }, 'Every 15 minutes'],
    [{ hours: null, weekdays: [0] }, 'On Sunday every hour on the hour'],
    [{ hours: [8, 9, 10, 11, 12] }, 'Every day 5 times between 08:00 and 12:00'],
  ])('with %j says %s [SQL-029]', (change, words) => {
    expect(timesText({ ...everyDay, ...change }, 'en')).toBe(words);
  });
});

describe('choices of when something runs', () => {
  it.each([
    ['5 * * * *', 'hour'],
    ['30 6 * * *', 'day'],
    ['30 6 * * 1-5', 'weekday'],
    ['30 6 * * 0', 'week'],
    ['30 6 31 * *', 'month'],
  ])('%s is what they make', (cron, kind) => {
    expect(readPlan(` ${cron.replace(' ', '  ')} `).kind).toBe(kind);
    expect(writePlan(readPlan(cron))).toBe(cron);
  });

  it('leave what no choice makes to be written by hand', () => {
    for (const cron of ['*/5 * * * *', '61 6 * * *', '0 6 32 * *', '@daily', '0 6 1 1 *'])
      expect(readPlan(cron).kind).toBe('custom');
  });
});
