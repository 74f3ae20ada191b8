import { type ChartForm, lightChartTheme, tableFromRows } from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';
import { toModelContext } from '../shared/draw-chart.ts';
import { chart } from './index.ts';
import type { ParallelOptions } from './options.ts';

const form: ChartForm = { viz_type: 'para', series: 'city', metrics: ['a', 'b'], secondary_metric: 'c' };
const rows = [
  { city: 'Rome', a: 1, b: 20, c: 5 },
  { city: 'Bonn', a: null, b: 30, c: 9 },
];

function drawn(given: Parameters<typeof tableFromRows>[0], changes = {}, selectedLabels: string[] = []) {
  const context = toModelContext(chart, { form: { ...form, ...changes }, results: [] }, lightChartTheme);
  const model = chart.toModel([tableFromRows(given)], context);
  const space = { theme: lightChartTheme, width: 600, height: 300, locale: 'en', selectedLabels };
  const options = chart.toOptions(model, { ...context, ...space }) as ParallelOptions;
  const option = options.option as unknown as {
    parallelAxis: readonly { dim: number; type: string; name: string }[];
    visualMap: { dimension: number; min: number; max: number };
    series: readonly { lineStyle: { opacity: number }; data: readonly { value: unknown[]; lineStyle?: unknown }[] }[];
    tooltip: { formatter: (hit: unknown) => string };
  };
  return { options, option, undrawn: chart.undrawnOf?.(model, context.form) };
}

describe('parallel coordinates', () => {
  it('ask for one row per line, with the metric of the colours and in the order that is asked for', () => {
    expect(chart.toQueries(form)[0]).toMatchObject({ columns: ['city'], metrics: ['a', 'b', 'c'], orderby: [] });
    expect(chart.toQueries({ ...form, timeseries_limit_metric: 'b' })[0]?.orderby).toEqual([['b', false]]);
    expect(chart.toQueries({ ...form, series: null, secondary_metric: 'a' })[0]).toMatchObject({
      columns: [],
      metrics: ['a', 'b'],
    });
  });

  it('have an axis for each metric, and one of names where asked for', () => {
    expect(drawn(rows).option.parallelAxis.map(({ name }) => name)).toEqual(['a', 'b']);
    const { parallelAxis, series } = drawn(rows, { include_series: true }).option;
    expect(parallelAxis.map(({ type, dim }) => [type, dim])).toEqual([
      ['category', 0],
      ['value', 1],
      ['value', 2],
    ]);
    expect(series[0]?.data.map(({ value }) => value)).toEqual([
      ['0', 1, 20, 5],
      ['1', '-', 30, 9],
    ]);
  });

  it('have their colours by a metric of their own, else by the first', () => {
    const { dimension, min, max } = drawn(rows).option.visualMap;
    expect([dimension, min, max]).toEqual([2, 5, 9]);
    const first = drawn(rows, { secondary_metric: null, metrics: ['b', 'a'] }).option.visualMap;
    expect([first.min, first.max]).toEqual([20, 30]);
  });

  it('are fainter the more there are', () => {
    const many = Array.from({ length: 5000 }, (_, at) => ({ city: `c${at}`, a: at, b: at, c: at }));
    const opacityOf = (given: typeof many) => drawn(given).option.series[0]?.lineStyle.opacity ?? 0;
    expect(opacityOf(many)).toBeLessThan(opacityOf(many.slice(0, 20)) / 4);
  });

  it('leave only the chosen line strong', () => {
    const { series } = drawn(rows, {}, ['Bonn']).option;
    expect(series[0]?.data.map(({ lineStyle }) => lineStyle === undefined)).toEqual([false, true]);
  });

  it('need two axes, and say how there come to be two', () => {
    expect(drawn(rows, { metrics: ['b'] }).undrawn).toMatchObject({
      isAll: true,
      remedy: { changes: { include_series: true } },
    });
    expect(drawn(rows, { metrics: ['b'], include_series: true }).undrawn).toBeNull();
    expect(drawn(rows, { metrics: ['b'], series: null }).undrawn?.remedy).toBeUndefined();
  });

  it('say what a line has no value of', () => {
    const tip = drawn(rows)
      .option.tooltip.formatter({ dataIndex: 1 })
      .replaceAll(/<[^>]*>/g, ' ')
      .replaceAll(/\s+/g, ' ');
    expect(tip).toBe(' Bonn a no value b 30 c 9 ');
  });
});
