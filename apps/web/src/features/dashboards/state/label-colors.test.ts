import { assignColors, lightChartTheme } from '@powerset/chart-kit';
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

  it('are counted by chart: what several charts have is known, and comes first from then on, whatever is drawn first [DSH-043, DSH-044]', () => {
    const first = open();
    for (const label of ['Web', 'Store']) first(1, label);
    for (const label of ['Germany', 'Store', 'Web']) first(2, label);
    expect(first.sharedLabels()).toEqual(['Web', 'Store']);
    const [one, two, three] = lightChartTheme.categorical;
    const again = createLabelColors({ scheme: null, fixed: {}, theme: lightChartTheme, shared: ['Web', 'Store'] });
    expect(['Germany', 'Store', 'Web'].map((label) => again(2, label))).toEqual([three, two, one]);
    expect(['Store', 'Web'].map((label) => again(1, label))).toEqual([two, one]);
    expect(again.sharedLabels()).toEqual(['Web', 'Store']);
  });

  it('of a chart that stands alone, in the chart builder, are tracked by nobody [DSH-043]', () => {
    const own = assignColors({ theme: lightChartTheme });
    expect(own('Germany')).toBe(lightChartTheme.categorical[0]);
    expect(own).not.toHaveProperty('sharedLabels');
    const colorOf = open();
    colorOf(1, 'Web');
    expect(colorOf(1, 'Germany')).toBe(lightChartTheme.categorical[1]);
  });

  it('are the colour of the others beyond the palette', () => {
    const colorOf = open();
    const colors = Array.from({ length: 12 }, (_, index) => colorOf(1, `name ${index}`));
    expect(colors.slice(10)).toEqual([lightChartTheme.dataOther, lightChartTheme.dataOther]);
  });
});
