import { expect, it } from 'vitest';
import { makeLook } from './look.ts';

const accent = (colorPrimary: string, rest: object = {}) => ({ token: { colorPrimary, ...rest } });

it('lays the theme of a dashboard over that of the product', () => {
  const system = { default: accent('#112233', { brandAppName: 'Acme', fontFamily: 'Georgia' }), dark: null };
  const { css, brand, theme } = makeLook({ system, worn: [accent('#445566')], theme: 'light' });
  expect([theme, brand.name]).toEqual(['light', 'Acme']);
  expect(css).toContain('--accent:#445566;');
  expect(css).not.toContain('#112233');
  expect(css).toContain('--font:Georgia');
});

it('takes the look of the product that somebody has chosen, dark or light', () => {
  const system = { default: accent('#112233'), dark: accent('#aabbcc') };
  expect(makeLook({ system, worn: [], theme: 'light' }).css).toContain('--accent:#112233');
  expect(makeLook({ system, worn: [], theme: 'dark' }).css).toContain('--accent:#aabbcc');
  expect(makeLook({ system: { ...system, dark: null }, worn: [], theme: 'dark' }).css).toBe('');
});

it('is dark where the upper theme is, on the dark look of the product, with the name that the light one gives', () => {
  const light = accent('#112233', { brandAppName: 'Acme', colorBgBase: '#fffaf3' });
  const dark = { ...accent('#aabbcc'), algorithm: 'dark' };
  const night = { algorithm: 'dark', token: { borderRadius: 3 } };
  const bare = makeLook({ system: { default: light, dark: null }, worn: [night], theme: 'light' });
  expect([bare.theme, bare.brand.name]).toEqual(['dark', 'Acme']);
  expect(bare.css).not.toContain('#fffaf3');
  expect(bare.css).not.toContain('--accent');
  const whole = makeLook({ system: { default: light, dark }, worn: [night], theme: 'light' });
  expect(whole.css).toContain('--accent:#aabbcc');
  expect(whole.css).not.toContain('#fffaf3');
});

it('is dark where the light look of the product is a dark theme', () => {
  const system = { default: { ...accent('#aabbcc'), algorithm: 'dark' }, dark: null };
  const { css, theme } = makeLook({ system, worn: [], theme: 'light' });
  expect([theme, css.includes('--accent:#aabbcc')]).toEqual(['dark', true]);
});

it('names its fonts, and its rule is heavier than those of the product', () => {
  const own = { token: { colorPrimary: '#112233', fontFaces: [{ family: 'Acme Sans', url: '/a.woff2' }] } };
  const { css } = makeLook({ system: undefined, worn: [own], theme: 'light' });
  expect(css).toMatch(/^@font-face\{font-family:"Acme Sans";src:url\("\/a\.woff2"\)/);
  expect(css).toContain('\n:root:root:root{');
});
