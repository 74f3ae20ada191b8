import { type ChartForm, lightChartTheme, tableFromRows, withChosen } from '@powerset/chart-kit';
import type { CellValue, ResultTable } from '@powerset/contract';
import * as echarts from 'echarts';
import type { ComponentType } from 'react';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ControlCases, faultsOf } from '../control-effects.ts';
import { drawModel, toModelContext } from '../shared/draw-chart.ts';
import type { MarkEvent } from '../shared/EChart.tsx';
import { mapFiles } from '../shared/map-files.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import { examples } from './examples.ts';
import { chart } from './index.ts';
import { drawnCharts } from './selected-chart.ts';
import { type Cartodiagram, mostCharts } from './small-charts.ts';
import { selectionOfPlace, View } from './View.tsx';

let maps: Awaited<ReturnType<typeof mapFiles.load>> = {};
beforeAll(async () => {
  maps = await mapFiles.load(chart.mapsOf?.({ viz_type: chart.key }) ?? []);
});

const filter = (subject: string) => ({
  ...{ clause: 'WHERE', expressionType: 'SIMPLE', operator: '==', comparator: 'x' },
  subject,
});
const saved = (params: Readonly<Record<string, unknown>>) =>
  JSON.stringify({ slice_name: 'Saved', id: 7, viz_type: params.viz_type, params: JSON.stringify(params) });
const pie = { viz_type: 'pie', metric: 'revenue', groupby: ['kind'], row_limit: 100, sort_by_metric: true };
const bars = {
  viz_type: 'echarts_timeseries_bar',
  metrics: ['revenue'],
  groupby: [],
  x_axis: 'at',
  time_grain_sqla: 'P1Y',
};
const base = { viz_type: 'cartodiagram', geom_column: 'place', selected_chart: saved(pie) };
const point = (x: number, y: number, name = '') =>
  JSON.stringify({ type: 'Feature', properties: { name }, geometry: { type: 'Point', coordinates: [x, y] } });

const [paris, rome] = [point(2.35, 48.86, 'Paris'), point(12.5, 41.9, 'Rome')];
const rows = [
  { place: paris, kind: 'a', revenue: 30 },
  { place: paris, kind: 'b', revenue: 10 },
  { place: rome, kind: 'a', revenue: 5 },
];

function draw(form: Readonly<Record<string, unknown>>, table: ResultTable, space = { width: 600, height: 400 }) {
  const whole: ChartForm = { ...base, ...form };
  const context = toModelContext(chart, { form: whole, results: [table], maps }, lightChartTheme);
  // The model and the options of this chart.
  const model = chart.toModel([table], context) as Cartodiagram;
  const options = drawModel(chart, model, { context, space: { theme: lightChartTheme, ...space } }) as {
    readonly option: object;
    readonly statement: () => string;
  };
  const picture = echarts.init(null, null, { renderer: 'svg', ssr: true, ...space });
  picture.setOption({ ...options.option, animation: false });
  const svg = picture.renderToSVGString();
  picture.dispose();
  return { model, svg, statement: options.statement(), undrawn: chart.undrawnOf?.(model, context.form) ?? null };
}

describe('what a cartodiagram asks', () => {
  it('is the query of its chart with the column of places in front', () => {
    const [query] = chart.toQueries(base);
    expect(query).toMatchObject({ columns: ['place', 'kind'], metrics: ['revenue'], orderby: [['revenue', false]] });
  });

  it('has the limit of its chart for each place', () => {
    expect(chart.toQueries(base)[0]?.row_limit).toBe(10_000);
    expect(chart.toQueries({ ...base, selected_chart: saved({ ...pie, row_limit: 60_000 }) })[0]?.row_limit).toBe(
      60_000,
    );
  });

  it('keeps the conditions of the chart beside those of the map and its dashboard', () => {
    const [query] = chart.toQueries({
      ...base,
      selected_chart: saved({ ...pie, adhoc_filters: [filter('kind')], time_range: 'Last year' }),
      adhoc_filters: [filter('city')],
      filters: [{ col: 'region', op: 'IN', val: ['north'] }],
      time_range: 'Last week',
    });
    expect(query?.filters?.map(({ col }) => col)).toEqual(['kind', 'city', 'region']);
    expect(query?.time_range).toBe('Last week');
  });

  it('has the time axis of a chart over time', () => {
    const [query] = chart.toQueries({ ...base, selected_chart: saved(bars) });
    expect(query?.columns).toEqual(['place', expect.objectContaining({ columnType: 'BASE_AXIS', timeGrain: 'P1Y' })]);
  });

  it('offers saved charts that can be drawn small, each as the wire stores it', () => {
    const answer = { result: [{ slice_name: 'By kind', id: 3, viz_type: 'pie', params: '{"metric":"revenue"}' }] };
    expect(drawnCharts.toChoices?.(answer)).toEqual([
      {
        value: '{"slice_name":"By kind","id":3,"viz_type":"pie","params":"{\\"metric\\":\\"revenue\\"}"}',
        label: 'By kind',
      },
    ]);
  });
});

it('calls a chart that was changed since it was chosen by its name', () => {
  const listed = [{ value: saved({ ...pie, metric: 'orders' }), label: 'Saved' }];
  expect(withChosen(listed, saved(pie), drawnCharts)).toEqual([{ value: saved(pie), label: 'Saved' }, ...listed]);
  expect(withChosen(listed, listed[0]!.value, drawnCharts)).toEqual(listed);
  expect(withChosen(listed, 'no document', drawnCharts)).toEqual(listed);
});

describe('the charts of a cartodiagram', () => {
  it('are one for each place, whatever shape says where it lies', () => {
    const area = JSON.stringify({
      type: 'Polygon',
      coordinates: [
        [
          [0, 0],
          [10, 0],
          [10, 10],
          [0, 10],
          [0, 0],
        ],
      ],
    });
    const { model } = draw({}, tableFromRows([...rows, { place: area, kind: 'a', revenue: 1 }]));
    expect(model.charts.map(({ at, name, parts }) => [at, name, parts.map(({ value }) => value)])).toEqual([
      [[2.35, 48.86], 'Paris', [30, 10]],
      [[12.5, 41.9], 'Rome', [5]],
      [[5, 5], '', [1]],
    ]);
  });

  it.each(examples.map((example) => [example.name, example] as const))(
    '%s: draw without a browser',
    (_, { form, results }) => {
      const { svg, model } = draw({ ...form }, results[0]!);
      expect(svg).not.toContain('NaN');
      const sign = model.chart?.kind === 'number' ? /<text/g : /<path/g;
      expect((svg.match(sign) ?? []).length).toBeGreaterThanOrEqual(Math.max(1, model.charts.length));
    },
  );

  it('have one scale and zero in common, and steps in the order of time', () => {
    const years = [2024, 2022, 2023].map((year) => Date.UTC(year, 0, 1));
    const table = tableFromRows(
      [paris, rome].flatMap((place, at) => years.map((year) => ({ place, at: year, revenue: (at + 1) * 10 }))),
      ['at'],
    );
    const { svg, model } = draw({ selected_chart: saved(bars), chart_height: 112 }, table);
    expect(model.charts[0]?.parts.map(({ step }) => step)).toEqual([2, 0, 1]);
    expect(model.steps).toHaveLength(3);
    const heights = [...svg.matchAll(/d="M[-\d.]+ [-\d.]+l[\d.]+ 0l0 ([\d.]+)/g)].map(([, height]) => Number(height));
    expect(heights.filter((height) => Math.abs(height - 100) < 1)).toHaveLength(3);
    expect(heights.filter((height) => Math.abs(height - 50) < 1)).toHaveLength(3);
  });

  it('do not hide each other where nobody said how large they are', () => {
    const square = { chart_background_color: { r: 1, g: 2, b: 3, a: 1 }, chart_background_border_radius: 0 };
    const sizesAt = (places: readonly number[]) => {
      const table = tableFromRows(places.map((x) => ({ place: point(x, 45), kind: 'a', revenue: 1 })));
      const grounds = draw(square, table).svg.match(/<path[^>]*fill="rgb\(1,2,3\)"[^>]*>/g) ?? [];
      return grounds.map((ground) => {
        const [, at] = /transform="translate\(([-\d.]+)/.exec(ground) ?? [];
        const [, width] = /d="M[-\d.]+ [-\d.]+l([\d.]+) 0/.exec(ground) ?? [];
        return [Number(at), Number(width)] as const;
      });
    };
    expect(sizesAt([0, 60]).map(([, width]) => width)).toEqual([100, 100]);
    const near = sizesAt([0, 3, 6, 9, 60]);
    expect(near).toHaveLength(5);
    for (const [index, [at]] of near.entries())
      for (const [other, width] of near.slice(index + 1)) expect(Math.abs(other - at)).toBeGreaterThanOrEqual(width);
    expect(near.every(([, width]) => width < 100)).toBe(true);
  });

  it('stay apart from a space as small as 60 by 30 and from many places', () => {
    const many = Array.from({ length: mostCharts + 5 }, (_, at) => ({
      ...{ place: point((at % 30) * 3, Math.floor(at / 30) * 3), kind: 'a', revenue: at },
    }));
    const { model, undrawn, svg } = draw({}, tableFromRows(many), { width: 60, height: 30 });
    expect(model.charts).toHaveLength(mostCharts);
    expect(undrawn?.title.values).toEqual({ most: mostCharts, undrawn: 5 });
    expect(svg).not.toContain('NaN');
  });
});

describe('what a cartodiagram does not show', () => {
  const hard: readonly Readonly<Record<string, CellValue>>[] = [
    ...rows,
    { place: null, kind: 'a', revenue: 1 },
    { place: 'somewhere', kind: 'a', revenue: 1 },
    { place: point(400, 0), kind: 'a', revenue: 1 },
  ];

  it('is counted: rows without a place, values without an angle', () => {
    expect(draw({}, tableFromRows(hard)).undrawn?.title.values).toMatchObject({
      undrawn: 3,
      empty: 1,
      unreadable: 1,
      outside: 1,
    });
    const negative = [...rows, { place: rome, kind: 'b', revenue: -3 }];
    expect(draw({}, tableFromRows(negative)).undrawn).toMatchObject({
      isAll: false,
      title: { values: { undrawn: 1, all: 4 } },
    });
    expect(draw({}, tableFromRows([{ place: rome, kind: 'b', revenue: null }])).undrawn?.isAll).toBe(true);
    expect(draw({}, tableFromRows(hard.slice(3))).undrawn?.isAll).toBe(true);
    expect(draw({}, tableFromRows(rows)).undrawn).toBeNull();
  });

  it('is a chart that cannot be drawn small, which is said', () => {
    const table = saved({ viz_type: 'table', groupby: ['kind'] });
    expect(draw({ selected_chart: table }, tableFromRows(rows)).undrawn?.isAll).toBe(true);
    for (const none of [null, '', 'no document', '{"id":1}', saved({ viz_type: 'pie', metric: null })])
      expect(() => draw({ selected_chart: none }, tableFromRows(rows)), String(none)).not.toThrow();
  });
});

it('says of its places what they come to, where that can be said', () => {
  expect(draw({}, tableFromRows(rows)).statement).toBe('Paris has the most of 2 places: 40.');
  expect(draw({}, tableFromRows([])).statement).toBe('');
});

it('makes a click on a place a filter for its shape', () => {
  const { model } = draw({}, tableFromRows(rows));
  // Only the item of the option matters here.
  const hit = { data: { value: [0, 0], data: { key: rome } } } as unknown as MarkEvent;
  expect(selectionOfPlace(model, hit)).toEqual({
    filters: [{ column: 'place', op: 'IN', values: [rome] }],
    selectedLabels: ['Rome'],
  });
  expect(selectionOfPlace(model, { ...hit, data: undefined })).toBeNull();
});

const view = { longitude: 10, latitude: 20, zoom: 4, bearing: 0, pitch: 0 };
const cases: ControlCases['cases'] = {
  selected_chart: { to: saved({ ...pie, metric: 'orders' }) },
  geom_column: { to: 'city' },
  adhoc_filters: { to: [filter('city')] },
  map_view: { to: { mode: 'CUSTOM', longitude: 10, latitude: 20, zoom: 4 } },
  autozoom: { to: false },
  viewport: { to: view, form: { autozoom: false } },
  chart_background_color: { to: { r: 200, g: 0, b: 0, a: 1 } },
  chart_background_border_radius: { to: 40 },
  chart_size: {
    to: {
      type: 'LINEAR',
      values: Object.fromEntries(Array.from({ length: 29 }, (_, zoom) => [zoom, { width: 30, height: 40 }])),
    },
  },
  chart_width: { to: 40 },
  chart_height: { to: 40 },
};

it.each(Object.keys(cases))('the control %s of a cartodiagram does what it says', (name) => {
  const results = [tableFromRows(rows)];
  const given = { definition: chart, view: View as ComponentType<ChartViewProps>, form: base, results, maps, cases };
  expect(faultsOf({ ...given, hidden: ['map_view', 'chart_size'] }, name)).toEqual([]);
});
