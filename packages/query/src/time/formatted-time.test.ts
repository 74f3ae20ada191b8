import { describe, expect, it } from 'vitest';
import { formattedTimeReader } from './index.ts';

const iso = (format: string, text: string): string | null => {
  const time = formattedTimeReader(format)?.(text) ?? null;
  return time === null ? null : new Date(time).toISOString();
};

describe('a text that is read in a strftime format', () => {
  it('is the time that its parts name, whatever their order and words', () => {
    const day = '2024-04-03T00:00:00.000Z';
    expect(['03.04.2024', '3.4.2024', ' 03.04.2024 '].map((text) => iso('%d.%m.%Y', text))).toEqual([day, day, day]);
    expect(iso('%m/%d/%y', '04/03/24')).toBe(day);
    expect(iso('%A, %d %B %Y', 'Wednesday, 03 April 2024')).toBe(day);
    expect(iso('%a %d-%b-%y', 'Wed 03-Apr-24')).toBe(day);
    expect(iso('%d.%m.%Y %I:%M:%S.%f %p', '03.04.2024 12:05:06.25 AM')).toBe('2024-04-03T00:05:06.250Z');
    expect(iso('%d.%m.%Y %I:%M %p', '03.04.2024 01:05 pm')).toBe('2024-04-03T13:05:00.000Z');
    expect(iso('%Y%m%d%H%M%S%z', '20240403120000+0200')).toBe('2024-04-03T10:00:00.000Z');
    expect(iso('100%% %Y', '100% 2024')).toBe('2024-01-01T00:00:00.000Z');
    expect(iso('%y', '69')).toBe('1969-01-01T00:00:00.000Z');
  });

  it('is no time where it is written otherwise or names no day', () => {
    for (const text of ['2024-04-03', '31.02.2024', '03.04.2024 10:00', '', '03.13.2024', 'x'.repeat(200)])
      expect([text, iso('%d.%m.%Y', text)]).toEqual([text, null]);
    expect(iso('%H:%M', '24:00')).toBeNull();
    expect(iso('%H:%M', '10:60')).toBeNull();
  });

  it('has no reader where a letter of the format is not known', () => {
    for (const format of ['%Q', '%Y-%', '%constructor']) expect([format, iso(format, '2024')]).toEqual([format, null]);
  });
});
