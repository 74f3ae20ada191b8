import { type ChartForm, controlsOf, lightChartTheme, tableFromRows } from '@powerset/chart-kit';
import type { ResultTable } from '@powerset/contract';
import type { ComponentType } from 'react';
import { describe, expect, it } from 'vitest';
import { type ControlCases, faultsOf } from '../control-effects.ts';
import { drawModel, toModelContext } from '../shared/draw-chart.ts';
import { monthlyTable } from '../shared/example-series.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import { periodOf, placeIn, readFrequency } from './frequencies.ts';
import { chart } from './index.ts';
import type { PivotOptions } from './options.ts';
import type { Periods } from './periods.ts';
import { View } from './View.tsx';

const base: ChartForm = { viz_type: 'time_pivot', granularity_sqla: 'at', metric: 'm', time_grain_sqla: 'P1D' };
const day = (text: string) => Date.parse(`${text}T00:00:00Z`);
const textOf = (ms: number) => new Date(ms).toISOString().slice(0, 10);

function draw(table: ResultTable, changes: Readonly<Record<string, unknown>> = {}) {
  const context = toModelContext(chart, { form: { ...base, ...changes }, results: [table] }, lightChartTheme);
  const model = chart.toModel([table], context) as Periods;
  const space = { theme: lightChartTheme, width: 600, height: 300 };
  const options = drawModel(chart, model, { context, space }) as PivotOptions;
  return { model, options, undrawn: chart.undrawnOf?.(model, context.form) ?? null };
}

/** Days in a row from a date, with values. */
const days = (from: string, values: readonly (number | null)[]) =>
  tableFromRows(
    values.map((m, at) => ({ __timestamp: day(from) + at * 86_400_000, m })),
    ['__timestamp'],
  );

describe('frequencies', () => {
  it.each([
    ['AS', '2026-05-09', '2026-01-01', '2027-01-01'],
    ['QS', '2026-05-09', '2026-04-01', '2026-07-01'],
    ['MS', '2026-02-28', '2026-02-01', '2026-03-01'],
    // The 9th of May 2026 is a Saturday.
    ['W-MON', '2026-05-09', '2026-05-04', '2026-05-11'],
    ['W-SUN', '2026-05-09', '2026-05-03', '2026-05-10'],
    ['D', '2026-05-09', '2026-05-09', '2026-05-10'],
    ['4W-MON', '2026-05-09', '2026-04-13', '2026-05-11'],
    ['52W-MON', '2026-05-09', '2025-05-12', '2026-05-11'],
  ])('%s begin and end around %s', (code, moment, start, end) => {
    const period = periodOf(day(moment), day(moment), readFrequency(code)!);
    expect([textOf(period.start), textOf(period.end)]).toEqual([start, end]);
  });

  it('of several weeks are counted back from the latest week', () => {
    const frequency = readFrequency('4W-MON')!;
    const before = (moment: string) => textOf(periodOf(day(moment), day('2026-05-09'), frequency).start);
    expect(['2026-04-13', '2026-04-12', '2026-03-16', '2026-03-15'].map(before)).toEqual([
      '2026-04-13',
      '2026-03-16',
      '2026-03-16',
      '2026-02-16',
    ]);
  });

  it('lay months over months whatever their lengths, and days by how long after the beginning they are', () => {
    const year = readFrequency('AS')!;
    const latest = day('2026-12-31');
    const newest = periodOf(latest, latest, year);
    const placed = (moment: string, grain: string) => {
      const period = periodOf(day(moment), latest, year);
      return textOf(placeIn(newest, day(moment), { period, grain }));
    };
    expect(placed('2024-03-01', 'P1M')).toBe('2026-03-01');
    expect(placed('2024-02-28', 'P1D')).toBe('2026-02-28');
    expect(placed('2025-01-06', 'P1W')).toBe('2026-01-01');
  });

  it('that are none are refused', () => {
    expect(['', 'W-XYZ', '0D', 'fortnight', '4'].map(readFrequency)).toEqual([null, null, null, null, null]);
    expect(draw(days('2026-05-04', [1]), { freq: 'fortnight' }).undrawn).toMatchObject({
      isAll: true,
      remedy: { changes: { freq: 'W-MON' } },
    });
  });
});

describe('periods over each other', () => {
  const table = days('2026-04-27', [1, 2, 3, 4, 5, 6, 7, 10, 20, null, 40]);

  it('are asked for as one measure over time', () => {
    expect(chart.toQueries(base)[0]).toMatchObject({
      granularity: 'at',
      is_timeseries: true,
      metrics: ['m'],
      row_limit: 50_000,
      orderby: [['m', true]],
      extras: { time_grain_sqla: 'P1D' },
    });
  });

  it('stand at the days of the newest, each with its own values', () => {
    const { model, options } = draw(table);
    expect(model.xs.map(textOf)).toEqual(['04', '05', '06', '07', '08', '09', '10'].map((date) => `2026-05-${date}`));
    expect(options.plot.series.map(({ name, values }) => [name, values])).toEqual([
      ['Week of 4 May 2026', [10, 20, null, 40, null, null, null]],
      ['Week of 27 Apr 2026', [1, 2, 3, 4, 5, 6, 7]],
    ]);
  });

  it('are in front and in full colour when they are the newest, and paler the older they are', () => {
    const { options } = draw(
      days(
        '2026-04-06',
        Array.from({ length: 30 }, (_, at) => at),
      ),
    );
    const layers = options.option.series as readonly {
      id: string;
      z: number;
      lineStyle: { width: number; color: string };
    }[];
    expect(layers[0]).toMatchObject({ id: 'series:0', z: 5, lineStyle: { width: 2.5, color: 'rgba(0,122,135,1)' } });
    const alphas = options.plot.series.slice(1).map(({ color }) => Number(/([\d.]+)\)$/.exec(color)?.[1]));
    expect(alphas).toEqual([...alphas].sort((a, b) => b - a));
    expect(new Set(alphas).size).toBe(alphas.length);
  });

  it('are told from the newest on under the pointer, and in a sentence', () => {
    const { options } = draw(table);
    const { formatter } = options.option.tooltip as { formatter: (hits: unknown) => string };
    const text = formatter([{ seriesId: 'series:0', dataIndex: 1 }]).replaceAll(/(<[^>]*>)+/g, '|');
    expect(text).toBe('|5 May 2026|Week of 4 May 2026|20|Week of 27 Apr 2026|2|');
    expect(options.statement?.()).toMatch(
      /^m, Week of 4 May 2026: 40 at 7 May 2026, \+900\.0.?% against Week of 27 Apr 2026\.$/,
    );
  });

  it('say what is not drawn: rows without values, and all but the latest of very many', () => {
    expect(draw(table).undrawn?.title.values).toEqual({ undrawn: 1, all: 11 });
    expect(draw(days('2026-05-04', [null, null])).undrawn).toMatchObject({ isAll: true });
    const many = draw(
      days(
        '2025-01-01',
        Array.from({ length: 200 }, (_, at) => at),
      ),
      { freq: 'D' },
    );
    expect(many.undrawn?.title.values).toEqual({ drawn: 120, all: 200 });
    expect(many.options.plot.series).toHaveLength(120);
  });
});

const filter = { clause: 'WHERE', expressionType: 'SIMPLE', subject: 'city', operator: '==', comparator: 'Rome' };
const cases: ControlCases = {
  definition: chart,
  view: View as ComponentType<ChartViewProps>,
  form: { granularity_sqla: 'at', metric: 'revenue', time_grain_sqla: 'P1M', freq: 'AS' },
  results: [
    monthlyTable('__timestamp', [2025, 0], {
      revenue: [1204.5, 1300, 900, 1100, 1250, 1400, 1500, 1380, 1290, 1310, 1700, 1900, 1300, 1450, 1010, 1200],
    }),
  ],
  cases: {
    granularity_sqla: { to: 'seen' },
    time_grain_sqla: { to: 'P1Y' },
    time_range: { to: 'Last week' },
    metric: { to: 'orders' },
    adhoc_filters: { to: [filter] },
    freq: { to: 'QS' },
    show_legend: { to: false },
    line_interpolation: {
      to: 'step-before',
      choices: ['linear', 'basis', 'cardinal', 'monotone', 'step-before', 'step-after'],
    },
    color_picker: { to: { r: 200, g: 10, b: 10, a: 1 } },
    x_axis_label: { to: 'Month' },
    bottom_margin: { to: '100' },
    x_axis_format: { to: '%Y-%m-%d' },
    x_axis_showminmax: { to: true },
    y_axis_label: { to: 'Money' },
    left_margin: { to: '150' },
    y_axis_showminmax: { to: true },
    y_log_scale: { to: true },
    y_axis_format: { to: ',.2f' },
    y_axis_bounds: { to: [500, 2500] },
  },
};

describe('the controls of a period pivot', () => {
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
