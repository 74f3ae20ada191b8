import { type AnswerFacts, type ChartForm, lightChartTheme, tableFromRows } from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';
import { chart as area } from '../echarts-area/index.ts';
import { form as lineForm } from '../echarts-timeseries-line/form.ts';
import { chart as line } from '../echarts-timeseries-line/index.ts';
import { toModelContext } from './draw-chart.ts';
import { buildLayers } from './series-layers.ts';
import { toSeriesModel } from './series-model.ts';
import { toPlot } from './series-plot.ts';
import { tooltipContent } from './series-tooltip.ts';

const day = 86_400_000;
const start = Date.UTC(2026, 0, 5);
const form: ChartForm = {
  viz_type: 'echarts_timeseries_line',
  x_axis: 'at',
  metrics: ['revenue'],
  groupby: ['channel'],
  time_grain_sqla: 'P1W',
};
const weeks = [
  { at: start, Web: 5, Store: 6 },
  { at: start + 7 * day, Web: 7, Store: null },
  { at: start + 28 * day, Web: 9, Store: 1 },
];

function drawn(changes: Record<string, unknown> = {}, answers?: readonly AnswerFacts[], rows: object[] = weeks) {
  const input = { form: { ...form, ...changes }, results: [], ...(answers ? { answers } : {}) };
  const modelContext = toModelContext(line, input, lightChartTheme);
  const context = {
    ...modelContext,
    ...{
      form: lineForm.read(modelContext.form),
      theme: lightChartTheme,
      width: 600,
      height: 240,
      locale: 'en',
      selectedLabels: [],
    },
  };
  const times = rows.every((row) => typeof (row as { at: unknown }).at === 'number') ? ['at'] : [];
  const model = toSeriesModel([tableFromRows(rows as typeof weeks, times)], context);
  const plot = toPlot(model, context, 'line');
  const values = plot.series.map((series) => series.values);
  const foot = tooltipContent({ model, plot, context, shown: plot.series, index: 0 }).foot;
  const layers = buildLayers(model, plot, { context, hasEndLabels: false });
  const ids = layers.map((layer) => String(layer.id));
  const joined = layers.filter(({ type }) => type === 'line').map(({ connectNulls }) => connectNulls);
  return { values, foot, ids, layers, joined, reason: line.undrawnOf?.(model, context.form) ?? null };
}

describe('steps of time without a row', () => {
  it('are gaps, unless they shall be zero or be passed over', () => {
    expect(drawn().values).toEqual([
      [5, 7, null, null, 9],
      [6, null, null, null, 1],
    ]);
    expect(drawn({ missing_periods: 'zero' }).values).toEqual([
      [5, 7, 0, 0, 9],
      [6, 0, 0, 0, 1],
    ]);
    expect(drawn({ missing_periods: 'connect' }).values[0]).toEqual([5, 7, 9]);
  });

  it('are counted in steps of several minutes', () => {
    const quarters = [0, 15, 45].map((minutes) => ({ at: start + minutes * 60_000, Web: minutes }));
    expect(drawn({ time_grain_sqla: 'PT15M' }, undefined, quarters).values).toEqual([[0, 15, null, 45]]);
  });

  it('are counted from where the hours of a dataset move them', () => {
    const months = [
      [2025, 11, 31, 22],
      [2026, 0, 31, 22],
      [2026, 3, 30, 22],
    ] as const;
    const moved = months.map(([year, month, date, hour], index) => ({
      at: Date.UTC(year, month, date, hour),
      Web: index,
    }));
    const later = [0, 1, 4].map((month) => ({ at: Date.UTC(2026, month, 1, 5), Web: month }));
    expect(drawn({ time_grain_sqla: 'P1M' }, undefined, moved).values).toEqual([[0, 1, null, null, 2]]);
    expect(drawn({ time_grain_sqla: 'P1M' }, undefined, later).values).toEqual([[0, 1, null, null, 4]]);
  });

  it('part a line also where times are on no grid, or on one of very many steps', () => {
    const uneven = [0, 1, 2.1, 6, 8].map((days) => ({ at: start + days * day, Web: days }));
    const values = [[0, 1, 2.1, null, null, 6, null, 8]];
    expect(drawn({ time_grain_sqla: 'P1D' }, undefined, uneven).values).toEqual(values);
    const long = [0, 1, 20_000].map((minutes) => ({ at: start + minutes * 60_000, Web: minutes }));
    expect(drawn({ time_grain_sqla: 'PT1M' }, undefined, long).values).toEqual([[0, 1, null, null, 20_000]]);
    const zeros = { time_grain_sqla: 'PT1M', missing_periods: 'zero' };
    expect(drawn(zeros, undefined, long).values).toEqual([[0, 1, 0, 0, 20_000]]);
  });

  it('are none without a grain: the rows of a series are joined, whatever times other series have', () => {
    const rows = [0, 1, 2, 3].map((minutes) => ({
      at: start + minutes * 60_000,
      Web: minutes % 2 === 0 ? minutes : null,
      Store: minutes % 2 === 1 ? minutes : null,
    }));
    const ungrained = drawn({ time_grain_sqla: null }, undefined, rows);
    expect(ungrained.values[0]).toEqual([null, 1, null, 3]);
    expect([ungrained.joined, ungrained.ids.filter((id) => id.endsWith(':lone'))]).toEqual([[true, true], []]);
    const grained = drawn({ time_grain_sqla: 'PT1M' }, undefined, rows);
    expect([grained.joined, grained.ids.filter((id) => id.endsWith(':lone')).length]).toEqual([[false, false], 2]);
    const measured = rows.map(({ at, Web }) => ({ at, Web }));
    expect(drawn({ time_grain_sqla: null, groupby: [] }, undefined, measured).joined).toEqual([false]);
  });

  it('can be chosen for lines and areas', () => {
    const names = [line, area].map(({ sections }) =>
      sections.flatMap(({ rows }) => rows.flat()).some(({ name }) => name === 'missing_periods'),
    );
    expect(names).toEqual([true, true]);
  });
});

describe('rows that a limit cut off', () => {
  const cut = [{ limitReached: 100, summable: ['revenue'] }];

  it('are told of, with the series limit that leaves whole series', () => {
    expect(drawn({}, cut).reason).toMatchObject({
      isAll: false,
      title: { text: expect.stringContaining('limit of {{limit}} rows was reached'), values: { limit: 100 } },
      remedy: { changes: { limit: 5, row_limit: 10_000 } },
    });
    expect(drawn({ limit: 5 }, cut).reason?.remedy?.changes).toEqual({ row_limit: 10_000 });
    expect(drawn({ limit: 5 }, [{ limitReached: 10_000, summable: [] }]).reason?.remedy).toBeUndefined();
    expect(drawn({}, [{ limitReached: null, summable: [] }]).reason).toBeNull();
  });

  it('are told of as what was asked for where the chart is a ranking', () => {
    const channels = [
      { at: 'Web', revenue: 5 },
      { at: 'Store', revenue: 3 },
    ];
    const ranking = { groupby: [], time_grain_sqla: undefined };
    expect(drawn(ranking, cut, channels).reason).toEqual({
      isAll: false,
      title: { text: 'The first {{limit}} are shown; there are more.', values: { limit: 100 } },
      remedy: {
        label: 'Show the top 20 and Others',
        changes: expect.objectContaining({ limit: 20, group_others_when_limit_reached: true }),
      },
    });
  });
});

describe('totals of parts', () => {
  it('are told in a tooltip where the parts are all there and add up', () => {
    expect(drawn({}, [{ limitReached: null, summable: ['revenue'] }]).foot?.label).toBe('Total');
    expect(drawn({}, [{ limitReached: null, summable: [] }]).foot).toBeUndefined();
    expect(drawn({}, [{ limitReached: 100, summable: ['revenue'] }]).foot).toBeUndefined();
    expect(drawn({ limit: 2 }, [{ limitReached: null, summable: ['revenue'] }]).foot).toBeUndefined();
  });

  it('stand on stacks of what adds up alone; else the chart says why not', () => {
    const stacked = { stack: 'Stack', show_value: true };
    const layers = (answer: AnswerFacts, changes = {}) => {
      const { ids, reason } = drawn({ ...stacked, ...changes }, [answer]);
      return { hasTotal: ids.some((id) => id.startsWith('totals:')), text: reason?.title.text, remedy: reason?.remedy };
    };
    const sums = { limitReached: null, summable: ['revenue'] };
    const averages = { limitReached: null, summable: [] };
    expect(layers(sums)).toEqual({ hasTotal: true });
    expect(layers(averages)).toMatchObject({
      hasTotal: false,
      text: expect.stringContaining('do not add up'),
      remedy: { changes: { only_total: false } },
    });
    expect(layers(sums, { limit: 2 })).toMatchObject({
      hasTotal: false,
      text: expect.stringContaining('Not all series'),
    });
    expect(layers(sums, { limit: 2, group_others_when_limit_reached: true })).toEqual({ hasTotal: true });
    expect(layers(averages, { only_total: false })).toEqual({ hasTotal: false });
  });

  it('are not taken shares of without a word', () => {
    const averages = [{ limitReached: null, summable: [] }];
    expect(drawn({ stack: 'Expand' }, averages).reason).toMatchObject({
      title: { text: expect.stringContaining('do not add up to a whole') },
      remedy: { changes: { stack: 'Stack' } },
    });
    expect(drawn({ stack: 'Expand' }, [{ limitReached: null, summable: ['revenue'] }]).reason).toBeNull();
  });
});

it('draws what stands alone in a stack as a stroke of its height, since an area of it has no width', () => {
  const lone = [
    { at: start, Web: 5, Store: 6 },
    { at: start + 7 * day, Web: 7, Store: null },
    { at: start + 14 * day, Web: 9, Store: 4 },
  ];
  const strokesOf = (changes: Record<string, unknown>) =>
    drawn(changes, undefined, lone).layers.filter(({ id }) => String(id).endsWith(':lone'));
  const stacked = strokesOf({ stack: 'Stack', area: true });
  expect(stacked.map(({ data }) => data)).toEqual([
    [
      [start, 5],
      [start, 11],
      [start, null],
      [start + 14 * day, 9],
      [start + 14 * day, 13],
      [start + 14 * day, null],
    ],
  ]);
  expect(strokesOf({ stack: 'Stack', area: true, missing_periods: 'connect' })).toEqual([]);
  // Outside of a stack a dot says it.
  expect(strokesOf({}).map(({ type }) => type)).toEqual(['scatter']);
});
