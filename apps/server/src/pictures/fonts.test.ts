import { leastOfRounds } from '@powerset/testkit';
import { describe, expect, it } from 'vitest';
import { countReadFonts, dropManyFonts, fallbackFamilies, prepareFonts } from './fonts.ts';
import { openSurface } from './surface.ts';

prepareFonts();

/** The pixels that a text darkens, as one text; the same for each sign that no font has. */
function inkOf(text: string, locale = 'en'): string {
  const { canvas, pen } = openSurface(40, 40, 1);
  pen.font = `400 30px "Inter Variable", ${fallbackFamilies(locale)}`;
  pen.fillText(text, 2, 32);
  return Buffer.from(canvas.data()).toString('base64');
}

describe('what is drawn on the server', () => {
  /** Of a private use: no font has it. */
  const missing = inkOf('\u{F8500}');

  it.each([
    ['Japanese', '売デ'],
    ['Chinese', '销额'],
    ['Korean', '매출'],
    ['Arabic', 'مب'],
    ['Hebrew', 'שמ'],
    ['Thai', 'กม'],
    ['Hindi', 'कम'],
    ['Russian', 'Жю'],
    ['Greek', 'Ωλ'],
  ])('has the letters of %s', (_name, letters) => {
    const [one = '', two = ''] = letters;
    expect([inkOf(one), inkOf(two)]).not.toContain(missing);
    expect(inkOf(one)).not.toBe(inkOf(two));
  });

  it('draws a character that Chinese and Japanese share as the reader’s language has it', () => {
    expect(inkOf('直', 'ja')).not.toBe(inkOf('直', 'zh'));
  });

  it('reads a bounded number of files for a text of all letters, and lets the next picture begin without them', () => {
    const all = String.fromCodePoint(...Array.from({ length: 20_000 }, (_, at) => 0x4e00 + at));
    inkOf(all.slice(0, 10_000));
    inkOf(`${all.slice(10_000)}\uac00\ud7a3`);
    expect(countReadFonts()).toBe(120);
    dropManyFonts();
    expect(countReadFonts()).toBe(0);
    expect(inkOf('売')).not.toBe(missing);
    dropManyFonts();
    expect(countReadFonts()).toBeGreaterThan(0);
  });

  it('measures many labels with letters of many scripts in no time', async () => {
    const { pen } = openSurface(10, 10, 1);
    pen.font = `400 12px "Inter Variable", ${fallbackFamilies('ja')}`;
    const least = await leastOfRounds(900, () => {
      const start = performance.now();
      for (let at = 0; at < 300; at += 1) pen.measureText(`売上高 ${at}`);
      return performance.now() - start;
    });
    expect(least).toBeLessThan(900);
  });
});
