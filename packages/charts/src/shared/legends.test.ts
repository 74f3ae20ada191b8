import { lightChartTheme } from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';
import { form } from '../echarts-area/form.ts';
import { layoutLegend } from './legends.ts';

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

  it('is turned over where two lines are not enough, or too much of a low chart', () => {
    expect(layoutAt(340, 140)).toMatchObject({ option: { type: 'scroll' }, space: { top: 28 } });
    const many = [...entries, ...entries, ...entries];
    expect(layoutAt(340, 220, many)).toMatchObject({ option: { type: 'scroll' }, space: { top: 28 } });
  });
});
