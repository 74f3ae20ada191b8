import { assignColors, type ChartForm, lightChartTheme, tableFromRows } from '@powerset/chart-kit';
import type { ResultTable } from '@powerset/contract';
import { BarChart } from 'echarts/charts';
import { GridComponent, LegendComponent, TooltipComponent } from 'echarts/components';
import { use } from 'echarts/core';
import { describe, expect, it } from 'vitest';
import { form as barForm } from '../echarts-timeseries-bar/form.ts';
import { chart as bar } from '../echarts-timeseries-bar/index.ts';
import { form as lineForm } from '../echarts-timeseries-line/form.ts';
import { chart as line } from '../echarts-timeseries-line/index.ts';
import { placeTooltip } from './base-options.ts';
import { toModelContext } from './draw-chart.ts';
import { drawSvg } from './draw-svg.ts';
import { monthlyTable } from './example-series.ts';
import type { SeriesForm } from './series-form.ts';
import { rankValue, type SeriesModel, toSeriesModel } from './series-model.ts';
import { canLabelEnds, toSeriesOptions } from './series-options.ts';
import { toPlot } from './series-plot.ts';
import { factsOfMark, selectionOfMark, toggleSelection } from './series-selection.ts';
import { tooltipContent } from './series-tooltip.ts';
import { fillTimeSteps } from './time-steps.ts';
import { timeTicks } from './time-ticks.ts';
import { escapeHtml, tooltipHtml } from './tooltip-html.ts';

const theme = lightChartTheme;
const form: ChartForm = {
  viz_type: 'echarts_timeseries_line',
  x_axis: 'month',
  metrics: ['revenue'],
  groupby: ['channel'],
  truncate_metric: true,
  time_grain_sqla: 'P1M',
};
const months = monthlyTable('month', [2025, 10], { Web: [30, 10, 20], 'Store\\, city': [100, 110, null] });

function contextOf(
  changes: Record<string, unknown> = {},
  space: { width?: number; height?: number; selectedLabels?: readonly string[] } = {},
) {
  const definition = changes.viz_type === 'echarts_timeseries_bar' ? bar : line;
  const model = toModelContext(definition, { form: { ...form, ...changes }, results: [] }, theme);
  const own: SeriesForm = (definition === bar ? barForm : lineForm).read(model.form);
  return { ...model, form: own, theme, width: 600, height: 240, locale: 'en', selectedLabels: [], ...space };
}
const modelOf = (changes: Record<string, unknown> = {}, table = months) => toSeriesModel([table], contextOf(changes));
const namesOf = (model: SeriesModel) => model.series.map((series) => series.name);

describe('the drawing of series', () => {
  it('writes names of positions as they are, whatever signs they hold', () => {
    use([BarChart, GridComponent, LegendComponent, TooltipComponent]);
    const names = ['{strong|loud}', 'a|b', '{c}'];
    const table = tableFromRows(names.map((name, at) => ({ name, revenue: at + 1 })));
    const changes = { viz_type: 'echarts_timeseries_bar', x_axis: 'name', groupby: [], x_axis_sort: 'name' };
    const context = contextOf(changes);
    const { option } = toSeriesOptions(toSeriesModel([table], context), context, 'bar');
    const svg = drawSvg({ option, width: 600, height: 240, background: theme.card });
    for (const name of names) expect(svg).toContain(`>${name}</text>`);
  });
});

describe('units of the values', () => {
  const euro = { symbol: 'EUR', symbolPosition: 'prefix' };
  const textOfValue = (changes: Record<string, unknown>, currencies: Record<string, unknown> = { revenue: euro }) => {
    const context = { ...contextOf(changes), currencies } as ReturnType<typeof contextOf>;
    return toPlot(toSeriesModel([months], context), context, 'line').format(1.2);
  };

  it('stay with what keeps them, and go from ratios, shares and changes', () => {
    const compared = { time_compare: ['1 year ago'] };
    expect(textOfValue({})).toBe('€1.2');
    expect(textOfValue({ rolling_type: 'std', rolling_periods: 2 })).toBe('€1.2');
    expect(textOfValue({ ...compared, comparison_type: 'difference' })).toBe('€1.2');
    for (const currency_format of [undefined, euro]) {
      expect(textOfValue({ ...compared, comparison_type: 'ratio', currency_format })).toBe('1.2');
      expect(textOfValue({ ...compared, comparison_type: 'percentage', currency_format })).toMatch(/^120\s?%$/);
      expect(textOfValue({ contributionMode: 'row', currency_format })).toMatch(/^120\s?%$/);
    }
  });

  it('are those of all metrics on the axis, or none', () => {
    const metrics = ['revenue', 'orders'];
    const table = tableFromRows([{ month: 0, revenue: 1, orders: 2 }]);
    const both = (currencies: Record<string, unknown>) => {
      const context = { ...contextOf({ metrics, groupby: [] }), currencies } as ReturnType<typeof contextOf>;
      return toPlot(toSeriesModel([table], context), context, 'line').format(1.2);
    };
    expect(both({ revenue: euro })).toBe('1.2');
    expect(both({ revenue: euro, orders: { ...euro, symbol: 'USD' } })).toBe('1.2');
    expect(both({ revenue: euro, orders: euro })).toBe('€1.2');
  });
});

describe('bars that lie', () => {
  it('begin at the bottom, as those of the reference do', () => {
    use([BarChart, GridComponent, LegendComponent, TooltipComponent]);
    const table = tableFromRows(['first', 'second', 'third'].map((name, at) => ({ name, revenue: 9 - at })));
    const changes = { viz_type: 'echarts_timeseries_bar', x_axis: 'name', groupby: [], orientation: 'horizontal' };
    const context = contextOf(changes);
    const { option } = toSeriesOptions(toSeriesModel([table], context), context, 'bar');
    const svg = drawSvg({ option, width: 600, height: 240, background: theme.card });
    const heightOf = (name: string) =>
      Number(new RegExp(`translate\\(\\S+ (\\S+?)\\)[^>]*>${name}</text>`).exec(svg)?.[1]);
    expect(heightOf('first')).toBeGreaterThan(heightOf('second'));
    expect(heightOf('second')).toBeGreaterThan(heightOf('third'));
  });
});

describe('a logarithmic axis', () => {
  it.each([
    ['a trillion', 1e12, ['1', '100', '10k', '1M', '100M', '10B', '1T']],
    ['a thousand', 1000, ['1', '10', '100', '1k']],
    ['parts of one', 0.001, ['0.001', '0.01', '0.1', '1']],
  ])('up to %s has its ticks at powers of ten', (_, value, expected) => {
    use([BarChart, GridComponent, LegendComponent, TooltipComponent]);
    const table = tableFromRows([1, value].map((revenue, at) => ({ name: `n${at}`, revenue })));
    const changes = { viz_type: 'echarts_timeseries_bar', x_axis: 'name', groupby: [], logAxis: true };
    const context = contextOf(changes);
    const { option } = toSeriesOptions(toSeriesModel([table], context), context, 'bar');
    const svg = drawSvg({ option, width: 600, height: 240, background: theme.card });
    const texts = [...svg.matchAll(/>([^<>]+)<\/text>/g)].map((match) => match[1]);
    expect(texts).toEqual(expect.arrayContaining(expected));
  });
});

describe('the model of series', () => {
  it('reads the wide table of the pivot: names come apart, escaped commas are commas', () => {
    const model = modelOf();
    expect(model.series.map((series) => [series.name, series.groups, series.values])).toEqual([
      ['Store, city', ['Store, city'], [100, 110, null]],
      ['Web', ['Web'], [30, 10, 20]],
    ]);
    expect(model.axis).toMatchObject({ kind: 'temporal', grain: 'P1M', unit: 'month' });
  });

  it('reads a long table alike', () => {
    const long = tableFromRows(
      [
        { month: 2, channel: 'Web', revenue: 5 },
        { month: 1, channel: 'Web', revenue: 4 },
        { month: 1, channel: 'Store', revenue: 19 },
      ],
      ['month'],
    );
    const model = modelOf({}, long);
    expect(model.xs).toEqual([1, 2]);
    expect(model.series.map((series) => [series.name, series.values])).toEqual([
      ['Store', [19, null]],
      ['Web', [4, 5]],
    ]);
  });

  it('orders series by name, total, least, greatest or mean, either way [CTL-024]', () => {
    expect(namesOf(modelOf({ sort_series_type: 'name', sort_series_ascending: true }))).toEqual(['Store, city', 'Web']);
    expect(namesOf(modelOf({ sort_series_type: 'min', sort_series_ascending: true }))).toEqual(['Web', 'Store, city']);
    expect(['sum', 'min', 'max', 'avg'].map((by) => rankValue([4, null, 2], by))).toEqual([6, 2, 4, 3]);
  });

  it('sets periods of comparison apart from what they are compared with', () => {
    const table = monthlyTable('month', [2026, 0], { revenue: [3, 4], 'revenue__1 year ago': [2, 2] });
    const model = modelOf({ groupby: [], time_compare: ['1 year ago'] }, table);
    expect(model.series.map((series) => [series.name, series.offset])).toEqual([
      ['revenue', null],
      ['1 year ago', '1 year ago'],
    ]);
    const plot = toPlot(model, contextOf({ groupby: [], time_compare: ['1 year ago'] }), 'line');
    expect(plot.series.map((series) => series.color)).toEqual([theme.categorical[0], theme.dataOther]);
  });

  it('shows calculated comparisons as series of their own', () => {
    const table = monthlyTable('month', [2026, 0], { 'percentage__revenue__revenue__1 year ago': [0.5, 1] });
    const model = modelOf({ groupby: [], time_compare: ['1 year ago'], comparison_type: 'percentage' }, table);
    expect(model.series.map((series) => [series.name, series.offset])).toEqual([['revenue, 1 year ago', null]]);
    expect(
      toPlot(
        model,
        contextOf({ groupby: [], time_compare: ['1 year ago'], comparison_type: 'percentage' }),
        'line',
      ).format(0.5),
    ).toBe('50 %');
  });

  it('joins a forecast to the series that it foresees', () => {
    const table = monthlyTable('month', [2026, 0], {
      revenue: [3, 4, null],
      revenue__yhat: [3, 4, 5],
      revenue__yhat_lower: [2, 3, 4],
      revenue__yhat_upper: [4, 5, 6],
    });
    const model = modelOf({ groupby: [] }, table);
    expect(model.series).toMatchObject([
      { name: 'revenue', values: [3, 4, null], forecast: { values: [3, 4, 5], lower: [2, 3, 4], upper: [4, 5, 6] } },
    ]);
  });

  it('names series of two metrics by metric and dimension, and metrics by their friendly name', () => {
    const table = monthlyTable('month', [2026, 0], { 'revenue, Web': [1], 'orders, Web': [2] });
    const context = { ...contextOf({ metrics: ['revenue', 'orders'] }), verboseNames: { revenue: 'Revenue' } };
    expect(
      toSeriesModel([table], context)
        .series.map((series) => [series.name, series.metric])
        .sort(),
    ).toEqual([
      ['Revenue, Web', 'revenue'],
      ['orders, Web', 'orders'],
    ]);
  });

  it('sorts categories of several series by name or total', () => {
    const table = tableFromRows([
      { x: 'b', Web: 1, Store: 1 },
      { x: 'a', Web: 5, Store: 5 },
    ]);
    expect(modelOf({ x_axis: 'x' }, table).xs).toEqual(['a', 'b']);
    expect(modelOf({ x_axis: 'x', x_axis_sort_series: 'sum' }, table).xs).toEqual(['b', 'a']);
    expect(modelOf({ x_axis: 'x', x_axis_sort_series: 'sum', x_axis_sort_series_ascending: false }, table).xs).toEqual([
      'a',
      'b',
    ]);
  });
});

describe('the plot of series', () => {
  it('gives bars a place for each step of time', () => {
    const gapped = modelOf(
      {},
      tableFromRows(
        [
          { month: Date.UTC(2026, 0, 1), Web: 1 },
          { month: Date.UTC(2026, 2, 1), Web: 3 },
        ],
        ['month'],
      ),
    );
    expect(fillTimeSteps(gapped).series[0]?.values).toEqual([1, null, 3]);
  });

  it('expands stacks to shares, and ranks only lying bars of one series', () => {
    const plot = toPlot(modelOf({ stack: 'Expand' }), contextOf({ stack: 'Expand' }), 'area');
    expect(plot.series.map((series) => series.values[1])).toEqual([110 / 120, 10 / 120]);
    expect(plot.format(0.25)).toBe('25 %');
    const changes = { viz_type: 'echarts_timeseries_bar', x_axis: 'x', groupby: [], orientation: 'horizontal' };
    const ranked = modelOf(changes, tableFromRows([{ x: 'a', revenue: 2 }]));
    expect(toPlot(ranked, contextOf(changes), 'bar').isRank).toBe(true);
    expect(toPlot(ranked, contextOf({ ...changes, orientation: 'vertical' }), 'bar').isRank).toBe(false);
  });

  it('has a stack for each value of a dimension, which stand side by side', () => {
    const changes = { viz_type: 'echarts_timeseries_bar', groupby: ['city', 'kind'], stack: 'Stack' };
    const table = monthlyTable('month', [2026, 0], { 'Bonn, new': [1], 'Rome, new': [2], 'Bonn, old': [3] });
    const stacksBy = (stackDimension?: string) =>
      toPlot(modelOf(changes, table), contextOf({ ...changes, stackDimension }), 'bar')
        .series.map((series) => `${series.name} in ${series.stackId}`)
        .sort();
    expect(stacksBy('kind')).toEqual(['Bonn, new in values:new', 'Bonn, old in values:old', 'Rome, new in values:new']);
    expect(new Set(stacksBy().map((text) => text.split(' in ')[1]))).toEqual(new Set(['values']));
  });

  it('keeps forecasts where it fills the gaps of time', () => {
    const table = tableFromRows(
      [0, 2].map((month) => ({
        month: Date.UTC(2026, month, 1),
        revenue: month,
        revenue__yhat: month + 1,
        revenue__yhat_lower: month,
        revenue__yhat_upper: month + 2,
      })),
      ['month'],
    );
    const changes = { viz_type: 'echarts_timeseries_bar', groupby: [] };
    const [series] = toPlot(modelOf(changes, table), contextOf(changes), 'bar').series;
    expect(series?.source.forecast).toEqual({ values: [1, null, 3], lower: [0, null, 2], upper: [2, null, 4] });
  });

  it('stacks forecasts as their series are stacked, and leaves them out where shares are drawn', () => {
    const table = monthlyTable('month', [2026, 0], {
      ...{ Web: [3, null], Web__yhat: [3, 5], Web__yhat_lower: [2, 4], Web__yhat_upper: [4, 6] },
      ...{ Store: [1, null], Store__yhat: [1, 2], Store__yhat_lower: [0, 1], Store__yhat_upper: [2, 3] },
    });
    const linesBy = (stack: string | null) => {
      const changes = { viz_type: 'echarts_timeseries_bar', forecastEnabled: true, stack };
      const { option } = bar.toOptions(modelOf(changes, table), contextOf(changes));
      const layers = option.series as {
        id: string;
        name: string;
        data: (readonly [unknown, number | null] | number)[];
      }[];
      return layers
        .filter(({ id }) => /:(forecast|lower)$/.test(id))
        .map(({ id, name, data }) => [name, id.split(':').at(-1), data.map((point) => [point].flat().at(-1))]);
    };
    expect(linesBy(null)).toEqual([
      ['Web', 'forecast', [3, 5]],
      ['Web', 'lower', [2, 4]],
      ['Store', 'forecast', [1, 2]],
      ['Store', 'lower', [0, 1]],
    ]);
    expect(linesBy('Stack')).toEqual([
      ['Web', 'forecast', [3, 5]],
      ['Web', 'lower', [2, 4]],
      ['Store', 'forecast', [4, 7]],
      ['Store', 'lower', [3, 6]],
    ]);
    expect(linesBy('Expand')).toEqual([]);
  });

  it('names the axis of the positions by the title of x, also where it stands upright', () => {
    const changes = { viz_type: 'echarts_timeseries_bar', x_axis_title: 'City', y_axis_title: 'Revenue' };
    const namesBy = (orientation: string) => {
      const context = contextOf({ ...changes, orientation });
      const { option } = bar.toOptions(modelOf(changes), context);
      return [option.xAxis, option.yAxis].map((axis) => (axis as { name: string }).name);
    };
    expect(namesBy('vertical')).toEqual(['City', 'Revenue']);
    expect(namesBy('horizontal')).toEqual(['Revenue', 'City']);
  });

  it('uses the number format saved with the metric unless the chart has its own', () => {
    const context = { ...contextOf(), columnFormats: { revenue: '.2f' } };
    expect(toPlot(modelOf(), context, 'line').format(1.5)).toBe('1.50');
    expect(toPlot(modelOf(), { ...context, form: { ...context.form, y_axis_format: ',d' } }, 'line').format(1500)).toBe(
      '1,500',
    );
  });

  it('names up to five lines at their ends when those stand apart and there is room', () => {
    const plot = toPlot(modelOf(), contextOf(), 'line');
    expect(canLabelEnds(plot, contextOf())).toBe(true);
    expect(canLabelEnds(plot, contextOf({}, { width: 300 }))).toBe(false);
    const close = toPlot(
      modelOf({}, monthlyTable('month', [2026, 0], { A: [100, 100], B: [100, 101] })),
      contextOf(),
      'line',
    );
    expect(canLabelEnds(close, contextOf())).toBe(false);
    expect(canLabelEnds(plot, contextOf({ show_legend: false }))).toBe(false);
  });

  it('dims what was not chosen', () => {
    const plot = toPlot(modelOf(), contextOf({}, { selectedLabels: ['Web'] }), 'line');
    expect(plot.series.map((series) => [series.name, series.isDimmed])).toEqual([
      ['Store, city', true],
      ['Web', false],
    ]);
  });
});

describe('the values of lines', () => {
  it('are seen though their marks are not, and dimmed with their line', () => {
    const labelsOf = (selectedLabels: readonly string[]) => {
      const context = contextOf({ show_value: true }, { selectedLabels });
      const { option } = line.toOptions(modelOf({ show_value: true }), context);
      return (option.series as readonly { readonly name: string; readonly label: object }[]).map(({ label }) => label);
    };
    expect(labelsOf([])).toMatchObject([
      { show: true, opacity: 1 },
      { show: true, opacity: 1 },
    ]);
    expect(labelsOf(['Web'])).toMatchObject([{ opacity: 0.32 }, { opacity: 1 }]);
  });
});

describe('a click on a mark', () => {
  it('filters by the dimensions of its series, nulls as such', () => {
    const model = modelOf({}, monthlyTable('month', [2026, 0], { Web: [1], '<NULL>': [2] }));
    const plot = toPlot(model, contextOf(), 'line');
    const at = (name: string) =>
      selectionOfMark(model, plot, {
        seriesId: plot.series.find((series) => series.name === name)?.id ?? '',
        dataIndex: 0,
      });
    expect(at('Web')).toEqual({ filters: [{ column: 'channel', op: 'IN', values: ['Web'] }], selectedLabels: ['Web'] });
    expect(at('<NULL>')?.filters).toEqual([{ column: 'channel', op: 'IS NULL', values: [] }]);
  });

  it('filters by its category when there are no dimensions; a moment alone is no filter', () => {
    const changes = { x_axis: 'country', groupby: [] };
    const model = modelOf(changes, tableFromRows([{ country: 'DE', revenue: 1 }]));
    const plot = toPlot(model, contextOf(changes), 'bar');
    expect(selectionOfMark(model, plot, { seriesId: 'series:0', dataIndex: 0 })?.filters).toEqual([
      { column: 'country', op: 'IN', values: ['DE'] },
    ]);
    const moments = modelOf({ groupby: [] }, monthlyTable('month', [2026, 0], { revenue: [1] }));
    expect(
      selectionOfMark(moments, toPlot(moments, contextOf({ groupby: [] }), 'line'), {
        seriesId: 'series:0',
        dataIndex: 0,
      }),
    ).toBeNull();
  });

  it('clears on the second click and adds up with a modifier', () => {
    const pick = (value: string) => ({
      filters: [{ column: 'c', op: 'IN' as const, values: [value] }],
      selectedLabels: [value],
    });
    expect(toggleSelection(pick('a'), ['a'], null)).toBeNull();
    expect(toggleSelection(pick('b'), ['a'], null)).toEqual(pick('b'));
    expect(toggleSelection(pick('b'), ['a'], pick('a'))).toEqual({
      filters: [{ column: 'c', op: 'IN', values: ['a', 'b'] }],
      selectedLabels: ['a', 'b'],
    });
  });
});

describe('the tooltip', () => {
  const contentAt = (changes: Record<string, unknown>, index: number, table = months) => {
    const model = modelOf(changes, table);
    const context = contextOf(changes);
    const plot = toPlot(model, context, changes.stack ? 'area' : 'line');
    return tooltipContent({ model, plot, context, shown: plot.series, index });
  };

  it('says beside what is observed what was expected, and what is expected alone of the time to come', () => {
    const table = monthlyTable('month', [2026, 0], {
      ...{ Web: [3, null], Web__yhat: [4, 5], Web__yhat_lower: [2, 4], Web__yhat_upper: [6, 7] },
      ...{ Store: [1, null], Store__yhat: [1, 8], Store__yhat_lower: [0, 7], Store__yhat_upper: [2, 9] },
    });
    const rowsAt = (index: number, stack: string | null = null) =>
      contentAt({ forecastEnabled: true, stack, metrics: ['revenue'], groupby: ['channel'] }, index, table).rows.map(
        ({ label, value }) => [label, value],
      );
    expect(rowsAt(0)).toEqual([
      ['Web', '3, ŷ = 4 (2, 6)'],
      ['Store', '1, ŷ = 1 (0, 2)'],
    ]);
    expect(rowsAt(1)).toEqual([
      ['Store', 'ŷ = 8 (7, 9)'],
      ['Web', 'ŷ = 5 (4, 7)'],
    ]);
    expect(rowsAt(1, 'Expand')).toEqual([]);
  });

  it('lists values from the greatest, with their total, under the title of the moment', () => {
    expect(contentAt({}, 1)).toMatchObject({
      title: 'December 2025',
      rows: [
        { label: 'Store, city', value: '110' },
        { label: 'Web', value: '10' },
      ],
      foot: { label: 'Total', value: '120' },
    });
    expect(contentAt({}, 2).rows.map((row) => row.label)).toEqual(['Web']);
  });

  it('shows the change against one earlier period instead of a total', () => {
    const table = monthlyTable('month', [2026, 0], { revenue: [111], 'revenue__1 year ago': [100] });
    expect(contentAt({ groupby: [], time_compare: ['1 year ago'] }, 0, table).foot).toEqual({
      label: 'Change',
      value: '+11.0 %',
      color: theme.success,
    });
  });

  it('says on which day the earlier value was, or in which stretch, where a calendar was chosen', () => {
    const table = monthlyTable('at', [2025, 2], { revenue: [111], 'revenue__1 year ago': [100] });
    const changes = { x_axis: 'at', groupby: [], time_grain_sqla: 'P1D', time_compare: ['1 year ago'] };
    const labelWith = (days: number | null) => {
      const model = modelOf(changes, table);
      const period = { offset: '1 year ago', from_dttm: Date.UTC(2024, 0, 1), to_dttm: Date.UTC(2024, 2, 5), days };
      const answers = [{ limitReached: null, summable: [], compared_periods: [period] }];
      const context = { ...contextOf(changes), answers };
      const plot = toPlot(model, context, 'line');
      return tooltipContent({ model, plot, context, shown: plot.series, index: 0 }).rows[1]?.label;
    };
    expect(labelWith(364)).toBe('1 year ago · Sat 2 Mar 2024');
    expect(labelWith(null)).toBe('1 year ago · 1 Jan – 4 Mar 2024');
  });

  it('lists stacks from the top unless sorted by metric, and says how many rows are left out', () => {
    expect(contentAt({ stack: 'Stack' }, 1).rows.map((row) => row.label)).toEqual(['Web', 'Store, city']);
    expect(contentAt({ stack: 'Stack', tooltipSortByMetric: true }, 1).rows.map((row) => row.label)).toEqual([
      'Store, city',
      'Web',
    ]);
    const many = monthlyTable(
      'month',
      [2026, 0],
      Object.fromEntries(Array.from({ length: 15 }, (_, index) => [`s${index}`, [index + 1]])),
    );
    expect(contentAt({}, 0, many).more).toBe('3 more');
  });

  it('says the shares of a stack and the total, unless told otherwise', () => {
    const row = (changes: object) => contentAt({ stack: 'Stack', ...changes }, 1);
    expect(row({}).rows.map(({ value }) => value)).toEqual(['10 (8.3 %)', '110 (91.7 %)']);
    expect(row({ showTooltipPercentage: false }).rows.map(({ value }) => value)).toEqual(['10', '110']);
    expect(row({ showTooltipTotal: false }).foot).toBeUndefined();
  });

  it('escapes every text that comes from data', () => {
    const html = tooltipHtml(
      {
        title: '<b>"t"</b>',
        rows: [{ color: '"><script>', label: '<i>', value: "'v'" }],
        foot: { label: '<u>', value: '<s>' },
        more: '<p>',
      },
      theme,
    );
    for (const raw of ['<b>', '<script>', '<i>', '<u>', '<s>', '<p>']) expect(html).not.toContain(raw);
    expect(escapeHtml(`&<>"'`)).toBe('&amp;&lt;&gt;&quot;&#39;');
  });

  it('stands beside the pointer and flips at the edge', () => {
    const size = { contentSize: [100, 60] as const, viewSize: [300, 200] as const };
    expect(placeTooltip([50, 100], size)).toEqual([64, 70]);
    expect(placeTooltip([250, 10], size)).toEqual([136, 0]);
  });
});

describe('ticks of time', () => {
  const day = 86_400_000;
  const ticks = (start: number, days: number, width = 600, grain?: 'day' | 'week' | 'month') =>
    timeTicks({ min: start, max: start + days * day, width, grain, locale: 'en' });

  it('name months at their first day, the year in bold at January', () => {
    const { labels } = ticks(Date.UTC(2025, 10, 17), 364, 700, 'week');
    expect(labels.map((label) => label.text).slice(0, 4)).toEqual(['Dec', '2026', 'Feb', 'Mar']);
    expect(labels.filter((label) => label.isStrong).map((label) => label.text)).toEqual(['2026']);
    expect(labels.every((label) => new Date(label.ms).getUTCDate() === 1)).toBe(true);
  });

  it('write months out over a quarter, begin with the first day, and tick weeks without text', () => {
    const { labels, minor } = ticks(Date.UTC(2026, 7, 21), 91, 640, 'day');
    expect(labels.map((label) => label.text)).toEqual(['21 Aug', 'September', 'October', 'November']);
    expect(minor.length).toBeGreaterThan(10);
    expect(minor.every((ms) => new Date(ms).getUTCDay() === 1)).toBe(true);
  });

  it('drop labels rather than crowd them, and never go finer than the grain', () => {
    expect(ticks(Date.UTC(2025, 0, 1), 700, 160, 'month').labels.length).toBeLessThanOrEqual(4);
    expect(
      ticks(Date.UTC(2026, 0, 1), 60, 2000, 'month').labels.every((label) => new Date(label.ms).getUTCDate() === 1),
    ).toBe(true);
  });

  it('show hours under a bold day', () => {
    const { labels } = ticks(Date.UTC(2026, 0, 1, 6), 1.5, 700);
    expect(labels.find((label) => label.isStrong)?.text).toBe('2 Jan');
    expect(labels.some((label) => label.text === '12:00')).toBe(true);
  });

  it('survive one moment and years of few digits', () => {
    expect(ticks(0, 0).labels).toHaveLength(1);
    const ancient = new Date(Date.UTC(2000, 0, 1)).setUTCFullYear(50);
    expect(timeTicks({ min: ancient, max: ancient + 4000 * day, width: 400, locale: 'en' }).labels[0]?.text).toBe('50');
  });
});

describe('colours of series', () => {
  it('belong to the name, in whichever chart of the dashboard it appears', () => {
    const colorOf = assignColors({ theme });
    const first = toPlot(modelOf(), { ...contextOf(), colorOf }, 'line').series.find(
      (series) => series.name === 'Web',
    )?.color;
    const other = modelOf({}, monthlyTable('month', [2026, 0], { Web: [1] }));
    expect(toPlot(other, { ...contextOf(), colorOf }, 'area').series[0]?.color).toBe(first);
  });
});

describe('metrics that are shown as something else', () => {
  const at = Date.UTC(2026, 0, 1);
  const table: ResultTable = {
    columns: [
      { name: 'at', type: 'temporal', nativeType: '', values: [at, at + 86_400_000] },
      { name: 'revenue (share of total), North', type: 'number', nativeType: '', values: [0.25, 0.5] },
      { name: 'revenue (share of total), South', type: 'number', nativeType: '', values: [0.75, 0.5] },
      { name: 'orders, North', type: 'number', nativeType: '', values: [4, 8] },
    ],
    rowCount: 2,
  };
  const shown = {
    ...{ viz_type: 'echarts_timeseries_line', x_axis: 'at', groupby: ['shop'], truncate_metric: false },
    table_calculations: { revenue: { type: 'share', of: 'total' } },
  };

  it('are written as what they are, on the axis, in the table and under the pointer', () => {
    const space = { theme: lightChartTheme, width: 800, height: 400 };
    const drawn = (metrics: readonly string[], columns: ResultTable['columns']) => {
      const form = { ...shown, metrics };
      const names = { revenue: 'Revenue' };
      const context = toModelContext(line, { form, results: [], verboseNames: names }, lightChartTheme);
      const model = line.toModel([{ ...table, columns }], context);
      return line.toOptions(model, { ...context, ...space, locale: 'en', selectedLabels: [] });
    };
    const { plot, option } = drawn(['revenue'], table.columns.slice(0, 3));
    expect(plot.series.map(({ source }) => source.metric)).toEqual(['revenue', 'revenue']);
    expect(plot.format(0.25)).toMatch(/^25.?%$/);
    expect(JSON.stringify(option.yAxis)).toContain('Revenue (share of total)');
    const tooltip = option.tooltip as { readonly formatter: (params: unknown) => string };
    const html = tooltip.formatter(plot.series.map(({ id }) => ({ seriesId: id, dataIndex: 0 })));
    expect(html).toContain('Revenue (share of total)');
    const mixed = drawn(['orders', 'revenue'], table.columns).plot;
    const written = mixed.series.map((series) => `${series.name}: ${(series.format ?? mixed.format)(0.5)}`);
    expect(written.find((text) => text.startsWith('orders'))).toMatch(/0\.5$/);
    expect(written.find((text) => text.startsWith('Revenue'))).toMatch(/50.?%$/);
  });
});

describe('what a mark says of the rows behind it', () => {
  const factsAt = (changes: Record<string, unknown>, place: [number, number], table = months) => {
    const context = contextOf(changes);
    const model = toSeriesModel([table], context);
    const plot = toPlot(model, context, changes.viz_type === 'echarts_timeseries_bar' ? 'bar' : 'line');
    const [series, dataIndex] = place;
    return factsOfMark({ model, plot, form: context.form }, { seriesId: plot.series[series]?.id ?? '', dataIndex });
  };

  it('is its dimensions’ values and the stretch of time that its grain makes', () => {
    expect(factsAt({}, [0, 1])).toMatchObject({
      label: 'Dec 2025, Store, city',
      value: '110',
      filters: [
        { column: 'month', op: 'TEMPORAL_RANGE', values: ['2025-12-01T00:00:00 : 2026-01-01T00:00:00'] },
        { column: 'channel', op: 'IN', values: ['Store, city'] },
      ],
    });
    const ranges = [null, 'PT5M', '1969-12-28T00:00:00Z/P1W', 'P1W/1970-01-03T00:00:00Z'].map(
      (time_grain_sqla) => factsAt({ time_grain_sqla }, [0, 0])?.filters[0]?.values[0],
    );
    expect(ranges).toEqual([
      '2025-11-01T00:00:00 : 2025-11-01T00:00:01',
      '2025-11-01T00:00:00 : 2025-11-01T00:05:00',
      '2025-11-01T00:00:00 : 2025-11-08T00:00:00',
      '2025-10-26T00:00:00 : 2025-11-02T00:00:00',
    ]);
  });

  it('is its category; of what stands for many, and of an earlier period, nothing', () => {
    const bars = { viz_type: 'echarts_timeseries_bar', x_axis: 'name', groupby: [], x_axis_sort: 'name' };
    const table = tableFromRows([
      { name: 'a', revenue: 1 },
      { name: null, revenue: 2 },
    ]);
    const found = [0, 1].map((index) => factsAt(bars, [0, index], table)?.filters);
    expect(found).toContainEqual([{ column: 'name', op: 'IN', values: ['a'], label: 'a' }]);
    expect(found).toContainEqual([{ column: 'name', op: 'IS NULL', values: [], label: '<NULL>' }]);
    const compared = monthlyTable('month', [2025, 10], { revenue: [1, 2], 'revenue__1 year ago': [3, 4] });
    const changes = { groupby: [], time_compare: ['1 year ago'] };
    const facts = [0, 1].map((series) => factsAt(changes, [series, 0], compared));
    expect(facts.filter((one) => one === null)).toHaveLength(1);
    const others = monthlyTable('month', [2025, 10], { Web: [30], Others: [5] });
    const limited = { limit: 1, group_others_when_limit_reached: true };
    const names = [0, 1].map((series) => factsAt(limited, [series, 0], others)?.filters[1]?.values[0]);
    expect(names).toEqual(['Web', undefined]);
  });
});
