import { type ChartForm, lightChartTheme, sharedScale, tableFromRows } from '@powerset/chart-kit';
import type { ResultTable } from '@powerset/contract';
import { describe, expect, it } from 'vitest';
import { form as barForm } from './echarts-timeseries-bar/form.ts';
import { chart as bar } from './echarts-timeseries-bar/index.ts';
import { form as lineForm } from './echarts-timeseries-line/form.ts';
import { chart as line } from './echarts-timeseries-line/index.ts';
import { chart as pie } from './pie/index.ts';
import { toModelContext } from './shared/draw-chart.ts';
import { monthlyTable, temporalTable } from './shared/example-series.ts';
import { toSeriesModel } from './shared/series-model.ts';
import { toSeriesOptions } from './shared/series-options.ts';
import type { Plot } from './shared/series-plot.ts';
import { longestApart } from './shared/value-labels.ts';
import { chart as table } from './table/index.ts';

interface Layer {
  readonly id: string;
  readonly z: number;
  readonly color?: string;
  readonly itemStyle: { readonly color: string; readonly borderWidth?: number };
  readonly markLine?: { readonly data: readonly { readonly xAxis: number }[] };
}

type Changes = Readonly<Record<string, unknown>>;

const theme = lightChartTheme;

function drawSeries(changes: Changes, results: ResultTable, width = 800) {
  const stored: ChartForm = {
    viz_type: 'echarts_timeseries_bar',
    x_axis: 'month',
    metrics: ['revenue'],
    time_grain_sqla: 'P1M',
    ...changes,
  };
  const isLine = stored.viz_type === 'echarts_timeseries_line';
  const given = toModelContext(isLine ? line : bar, { form: stored, results: [] }, theme);
  const form = (isLine ? lineForm : barForm).read(given.form);
  const context = { ...given, form, theme, width, height: 400, locale: 'en', selectedLabels: [] };
  const model = toSeriesModel([results], context);
  const options = toSeriesOptions(model, context, isLine ? 'line' : 'bar');
  return {
    options,
    layers: options.option.series as readonly Layer[],
    undrawn: (isLine ? line : bar).undrawnOf?.(model, given.form),
  };
}

const many = (count: number) =>
  monthlyTable(
    'month',
    [2026, 0],
    Object.fromEntries(Array.from({ length: count }, (_, at) => [`Series ${at}`, [count - at, count - at]])),
  );

describe('many series', () => {
  it('without a colour of their own lie under the coloured ones', () => {
    const { layers } = drawSeries({ viz_type: 'echarts_timeseries_line', groupby: ['g'] }, many(30));
    const [own, ground] = [layers.filter(({ z }) => z === 3), layers.filter(({ z }) => z === 1)];
    expect(ground.length).toBeGreaterThan(10);
    expect(ground.every(({ itemStyle }) => itemStyle.color === theme.dataOther)).toBe(true);
    expect(own.some(({ itemStyle }) => itemStyle.color === theme.dataOther)).toBe(false);
  });

  it('of a stack have no lines of the ground between them, a few do', () => {
    const bordersOf = (count: number) =>
      drawSeries({ viz_type: 'echarts_timeseries_bar', groupby: ['g'], stack: 'Stack' }, many(count)).layers.map(
        ({ itemStyle }) => itemStyle.borderWidth,
      );
    expect(new Set(bordersOf(30))).toEqual(new Set([undefined]));
    expect(new Set(bordersOf(4))).toEqual(new Set([0.5]));
  });
});

describe('many bars', () => {
  const cities = tableFromRows(
    Array.from({ length: 54 }, (_, at) => ({ month: `City ${at}`, revenue: (at * 37) % 54 })),
  );
  const form: Changes = { viz_type: 'echarts_timeseries_bar', x_axis: 'month', groupby: [], show_value: true };

  it('turn their names by themselves, so that all have one', () => {
    const labelOf = (width: number) => {
      const { xAxis } = drawSeries(form, cities, width).options.option as { xAxis: { axisLabel: unknown } };
      return xAxis.axisLabel;
    };
    expect(labelOf(800)).toMatchObject({ rotate: 90, interval: 0 });
    expect(labelOf(1300)).toMatchObject({ rotate: 45, interval: 0 });
    expect(labelOf(4000)).toMatchObject({ rotate: 0, interval: 0 });
  });

  it('say the values of the longest where not all have room', () => {
    const { plot } = drawSeries(form, cities).options;
    const isSaid = longestApart(plot, 5);
    const values = plot.series[0]!.values;
    expect(isSaid(values.indexOf(53))).toBe(true);
    const said = values.flatMap((_, at) => (isSaid(at) ? [at] : []));
    expect(said.every((at, index) => index === 0 || at - said[index - 1]! >= 5)).toBe(true);
  });

  it('in the order of their names offer the order of their values', () => {
    expect(drawSeries(form, cities).undrawn?.remedy?.changes).toEqual({
      x_axis_sort: 'revenue',
      x_axis_sort_asc: false,
    });
    expect(drawSeries({ ...form, x_axis_sort: 'revenue' }, cities).undrawn).toBeNull();
  });

  it('over time offer a coarser grain, or a stack, once they are hairlines', () => {
    const days = (count: number, series: number) =>
      temporalTable({
        axis: 'month',
        start: Date.UTC(2025, 0, 1),
        stepDays: 1,
        count,
        series: Array.from({ length: series }, (_, at) => ({
          name: series === 1 ? 'revenue' : `S${at}`,
          level: 100,
          trend: 0,
        })),
      });
    const of = (results: ResultTable, groupby: readonly string[]) =>
      drawSeries({ viz_type: 'echarts_timeseries_bar', time_grain_sqla: 'P1D', groupby }, results).undrawn;
    expect(of(days(628, 1), [])?.remedy?.changes).toEqual({ time_grain_sqla: 'P1W' });
    expect(of(days(100, 6), ['g'])?.remedy?.changes).toEqual({ stack: 'Stack' });
    expect(of(days(100, 1), [])).toBeNull();
  });
});

describe('a forecast', () => {
  it('marks where the future begins', () => {
    const results = monthlyTable('month', [2026, 0], {
      revenue: [1, 2, null, null],
      revenue__yhat: [1, 2, 3, 4],
      revenue__yhat_lower: [1, 2, 2, 2],
      revenue__yhat_upper: [1, 2, 4, 6],
    });
    const { layers } = drawSeries({ viz_type: 'echarts_timeseries_line', groupby: [], forecastEnabled: true }, results);
    const marks = layers.flatMap(({ markLine }) => markLine?.data ?? []);
    expect(marks).toEqual([{ xAxis: Date.UTC(2026, 1, 1) }]);
  });
});

it('labels of a time axis stand under their ticks, and lean inwards only at its very ends', () => {
  const day = 86_400_000;
  const leanings = (from: number, count: number) => {
    const rows = Array.from({ length: count }, (_, at) => ({ month: from + at * day, revenue: 1 }));
    const changes = { viz_type: 'echarts_timeseries_line', time_grain_sqla: 'P1D', groupby: [] };
    const { xAxis } = drawSeries(changes, tableFromRows(rows, ['month']), 330).options.option as {
      xAxis: { axisLabel: { alignMinLabel: string | null; alignMaxLabel: string | null } };
    };
    return [xAxis.axisLabel.alignMinLabel, xAxis.axisLabel.alignMaxLabel];
  };
  expect(leanings(Date.UTC(2019, 1, 3), 2500)).toEqual([null, null]);
  expect(leanings(Date.UTC(2020, 0, 1), 1097)).toEqual(['left', 'right']);
});

describe('the bar of all others', () => {
  const gathered = { groupby: [], time_grain_sqla: null, limit: 3, group_others_when_limit_reached: true };
  const draw = (others: number, changes: Changes = {}) => {
    const rows = [
      { month: 'A', revenue: 100 },
      { month: 'B', revenue: 80 },
      { month: 'Others', revenue: others },
    ];
    const { options, layers } = drawSeries({ ...gathered, ...changes }, tableFromRows(rows));
    const [bars] = layers as unknown as readonly [
      {
        data: readonly { value: number; itemStyle: { color?: string }; label?: { show?: boolean } }[];
        label?: { formatter: (params: { dataIndex: number }) => string };
        markPoint?: { data: readonly unknown[] };
      },
    ];
    const { yAxis } = options.option as { yAxis: { max?: number } };
    return { bars, max: yAxis.max, statement: options.statement?.() ?? '' };
  };

  it('is broken off where it would leave the ranks no length, and says its value', () => {
    const { bars, max, statement } = draw(3000);
    expect(bars.data.map(({ value }) => value)).toEqual([100, 80, 125]);
    expect(max).toBe(125);
    expect([bars.data[2]?.label?.show, bars.label?.formatter({ dataIndex: 2 })]).toEqual([true, '3k']);
    expect(bars.markPoint?.data).toHaveLength(1);
    expect(statement).toContain('A is the largest');
  });

  it('is drawn whole where it is no longer than twice the longest, and where lengths are chosen by hand', () => {
    expect(draw(180).bars.data[2]?.value).toBe(180);
    expect(draw(3000, { truncateYAxis: true, y_axis_bounds: [null, 4000] }).bars.data[2]?.value).toBe(3000);
    expect(draw(3000, { limit: null }).bars.data[2]?.value).toBe(3000);
  });

  it('has no colour of a rank', () => {
    const colors = draw(180).bars.data.map(({ itemStyle }) => itemStyle.color);
    expect(colors).toEqual([undefined, undefined, theme.dataOther]);
  });
});

it('names of lying bars are cut where they agree, so that they tell apart', () => {
  const states = ['State of Alabama', 'State of Connecticut', 'State of Pennsylvania'];
  const rows = tableFromRows(states.map((month, at) => ({ month, revenue: at + 1 })));
  const axis = { orientation: 'horizontal', time_grain_sqla: null, groupby: [] };
  const namesAt = (width: number) => {
    const { yAxis } = drawSeries(axis, rows, width).options.option as {
      yAxis: { axisLabel: { formatter: (value: string) => string } };
    };
    return states.map((_, at) => yAxis.axisLabel.formatter(String(at)));
  };
  expect(namesAt(600)).toEqual(states);
  expect(namesAt(250)).toEqual(['…Alabama', '…Connecticut', '…Pennsylvania']);
});

it('names of standing bars are all written where what they begin with can be left out', () => {
  const products = ['Product 0', 'Product 2', 'Product 5', 'Others'];
  const rows = tableFromRows(products.map((month, at) => ({ month, revenue: at + 1 })));
  const namesAt = (width: number) => {
    const { xAxis } = drawSeries({ time_grain_sqla: null, groupby: [] }, rows, width).options.option as {
      xAxis: { axisLabel: { interval: number; formatter: (value: string) => string } };
    };
    return [xAxis.axisLabel.interval, ...products.map((_, at) => xAxis.axisLabel.formatter(String(at)))];
  };
  expect(namesAt(600)).toEqual([0, ...products]);
  expect(namesAt(256)).toEqual([0, '…0', '…2', '…5', 'Others']);
});

it('lying bars lose alike what their names begin with, whether these fit or not', () => {
  const states = ['State of Ohio', 'State of Pennsylvania', 'State of Connecticut', 'Elsewhere'];
  const rows = tableFromRows(states.map((month, at) => ({ month, revenue: at + 1 })));
  const axis = { orientation: 'horizontal', time_grain_sqla: null, groupby: [] };
  const { yAxis } = drawSeries(axis, rows, 250).options.option as {
    yAxis: { axisLabel: { formatter: (value: string) => string } };
  };
  expect(states.map((_, at) => yAxis.axisLabel.formatter(String(at)))).toEqual([
    '…Ohio',
    '…Pennsylvania',
    '…Connecticut',
    'Elsewhere',
  ]);
});

it('a line of more points than pixels is thin', () => {
  const values = Array.from({ length: 500 }, (_, at) => at % 7);
  const widthOf = (width: number) => {
    const { layers } = drawSeries(
      { viz_type: 'echarts_timeseries_line' },
      monthlyTable('month', [1950, 0], { revenue: values }),
      width,
    );
    return (layers[0] as unknown as { lineStyle: { width: number } }).lineStyle.width;
  };
  expect([widthOf(800), widthOf(300)]).toEqual([2, 1]);
});

it('what is beyond a limit is called in the language of the reader', () => {
  const translate = (text: string) => (text === 'Others' ? 'Andere' : text);
  const stored: ChartForm = {
    viz_type: 'echarts_timeseries_bar',
    x_axis: 'city',
    metrics: ['revenue'],
    groupby: ['kind'],
    limit: 1,
    group_others_when_limit_reached: true,
  };
  const drawn = (changes: Changes, results: ResultTable) => {
    const given = toModelContext(bar, { form: { ...stored, ...changes }, results: [], translate }, theme);
    const space = { theme, width: 600, height: 300, locale: 'de', selectedLabels: [] };
    return bar.toOptions(bar.toModel([results], given), { ...given, ...space }) as { readonly plot: Plot };
  };
  const { plot } = drawn({}, tableFromRows([{ city: 'Others', New: 3, Others: 4 }]));
  expect([plot.labels, plot.series.map(({ name }) => name)]).toEqual([['Others'], ['Andere', 'New']]);
  const places = drawn({ groupby: [] }, tableFromRows(['Rome', 'Others'].map((city) => ({ city, revenue: 1 }))));
  expect(places.plot.labels).toEqual(['Rome', 'Andere']);
});

describe('a pie with long labels', () => {
  it('stays large beside a legend that says the names in full', () => {
    const rows = Array.from({ length: 6 }, (_, at) => ({
      city: `Donaudampfschifffahrtsgesellschaftskapitän number ${at}`,
      revenue: 10,
    }));
    const draw = (show_legend: boolean) => {
      const form = { viz_type: 'pie', groupby: ['city'], metric: 'revenue', label_type: 'key', show_legend };
      const context = {
        ...toModelContext(pie, { form, results: [] }, theme),
        theme,
        width: 640,
        height: 400,
        locale: 'en',
        selectedLabels: [],
      };
      const { series } = pie.toOptions(pie.toModel([tableFromRows(rows)], context), context).option as {
        series: readonly {
          radius: readonly [number, number];
          data: readonly { label: { formatter: () => string } }[];
        }[];
      };
      const labels = series[0]!.data.map(({ label }) => label.formatter());
      return { outer: series[0]!.radius[1], labels, widest: Math.max(...labels.map((text) => text.length)) };
    };
    const [beside, alone] = [draw(true), draw(false)];
    expect(beside.outer).toBeGreaterThan(120);
    // Nothing else says the names.
    expect(alone.outer).toBeLessThan(beside.outer);
    expect(alone.widest).toBeGreaterThan(beside.widest);
    // What they have in common is what is left out.
    expect(new Set(beside.labels).size).toBe(6);
  });
});

describe('the columns of a table', () => {
  function draw(form: Changes, results: ResultTable) {
    const stored = { viz_type: 'table', ...form };
    const given = toModelContext(table, { form: stored, results: [] }, theme);
    const context = { ...given, columnFormats: { revenue: 'SMART_NUMBER' }, theme, width: 600, height: 300 };
    const full = { ...context, locale: 'en', selectedLabels: [] };
    const { columns } = table.toOptions(table.toModel([results], full), full) as {
      columns: readonly {
        column: { label: string; name: string };
        format: (v: unknown) => string;
        barOf: (v: unknown) => unknown;
      }[];
    };
    return (name: string) => columns.find(({ column }) => column.name === name)!;
  }

  it('have one letter and as many decimals for all of their numbers', () => {
    const values = [1_500_000, 883_900, 2_000_000];
    const column = draw(
      { groupby: ['city'], metrics: ['revenue'] },
      tableFromRows(values.map((revenue, at) => ({ city: `c${at}`, revenue }))),
    )('revenue');
    expect(values.map(column.format)).toEqual(['1.50M', '0.88M', '2.00M']);
    expect(sharedScale([2_000_000, 3_000])).toBeNull();
    expect(sharedScale([12, 300])).toBeNull();
    expect(sharedScale([2_000_000, 150_000])?.(150_000)).toBe('0.15M');
  });

  it('have no bars where numbers name something or a rule gives them a colour', () => {
    const rule = { column: 'size', colorScheme: 'danger', operator: '>', targetValue: 4 };
    const column = draw(
      { query_mode: 'raw', all_columns: ['order_id', 'size'], conditional_formatting: [rule] },
      tableFromRows([
        { order_id: 1_233_074, size: 3 },
        { order_id: 1_233_075, size: 9 },
      ]),
    );
    expect(column('order_id').barOf(1_233_074)).toBeNull();
    expect(column('size').barOf(3)).not.toBeNull();
    expect(column('size').barOf(9)).toBeNull();
  });

  it('of an earlier period are called previous', () => {
    const form = { groupby: ['city'], metrics: ['revenue'], time_compare: '1 year ago' };
    const rows = tableFromRows([{ city: 'Rome', revenue: 3, 'revenue__1 year ago': 2 }]);
    expect(draw(form, rows)('# revenue').column.label).toBe('revenue, previous');
  });
});

describe('the main statement', () => {
  const statementOf = (changes: Changes, results: ResultTable) => drawSeries(changes, results).options.statement?.();

  it('of a course names the largest, where it stands and how it changed', () => {
    const results = monthlyTable('month', [2026, 0], { Web: [10, 30, 20], Store: [5, 6, 7] });
    expect(statementOf({ viz_type: 'echarts_timeseries_line', groupby: ['g'] }, results)).toBe(
      'Of 2 series Web is the largest: 20 for Mar 2026. That is 100.0 % more than for Jan 2026. Its peak was 30 for Feb 2026.',
    );
    const one = monthlyTable('month', [2026, 0], { revenue: [10, 5] });
    expect(statementOf({ viz_type: 'echarts_timeseries_line', groupby: [] }, one)).toBe(
      'revenue: 5 for Feb 2026. That is 50.0 % less than for Jan 2026. Its peak was 10 for Jan 2026.',
    );
  });

  it('of categories names the largest', () => {
    const rows = tableFromRows([
      { month: 'Rome', revenue: 30 },
      { month: 'Bonn', revenue: 10 },
    ]);
    expect(statementOf({ viz_type: 'echarts_timeseries_bar', groupby: [] }, rows)).toMatch(
      /^Rome is the largest of 2: 30/,
    );
  });
});

describe('a single series', () => {
  it('says what it measures at the top of its axis, several say it in the legend', () => {
    const titleOf = (results: ResultTable, changes: Changes) => {
      const { yAxis } = drawSeries({ viz_type: 'echarts_timeseries_line', ...changes }, results).options.option as {
        yAxis: { name?: string };
      };
      return yAxis.name;
    };
    const one = monthlyTable('month', [2026, 0], { revenue: [10, 5] });
    expect(titleOf(one, { groupby: [] })).toBe('revenue');
    expect(titleOf(one, { groupby: [], y_axis_title: 'Euro' })).toBe('Euro');
    expect(titleOf(many(3), { groupby: ['g'] })).toBeUndefined();
  });
});

describe('bars whose direction nobody chose', () => {
  const placed = (names: readonly string[], width = 800) => {
    const cities = tableFromRows(names.map((city, at) => ({ city, revenue: at })));
    const { options } = drawSeries({ x_axis: 'city', orientation: 'auto' }, cities, width);
    const { yAxis } = options.option as { readonly yAxis: { readonly inverse?: boolean } };
    return { isLying: options.plot.isHorizontal, isFirstAbove: yAxis.inverse === true };
  };
  const long = (count: number) => Array.from({ length: count }, (_, at) => `Donaudampfschifffahrtsgesellschaft ${at}`);
  const short = (count: number) => Array.from({ length: count }, (_, at) => `City ${at}`);

  it('lie where long or many names find no room beside each other, the first above', () => {
    expect(placed(long(8))).toEqual({ isLying: true, isFirstAbove: true });
    expect(placed(short(20), 360)).toEqual({ isLying: true, isFirstAbove: true });
    expect(placed(short(8))).toEqual({ isLying: false, isFirstAbove: false });
    expect(placed(short(54)).isLying).toBe(false);
  });

  it('stand over time', () => {
    expect(drawSeries({ orientation: 'auto', groupby: ['g'] }, many(3), 200).options.plot.isHorizontal).toBe(false);
  });
});

describe('bars of one category', () => {
  const cities = (count: number, others?: number) =>
    tableFromRows([
      ...(others === undefined ? [] : [{ city: 'Others', revenue: others }]),
      ...Array.from({ length: count }, (_, at) => ({ city: `City ${at}`, revenue: count - at })),
    ]);

  it('that are too many offer the top ones and Others', () => {
    const sort = { x_axis_sort: 'revenue', x_axis_sort_asc: false };
    expect(drawSeries({ x_axis: 'city' }, cities(61)).undrawn?.remedy?.changes).toEqual({
      limit: 20,
      group_others_when_limit_reached: true,
      ...sort,
    });
    expect(drawSeries({ x_axis: 'city', ...sort }, cities(60)).undrawn).toBeNull();
  });

  it('have Others behind the ranks, however much they come to', () => {
    const gathered = { x_axis: 'city', limit: 3, group_others_when_limit_reached: true, x_axis_sort: 'revenue' };
    const namesOf = (isRising: boolean) =>
      drawSeries({ ...gathered, x_axis_sort_asc: isRising }, cities(3, 99)).options.plot.labels;
    expect(namesOf(false)).toEqual(['City 0', 'City 1', 'City 2', 'Others']);
    expect(namesOf(true)[0]).toBe('Others');
  });
});
