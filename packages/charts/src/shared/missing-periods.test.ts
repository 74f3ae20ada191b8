import { type AnswerFacts, type ChartForm, lightChartTheme, tableFromRows } from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';
import { chart as area } from '../echarts-area/index.ts';
import { chart as line } from '../echarts-timeseries-line/index.ts';
import { chart as pie } from '../pie/index.ts';
import { toModelContext } from './draw-chart.ts';
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
  const context = {
    ...toModelContext(line, input, lightChartTheme),
    ...{ theme: lightChartTheme, width: 600, height: 240, locale: 'en', selectedLabels: [] },
  };
  const model = toSeriesModel([tableFromRows(rows as typeof weeks, ['at'])], context);
  const plot = toPlot(model, context, 'line');
  const values = plot.series.map((series) => series.values);
  const foot = tooltipContent({ model, plot, context, shown: plot.series, index: 0 }).foot;
  return { values, foot, reason: line.undrawnOf?.(model, context.form) ?? null };
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
});

describe('totals of parts', () => {
  it('are told in a tooltip where the parts are all there and add up', () => {
    expect(drawn({}, [{ limitReached: null, summable: ['revenue'] }]).foot?.label).toBe('Total');
    expect(drawn({}, [{ limitReached: null, summable: [] }]).foot).toBeUndefined();
    expect(drawn({}, [{ limitReached: 100, summable: ['revenue'] }]).foot).toBeUndefined();
    expect(drawn({ limit: 2 }, [{ limitReached: null, summable: ['revenue'] }]).foot).toBeUndefined();
  });

  it('are not drawn in a pie of averages, which says why', () => {
    const pieForm = { viz_type: 'pie', groupby: ['channel'], metric: 'average', show_total: true };
    const optionsOf = (answers: readonly AnswerFacts[]) => {
      const context = {
        ...toModelContext(pie, { form: pieForm, results: [], answers }, lightChartTheme),
        ...{ theme: lightChartTheme, width: 400, height: 300, locale: 'en', selectedLabels: [] },
      };
      const model = pie.toModel(
        [
          tableFromRows([
            { channel: 'Web', average: 5 },
            { channel: 'Store', average: 6 },
          ]),
        ],
        context,
      );
      return {
        drawing: JSON.stringify(pie.toOptions(model, context)),
        title: pie.undrawnOf?.(model, context.form)?.title,
      };
    };
    const averages = optionsOf([{ limitReached: null, summable: [] }]);
    expect(averages.drawing).not.toContain('Total');
    expect(averages.title?.text).toContain('do not add up to a whole');
    const sums = optionsOf([{ limitReached: null, summable: ['average'] }]);
    expect([sums.drawing.includes('Total'), sums.title]).toEqual([true, undefined]);
  });
});
