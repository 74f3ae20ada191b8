import { describe, expect, it } from 'vitest';
import {
  defaultCustomRange,
  draftFor,
  formatMoment,
  guessRangeType,
  lastPresets,
  modeLabels,
  parseCustomRange,
  previousPresets,
  rangeTypes,
  readQuantity,
  relativeUnits,
  splitAdvanced,
  writeCustomRange,
} from './time-range.ts';

const now = new Date(2026, 10, 21, 9, 30, 5);

const presets: readonly (readonly [text: string, type: string])[] = [
  ...lastPresets.map((preset) => [preset, 'Last'] as const),
  ...previousPresets.map((preset) => [preset, 'Previous'] as const),
];

const customRanges = [
  '2026-01-01T00:00:00 : 2026-02-01T00:00:00',
  'DATEADD(DATETIME("2026-01-20T00:00:00"), -7, day) : 2026-01-20T00:00:00',
  "DATEADD(DATETIME('now'), -1, week) : DATEADD(DATETIME('now'), 2, day)",
  '2026-01-01 : 2026-02-01',
  'today : now',
];

const otherRanges = ['Last 3 weeks', 'last week', '2026-01-01T00:00:00', '2 weeks ago : now'];

const readable = [
  'DATEADD(DATETIME("2026-01-20T00:00:00"), -7, day) : 2026-01-20T00:00:00',
  '2026-01-20T00:00:00 : DATEADD(DATETIME("2026-01-20T00:00:00"), 2, week)',
  'DATEADD(DATETIME("now"), -1, month) : DATEADD(DATETIME("now"), 1, month)',
  'DATEADD(DATETIME("2026-01-20T00:00:00"), -1, hour) : DATEADD(DATETIME("2026-01-20T00:00:00"), 1, second)',
  'DATEADD(DATETIME("now"), -2, year) : DATEADD(DATETIME("now"), 3, quarter)',
  'DATEADD(DATETIME("today"), -30, minute) : DATEADD(DATETIME("today"), 1, week)',
  '2026-01-01T00:00:00 : now',
  'today : now',
];

const unreadable = [
  'DATEADD(DATETIME("now"), 0, day) : now',
  'DATEADD(DATETIME("now"), -7, fortnight) : now',
  'DATEADD(DATETIME("yesterday"), -7, day) : now',
  'DATEADD(now, -7, day) : now',
  'now',
];

describe('range types', () => {
  it('are five [TIM-004]', () => {
    expect(rangeTypes).toEqual(['Last', 'Previous', 'Custom', 'Advanced', 'No filter']);
  });

  it.each(presets)('derives %s as %s [TIM-001] [TIM-011] [TIM-012]', (text, type) => {
    expect(guessRangeType(text, now)).toBe(type);
  });

  it.each(['No filter', ''])('derives "%s" as No filter [TIM-013] [TIM-019]', (text) => {
    expect(guessRangeType(text, now)).toBe('No filter');
  });

  it.each(customRanges)('derives %s as Custom [TIM-014]', (text) => {
    expect(guessRangeType(text, now)).toBe('Custom');
  });

  it.each(otherRanges)('derives %s as Advanced [TIM-015]', (text) => {
    expect(guessRangeType(text, now)).toBe('Advanced');
  });

  it('have presets [TIM-020] [TIM-021]', () => {
    expect(lastPresets).toEqual(['Last day', 'Last week', 'Last month', 'Last quarter', 'Last year']);
    expect(previousPresets).toEqual(['previous calendar week', 'previous calendar month', 'previous calendar year']);
  });
});

describe('choosing a type', () => {
  it('starts with its default [TIM-016] [TIM-017] [TIM-018]', () => {
    expect(draftFor('No filter', 'Last day', now)).toBe('No filter');
    expect(draftFor('Last', 'No filter', now)).toBe('Last week');
    expect(draftFor('Previous', 'Last day', now)).toBe('previous calendar week');
  });

  it('gives Last an empty end and Next an empty start in Advanced [TIM-032] [TIM-033] [TIM-034] [TIM-031]', () => {
    expect(splitAdvanced('Last 3 days')).toEqual(['Last 3 days', '']);
    expect(splitAdvanced('Next week')).toEqual(['', 'Next week']);
    expect(splitAdvanced('a : b')).toEqual(['a', 'b']);
    expect(draftFor('Advanced', 'Last week', now)).toBe('Last week : ');
  });
});

describe('custom ranges', () => {
  it('start as seven days before until midnight today, anchored at now [TIM-023] [TIM-022]', () => {
    expect(defaultCustomRange(now)).toEqual({
      sinceDatetime: '2026-11-14T00:00:00',
      sinceMode: 'relative',
      sinceGrain: 'day',
      sinceGrainValue: -7,
      untilDatetime: '2026-11-21T00:00:00',
      untilMode: 'specific',
      untilGrain: 'day',
      untilGrainValue: 7,
      anchorMode: 'now',
      anchorValue: 'now',
    });
    expect(draftFor('Custom', 'No filter', now)).toBe(
      'DATEADD(DATETIME("2026-11-21T00:00:00"), -7, day) : 2026-11-21T00:00:00',
    );
  });

  it('write moments as YYYY-MM-DDTHH:mm:ss [TIM-002]', () => {
    expect(formatMoment(now)).toBe('2026-11-21T09:30:05');
  });

  it('know four modes and eight units [TIM-024] [TIM-026]', () => {
    expect(modeLabels).toEqual({ specific: 'Specific', relative: 'Relative', now: 'Now', today: 'Midnight' });
    expect(relativeUnits).toEqual(['second', 'minute', 'hour', 'day', 'week', 'month', 'quarter', 'year']);
  });

  it.each(readable)('%s is read and written again the same [TIM-014] [TIM-029]', (text) => {
    const range = parseCustomRange(text, now);
    expect(range).toBeDefined();
    expect(range && writeCustomRange(range)).toBe(text);
  });

  it('signs of quantities are read [TIM-029]', () => {
    const range = parseCustomRange('DATEADD(DATETIME("now"), +2, day) : now', now);
    expect([range?.sinceGrainValue, range?.sinceGrain]).toEqual([2, 'day']);
  });

  it.each(unreadable)('%s is no custom range [TIM-029]', (text) => {
    expect(parseCustomRange(text, now)).toBeUndefined();
  });

  it('need one anchor for both ends [TIM-030]', () => {
    const apart = 'DATEADD(DATETIME("now"), -7, day) : DATEADD(DATETIME("today"), 7, day)';
    expect(parseCustomRange(apart, now)).toBeUndefined();
    expect(parseCustomRange('DATEADD(DATETIME("now"), -7, day) : 2026-01-01', now)).toBeUndefined();
  });

  it('use the anchor only when both ends are relative [TIM-025]', () => {
    const base = { ...defaultCustomRange(now), anchorMode: 'specific', anchorValue: '2026-01-01T00:00:00' } as const;
    expect(writeCustomRange(base)).not.toContain('2026-01-01');
    const end = { sinceMode: 'specific', untilMode: 'relative' } as const;
    expect(writeCustomRange({ ...base, ...end })).toBe(
      '2026-11-14T00:00:00 : DATEADD(DATETIME("2026-11-14T00:00:00"), 7, day)',
    );
    expect(writeCustomRange({ ...base, untilMode: 'relative' })).toBe(
      'DATEADD(DATETIME("2026-01-01T00:00:00"), -7, day) : DATEADD(DATETIME("2026-01-01T00:00:00"), 7, day)',
    );
  });

  it.each([
    ['7', 7],
    ['0', undefined],
    ['-3', undefined],
    ['1.5', undefined],
    ['x', undefined],
  ])('take the quantity %s as %s [TIM-027]', (text, value) => {
    expect(readQuantity(text)).toBe(value);
  });
});
