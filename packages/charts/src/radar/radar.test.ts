import { controlsOf, tableFromRows } from '@powerset/chart-kit';
import type { ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import { type ControlCases, faultsOf } from '../control-effects.ts';
import { drawForTest, textsOfDrawing, tooltipOfHit } from '../draw-for-tests.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import { chart } from './index.ts';
import { View } from './View.tsx';

const rows = tableFromRows([
  { city: 'Rome', revenue: 120, orders: 8, age: 0.5 },
  { city: 'Oslo', revenue: 80, orders: 9, age: 0.25 },
]);
const base = { groupby: ['city'], metrics: ['revenue', 'orders', 'age'] };
const draw = (form = {}, results = [rows], space = {}) =>
  drawForTest(chart, { form: { ...base, ...form }, results }, space);
const spokesOf = (form = {}) => draw(form).model.spokes.map(({ low, high }) => [low, high]);

it('asks for all metrics of each group, the largest first by the metric that sorts', () => {
  const form = { viz_type: 'radar', ...base };
  expect(chart.toQueries(form)[0]).toMatchObject({
    columns: ['city'],
    metrics: ['revenue', 'orders', 'age'],
    orderby: [['revenue', false]],
  });
  expect(chart.toQueries({ ...form, timeseries_limit_metric: 'age' })[0]?.orderby).toEqual([['age', false]]);
});

describe('the axes of a radar', () => {
  it('end each at a round number above its values, and say so', () => {
    expect(spokesOf()).toEqual([
      [0, 120],
      [0, 10],
      [0, 0.5],
    ]);
    const texts = textsOfDrawing(draw().options);
    expect(texts).toContain('0 – 120');
    expect(texts).toContain('Each axis has a scale of its own.');
  });

  it('begin and end where the form says', () => {
    const column_config = { revenue: { radarMetricMinValue: 50, radarMetricMaxValue: 200 }, orders: {} };
    expect(spokesOf({ column_config })[0]).toEqual([50, 200]);
  });

  it('are one scale where that is asked for, and then nothing is said of it', () => {
    expect(spokesOf({ shared_scale: true })).toEqual([
      [0, 120],
      [0, 120],
      [0, 120],
    ]);
    expect(textsOfDrawing(draw({ shared_scale: true }).options)).not.toContain('Each axis has a scale of its own.');
  });
});

describe('what a radar does not show', () => {
  const undrawnOf = (table: Parameters<typeof tableFromRows>[0], form = {}) =>
    draw(form, [tableFromRows(table)]).undrawn;

  it('is said: empty values, values outside their axis, groups beyond thirty', () => {
    expect(undrawnOf([{ city: 'a', revenue: null, orders: 1, age: 1 }])).toContain('stand in the middle');
    const column_config = { revenue: { radarMetricMaxValue: 100 } };
    expect(draw({ column_config }).undrawn).toContain('lie outside their axis');
    const many = Array.from({ length: 40 }, (_, at) => ({ city: `c${at}`, revenue: 1, orders: 1, age: 1 }));
    expect(undrawnOf(many)).toContain('groups are drawn');
  });

  it('is all where there are no values', () => {
    const { model } = draw({}, [tableFromRows([{ city: 'a', revenue: null, orders: null, age: null }])]);
    expect(chart.undrawnOf?.(model, { viz_type: 'radar', ...base })?.isAll).toBe(true);
  });

  it('is an area, with fewer than three metrics', () => {
    expect(draw({ metrics: ['revenue', 'orders'] }).undrawn).toContain('fewer than three');
    expect(draw().undrawn).toBeUndefined();
  });
});

it('draws values beyond an axis at its end, and tells their own', () => {
  const { options } = draw({ column_config: { revenue: { radarMetricMaxValue: 100 } } });
  const [series] = options.option.series as readonly {
    readonly data: readonly { readonly value: readonly unknown[] }[];
  }[];
  expect(series?.data[0]?.value[0]).toBe(100);
  expect(tooltipOfHit(options, { dataIndex: 0 })).toContain('120');
});

it('says who leads in most metrics, and escapes names in its tooltip', () => {
  expect(draw().options.statement?.()).toBe('Rome is the largest of 2 in 2 of 3 metrics.');
  const { options } = draw({}, [tableFromRows([{ city: '<img src=x>', revenue: 1, orders: 2, age: 3 }])]);
  expect(tooltipOfHit(options, { dataIndex: 0 })).toContain('&lt;img src=x&gt;');
});

it('writes each axis in the format and currency of its metric', () => {
  const currencies = { revenue: { symbol: 'EUR', symbolPosition: 'prefix' as const } };
  const { options } = draw({}, [rows], { currencies, columnFormats: { age: '.0%' } });
  const html = tooltipOfHit(options, { dataIndex: 0 });
  expect(html).toContain('€120');
  expect(html).toMatch(/50.%/);
});

const many = [
  tableFromRows(
    Array.from({ length: 25 }, (_, at) => ({ city: `City number ${at}`, revenue: 100 - at, orders: at, age: 1 })),
  ),
];
const positions = [
  'top',
  'left',
  'right',
  'bottom',
  'inside',
  'insideLeft',
  'insideRight',
  'insideTop',
  'insideBottom',
];
const corners = ['insideTopLeft', 'insideBottomLeft', 'insideTopRight', 'insideBottomRight'];
const set: ControlCases = {
  definition: chart,
  // A view takes form, model and options of its own definition only.
  view: View as ComponentType<ChartViewProps>,
  form: base,
  results: [rows],
  cases: {
    groupby: { to: ['kind'] },
    metrics: { to: ['orders', 'age', 'revenue'] },
    timeseries_limit_metric: { to: 'orders' },
    adhoc_filters: {
      to: [{ clause: 'WHERE', expressionType: 'SIMPLE', subject: 'city', operator: '==', comparator: 'Rome' }],
    },
    row_limit: { to: 50 },
    color_scheme: { to: 'orchard' },
    show_legend: { to: false },
    legendType: { to: 'plain', results: many, choices: ['scroll', 'plain'], hiddenBy: { show_legend: false } },
    legendOrientation: {
      to: 'right',
      choices: ['top', 'bottom', 'left', 'right'],
      hiddenBy: { show_legend: false },
    },
    legendMargin: { to: 90, hiddenBy: { show_legend: false } },
    legendSort: { to: 'asc', choices: ['asc', 'desc', null], hiddenBy: { show_legend: false } },
    show_labels: { to: false },
    label_type: { to: 'key_value', choices: ['value', 'key_value'], hiddenBy: { show_labels: false } },
    label_position: { to: 'bottom', choices: [...positions, ...corners], hiddenBy: { show_labels: false } },
    number_format: { to: ',.3f' },
    date_format: {
      to: '%Y',
      form: { groupby: ['at'] },
      results: [
        tableFromRows(
          [
            { at: Date.UTC(2026, 2, 1), revenue: 1, orders: 2, age: 3 },
            { at: Date.UTC(2025, 2, 1), revenue: 2, orders: 2, age: 3 },
          ],
          ['at'],
        ),
      ],
    },
    column_config: { to: { revenue: { radarMetricMaxValue: 500 } } },
    shared_scale: { to: true },
    is_circle: { to: true },
  },
};

describe('the controls of a radar', () => {
  it('have a case each', () => {
    expect(Object.keys(set.cases).sort()).toEqual(
      controlsOf(chart)
        .map(({ name }) => name)
        .sort(),
    );
  });

  it.each(Object.keys(set.cases))('%s does what it is there for', (name) => {
    expect(faultsOf(set, name)).toEqual([]);
  });
});
