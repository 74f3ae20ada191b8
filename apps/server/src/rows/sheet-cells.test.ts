import { describe, expect, it } from 'vitest';
import { fitCell, readSheetMoment, toSheetMoment } from './sheet-cells.ts';

/** With the flag `u` whole pairs are one sign. */
const halfSign = /[\ud800-\udfff]/u;

describe('a cell of a spreadsheet', () => {
  it('says at the end of a text that is too long that it was cut', () => {
    const long = fitCell('a'.repeat(40_000));
    expect(long).toHaveLength(32_767);
    expect(long).toMatch(/a … \[cut: 40000 characters\]$/);
    expect(fitCell('a'.repeat(32_767))).toBe('a'.repeat(32_767));
    // No half of a sign is left where it was cut.
    expect(fitCell(`a${'😀'.repeat(20_000)}`)).not.toMatch(halfSign);
    expect(fitCell('😀'.repeat(20_000))).not.toMatch(halfSign);
  });

  it.each([
    ['1900-03-01', 61, 'yyyy-mm-dd'],
    ['2026-11-23', 46_349, 'yyyy-mm-dd'],
    ['2026-11-23 00:00:00', 46_349, 'yyyy-mm-dd hh:mm:ss'],
    ['2026-11-23 18:00:00', 46_349.75, 'yyyy-mm-dd hh:mm:ss'],
    ['2026-11-23 12:00:00.500000', 46_349.5 + 0.5 / 86_400, 'yyyy-mm-dd hh:mm:ss.000'],
  ])('holds the moment %s as the number %d', (text, serial, format) => {
    const moment = readSheetMoment(text);
    expect(moment?.format).toBe(format);
    expect(moment?.serial).toBeCloseTo(serial, 9);
  });

  it.each([
    '1900-02-28',
    '0044-03-15 (BC)',
    '2026-11-23 12:00:00+01:00',
    '2026-11-23 12:00:00.123456',
    'infinity',
    '12:00:00',
  ])('holds %s as text: as a moment it would not be whole', (text) => expect(readSheetMoment(text)).toBeNull());

  it('takes a moment without a time of day for a day', () => {
    expect(toSheetMoment(Date.UTC(2026, 10, 23))?.format).toBe('yyyy-mm-dd');
    expect(toSheetMoment(Date.UTC(2026, 10, 23, 1))?.format).toBe('yyyy-mm-dd hh:mm:ss');
    expect(toSheetMoment(Number.POSITIVE_INFINITY)).toBeNull();
  });
});
