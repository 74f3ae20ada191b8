import { type ChartForm, lightChartTheme, tableFromRows } from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';
import { toModelContext } from '../shared/draw-chart.ts';
import { chart } from './index.ts';
import type { BubbleOptions } from './options.ts';

const form: ChartForm = { viz_type: 'bubble_v2', entity: 'city', series: 'kind', x: 'a', y: 'b', size: 'c' };
const row = { city: 'Rome', kind: 'old', a: 10, b: 20, c: 100 };

function drawn(rows: Parameters<typeof tableFromRows>[0], changes = {}) {
  const context = toModelContext(chart, { form: { ...form, ...changes }, results: [] }, lightChartTheme);
  const model = chart.toModel([tableFromRows(rows)], context);
  const space = { theme: lightChartTheme, width: 600, height: 400, locale: 'en', selectedLabels: [] };
  return {
    options: chart.toOptions(model, { ...context, ...space }) as BubbleOptions,
    undrawn: chart.undrawnOf?.(model, context.form),
    isEmpty: chart.isEmpty?.(model),
  };
}

const seriesOf = (options: BubbleOptions) =>
  options.option.series as readonly { large?: boolean; data: readonly { symbolSize: number }[] }[];

describe('bubbles', () => {
  it('are asked for by entity and kind, with three measures, ordered where that is asked for', () => {
    expect(chart.toQueries(form)[0]).toMatchObject({
      columns: ['city', 'kind'],
      metrics: ['a', 'b', 'c'],
      orderby: [],
    });
    expect(chart.toQueries({ ...form, y: 'a' })[0]?.metrics).toEqual(['a', 'c']);
    expect(chart.toQueries({ ...form, orderby: 'c', order_desc: false })[0]?.orderby).toEqual([['c', true]]);
  });

  it('have areas that are as large as their sizes', () => {
    const rows = [row, { ...row, city: 'Bonn', c: 25 }];
    const [large = 0, small = 0] = seriesOf(drawn(rows).options)[0]?.data.map(({ symbolSize }) => symbolSize) ?? [];
    expect((large / small) ** 2).toBeCloseTo(4, 5);
  });

  it('of one kind stand the largest first, so that none hides a smaller one', () => {
    const { layers } = drawn([{ ...row, c: 5 }, row, { ...row, c: 50 }]).options;
    expect(layers[0]?.bubbles.map(({ size }) => size)).toEqual([100, 50, 5]);
  });

  it('that are very many are drawn in one go by classes of size, and are found again', () => {
    const many = Array.from({ length: 50_000 }, (_, at) => ({ ...row, city: `c${at}`, a: at, c: at + 1 }));
    const { options } = drawn(many);
    expect(seriesOf(options).every(({ large }) => large)).toBe(true);
    expect(seriesOf(options).length).toBeLessThan(10);
    expect(options.layers.reduce((sum, { bubbles }) => sum + bubbles.length, 0)).toBe(50_000);
    const layer = options.layers.at(-1);
    const tooltip = options.option.tooltip as { formatter: (hit: unknown) => string };
    expect(tooltip.formatter({ seriesId: layer?.id, dataIndex: 0 })).toContain(`${layer?.bubbles[0]?.name} (old)`);
  });

  it('without a value, below zero in size or off a logarithmic axis are left out and said to be', () => {
    const undrawnOf = (changes: object, other: object) => drawn([row, { ...row, ...other }], changes).undrawn;
    expect(undrawnOf({}, { c: -5 })?.title).toMatchObject({ values: { undrawn: 1, all: 2 } });
    expect(undrawnOf({}, { c: -5 })?.title.text).toContain('size is below zero');
    expect(undrawnOf({}, { b: null })?.title.text).toContain('a value is empty');
    expect(undrawnOf({ logYAxis: true }, { b: 0 })?.title.text).toContain('logarithmic');
    expect(undrawnOf({}, { b: 0 })).toBeNull();
  });

  it('that a logarithmic axis leaves none of are drawn on linear ones by one press', () => {
    const { undrawn } = drawn([{ ...row, a: -1 }], { logXAxis: true });
    expect(undrawn).toMatchObject({ isAll: true, remedy: { changes: { logXAxis: false, logYAxis: false } } });
    expect(drawn([{ ...row, a: -1 }]).undrawn).toBeNull();
    expect(drawn([]).isEmpty).toBe(true);
  });

  it('are told by the largest', () => {
    expect(drawn([row, { ...row, city: 'Bonn', c: 500 }]).options.statement?.()).toBe(
      '2 bubbles by a and b; Bonn has the largest c: 500.',
    );
    expect(drawn([row]).options.statement?.()).toBe('Rome: a 10, b 20.');
  });
});
