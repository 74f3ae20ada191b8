import { defaultTranslate } from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';
import { lastDayBefore, rangeTitle, rangeWords, shiftDay } from './range-words.ts';

const english = { t: defaultTranslate, language: 'en-GB' };
const wordsOf = (since: string, until: string) => rangeWords({ since, until }, english);

describe('a resolved time range', () => {
  it('of whole days names its first and its last day, and counts them', () => {
    expect(wordsOf('2026-02-01T00:00:00', '2026-03-01T00:00:00')).toBe('1 Feb 2026 – 28 Feb 2026 (28 days)');
    expect(wordsOf('2026-02-01T00:00:00', '2026-02-02T00:00:00')).toBe('1 Feb 2026 (1 day)');
  });

  it('of moments names both', () => {
    expect(wordsOf('2026-02-01T10:30:00', '2026-02-01T12:00:00')).toBe('1 Feb 2026, 10:30:00 – 1 Feb 2026, 12:00:00');
  });

  it('says which end is open', () => {
    expect(wordsOf('2026-02-01T00:00:00', '')).toBe('From 1 Feb 2026 on');
    expect(wordsOf('', '2026-02-01T00:00:00')).toBe('Before 1 Feb 2026');
    expect(wordsOf('', '')).toBe('No filter');
  });

  it('ends on the day before a midnight, else on the day of its end', () => {
    expect(lastDayBefore('2026-03-01T00:00:00')).toBe('2026-02-28');
    expect(lastDayBefore('2026-03-01T09:00:00')).toBe('2026-03-01');
    expect(shiftDay('2024-02-28', 1)).toBe('2024-02-29');
  });
});

describe('the name of a time range', () => {
  it('is words for two days, and its own text for the rest', () => {
    expect(rangeTitle('2025-01-01 : 2026-01-01', english)).toBe('1 Jan 2025 – 31 Dec 2025');
    expect(rangeTitle('Last week', english)).toBe('Last week');
    expect(rangeTitle('2 weeks ago : now', english)).toBe('2 weeks ago : now');
  });
});
