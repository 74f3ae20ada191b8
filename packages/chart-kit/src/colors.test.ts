import { describe, expect, it } from 'vitest';
import { legibleTextOn, parseColor, textColorOn, textLuminanceCut, turnHue, withAlpha } from './color-math.ts';
import { colorSchemes, findScheme, knownSchemeId, schemeChoices } from './color-schemes.ts';
import { assignColors, cssOfSavedColor } from './colors.ts';
import { chartThemeFromTokens, darkChartTheme, lightChartTheme } from './themes.ts';

const theme = lightChartTheme;

describe('colours of names', () => {
  it('stay the same however often and in which order a name is asked for', () => {
    const colorOf = assignColors({ theme });
    const first = colorOf('Web');
    expect(colorOf('Store')).not.toBe(first);
    expect(colorOf('Web')).toBe(first);
    expect(first).toBe(theme.categorical[0]);
  });

  it('begin anew in every chart, but a name keeps the colour it came up with [DSH-044]', () => {
    const shared = assignColors({ theme: lightChartTheme });
    const [first, second, third] = lightChartTheme.categorical;
    const channels = shared.forChart();
    expect(['Web', 'Store'].map(channels)).toEqual([first, second]);
    const countries = shared.forChart();
    expect(['Germany', 'France'].map(countries)).toEqual([first, second]);
    const both = shared.forChart();
    expect(['Store', 'Web', 'Germany'].map(both)).toEqual([second, first, third]);
    expect(shared.forChart()('Germany')).toBe(first);
    expect(both('Germany')).toBe(third);
  });

  it('follow what was set by hand, unless that is no colour', () => {
    const colorOf = assignColors({ theme, labelColors: { Web: '#123456', Store: 'url(javascript:x)' } });
    expect(colorOf('Web')).toBe('#123456');
    expect(colorOf('Store')).toBe(theme.categorical[0]);
    expect(colorOf('constructor')).toBe(theme.categorical[1]);
  });

  it('beyond the default palette belong to the others, in other schemes begin again', () => {
    const labels = Array.from({ length: 11 }, (_, index) => `label ${index}`);
    expect(labels.map(assignColors({ theme })).at(-1)).toBe(theme.dataOther);
    const superset = assignColors({ theme, scheme: 'supersetColors' });
    expect(labels.map(superset).at(-1)).toBe(superset('label 0'));
  });
});

describe('colour schemes', () => {
  it('fall back to the default of their kind when unknown [EXP-027]', () => {
    expect(knownSchemeId('categorical', 'no such scheme')).toBe('powerset');
    expect(knownSchemeId('sequential', null)).toBe('powersetSequential');
    expect(knownSchemeId('categorical', 'moss')).toBe('powerset');
    expect(findScheme('categorical', 'no such scheme', theme).colors).toEqual(theme.categorical);
    expect(findScheme('categorical', 'supersetColors', theme).colors[0]).toBe('#1fa8c9');
  });

  it('are well formed and offered by kind', () => {
    for (const scheme of colorSchemes)
      for (const color of scheme.colors) expect(parseColor(color), scheme.id).toBeDefined();
    expect(new Set(colorSchemes.map((scheme) => scheme.id)).size).toBe(colorSchemes.length);
    expect(schemeChoices('categorical').map((choice) => choice.value)).toContain('supersetColors');
    expect(schemeChoices('sequential').map((choice) => choice.value)).toContain('plumMoss');
  });
});

describe('single colours', () => {
  it('take dark text above a luminance of 186, white below [CST-008]', () => {
    expect(textLuminanceCut).toBe(186);
    expect(textColorOn('rgb(187,187,187)')).toBe('#151a22');
    expect(textColorOn('rgb(186,186,186)')).toBe('#ffffff');
  });

  it('take the letters that read on them where the cut would leave them too faint', () => {
    // Turquoise and orange of the dark theme lie below the cut.
    expect(['#2be0d0', '#eda268', '#5fb4fa', '#c67b27'].map((color) => legibleTextOn(color))).toEqual(
      Array.from({ length: 4 }, () => '#151a22'),
    );
    expect(['#1b77b6', '#4a307b', '#712518'].map((color) => legibleTextOn(color))).toEqual(
      Array.from({ length: 3 }, () => '#ffffff'),
    );
    expect(legibleTextOn('#ffffff')).toBe('#151a22');
  });

  it('are read from saved forms and made see-through or mixed', () => {
    expect(cssOfSavedColor({ r: 1, g: 2, b: 3, a: 0.5 })).toBe('rgba(1,2,3,0.5)');
    expect(cssOfSavedColor({ r: 1, g: 2, b: 'x' })).toBeUndefined();
    expect(cssOfSavedColor('red;background:url(x)')).toBeUndefined();
    expect(withAlpha('#fff', 0.5)).toBe('rgba(255,255,255,0.5)');
    expect(turnHue('#ff0000', 120)).toBe('rgb(0,255,0)');
    expect(turnHue('#808080', 30)).toBe('rgb(128,128,128)');
  });

  it('come from CSS variables where they are set', () => {
    const read = (name: string) => (name === '--data-1' ? ' #010203 ' : '');
    expect(chartThemeFromTokens(read, true).categorical.slice(0, 2)).toEqual([
      '#010203',
      darkChartTheme.categorical[1],
    ]);
    expect(chartThemeFromTokens(() => '', false)).toEqual(lightChartTheme);
  });
});
