import { lightChartTheme } from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';
import { form } from '../echarts-area/form.ts';
import { layoutLegend } from './legends.ts';
import { estimateTextWidth } from './text-widths.ts';

const entries = ['Consumer', 'Small business', 'Club', 'Enterprise', 'Public', 'Education'].map((name) => ({ name }));
const layoutAt = (width: number, height = 220, names = entries) =>
  layoutLegend(names, {
    form: form.read({ viz_type: 'echarts_area', show_legend: true }),
    theme: lightChartTheme,
    width,
    height,
  });

describe('a legend', () => {
  it('goes on in a second line where one would cut a name off', () => {
    expect(layoutAt(900)).toMatchObject({ option: { type: 'plain' }, space: { top: 28 } });
    const two = layoutAt(340);
    expect(two).toMatchObject({ option: { type: 'plain' }, space: { top: 48 } });
    const { itemGap, textStyle } = two.option as { itemGap: number; textStyle: { lineHeight: number } };
    expect(2 * (textStyle.lineHeight + itemGap)).toBeLessThanOrEqual(40);
  });

  it('cuts long names in two lines, where they agree, instead of showing one at a time, and tells them in full', () => {
    const long = [
      'Department of international procurement and supplier relations',
      'Department of international procurement and customer relations',
      'Web',
      'Shops of the north',
    ].map((name) => ({ name }));
    const { option, space } = layoutAt(340, 220, long);
    expect(option.type).toBe('plain');
    expect(space.top).toBe(48);
    const { formatter, tooltip } = option as {
      readonly formatter: (name: string) => string;
      readonly tooltip: { readonly show: boolean; readonly formatter: (given: { name: string }) => string };
    };
    expect(long.map(({ name }) => formatter(name))).toEqual([
      '…supplier relations',
      '…customer relations',
      'Web',
      'Shops of the north',
    ]);
    expect(tooltip.formatter({ name: 'A <b> & c' })).toContain('A &lt;b&gt; &amp; c');
    const pages = layoutAt(340, 140, long).option as { readonly formatter: (name: string) => string };
    expect(Math.max(...long.map(({ name }) => pages.formatter(name).length))).toBeLessThan(24);
    expect(layoutAt(1200, 220, long).option).not.toHaveProperty('formatter');
  });

  it('leaves more room than estimates say, so that as many names stand in a line as were counted', () => {
    const spans = ['25 Aug 2025 – 23 Aug 2026', '26 Aug 2024 – 24 Aug 2025', '28 Aug 2023 – 25 Aug 2024'];
    const { formatter } = layoutAt(
      330,
      220,
      spans.map((name) => ({ name })),
    ).option as { readonly formatter: (name: string) => string };
    const inLine = (330 - 8) / 2 - 27;
    for (const span of spans) expect(estimateTextWidth(formatter(span), 12)).toBeLessThanOrEqual(inLine * 0.95);
  });

  it('leaves what all names begin with out of all of them, of a hundred too', () => {
    const states = ['North Carolina', 'Ohio', 'South Carolina', 'District of Columbia'].map(
      (name) => `State of ${name}`,
    );
    const rest = Array.from({ length: 60 }, (_, index) => `State of mind number ${index}`);
    const { formatter } = layoutAt(
      260,
      140,
      [...states, ...rest].map((name) => ({ name })),
    ).option as {
      readonly formatter: (name: string) => string;
    };
    expect(formatter('State of Ohio')).toBe('…Ohio');
    expect(new Set([...states, ...rest].map(formatter)).size).toBe(64);
  });

  it('is turned over where two lines are not enough, or too much of a low chart', () => {
    expect(layoutAt(340, 140)).toMatchObject({ option: { type: 'scroll' }, space: { top: 28 } });
    const many = [...entries, ...entries, ...entries];
    expect(layoutAt(340, 220, many)).toMatchObject({ option: { type: 'scroll' }, space: { top: 28 } });
  });
});
