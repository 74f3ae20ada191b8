import { describe, expect, it } from 'vitest';
import { contrastOf, leastContrast } from './color-math.ts';
import { readThemeLook, themeGroundOf, themeGrounds } from './theme-documents.ts';
import { darkChartTheme, lightChartTheme } from './themes.ts';

const variablesOf = (token: unknown, ground: 'light' | 'dark' = 'light') => readThemeLook({ token }, ground).variables;

describe('a theme of the reference', () => {
  it('sets the tokens that there are, and passes over the rest', () => {
    const token = { fontFamily: "'Inter', sans-serif", borderRadius: 6, wordWrap: 'x', colorBgElevated: '#fff' };
    expect(variablesOf(token)).toEqual({
      '--font': "'Inter', sans-serif",
      '--raised': '#fff',
      ...{ '--r-control': '6px', '--r-small': '4px', '--r-card': '8px' },
    });
    expect(variablesOf({ colorText: '#222', colorBorder: 'oklch(0.9 0.01 200)' })).toMatchObject({
      '--text': '#222',
      '--border': 'oklch(0.9 0.01 200)',
    });
  });

  it('works out of one color all that stands on it, so that every letter can be read', () => {
    for (const ground of ['light', 'dark'] as const)
      for (const colorPrimary of ['#ffe14d', '#0a8f6a', '#101010', '#ff00ff', '#fafafa', '#4353d6']) {
        const set = variablesOf({ colorPrimary }, ground);
        expect(set['--accent']).toBe(colorPrimary);
        expect(contrastOf(set['--accent-text'] ?? '', themeGrounds[ground].card)).toBeGreaterThanOrEqual(leastContrast);
        const onAccent = contrastOf(set['--on-accent'] ?? '', colorPrimary);
        expect(onAccent).toBeGreaterThanOrEqual(leastContrast);
        expect(Object.values(set)).not.toContain(undefined);
      }
    const dark = variablesOf({ colorBgBase: '#001122', colorTextBase: '#ddeeff' }, 'dark');
    for (const name of ['--text', '--text-2', '--text-3'])
      expect(contrastOf(dark[name] ?? '', '#001122')).toBeGreaterThanOrEqual(leastContrast);
    expect(dark).toMatchObject({ '--card': '#001122', '--ground': expect.stringMatching(/^rgb/) });
    expect(variablesOf({ colorError: '#ffaaaa' })['--danger']).not.toBe('#ffaaaa');
  });

  it('sets nothing that is more than a color, a font or a size', () => {
    const values = ['red; } body { display: none', 'url(https://x)', '<b>', 'x'.repeat(300), 'image-set(x)', 7, null];
    for (const colorPrimary of values) expect(variablesOf({ colorPrimary })).toEqual({});
    for (const document of [null, 'x', {}, { token: 'x' }, { token: { toString: '#fff' } }, { token: [1] }])
      expect(readThemeLook(document, 'light').variables).toEqual({});
    expect(variablesOf({ borderRadius: 'huge', fontWeightStrong: 5 })).toEqual({});
    expect(variablesOf({ borderRadius: 9999 })['--r-control']).toBe('24px');
  });

  it('gives charts their colors, those that are none aside, ten at most', () => {
    const color = ['#111111', 'blue-ish', 7, ...Array.from({ length: 12 }, () => '#222222')];
    const { variables } = readThemeLook({ echartsOptionsOverrides: { color } }, 'light');
    expect([variables['--data-1'], variables['--data-2'], Object.keys(variables).length]).toEqual([
      ...['#111111', '#222222', 11],
    ]);
  });

  it('says whether it is dark', () => {
    expect(themeGroundOf({ algorithm: 'dark' })).toBe('dark');
    expect(themeGroundOf({ algorithm: ['default', 'compact'] })).toBe('light');
    expect(themeGroundOf({ token: {} })).toBeUndefined();
  });

  it('names whom it stands for by a picture and an address, never by a script', () => {
    const brandOf = (token: object) => readThemeLook({ token }, 'light').brand;
    expect(brandOf({ brandLogoUrl: '/static/logo.svg', brandLogoHref: '/x', brandAppName: 'Acme' })).toMatchObject({
      ...{ name: 'Acme', logo: '/static/logo.svg', link: '/x' },
    });
    for (const logo of ['javascript:alert(1)', '//other.site/x.png', 'http://plain/x.png', 'data:text/html,x', 'x"y'])
      expect(brandOf({ brandLogoUrl: logo }).logo).toBeNull();
    for (const link of ['javascript:alert(1)', '//other.site', 'x'])
      expect(brandOf({ brandLogoHref: link }).link).toBeNull();
    expect(brandOf({ brandLogoUrl: 'https://a.example/l.png' }).logo).toBe('https://a.example/l.png');
  });

  it('brings fonts of its own, from here or from within', () => {
    const fontsOf = (fontFaces: unknown) => readThemeLook({ token: { fontFaces } }, 'light').fonts;
    expect(fontsOf([{ family: 'Acme Sans', url: '/api/v1/theme/files/a.woff2' }])).toEqual([
      { family: 'Acme Sans', url: '/api/v1/theme/files/a.woff2', weight: '100 900', style: 'normal' },
    ]);
    for (const url of ['https://fonts.example/a.woff2', '//x/y', 'data:text/css,x', '/a"b'])
      expect(fontsOf([{ family: 'A', url }])).toEqual([]);
    expect(fontsOf([{ family: 'A"}', url: '/a' }, null, 'x'])).toEqual([]);
    expect(fontsOf(Array.from({ length: 50 }, () => ({ family: 'A', url: '/a' })))).toHaveLength(12);
  });

  it('stands on the grounds of the product where it names none', () => {
    expect(themeGrounds).toEqual({
      light: { card: lightChartTheme.card, text: lightChartTheme.text },
      dark: { card: darkChartTheme.card, text: darkChartTheme.text },
    });
  });
});
