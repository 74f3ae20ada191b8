import { type ChartForm, controlsOf, lightChartTheme, tableFromRows } from '@powerset/chart-kit';
import type { ResultTable } from '@powerset/contract';
import type { ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import { type ControlCase, type ControlCases, faultsOf } from '../control-effects.ts';
import { drawModel, toModelContext } from '../shared/draw-chart.ts';
import { categoryTable, monthlyTable } from '../shared/example-series.ts';
import type { SeriesOptions } from '../shared/series-options.ts';
import { selectionOfMark } from '../shared/series-selection.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import { alignZeros } from './aligned-axes.ts';
import { chart } from './index.ts';
import type { Mixed } from './joined.ts';
import { View } from './View.tsx';

const base: ChartForm = {
  viz_type: 'mixed_timeseries',
  x_axis: 'at',
  time_grain_sqla: 'P1M',
  metrics: ['revenue'],
  metrics_b: ['orders'],
};

function draw(results: readonly ResultTable[], changes: Readonly<Record<string, unknown>> = {}, more: object = {}) {
  const context = toModelContext(chart, { form: { ...base, ...changes }, results, ...more }, lightChartTheme);
  const model = chart.toModel(results, context) as Mixed;
  const space = { theme: lightChartTheme, width: 640, height: 320 };
  const options = drawModel(chart, model, { context, space }) as SeriesOptions;
  return { model, options, undrawn: chart.undrawnOf?.(model, context.form) ?? null };
}

const monthOf = (x: unknown) => new Date(Number(x)).getUTCMonth();
const axesOf = ({ options }: ReturnType<typeof draw>) => options.option.yAxis as readonly Record<string, unknown>[];
const layersOf = ({ options }: ReturnType<typeof draw>) => options.option.series as readonly Record<string, unknown>[];
const tipOf = ({ options }: ReturnType<typeof draw>, index: number) => {
  const { formatter } = options.option.tooltip as { formatter: (hits: unknown) => string };
  return formatter(options.plot.series.map(({ id }) => ({ seriesId: id, dataIndex: index }))).replaceAll(
    /<[^>]*>/g,
    '|',
  );
};

describe('the two queries', () => {
  it('are asked apart, the second by the fields with its suffix', () => {
    const [first, second] = chart.toQueries({
      ...base,
      groupby: ['city'],
      groupby_b: ['kind'],
      limit: 5,
      limit_b: 10,
      row_limit_b: 50,
      rolling_type_b: 'cumsum',
      time_compare: ['1 week ago'],
    });
    expect(first).toMatchObject({
      metrics: ['revenue'],
      series_limit: 5,
      time_offsets: ['1 week ago'],
      orderby: [['revenue', false]],
    });
    expect(second).toMatchObject({
      metrics: ['orders'],
      series_limit: 10,
      row_limit: 50,
      time_offsets: [],
      series_columns: ['kind'],
    });
    const operations = second?.post_processing?.map((rule) => rule?.operation);
    expect(operations).toEqual(['pivot', 'cum', 'rename', 'flatten']);
    expect(first?.post_processing?.[0]?.options).toMatchObject({ columns: ['city'], drop_missing_columns: true });
  });

  it('both take the filters of a dashboard, its time range instead of their own', () => {
    const range = (comparator: string, isExtra: boolean) => ({
      ...{ clause: 'WHERE', expressionType: 'SIMPLE', subject: 'at', operator: 'TEMPORAL_RANGE', comparator },
      ...(isExtra ? { isExtra } : {}),
    });
    const city = {
      clause: 'WHERE',
      expressionType: 'SIMPLE',
      subject: 'city',
      operator: '==',
      comparator: 'Rome',
      isExtra: true,
    };
    const own = { clause: 'WHERE', expressionType: 'SIMPLE', subject: 'kind', operator: '==', comparator: 'new' };
    const [, second] = chart.toQueries({
      ...base,
      adhoc_filters: [range('Last week', true), city],
      adhoc_filters_b: [range('Last year', false), own],
    });
    expect(second?.filters).toEqual([
      { col: 'kind', op: '==', val: 'new' },
      { col: 'at', op: 'TEMPORAL_RANGE', val: 'Last week', isExtra: true },
      { col: 'city', op: '==', val: 'Rome', isExtra: true },
    ]);
  });

  it('are joined by their positions, also those that only one of them has', () => {
    const results = [
      monthlyTable('at', [2026, 0], { revenue: [1, 2] }),
      monthlyTable('at', [2026, 1], { orders: [20, 30] }),
    ];
    const { plot } = draw(results).options;
    expect(plot.xs.map(monthOf)).toEqual([0, 1, 2]);
    expect(plot.series.map(({ values }) => values)).toEqual([
      [1, 2, null],
      [null, 20, 30],
    ]);
    expect(plot.joinsAcross).toBe(false);
  });

  it('have a place for the months that neither of them has', () => {
    const at = (month: number) => Date.UTC(2026, month);
    const results = [
      tableFromRows([{ at: at(0), revenue: 1 }], ['at']),
      tableFromRows([{ at: at(3), orders: 2 }], ['at']),
    ];
    expect(draw(results, { seriesType: 'bar' }).options.plot.xs.map(monthOf)).toEqual([0, 1, 2, 3]);
  });

  it('are joined by name, in one order, and lines of numbers run across what only the other has', () => {
    const names = draw(
      [
        categoryTable(
          'at',
          [
            ['b', 1],
            ['d', 2],
          ],
          ['revenue'],
        ),
        categoryTable(
          'at',
          [
            ['a', 3],
            ['b', 4],
          ],
          ['orders'],
        ),
      ],
      { seriesType: 'bar' },
    );
    expect(names.options.plot.labels).toEqual(['a', 'b', 'd']);
    const numbers = draw([
      tableFromRows([
        { at: 1, revenue: 3 },
        { at: 5, revenue: 4 },
      ]),
      tableFromRows([{ at: 2, orders: 5 }]),
    ]);
    expect([numbers.options.plot.xs, numbers.options.plot.joinsAcross]).toEqual([[1, 2, 5], true]);
  });
});

describe('the two axes', () => {
  const results = [
    monthlyTable('at', [2026, 0], { revenue: [400, -100] }),
    monthlyTable('at', [2026, 0], { orders: [3, 5] }),
  ];

  it('have zero, and each line of the grid, at the same height', () => {
    const [first, second] = axesOf(draw(results, { yAxisIndexB: 1 })) as readonly {
      min: number;
      max: number;
      interval: number;
    }[];
    expect([first!.min, first!.max]).toEqual([-100, 400]);
    expect(first!.min / first!.max).toBeCloseTo(second!.min / second!.max, 9);
    expect(first!.max / first!.interval).toBe(second!.max / second!.interval);
    expect(second!.max).toBeGreaterThanOrEqual(5);
  });

  it.each([
    [
      [0, 702_000],
      [0, 8800],
      [0, 0],
    ],
    [[-14_000, 18_000], [0, 0.17], null],
    [[-5, 0], [0, 12], null],
    [[0, 0], [-3, 3], null],
    [[-1e-9, 1e12], [-1e12, 1e-9], null],
  ] as const)('are aligned for %j and %j', (first, second, mins) => {
    const scales = alignZeros([first, second], 5)!;
    [first, second].forEach(([low, high], at) => {
      const { min, max, interval } = scales[at]!;
      expect(min).toBeLessThanOrEqual(low);
      expect(max).toBeGreaterThanOrEqual(high);
      expect(Math.abs(Math.round(max / interval) - max / interval)).toBeLessThan(1e-6);
    });
    expect(scales[0].min / scales[0].interval).toBeCloseTo(scales[1].min / scales[1].interval, 9);
    if (mins) expect(scales.map(({ min }) => min)).toEqual(mins);
  });

  it('are left apart where one is cut or logarithmic, and one alone is shown where both queries stand on it', () => {
    const bounded = axesOf(draw(results, { yAxisIndexB: 1, y_axis_bounds_secondary: [2, 6] }));
    expect(bounded[1]).toMatchObject({ min: 2, max: 6 });
    expect(bounded[0]).not.toHaveProperty('interval');
    const log = axesOf(draw(results, { yAxisIndexB: 1, logAxisSecondary: true }));
    expect(log.map(({ type }) => type)).toEqual(['value', 'log']);
    expect(axesOf(draw(results)).map(({ show }) => show)).toEqual([true, false]);
  });

  it('count in their own formats, and are named by their measures unless titles are given', () => {
    const formats = { yAxisIndexB: 1, y_axis_format: ',.1f', y_axis_format_secondary: '.0%' };
    const drawn = draw(results, formats);
    expect(drawn.options.plot.series.map(({ format, values }) => format?.(values[0] ?? null))).toEqual([
      '400.0',
      '300 %',
    ]);
    expect(axesOf(drawn).map(({ name }) => name)).toEqual(['revenue', 'orders']);
    const titled = axesOf(draw(results, { ...formats, y_axis_title: 'Euro', yAxisTitleSecondary: 'Pieces' }));
    expect(titled.map(({ name }) => name)).toEqual(['Euro', 'Pieces']);
    expect(layersOf(drawn).map(({ yAxisIndex }) => yAxisIndex)).toEqual([0, 1]);
  });

  it('hold stacks of each query apart', () => {
    const parts = monthlyTable('at', [2026, 0], { A: [1, 2], B: [3, 4] });
    const stacked = layersOf(
      draw([parts, parts], { groupby: ['g'], groupby_b: ['g'], stack: true, stackB: true, seriesType: 'bar' }),
    );
    expect(stacked.map(({ stack }) => stack)).toEqual(['a:values', 'a:values', 'b:values', 'b:values']);
    expect(new Set(stacked.map(({ id }) => id)).size).toBe(4);
  });
});

describe('names that both queries have', () => {
  const table = monthlyTable('at', [2026, 0], { Web: [1, 2], Store: [3, 4] });
  const groups = { groupby: ['channel'], groupby_b: ['channel'] };
  const namesOf = (drawn: ReturnType<typeof draw>) => drawn.options.plot.series.map(({ name }) => name);

  it('are told apart by their measures, else by their queries', () => {
    expect(namesOf(draw([table, table], groups))).toEqual([
      'Store, revenue',
      'Web, revenue',
      'Store, orders',
      'Web, orders',
    ]);
    const alike = { ...groups, metrics_b: ['revenue'] };
    expect(namesOf(draw([table, table], alike)).slice(0, 3)).toEqual([
      'Store, Query A',
      'Web, Query A',
      'Store, Query B',
    ]);
    const identified = namesOf(draw([table, table], { ...alike, show_query_identifiers: true }));
    expect(identified.slice(1, 3)).toEqual(['Web (Query A)', 'Store (Query B)']);
    expect(new Set(draw([table, table], groups).options.plot.series.map(({ color }) => color)).size).toBe(4);
  });

  it('stay as they are where each stands once', () => {
    const other = monthlyTable('at', [2026, 0], { Phone: [1, 2] });
    expect(namesOf(draw([table, other], groups))).toEqual(['Store', 'Web', 'Phone']);
  });

  it('stand in one tooltip, each sum with its query', () => {
    const text = tipOf(draw([table, table], { ...groups, metrics_b: ['revenue'] }), 1);
    expect(text).toContain('February 2026');
    for (const part of ['Web, Query A', 'Web, Query B', 'Total, Query A', 'Total, Query B'])
      expect(text).toContain(part);
  });
});

describe('what is missing', () => {
  it('of one query is said, while the other is drawn', () => {
    const some = monthlyTable('at', [2026, 0], { revenue: [1] });
    const none = monthlyTable('at', [2026, 0], { orders: [null] });
    expect(draw([some, none]).undrawn).toEqual({
      isAll: false,
      title: { text: 'Query B has nothing that can be drawn.' },
    });
    expect(draw([some]).undrawn?.title.text).toContain('Query B');
    expect(draw([none, none]).undrawn).toMatchObject({ isAll: true });
    expect(draw([some, monthlyTable('at', [2026, 0], { orders: [4] })]).undrawn).toBeNull();
  });

  it('is mended by the fields of its own query and axis', () => {
    const low = monthlyTable('at', [2026, 0], { orders: [0, 4] });
    const some = monthlyTable('at', [2026, 0], { revenue: [1, 2] });
    const { undrawn } = draw([some, low], { yAxisIndexB: 1, logAxisSecondary: true });
    expect(undrawn?.remedy?.changes).toEqual({ logAxisSecondary: false });
    const limited = {
      answers: [
        { limitReached: null, summable: null },
        { limitReached: 50, summable: null },
      ],
    };
    expect(draw([some, low], {}, limited).undrawn?.remedy?.changes).toEqual({ row_limit_b: 10_000 });
  });

  it('is nothing of a chart with one row, and without any', () => {
    const one = monthlyTable('at', [2026, 0], { revenue: [1] });
    expect(draw([one, monthlyTable('at', [2026, 0], { orders: [2] })]).options.plot.xs).toHaveLength(1);
    const empty = { rowCount: 0, columns: [] };
    expect(chart.isEmpty?.(draw([empty, empty]).model)).toBe(true);
  });
});

it('a click on a mark of either query filters by its own dimensions', () => {
  const [table, other] = [monthlyTable('at', [2026, 0], { Web: [1] }), monthlyTable('at', [2026, 0], { Rome: [1] })];
  const { model, options } = draw([table, other], { groupby: ['channel'], groupby_b: ['city'] });
  const picked = options.plot.series.map(
    ({ id }) => selectionOfMark(model, options.plot, { seriesId: id, dataIndex: 0 })?.filters,
  );
  expect(picked).toEqual([
    [{ column: 'channel', op: 'IN', values: ['Web'] }],
    [{ column: 'city', op: 'IN', values: ['Rome'] }],
  ]);
});

const results = [
  monthlyTable('at', [2026, 0], { Berlin: [30, 32, 51, 12, 40], Paris: [20, 25, 22, 90, 26] }),
  monthlyTable('at', [2026, 0], { Oslo: [310, 290, 350, 420, 400], Bonn: [100, 110, 90, 140, 130] }),
];
const filter = { clause: 'WHERE', expressionType: 'SIMPLE', subject: 'city', operator: '==', comparator: 'Rome' };
const formula = { name: 'limit', annotationType: 'FORMULA', value: '60', show: true, style: 'solid', color: '#f00' };
const byCity = { x_axis: 'city', groupby: [], groupby_b: [] };
const ages = [
  tableFromRows([1, 20, 90].map((age) => ({ age, revenue: age }))),
  tableFromRows([1, 20, 90].map((age) => ({ age, orders: 100 - age }))),
];
const byAge = { x_axis: 'age', groupby: [], groupby_b: [] };
const heights = [
  monthlyTable('at', [2026, 0], { Berlin: [1000, 1004] }),
  monthlyTable('at', [2026, 0], { Oslo: [1002, 1009] }),
];
const crossing = [
  monthlyTable('at', [2026, 0], { Berlin: [1, 9], Paris: [6, 6] }),
  monthlyTable('at', [2026, 0], { Oslo: [1, 9], Bonn: [6, 6] }),
];
const gaps = [0, 1, 4, 5].map((month) => Date.UTC(2026, month));
const withGaps = [
  tableFromRows(
    gaps.map((at, n) => ({ at, Berlin: n + 4 })),
    ['at'],
  ),
  tableFromRows(
    gaps.map((at, n) => ({ at, Oslo: n + 9 })),
    ['at'],
  ),
];
const manySeries = [
  monthlyTable(
    'at',
    [2026, 0],
    Object.fromEntries(Array.from({ length: 40 }, (_, at) => [`City ${at}`, [at, 40 - at]])),
  ),
  results[1]!,
];
const compared = [
  monthlyTable('at', [2026, 0], {
    Berlin: [30, 32],
    Paris: [20, 25],
    '1 year ago, Berlin': [25, 27],
    '1 year ago, Paris': [22, 21],
  }),
  results[1]!,
];
const seriesTypes = ['line', 'scatter', 'smooth', 'bar', 'start', 'middle', 'end'];
const sortTypes = ['name', 'sum', 'min', 'max', 'avg'];
const axes = [0, 1];
const secondary = { yAxisIndexB: 1 };

/** The same of both queries: names with and without the suffix. */
function ofBoth(suffix: string, own: Readonly<Record<string, ControlCase>>): Readonly<Record<string, ControlCase>> {
  const renamed = (fields: ControlCase['form']) =>
    fields && Object.fromEntries(Object.entries(fields).map(([name, value]) => [`${name}${suffix}`, value]));
  return Object.fromEntries(
    Object.entries(own).flatMap(([name, one]) => [
      [name, one],
      [
        `${name}${suffix}`,
        {
          ...one,
          ...(one.form ? { form: renamed(one.form)! } : {}),
          ...(one.hiddenBy ? { hiddenBy: renamed(one.hiddenBy)! } : {}),
        },
      ],
    ]),
  );
}

const cases: ControlCases = {
  definition: chart,
  view: View as ComponentType<ChartViewProps>,
  form: { ...base, groupby: ['city'], groupby_b: ['kind'] },
  results,
  cases: {
    x_axis: { to: 'seen' },
    time_grain_sqla: { to: 'P1Y', hiddenBy: byCity },
    ...ofBoth('_b', {
      metrics: { to: ['count'] },
      groupby: { to: ['age'] },
      adhoc_filters: { to: [filter] },
      limit: { to: 5 },
      timeseries_limit_metric: { to: 'count' },
      order_desc: { to: false, form: { timeseries_limit_metric: 'count' }, hiddenBy: {} },
      row_limit: { to: 50 },
      truncate_metric: { to: false },
      rolling_type: { to: 'cumsum', choices: [null, 'mean', 'sum', 'std', 'cumsum'] },
      rolling_periods: { to: 3, form: { rolling_type: 'mean' }, hiddenBy: { rolling_type: 'cumsum' } },
      min_periods: { to: 2, form: { rolling_type: 'mean' }, hiddenBy: { rolling_type: 'cumsum' } },
      time_compare: { to: ['1 year ago'] },
      comparison_type: {
        to: 'ratio',
        form: { time_compare: ['1 year ago'] },
        choices: ['values', 'difference', 'percentage', 'ratio'],
      },
      resample_rule: { to: '1D', form: { resample_method: 'ffill' } },
      resample_method: { to: 'zerofill', form: { resample_rule: '1D' } },
    }),
    annotation_layers: { to: [formula] },
    x_axis_title: { to: 'Month' },
    x_axis_title_margin: { to: 50, form: { x_axis_title: 'Month' } },
    y_axis_title: { to: 'Money' },
    y_axis_title_margin: { to: 50, form: { y_axis_title: 'Money' } },
    y_axis_title_position: { to: 'Top', form: { y_axis_title: 'Money' }, choices: ['Left', 'Top'] },
    color_scheme: { to: 'orchard' },
    time_shift_color: { to: false, form: { time_compare: ['1 year ago'] }, results: compared, hiddenBy: {} },
    missing_periods: { to: 'connect', results: withGaps, choices: ['gap', 'zero', 'connect'], hiddenBy: byCity },
    zoomable: { to: true },
    ...ofBoth('B', {
      seriesType: { to: 'smooth', choices: seriesTypes },
      stack: { to: true },
      area: { to: true },
      show_value: { to: true },
      only_total: { to: false, form: { show_value: true, stack: true }, hiddenBy: { show_value: true } },
      opacity: { to: 0.5, form: { area: true }, hiddenBy: {} },
      markerEnabled: { to: true },
      markerSize: { to: 60, form: { markerEnabled: true }, hiddenBy: {} },
      yAxisIndex: { to: 1, choices: axes },
      sort_series_type: { to: 'max', results: crossing, choices: sortTypes },
      sort_series_ascending: { to: true },
    }),
    show_legend: { to: false },
    legendType: { to: 'plain', results: manySeries, choices: ['scroll', 'plain'], hiddenBy: { show_legend: false } },
    legendOrientation: { to: 'right', choices: ['top', 'bottom', 'left', 'right'], hiddenBy: { show_legend: false } },
    legendMargin: { to: 90, hiddenBy: { show_legend: false } },
    legendSort: { to: 'asc', choices: ['asc', 'desc', null], hiddenBy: { show_legend: false } },
    x_axis_time_format: { to: '%Y-%m-%d' },
    xAxisLabelRotation: { to: 45 },
    minorTicks: { to: true },
    truncateXAxis: { to: false, form: { ...byAge, xAxisBounds: [10, 50] }, results: ages, hiddenBy: {} },
    xAxisBounds: { to: [10, 50], form: byAge, results: ages, hiddenBy: {} },
    x_axis_number_format: { to: ',.2f', form: byAge, results: ages, hiddenBy: {} },
    xAxisLabelInterval: { to: '0', choices: ['auto', '0'], width: 200 },
    force_max_interval: { to: true, width: 200, hiddenBy: byCity },
    show_query_identifiers: { to: true },
    rich_tooltip: { to: false },
    showTooltipTotal: { to: false, hiddenBy: { rich_tooltip: false } },
    showTooltipPercentage: { to: false, form: { stack: true }, hiddenBy: {} },
    tooltipSortByMetric: { to: true, form: { stack: true }, results: crossing, hiddenBy: {} },
    tooltipTimeFormat: { to: '%Y' },
    minorSplitLine: { to: true },
    truncateYAxis: { to: true, results: heights },
    y_axis_bounds: { to: [5, 80] },
    y_axis_format: { to: ',.2f' },
    currency_format: { to: { symbol: 'EUR', symbolPosition: 'prefix' } },
    logAxis: { to: true },
    y_axis_bounds_secondary: { to: [5, 800], form: secondary },
    y_axis_format_secondary: { to: ',.2f', form: secondary },
    currency_format_secondary: { to: { symbol: 'EUR', symbolPosition: 'prefix' }, form: secondary },
    yAxisTitleSecondary: { to: 'Orders', form: secondary },
    logAxisSecondary: { to: true, form: secondary },
  },
};

describe('the controls of a mixed chart', () => {
  it('have a case each', () => {
    expect(Object.keys(cases.cases).sort()).toEqual(
      controlsOf(chart)
        .map(({ name }) => name)
        .sort(),
    );
  });

  it.each(Object.keys(cases.cases))('%s does what it is there for', (name) => {
    expect(faultsOf(cases, name)).toEqual([]);
  });
});
