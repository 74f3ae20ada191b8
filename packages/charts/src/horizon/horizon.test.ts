import { type ChartForm, lightChartTheme, tableFromRows } from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';
import { toModelContext } from '../shared/draw-chart.ts';
import { bandsOf } from './bands.ts';
import { chart } from './index.ts';
import type { HorizonOptions } from './options.ts';
import type { Strips } from './strips.ts';

const form: ChartForm = { viz_type: 'horizon', granularity_sqla: 'at', metrics: ['revenue'], groupby: ['city'] };
const at = (day: number) => Date.UTC(2026, 0, day);
const rowsOf = (values: Readonly<Record<string, readonly (number | null)[]>>) =>
  Object.entries(values).flatMap(([city, own]) =>
    own.map((revenue, index) => ({ __timestamp: at(index + 1), city, revenue })),
  );

function drawn(values: Readonly<Record<string, readonly (number | null)[]>>, changes = {}, height = 300) {
  const context = toModelContext(chart, { form: { ...form, ...changes }, results: [] }, lightChartTheme);
  const model = chart.toModel([tableFromRows(rowsOf(values), ['__timestamp'])], context) as Strips;
  const space = { theme: lightChartTheme, width: 600, height, locale: 'en', selectedLabels: [] };
  return {
    model,
    options: chart.toOptions(model, { ...context, ...space }) as HorizonOptions,
    undrawn: chart.undrawnOf?.(model, context.form),
  };
}

const reachesOf = ({ strips }: Strips) => strips.map(({ baseline, reach }) => [baseline, reach]);

describe('a horizon', () => {
  it('asks for one row per moment and series, the largest series first', () => {
    expect(chart.toQueries({ ...form, limit: 5 })[0]).toMatchObject({
      ...{ granularity: 'at', is_timeseries: true, columns: ['city'], metrics: ['revenue'], series_limit: 5 },
      orderby: [['revenue', false]],
    });
    const sorted = chart.toQueries({ ...form, timeseries_limit_metric: 'orders', order_desc: false })[0];
    expect(sorted).toMatchObject({ metrics: ['revenue', 'orders'], orderby: [['orders', true]] });
  });

  it('has a scale for each series, one for all, or the change since the first value', () => {
    const values = { Rome: [10, 40], Bonn: [2, -4] };
    const reachesBy = (horizon_color_scale: string) => reachesOf(drawn(values, { horizon_color_scale }).model);
    expect(reachesBy('series')).toEqual([
      [0, 40],
      [0, 4],
    ]);
    expect(reachesBy('overall')).toEqual([
      [0, 40],
      [0, 40],
    ]);
    expect(reachesBy('change')).toEqual([
      [10, 30],
      [2, 30],
    ]);
  });

  it('shows shares of all at each time', () => {
    const { strips } = drawn({ Rome: [30, 0], Bonn: [10, 0] }, { contribution: true }).model;
    expect(strips.map(({ values }) => values)).toEqual([
      [0.75, null],
      [0.25, null],
    ]);
  });

  it('folds values into three bands, and those below the baseline into bands of their own', () => {
    const [strip] = drawn({ Rome: [3, 1.5, -3] }).model.strips;
    const bands = bandsOf(strip!, { top: 0, height: 30, xs: [0, 10, 20] });
    expect(bands.map(({ level, isBelow }) => [level, isBelow])).toEqual([
      [0, false],
      [1, false],
      [2, false],
      [0, true],
      [1, true],
      [2, true],
    ]);
    // Half of the reach fills one band and half of the next.
    expect(bands[0]?.points).toContainEqual([10, 0]);
    expect(bands[1]?.points).toContainEqual([10, 15]);
    expect(bands[2]?.points).toContainEqual([10, 30]);
  });

  it('leaves a gap where nothing came, and nothing at all of values that are all at the baseline', () => {
    const boxOf = (count: number) => ({
      top: 0,
      height: 30,
      xs: Array.from({ length: count }, (_, index) => index * 10),
    });
    const [gap] = drawn({ Rome: [3, null, 3] }).model.strips;
    expect(bandsOf(gap!, boxOf(3)).filter(({ level }) => level === 0)).toHaveLength(2);
    const [flat] = drawn({ Rome: [5, 5] }, { horizon_color_scale: 'change' }).model.strips;
    expect(bandsOf(flat!, boxOf(2))).toEqual([]);
  });

  it('is lower where many series want room, and says how many have none', () => {
    const many = Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`City ${index}`, [1, 2]]));
    const { options } = drawn(many, {}, 200);
    expect(options.shown.length).toBeLessThan(40);
    expect(JSON.stringify(options.option.graphic)).toContain(`${100 - options.shown.length} more series`);
    expect(drawn({ Rome: [1, 2] }).options.shown).toHaveLength(1);
  });

  it('has a key of its bands, with their ends where all series have the same', () => {
    const textsOf = (changes: object, height = 300) =>
      JSON.stringify(drawn({ Rome: [10, 40], Bonn: [2, -4] }, changes, height).options.option.graphic);
    expect(textsOf({ horizon_color_scale: 'overall' })).toMatch(/"−40".*"40"/);
    expect(textsOf({})).toContain('scale of its own');
    expect(textsOf({}, 80)).not.toContain('scale of its own');
  });

  it('says which series is highest and when, and all series of the moment under the pointer', () => {
    const { options } = drawn({ Rome: [10, 40], Bonn: [2, -4] });
    expect(options.statement?.()).toBe('Of 2 series Rome is highest: 40 for 2 Jan 2026.');
    const tooltip = options.option.tooltip as { formatter: (hits: unknown) => string };
    const tip = tooltip
      .formatter([{ dataIndex: 1 }])
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ');
    expect(tip).toContain('Rome 40 Bonn −4');
    expect(drawn({ Rome: [null, null] }).undrawn).toMatchObject({ isAll: true });
  });
});
