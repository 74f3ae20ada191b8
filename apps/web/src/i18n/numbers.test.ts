import { describe, expect, it } from 'vitest';
import { plainNumber, shownNumber } from './numbers.ts';

const german = (...texts: string[]) => texts.map((text) => plainNumber(text, 'de'));
const english = (...texts: string[]) => texts.map((text) => plainNumber(text, 'en'));

describe('numbers as people type them', () => {
  it('have the decimal sign of the language', () => {
    expect(german('1,5', '-0,25', ',5', '2,125', '1,', '1,5e3')).toEqual([
      '1.5',
      '-0.25',
      '.5',
      '2.125',
      '1.',
      '1.5e3',
    ]);
    expect(english('1.5', '-.25', '1.', '1e-3')).toEqual(['1.5', '-.25', '1.', '1e-3']);
  });

  it('may group digits where that can be nothing else', () => {
    expect(german('1.234,5', '1.000.000', '10 000', '1 234,5', '1,234.5')).toEqual([
      '1234.5',
      '1000000',
      '10000',
      '1234.5',
      '1234.5',
    ]);
    expect(english('1,500', '1,234.5', '1,000,000', '10 000', '1.234,5')).toEqual([
      '1500',
      '1234.5',
      '1000000',
      '10000',
      '1234.5',
    ]);
    expect(plainNumber('10.000', 'de', true)).toBe('10000');
  });

  it('have a comma in Spanish, French and Portuguese and a point in Japanese, Chinese and Arabic', () => {
    for (const language of ['es', 'fr', 'pt'] as const)
      expect([plainNumber('1,5', language), shownNumber(1.5, language)]).toEqual(['1.5', '1,5']);
    for (const language of ['ja', 'zh', 'ar'] as const)
      expect([plainNumber('1,500', language), shownNumber(1.5, language)]).toEqual(['1500', '1.5']);
    expect(plainNumber('1\u202f234,5', 'fr')).toBe('1234.5');
  });

  it('keep a point that can be a decimal sign, and what is no number', () => {
    expect(german('1.500', '0.125', '1.5')).toEqual(['1.500', '0.125', '1.5']);
    expect(english('1,5', '0,125', 'ten')).toEqual(['1,5', '0,125', 'ten']);
    expect(german('1,2,3', '1.2.3', '12,34.5', 'zehn', '')).toEqual(['1,2,3', '1.2.3', '12,34.5', 'zehn', '']);
  });

  it('are shown in the language that they were typed in', () => {
    expect([shownNumber(1.5, 'de'), shownNumber('1.', 'de'), shownNumber(1.5, 'en')]).toEqual(['1,5', '1,', '1.5']);
    expect([shownNumber('a.b', 'de'), shownNumber(null, 'de')]).toEqual(['a.b', '']);
  });
});
