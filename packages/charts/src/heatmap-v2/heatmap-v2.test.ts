import { type ChartForm, lightChartTheme, tableFromRows } from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';
import { toModelContext } from '../shared/draw-chart.ts';
import { chart } from './index.ts';
import type { Matrix } from './matrix.ts';

const form: ChartForm = { viz_type: 'heatmap_v2', x_axis: 'channel', groupby: 'city', metric: 'revenue' };
const rows = [
  { channel: 'Web', city: 'Rome', revenue: 30, rank: 1 },
  { channel: 'Store', city: 'Rome', revenue: 10, rank: 0.5 },
  { channel: 'Web', city: 'Bonn', revenue: 20, rank: 0.75 },
];

function drawn(given: Parameters<typeof tableFromRows>[0] = rows, changes = {}, temporal: string[] = []) {
  const context = toModelContext(chart, { form: { ...form, ...changes }, results: [] }, lightChartTheme);
  const model = chart.toModel([tableFromRows(given, temporal)], context) as Matrix;
  const space = { theme: lightChartTheme, width: 500, height: 300, locale: 'en', selectedLabels: [] };
  const options = chart.toOptions(model, { ...context, ...space }) as unknown as {
    statement: () => string;
    option: {
      visualMap: { inRange?: unknown; min: number; max: number; pieces?: readonly { label: string }[] };
      series: readonly { label: { show: boolean } }[];
      tooltip: { formatter: (hit: unknown) => string };
    };
  };
  return { model, options, undrawn: chart.undrawnOf?.(model, context.form) };
}

describe('the query of a heatmap', () => {
  it('asks for the cells and their ranks among all, a column or a row', () => {
    expect(chart.toQueries(form)[0]).toMatchObject({
      columns: [{ sqlExpression: 'channel', columnType: 'BASE_AXIS' }, 'city'],
      metrics: ['revenue'],
      orderby: [],
      post_processing: [{ operation: 'rank', options: { metric: 'revenue' } }],
    });
    const groupOf = (normalize_across: string) =>
      chart.toQueries({ ...form, normalize_across })[0]?.post_processing?.[0]?.options;
    expect([groupOf('x'), groupOf('y')]).toMatchObject([{ group_by: 'channel' }, { group_by: 'city' }]);
  });

  it('is ordered as its axes are, which decides what a limit leaves', () => {
    const orderOf = (changes: object) => chart.toQueries({ ...form, ...changes })[0]?.orderby;
    expect(orderOf({ sort_x_axis: 'value_desc' })).toEqual([['revenue', false]]);
    expect(orderOf({ sort_x_axis: 'alpha_asc', sort_y_axis: 'value_asc' })).toEqual([
      ['channel', true],
      ['revenue', true],
    ]);
    expect(orderOf({ sort_x_axis: 'value_desc', sort_y_axis: 'value_asc' })).toEqual([['revenue', false]]);
  });

  it('reads the axis that an older chart kept in a list', () => {
    expect(chart.toQueries({ ...form, groupby: ['city'] })[0]?.columns?.[1]).toBe('city');
  });
});

describe('the cells of a heatmap', () => {
  it('are as many as came: a pair without a row has none, and one without a value is counted', () => {
    const { model } = drawn([...rows, { channel: 'Store', city: 'Bonn', revenue: null as never, rank: null as never }]);
    expect([model.cells.length, model.blanks, model.xs.length * model.ys.length]).toEqual([3, 1, 4]);
  });

  it('stand by names, numbers by size, or by what their rows and columns come to', () => {
    const namesOf = (changes: object) => drawn(rows, changes).model.xs.map(({ name }) => name);
    expect([namesOf({}), namesOf({ sort_x_axis: 'alpha_desc' })]).toEqual([
      ['Store', 'Web'],
      ['Web', 'Store'],
    ]);
    expect(namesOf({ sort_x_axis: 'value_desc' })).toEqual(['Web', 'Store']);
    const hours = [10, 9, 2].map((channel) => ({ channel, city: 'Rome', revenue: 1, rank: 1 }));
    expect(drawn(hours).model.xs.map(({ name }) => name)).toEqual(['2', '9', '10']);
  });

  it('have shares of all, of their column or of their row, and none where values are below zero', () => {
    const sharesOf = (changes: object, given = rows) =>
      drawn(given, changes).model.cells.map(({ share }) => share && Math.round(share * 100));
    expect(sharesOf({})).toEqual([50, 17, 33]);
    expect(sharesOf({ normalize_across: 'x' })).toEqual([60, 100, 40]);
    expect(sharesOf({ normalize_across: 'y' })).toEqual([75, 25, 100]);
    expect(sharesOf({}, [...rows, { ...rows[0]!, city: 'Oslo', revenue: -1 }])).toEqual([null, null, null, null]);
  });

  it('say their values only where all of them fit', () => {
    const isSaid = (count: number) => {
      const many = Array.from({ length: count }, (_, at) => ({ ...rows[0]!, channel: `c${at}`, revenue: 12_345 + at }));
      return drawn(many, { show_values: true, y_axis_format: ',d' }).options.option.series[0]?.label.show;
    };
    expect([isSaid(5), isSaid(40)]).toEqual([true, false]);
  });
});

describe('the colours of a heatmap', () => {
  it('reach as far as its values, its bounds or its ranks', () => {
    const endsOf = (changes: object) => {
      const { min, max } = drawn(rows, changes).options.option.visualMap;
      return [min, max];
    };
    expect([endsOf({}), endsOf({ value_bounds: [0, null] }), endsOf({ normalized: true })]).toEqual([
      [10, 30],
      [0, 30],
      [0.5, 1],
    ]);
  });

  it('of a diverging scheme have their middle at zero', () => {
    const given = [rows[0]!, { ...rows[1]!, revenue: -10 }];
    const { min, max } = drawn(given, { linear_color_scheme: 'rustTeal' }).options.option.visualMap;
    expect([min, max]).toEqual([-30, 30]);
  });

  it('stand in steps with their own ends where asked for', () => {
    const labels = drawn(rows, { legend_type: 'piecewise' }).options.option.visualMap.pieces?.map(({ label }) => label);
    expect(labels).toHaveLength(5);
    expect([labels?.[0], labels?.at(-1)]).toEqual(['10 – 14', '26 – 30']);
  });
});

it('says its largest cell, and all of the one under the pointer', () => {
  const { options } = drawn();
  expect(options.statement()).toBe('revenue is largest for Web and Rome: 30.');
  const tip = options.option.tooltip.formatter({ dataIndex: 2 }).replaceAll(/<[^>]*>/g, ' ');
  expect(tip.replaceAll(/\s+/g, ' ')).toMatch(/Web – Bonn revenue 20 Share of all 33\.3/);
});
