import { themeGroundOf } from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';
import {
  documentOf,
  familyOf,
  readDataColors,
  readFontFaces,
  readToken,
  withDataColors,
  withFont,
  withGround,
  withoutFont,
  withToken,
} from './theme-form.ts';

describe('the form of a theme', () => {
  it('changes what it names and leaves everything else as it was written', () => {
    const before = {
      token: { colorPrimary: '#111', wave: 1 },
      components: { Button: { x: 1 } },
      algorithm: ['dark', 'compact'],
    };
    const text = JSON.stringify(before);
    expect(documentOf(withToken(text, 'colorLink', '#222'))).toEqual({
      ...before,
      token: { colorPrimary: '#111', wave: 1, colorLink: '#222' },
    });
    expect(documentOf(withToken(text, 'colorPrimary', ''))).toEqual({ ...before, token: { wave: 1 } });
    expect(documentOf(withGround(text, 'light')).algorithm).toEqual(['default', 'compact']);
    expect(documentOf(withGround(text, null)).algorithm).toBe('compact');
    expect(themeGroundOf(documentOf(withGround('{}', 'dark')))).toBe('dark');
    expect(readToken({ token: { a: 7, b: [] } }, 'a') + readToken({ token: { b: [] } }, 'b')).toBe('7');
  });

  it('writes the colors of charts as the reference does, beside its other options', () => {
    const text = JSON.stringify({ echartsOptionsOverrides: { grid: { left: 1 } } });
    const written = withDataColors(text, '#111, #222 ;#333');
    expect(documentOf(written)).toEqual({
      echartsOptionsOverrides: { grid: { left: 1 }, color: ['#111', '#222', '#333'] },
    });
    expect(readDataColors(documentOf(written))).toBe('#111, #222, #333');
    expect(documentOf(withDataColors(written, ' '))).toEqual(JSON.parse(text));
    expect(documentOf(withDataColors(withDataColors('{}', '#111'), ''))).toEqual({});
  });

  it('names an uploaded font first, and forgets it with its file', () => {
    const face = { family: 'Acme Sans', url: '/a.woff2' };
    const text = withFont('{"token":{"fontFamily":"Georgia, serif"}}', face);
    expect([readToken(documentOf(text), 'fontFamily'), readFontFaces(documentOf(text))]).toEqual([
      "'Acme Sans', Georgia, serif",
      [face],
    ]);
    expect(documentOf(withFont(text, face))).toEqual(documentOf(text));
    expect(documentOf(withoutFont(text, 'Acme Sans'))).toEqual({ token: { fontFamily: 'Georgia, serif' } });
    expect(documentOf(withoutFont(withFont('{}', face), 'Acme Sans'))).toEqual({ token: {} });
    expect([familyOf('Acme_Sans-Bold.woff2'), familyOf('ü.ttf')]).toEqual(['Acme_Sans-Bold', 'Font']);
  });
});
