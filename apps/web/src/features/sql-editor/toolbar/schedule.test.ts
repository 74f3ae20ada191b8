import type { ScheduleForm } from '@powerset/contract';
import { describe, expect, it } from 'vitest';
import { isScheduleReady, startValues, toScheduleInfo } from './schedule.ts';

const form: ScheduleForm = {
  properties: {
    table: { type: 'string' },
    hour: { type: 'integer', default: 6 },
    share: { type: 'number' },
    from: { type: 'string', format: 'date-time' },
    replaces: { type: 'boolean', default: true },
  },
  required: ['table', 'hour'],
};
const start = startValues(form);

describe('the schedule of a query', () => {
  it('starts with its defaults, and leaves out what was left empty [SQL-029]', () => {
    expect(start).toEqual({ table: '', hour: '6', share: '', from: '', replaces: true });
    expect(toScheduleInfo(form, { ...start, table: 'answers' })).toEqual({ table: 'answers', hour: 6, replaces: true });
  });

  it('keeps numbers as numbers and moments in UTC', () => {
    const from = '2026-03-01T06:00';
    expect(toScheduleInfo(form, { ...start, share: '0.5', from, replaces: false })).toEqual({
      hour: 6,
      share: 0.5,
      from: new Date(from).toISOString(),
      replaces: false,
    });
  });

  it('is ready when all that is required is there, in the right form', () => {
    const ready = { ...start, table: 'answers' };
    expect(isScheduleReady(form, ready)).toBe(true);
    expect(isScheduleReady(form, start)).toBe(false);
    const wrong = [
      ['hour', '6.5'],
      ['hour', ''],
      ['share', 'half'],
      ['from', 'soon'],
    ] as const;
    for (const [name, value] of wrong) expect(isScheduleReady(form, { ...ready, [name]: value })).toBe(false);
  });
});
