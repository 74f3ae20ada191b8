import { lightChartTheme } from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';
import { createLabelColors } from './label-colors.ts';

const open = (options: { fixed?: Record<string, string>; scheme?: string } = {}) =>
  createLabelColors({ scheme: options.scheme ?? null, fixed: options.fixed ?? {}, theme: lightChartTheme });

describe('colours of a dashboard', () => {
  it('stay with a name in every chart [DSH-044]', () => {
    const colorOf = open();
    const web = colorOf(1, 'Web');
    const store = colorOf(1, 'Store');
    expect(web).not.toBe(store);
    expect([colorOf(2, 'Store'), colorOf(2, 'Web')]).toEqual([store, web]);
    expect(colorOf(1, 'Web')).toBe(web);
  });

  it('begin at the palette’s beginning in each chart, and are never the same twice in one chart', () => {
    const colorOf = open();
    const first = ['a', 'b', 'c'].map((label) => colorOf(1, label));
    expect(first).toEqual(lightChartTheme.categorical.slice(0, 3));
    expect(colorOf(2, 'd')).toBe(lightChartTheme.categorical[0]);
    const mixed = ['b', 'x', 'y'].map((label) => colorOf(3, label));
    expect(new Set(mixed).size).toBe(3);
  });

  it('are those set by hand where there are some [DSH-044]', () => {
    const colorOf = open({ fixed: { Web: '#123456', Store: 'no colour' } });
    expect(colorOf(1, 'Web')).toBe('#123456');
    expect(colorOf(1, 'Store')).toBe(lightChartTheme.categorical[0]);
  });

  it('avoid what another name of the chart has, and add neighbours beyond the palette, each by a flag [DSH-055]', () => {
    const [first, second] = lightChartTheme.categorical;
    const meet = (avoidsCollisions: boolean) => {
      const colorOf = createLabelColors({ scheme: null, fixed: {}, theme: lightChartTheme, avoidsCollisions });
      colorOf(1, 'Web');
      colorOf(2, 'Germany');
      return [colorOf(3, 'Web'), colorOf(3, 'Germany'), colorOf(3, 'Germany'), colorOf(2, 'Germany')];
    };
    expect(meet(false)).toEqual([first, first, first, first]);
    expect(meet(true)).toEqual([first, second, second, first]);
    const many = (addsAnalogous: boolean) => {
      const colorOf = createLabelColors({ scheme: null, fixed: {}, theme: lightChartTheme, addsAnalogous });
      return Array.from({ length: lightChartTheme.categorical.length * 2 }, (_, index) => colorOf(1, `name ${index}`));
    };
    expect(new Set(many(true)).size).toBe(lightChartTheme.categorical.length * 2);
    expect(many(false).at(-1)).toBe(lightChartTheme.dataOther);
  });

  it('are the colour of the others beyond the palette', () => {
    const colorOf = open();
    const colors = Array.from({ length: 12 }, (_, index) => colorOf(1, `name ${index}`));
    expect(colors.slice(10)).toEqual([lightChartTheme.dataOther, lightChartTheme.dataOther]);
  });
});
