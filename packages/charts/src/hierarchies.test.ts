import { type ChartDefinition, type ChartForm, lightChartTheme, tableFromRows } from '@powerset/chart-kit';
import type { CellValue } from '@powerset/contract';
import * as echarts from 'echarts';
import { describe, expect, it } from 'vitest';
import { chart as chord } from './chord/index.ts';
import { chart as graph } from './graph-chart/index.ts';
import { chart as partition } from './partition/index.ts';
import { chart as sankey } from './sankey-v2/index.ts';
import type { EChartOptions } from './shared/base-options.ts';
import { drawModel, toModelContext } from './shared/draw-chart.ts';
import { chart as sunburst } from './sunburst-v2/index.ts';
import { chart as tree } from './tree-chart/index.ts';
import { chart as treemap } from './treemap-v2/index.ts';

type Row = Readonly<Record<string, CellValue>>;

interface Given {
  readonly form: object;
  readonly rows: readonly Row[];
  readonly temporal?: readonly string[];
  readonly width?: number;
  readonly height?: number;
  readonly selectedLabels?: readonly string[];
}

function draw(definition: ChartDefinition, { form, rows, temporal, ...space }: Given) {
  const { width = 600, height = 360, selectedLabels = [] } = space;
  const stored = { ...form, viz_type: definition.key } as ChartForm;
  const input = { form: stored, results: [tableFromRows(rows, temporal)] };
  const context = toModelContext(definition, input, lightChartTheme);
  const model = definition.toModel(input.results, context);
  const given = { context, space: { theme: lightChartTheme, width, height, selectedLabels } };
  // Every type here is drawn by ECharts.
  const options = drawModel(definition, model, given) as EChartOptions;
  return {
    model,
    options,
    undrawn: definition.undrawnOf?.(model, context.form) ?? null,
    svg: svgOf(options, width, height),
  };
}

function svgOf({ option }: EChartOptions, width: number, height: number): string {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height });
  try {
    chart.setOption({ ...option, animation: false });
    return chart.renderToSVGString().replaceAll(/\bzr\d+-(cls-)?[a-z]?\d+/g, '');
  } finally {
    chart.dispose();
  }
}

const textsOf = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)<\/text>/g)].map((match) => match[1]);
const queryOf = (definition: ChartDefinition, form: object) =>
  definition.toQueries({ ...form, viz_type: definition.key })[0]!;

const parts = { groupby: ['region', 'city'], metric: 'revenue' };
const places = [
  { region: 'South', city: 'Rome', revenue: 60 },
  { region: 'South', city: 'Bari', revenue: 20 },
  { region: 'North', city: 'Oslo', revenue: 20 },
];

describe('a treemap', () => {
  it('asks for its paths in the order of their names, or the largest first', () => {
    expect(queryOf(treemap, parts)).toMatchObject({
      columns: ['region', 'city'],
      metrics: ['revenue'],
      orderby: [
        ['region', true],
        ['city', true],
      ],
    });
    expect(queryOf(treemap, { ...parts, sort_by_metric: true }).orderby).toEqual([
      ['revenue', false],
      ['region', true],
      ['city', true],
    ]);
  });

  it('says names and values in its areas, and what they come to above them', () => {
    const texts = textsOf(draw(treemap, { form: parts, rows: places }).svg);
    expect(texts).toEqual(expect.arrayContaining(['South  80', 'Rome', '60', 'North  20']));
    const plain = draw(treemap, { form: { ...parts, show_labels: false, show_upper_labels: false }, rows: places });
    expect(textsOf(plain.svg)).toEqual([]);
  });

  it('cuts names with an ellipsis and never figures', () => {
    const rows = [
      { region: 'Donaudampfschifffahrtsgesellschaft', city: 'Kapitänsmützenabzeichen', revenue: 1_234_567 },
    ];
    const form = { ...parts, number_format: ',d' };
    const wide = textsOf(draw(treemap, { form, rows, width: 400 }).svg);
    expect(wide).toContain('1,234,567');
    const narrow = textsOf(draw(treemap, { form, rows, width: 92, height: 100 }).svg);
    expect(narrow.some((text) => text?.endsWith('…'))).toBe(true);
    for (const text of narrow) expect(text).not.toMatch(/\d…/);
  });

  it('draws no more than can be told apart of 100,000 areas', () => {
    const rows = Array.from({ length: 100_000 }, (_, at) => ({ region: `r${at % 30}`, city: `c${at}`, revenue: at }));
    const { options, undrawn } = draw(treemap, { form: parts, rows });
    expect(options.marks).toBeLessThan(800);
    expect(undrawn?.title.values).toMatchObject({ all: 100_000 });
  });

  it('pales what was not chosen', () => {
    const [before, after] = [[], ['South, Rome']].map(
      (selectedLabels) => draw(treemap, { form: parts, rows: places, selectedLabels }).svg,
    );
    const fills = (svg: string | undefined) =>
      new Set([...(svg ?? '').matchAll(/fill="(rgb[^"]*|#[^"]*)"/g)].map(([, fill]) => fill));
    expect([...fills(before)].filter((fill) => fills(after).has(fill)).length).toBeLessThan(fills(before).size);
  });
});

describe('a sunburst', () => {
  const form = { columns: ['region', 'city'], metric: 'revenue' };

  it('colours its parts by the second metric as a ratio of the first, with the scale below', () => {
    expect(queryOf(sunburst, { ...form, secondary_metric: 'orders' })).toMatchObject({
      metrics: ['revenue', 'orders'],
    });
    const rows = places.map((row, at) => ({ ...row, orders: row.revenue * (at + 1) }));
    const ratios = draw(sunburst, { form: { ...form, secondary_metric: 'orders', linear_color_scheme: 'moss' }, rows });
    expect(textsOf(ratios.svg)).toEqual(['1', '3']);
    expect(ratios.svg).toContain('rgb(238,246,233)');
    expect(draw(sunburst, { form: { ...form, secondary_metric: 'revenue' }, rows }).svg).toContain(
      lightChartTheme.categorical[0],
    );
  });

  it('names parts of enough share, and the total in the middle', () => {
    const labelled = { ...form, show_labels: true, show_labels_threshold: 30, show_total: true };
    const texts = textsOf(draw(sunburst, { form: labelled, rows: places }).svg);
    expect(texts).toEqual(expect.arrayContaining(['South', 'Rome', '100', 'Total']));
    expect(texts).not.toContain('Oslo');
  });
});

const flowForm = { source: 'from', target: 'to', metric: 'value' };
const circle = [
  { from: 'a', to: 'b', value: 5 },
  { from: 'b', to: 'c', value: 4 },
  { from: 'c', to: 'a', value: 3 },
  { from: 'b', to: 'b', value: 2 },
];

describe('a sankey', () => {
  it('asks for sources and targets by their names', () => {
    expect(queryOf(sankey, flowForm)).toMatchObject({
      columns: ['from', 'to'],
      orderby: [
        ['from', true],
        ['to', true],
      ],
    });
  });

  it('leaves out what leads back, and says what', () => {
    const { svg, undrawn } = draw(sankey, { form: flowForm, rows: circle });
    expect(textsOf(svg).map((text) => text?.split('  ')[0])).toEqual(expect.arrayContaining(['a', 'b', 'c']));
    expect(undrawn?.title.values).toEqual({ count: 2, names: 'c → a, b → b' });
    expect(draw(sankey, { form: flowForm, rows: circle.slice(3) }).undrawn).toMatchObject({ isAll: true });
  });
});

it('a chord diagram draws ways there and back, and to itself', () => {
  const form = { groupby: 'from', columns: 'to', metric: 'value' };
  const rows = [...circle, { from: 'b', to: 'a', value: 1 }];
  const { options, undrawn, svg } = draw(chord, { form, rows });
  expect(options.marks).toBe(3 + 5);
  expect(undrawn).toBeNull();
  expect(textsOf(svg).sort()).toEqual(['a', 'b', 'c']);
});

describe('a graph', () => {
  const named = { ...flowForm, source_category: 'of', target_category: 'at' };
  const rows = circle.map((row) => ({ ...row, of: 'North', at: row.to === 'c' ? 'South' : 'North' }));
  interface Series {
    readonly data: readonly { readonly x: number; readonly y: number; readonly symbolSize: number }[];
    readonly links: readonly { readonly lineStyle: { readonly width: number } }[];
  }
  const seriesOf = ({ option }: EChartOptions) =>
    (option as unknown as { readonly series: readonly Series[] }).series[0]!;

  it('places the same links alike each time, within its space', () => {
    const [one, other] = [0, 1].map(() =>
      seriesOf(draw(graph, { form: named, rows }).options).data.map(({ x, y }) => ({ x, y })),
    );
    expect(one).toEqual(other);
    for (const { x, y } of one ?? []) {
      expect(x).toBeGreaterThan(0);
      expect(x).toBeLessThan(600);
      expect(y).toBeGreaterThan(0);
      expect(y).toBeLessThan(360);
    }
    expect(new Set(one?.map(({ x, y }) => `${Math.round(x)},${Math.round(y)}`)).size).toBe(3);
  });

  it('says its categories in the legend, and leaves links to itself out', () => {
    const { svg, options, undrawn } = draw(graph, { form: named, rows });
    expect(textsOf(svg)).toEqual(expect.arrayContaining(['North', 'South', 'a', 'b', 'c']));
    expect(seriesOf(options).links).toHaveLength(3);
    expect(undrawn?.title.values).toEqual({ count: 1 });
    expect(queryOf(graph, named).columns).toEqual(['from', 'to', 'of', 'at']);
  });

  it('has nodes and lines up to four times as large as the smallest', () => {
    const { data, links } = seriesOf(draw(graph, { form: flowForm, rows: circle }).options);
    const sizes = data.map(({ symbolSize }) => symbolSize);
    const widths = links.map(({ lineStyle }) => lineStyle.width);
    expect(Math.max(...sizes) / Math.min(...sizes)).toBeCloseTo(4);
    expect(Math.max(...widths)).toBeCloseTo(6);
  });

  it('of one node alone stands in the middle', () => {
    const { data } = seriesOf(draw(graph, { form: flowForm, rows: circle.slice(3) }).options);
    expect(data).toMatchObject([{ x: 300, y: 180 }]);
  });

  it('draws and places no more of 100,000 links than can be told apart', () => {
    const many = Array.from({ length: 100_000 }, (_, at) => ({ from: `a${at % 700}`, to: `b${at % 997}`, value: at }));
    expect(draw(graph, { form: flowForm, rows: many }).options.marks).toBeLessThanOrEqual(420);
  });
});

describe('a tree', () => {
  const form = { id: 'id', parent: 'up', name: 'title', initialTreeDepth: -1 };
  const rows = [
    { id: 1, up: null, title: 'All' },
    { id: 2, up: 1, title: 'Left' },
    { id: 3, up: 1, title: 'Right' },
    { id: 4, up: 3, title: 'Leaf' },
  ];

  it('asks for nodes by their parents, and draws them below their root', () => {
    expect(queryOf(tree, form)).toMatchObject({
      columns: ['id', 'up', 'title'],
      orderby: [
        ['up', true],
        ['id', true],
        ['title', true],
      ],
    });
    const { svg, undrawn } = draw(tree, { form, rows });
    expect(textsOf(svg).sort()).toEqual(['All', 'Leaf', 'Left', 'Right']);
    expect(undrawn).toBeNull();
  });

  it('of a parent without a row of its own has that as its root', () => {
    const edges = rows.slice(1).map(({ id, up }) => ({ id, up }));
    expect(textsOf(draw(tree, { form: { ...form, name: null }, rows: edges }).svg).sort()).toEqual([
      '1',
      '2',
      '3',
      '4',
    ]);
  });

  it('says that there are two roots, and offers the largest', () => {
    const { undrawn, svg } = draw(tree, { form, rows: [{ id: 9, up: null, title: 'Alone' }, ...rows] });
    expect(undrawn).toMatchObject({
      isAll: true,
      title: { values: { count: 2 } },
      text: { values: { names: '1, 9' } },
      remedy: { changes: { root_node_id: '1' } },
    });
    expect(textsOf(svg)).toEqual([]);
    const chosen = draw(tree, {
      form: { ...form, root_node_id: '9' },
      rows: [...rows, { id: 9, up: null, title: 'Alone' }],
    });
    expect(textsOf(chosen.svg)).toEqual(['Alone']);
    expect(chosen.undrawn?.title.values).toEqual({ left: 4, all: 5 });
  });

  it('says that nothing is a root where all goes round, and where the root’s id is none', () => {
    const round = [
      { id: 1, up: 2, title: 'a' },
      { id: 2, up: 1, title: 'b' },
    ];
    expect(draw(tree, { form, rows: round }).undrawn).toMatchObject({
      isAll: true,
      remedy: { changes: { root_node_id: '1' } },
    });
    expect(textsOf(draw(tree, { form: { ...form, root_node_id: '1' }, rows: round }).svg).sort()).toEqual(['a', 'b']);
    expect(draw(tree, { form: { ...form, root_node_id: 'x' }, rows }).undrawn).toMatchObject({
      isAll: true,
      remedy: { changes: { root_node_id: '' } },
      also: { changes: { root_node_id: '1' } },
    });
  });

  it('counts what hangs elsewhere', () => {
    const { undrawn } = draw(tree, {
      form: { ...form, root_node_id: '1' },
      rows: [...rows, { id: 7, up: 99, title: 'x' }],
    });
    expect(undrawn?.title.values).toEqual({ left: 1, all: 5 });
  });

  it('draws the first levels of 100,000 nodes', () => {
    const many = Array.from({ length: 100_000 }, (_, at) => ({
      id: at,
      up: at === 0 ? null : Math.floor((at - 1) / 9),
      title: `n${at}`,
    }));
    const { options, undrawn } = draw(tree, { form: { ...form, initialTreeDepth: 2 }, rows: many });
    expect(options.marks).toBe(500);
    expect(undrawn?.title.values).toEqual({ surplus: 99_500, drawn: 500 });
  });
});

describe('a partition', () => {
  const form = { groupby: ['city'], metrics: ['revenue'], granularity_sqla: 'at', partition_threshold: 0 };
  const march = (year: number) => Date.UTC(year, 2, 1);
  const rows = [
    { at: march(2024), city: 'Rome', revenue: 10 },
    { at: march(2025), city: 'Rome', revenue: 30 },
    { at: march(2024), city: 'Oslo', revenue: 20 },
    { at: march(2025), city: 'Oslo', revenue: 5 },
  ];
  const said = (option: string, more: object = {}) =>
    textsOf(draw(partition, { form: { ...form, time_series_option: option, ...more }, rows, temporal: ['at'] }).svg);

  it('asks for times only where its options look at them', () => {
    expect(queryOf(partition, form)).toMatchObject({
      columns: ['city'],
      orderby: [['revenue', false]],
      granularity: 'at',
    });
    const timed = queryOf(partition, { ...form, time_series_option: 'time_series', time_grain_sqla: 'P1Y' });
    expect(timed.columns).toEqual([
      expect.objectContaining({ label: 'at', columnType: 'BASE_AXIS', timeGrain: 'P1Y' }),
      'city',
    ]);
  });

  it('takes sums, means and changes over times', () => {
    expect(said('agg_sum')).toEqual(['Rome', '40', 'Oslo', '25']);
    expect(said('agg_mean')).toEqual(['Rome', '20', 'Oslo', '12.5']);
    expect(said('point_diff')).toEqual(['Rome', '20']);
    expect(said('point_factor')).toEqual(['Rome', '3', 'Oslo  0.25']);
    expect(said('point_percent')).toEqual(['Rome', '2']);
    expect(said('time_series', { date_time_format: '%Y' })).toEqual(
      expect.arrayContaining(['2024', '2025', 'Rome', '30']),
    );
  });

  it('reads the columns that the server made of each path over time', () => {
    const wide = [
      { at: march(2024), 'revenue, Rome': 10, 'revenue, <NULL>': 2 },
      { at: march(2025), 'revenue, Rome': 40, 'revenue, <NULL>': 6 },
    ];
    const advanced = { ...form, time_series_option: 'adv_anal', rolling_type: 'cumsum', date_time_format: '%Y' };
    expect(queryOf(partition, advanced).post_processing?.map((rule) => rule?.operation)).toEqual([
      'pivot',
      'cum',
      'flatten',
    ]);
    const texts = textsOf(draw(partition, { form: advanced, rows: wide, temporal: ['at'] }).svg);
    expect(texts).toEqual(expect.arrayContaining(['2025', '46', 'Rome', '40']));
  });

  it('prunes parts by number and share, and gathers them', () => {
    const many = Array.from({ length: 20 }, (_, at) => ({ city: `c${at}`, revenue: 20 - at }));
    const limited = draw(partition, { form: { ...form, partition_limit: 3 }, rows: many });
    expect(textsOf(limited.svg)).toEqual(['c0  20', 'c1  19', 'c2  18', 'Others', '153']);
    expect(limited.undrawn?.title.values).toEqual({ gathered: 17, all: 20 });
  });

  it('draws one picture for each metric', () => {
    const two = places.map((row) => ({ ...row, orders: row.revenue * 2 }));
    const form = { groupby: ['region'], metrics: ['revenue', 'orders'] };
    expect(textsOf(draw(partition, { form, rows: two }).svg)).toEqual(
      expect.arrayContaining(['revenue  100', 'orders  200']),
    );
  });
});

interface Handler {
  readonly [name: string]: (event: object) => void;
}

/** What clicks all over a picture hit, as the items of the option say it. */
function clickAll({ option }: EChartOptions, [width, height]: readonly [number, number]): readonly unknown[] {
  const chart = echarts.init(null, null, { renderer: 'svg', ssr: true, width, height });
  const hits: unknown[] = [];
  try {
    chart.setOption({ ...option, animation: false });
    chart.renderToSVGString();
    chart.on('click', ({ data }) => {
      hits.push(data);
    });
    // What the pointer does without a browser: the handler's methods are those of its events.
    const handler = chart.getZr().handler as unknown as Handler;
    for (let zrX = 4; zrX < width; zrX += 6)
      for (let zrY = 4; zrY < height; zrY += 6)
        for (const type of ['mousedown', 'mouseup', 'click']) handler[type]?.({ type, zrX, zrY, which: 1 });
  } finally {
    chart.dispose();
  }
  return hits;
}

describe('a click', () => {
  it.each([
    [treemap, parts, places, 'node', 5],
    [sunburst, { columns: ['region', 'city'], metric: 'revenue' }, places, 'node', 5],
    [partition, { groupby: ['region', 'city'], metrics: ['revenue'] }, places, 'node', 5],
    [sankey, flowForm, circle, 'link', 2],
    [chord, { groupby: 'from', columns: 'to', metric: 'value' }, circle, 'link', 4],
    [graph, flowForm, circle, 'node', 3],
  ] as const)('on any mark of $key says which part it is', (definition, form, rows, field, count) => {
    const { options } = draw(definition, { form, rows, width: 300, height: 200 });
    const hits = clickAll(options, [300, 200]).map((data) => Object(data)[field]);
    expect(new Set(hits.filter((hit) => hit !== undefined)).size).toBe(count);
  });
});
