import {
  applyExtraFormData,
  type ChartDefinition,
  type ChartForm,
  lightChartTheme,
  tableFromRows,
} from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';
import { chart as bigNumber } from './big-number/index.ts';
import { chart as total } from './big-number-total/index.ts';
import { chart as pie } from './pie/index.ts';
import { inOneFigure } from './pie/labels.ts';
import { labelParts } from './pie/options.ts';
import { toModelContext } from './shared/draw-chart.ts';
import { monthlyTable } from './shared/example-series.ts';
import { estimateTextWidth } from './shared/text-widths.ts';

function contextOf(definition: ChartDefinition, form: ChartForm, space = { width: 300, height: 80 }) {
  return {
    ...toModelContext(definition, { form, results: [] }, lightChartTheme),
    theme: lightChartTheme,
    locale: 'en',
    selectedLabels: [],
    ...space,
  };
}

describe('a big number', () => {
  const draw = (
    form: Record<string, unknown>,
    value: number | string | null,
    space?: { width: number; height: number },
  ) => {
    const context = contextOf(total, { viz_type: 'big_number_total', metric: 'revenue', ...form }, space);
    const model = total.toModel([tableFromRows([{ revenue: value }])], context);
    return { model, options: total.toOptions(model, context) };
  };

  it('is one row with no groups', () => {
    expect(total.toQueries({ viz_type: 'big_number_total', metric: 'revenue' })).toMatchObject([
      { metrics: ['revenue'], columns: [], orderby: [] },
    ]);
  });

  it('is written in its format, as a date when forced, as text when it is text', () => {
    expect(draw({ currency_format: { symbol: 'EUR', symbolPosition: 'prefix' } }, 3_104_220).model.text).toBe('€3.1M');
    expect(draw({ force_timestamp_formatting: true, time_format: '%Y-%m-%d' }, Date.UTC(2026, 0, 5)).model.text).toBe(
      '2026-01-05',
    );
    expect(draw({}, 'open').model.text).toBe('open');
    expect(total.isEmpty?.(draw({}, null).model)).toBe(true);
  });

  it('is set against an earlier period, with the change and its colour', () => {
    const form: ChartForm = {
      viz_type: 'big_number_total',
      metric: 'revenue',
      time_compare: '1 year ago',
      comparison_color_enabled: true,
    };
    expect(total.toQueries(form)[0]?.time_offsets).toEqual(['1 year ago']);
    const context = contextOf(total, form);
    const lineOf = (now: number, earlier: number | null) => {
      const model = total.toModel([tableFromRows([{ revenue: now, 'revenue__1 year ago': earlier }])], context);
      return total.toOptions(model, context).comparison;
    };
    const { success, danger } = lightChartTheme;
    expect(lineOf(120, 100)).toEqual({ direction: 'up', change: '20.0 %', color: success, rest: '100 · 1 year ago' });
    expect(lineOf(80, 100)).toMatchObject({ direction: 'down', change: '20.0 %', color: danger });
    expect(lineOf(100, 100)).toMatchObject({ direction: 'same', color: undefined });
    expect(lineOf(100, 0)).toMatchObject({ direction: 'up', change: '' });
    expect(lineOf(100, null)).toBeNull();
  });

  it('says in words which days a chosen calendar compares', () => {
    const form: ChartForm = {
      viz_type: 'big_number_total',
      metric: 'revenue',
      time_compare: '1 year ago',
      compare_calendar: 'weekday',
    };
    expect(total.toQueries(form)[0]).toMatchObject({ time_offsets: ['1 year ago'], time_calendar: { weekday: true } });
    const day = (year: number, date: number) => Date.UTC(year, 2, date);
    const earlier = { offset: '1 year ago', from_dttm: day(2024, 4), to_dttm: day(2024, 5), days: 364 };
    const context = {
      ...contextOf(total, form),
      timeBounds: [day(2025, 3), day(2025, 4)] as const,
      answers: [{ limitReached: null, summable: [], compared_periods: [earlier] }],
    };
    const model = total.toModel([tableFromRows([{ revenue: 120, 'revenue__1 year ago': 100 }])], context);
    const { comparison, statement } = total.toOptions(model, context);
    expect(comparison).toMatchObject({ rest: '100 · Mon 4 Mar 2024', hint: 'Mon 3 Mar 2025 to Mon 4 Mar 2024' });
    expect(statement).toContain('Mon 3 Mar 2025 to Mon 4 Mar 2024.');
  });

  it('scales with its font size; in a row of figures the usual size is 24', () => {
    const size = (header_font_size: number, height = 80) =>
      draw({ header_font_size }, 48_230, { width: 300, height }).options.sizes.figure;
    expect(size(0.4)).toBe(24);
    expect([0.2, 0.3, 0.4, 0.5, 0.6].map((share) => size(share, 300))).toEqual(
      [...[0.2, 0.3, 0.4, 0.5, 0.6].map((share) => size(share, 300))].sort((a, b) => a - b),
    );
    expect(draw({}, 48_230, { width: 60, height: 300 }).options.sizes.figure).toBeLessThan(30);
  });

  it('is coloured in full by a rule that it meets', () => {
    const rule = { column: 'revenue', colorScheme: 'danger', operator: '>', targetValue: 4 };
    expect(draw({ conditional_formatting: [rule] }, 5).options.color).toBe('rgba(197,40,61,1)');
    expect(draw({ conditional_formatting: [rule] }, 3).options.color).toBe(lightChartTheme.text);
  });
});

describe('a big number with its trend', () => {
  const draw = (form: Record<string, unknown>, revenue: readonly (number | null)[]) => {
    const context = contextOf(bigNumber, {
      viz_type: 'big_number',
      x_axis: 'month',
      metric: 'revenue',
      time_grain_sqla: 'P1M',
      ...form,
    });
    const model = bigNumber.toModel([monthlyTable('month', [2026, 0], { revenue })], context);
    return { model, options: bigNumber.toOptions(model, context) };
  };

  it('shows the latest value that there is and its change against the lag', () => {
    const { options } = draw({ compare_lag: 1, compare_suffix: 'vs last month', show_timestamp: true }, [
      100,
      80,
      90,
      null,
    ]);
    expect(options).toMatchObject({
      text: '90',
      change: { text: '12.5 %', direction: 'up', isGood: true },
      suffix: 'vs last month',
      timestamp: 'Mar 2026',
    });
    expect(draw({ compare_lag: 1 }, [100, 80]).options.change?.direction).toBe('down');
    expect(draw({ compare_lag: 5 }, [100, 80]).options.change).toBeNull();
    expect(draw({ compare_lag: 1 }, [0, 80]).options.change).toBeNull();
  });

  describe('against an earlier period', () => {
    const day = (date: number) => Date.UTC(2025, 2, date);
    const compared = (
      form: Record<string, unknown>,
      facts: Record<string, unknown>,
      rows: readonly (readonly number[])[],
    ) => {
      const whole: ChartForm = {
        viz_type: 'big_number',
        x_axis: 'day',
        metric: 'revenue',
        time_grain_sqla: 'P1D',
        time_compare: '1 year ago',
        compare_lag: 1,
        ...form,
      };
      const context = { ...contextOf(bigNumber, whole), ...facts };
      const table = tableFromRows(
        rows.map(([ms, revenue, earlier]) => ({ day: ms!, revenue: revenue!, 'revenue__1 year ago': earlier! })),
        ['day'],
      );
      const model = bigNumber.toModel([table], context);
      return { query: bigNumber.toQueries(whole)[0]!, model, options: bigNumber.toOptions(model, context) };
    };

    it('compares a Monday with the Monday 364 days before, and says which', () => {
      const period = { offset: '1 year ago', from_dttm: null, to_dttm: null, days: 364 };
      const { query, options } = compared(
        { compare_calendar: 'weekday' },
        { answers: [{ limitReached: null, summable: [], compared_periods: [period] }] },
        [
          [day(2), 90, 80],
          [day(3), 120, 100],
        ],
      );
      expect(query).toMatchObject({ time_offsets: ['1 year ago'], time_calendar: { weekday: true } });
      expect(query.post_processing?.[0]?.options).toMatchObject({
        aggregates: { revenue: { operator: 'mean' }, 'revenue__1 year ago': { operator: 'mean' } },
      });
      // 3 March 2025 and 4 March 2024 are Mondays, with a leap day between them.
      expect(options.change).toMatchObject({ text: '20.0 %', direction: 'up' });
      expect(options.suffix).toBe('vs Mon 4 Mar 2024');
      expect(options.explanations).toEqual(['20.0 % more than 100 for Mon 4 Mar 2024.']);
    });

    it('compares what is cut alike to date, rolls both, and says which stretches', () => {
      const period = {
        offset: '1 year ago',
        ...{ from_dttm: Date.UTC(2023, 3, 1), to_dttm: Date.UTC(2024, 2, 3, 10), days: null },
      };
      const now = Date.UTC(2025, 2, 3, 10);
      const { query, model, options } = compared(
        { compare_calendar: 'year', fiscal_year_start: 4, time_grain_sqla: 'P1M', rolling_type: 'cumsum' },
        {
          now,
          timeBounds: [Date.UTC(2024, 3, 1), now],
          answers: [{ limitReached: null, summable: [], compared_periods: [period] }],
        },
        [
          [Date.UTC(2025, 1, 1), 300, 250],
          [Date.UTC(2025, 2, 1), 330, 300],
        ],
      );
      expect(query.time_calendar).toEqual({ to_date: 'year', fiscal_year_start: 4 });
      expect(query.post_processing?.[1]?.options).toMatchObject({
        columns: { revenue: 'revenue', 'revenue__1 year ago': 'revenue__1 year ago' },
      });
      expect(model.partial).toBeNull();
      expect(options).toMatchObject({ text: '330', change: { text: '10.0 %' }, suffix: 'vs Mar 2024' });
      expect(options.explanations.at(-1)).toBe('1 Apr 2024 – 3 Mar 2025 to 1 Apr 2023 – 3 Mar 2024.');
      expect(options.statement).toContain('10.0 % more than 300 for Mar 2024.');
    });

    it('leaves a month that is not whole out of a comparison by dates, and one to date in', () => {
      const rows = [
        [Date.UTC(2025, 1, 1), 100, 80],
        [Date.UTC(2025, 2, 1), 10, 40],
      ];
      const facts = { now: Date.UTC(2025, 2, 3) };
      const changeOf = (calendar: string | null) =>
        compared({ time_grain_sqla: 'P1M', compare_calendar: calendar }, facts, rows).model.change;
      expect([changeOf(null), changeOf('month')]).toEqual([0.25, -0.75]);
    });

    it('takes the phrase where a week has no moment of its own a year before', () => {
      const { options } = compared({ time_grain_sqla: 'P1W' }, {}, [[day(3), 50, 40]]);
      expect(options.suffix).toBe('vs 1 year ago');
      expect(compared({ time_compare: '2 weeks ago' }, {}, [[day(3), 50, 40]]).model.comparedWith).toBeNull();
    });
  });

  it('calls a change good by the direction that its form calls good', () => {
    const goodOf = (scheme: string, values: readonly number[]) =>
      draw({ compare_lag: 1, comparison_color_scheme: scheme }, values).options.change?.isGood;
    expect([goodOf('Red', [4, 5]), goodOf('Red', [5, 4]), goodOf('Green', [5, 4])]).toEqual([false, true, false]);
    expect(goodOf('Red', [5, 5])).toBeNull();
  });

  it('says in words over what it is taken and what it is compared with', () => {
    const rolling = { rolling_type: 'sum', rolling_periods: 2, min_periods: 2 };
    const { options } = draw({ ...rolling, compare_lag: 1 }, [100, 80, 90]);
    expect(options.explanations).toEqual(['Sum over 2 months, up to Mar 2026.', '12.5 % more than 80 for Feb 2026.']);
    expect(options.suffix).toBe('vs Feb 2026');
    expect(draw({ rolling_type: 'cumsum' }, [100, 80]).options.explanations).toEqual(['Total of all up to Feb 2026.']);
    expect(draw({}, [100, 80]).options.explanations).toEqual([]);
  });

  it('counts its window in the steps of a dashboard’s grain, and says so where that has no such length', () => {
    const own = {
      viz_type: 'big_number',
      x_axis: 'month',
      metric: 'revenue',
      time_grain_sqla: 'P1D',
      rolling_type: 'sum',
      rolling_periods: 28,
      min_periods: 28,
      compare_lag: 28,
      compare_suffix: 'in 4 weeks',
    };
    const under = (grain: string) => {
      const form = applyExtraFormData(own, { time_grain_sqla: grain });
      const context = contextOf(bigNumber, form);
      const model = bigNumber.toModel([monthlyTable('month', [2026, 0], { revenue: [4, 5, 6, 7, 8] })], context);
      return { form, options: bigNumber.toOptions(model, context) };
    };
    const weeks = under('P1W');
    expect(weeks.form).toMatchObject({ rolling_periods: 4, min_periods: 4, compare_lag: 4 });
    expect(weeks.options.suffix).toBe('in 4 weeks');
    expect(weeks.options.explanations).toHaveLength(2);
    const years = under('P1Y');
    expect(bigNumber.toQueries(years.form)[0]?.post_processing?.[1]?.options).toMatchObject({
      window: 1,
      min_periods: 1,
    });
    expect(years.options.suffix).toBe('vs 2026');
    expect(years.options.explanations[1]).toBe('The chart’s own window of 28 days does not fit this time grain.');
    expect(under('P1D').form).toMatchObject({ rolling_periods: 28, compare_lag: 28 });
  });

  it('says that no window is full where rows came and none is left', () => {
    const form = { rolling_type: 'sum', rolling_periods: 28, min_periods: 28 };
    const stored = { viz_type: 'big_number', x_axis: 'month', metric: 'revenue', ...form };
    const reasonOf = (sql_rowcount: number) => {
      const context = {
        ...contextOf(bigNumber, stored),
        answers: [{ limitReached: null, summable: [], sql_rowcount }],
      };
      return bigNumber.undrawnOf?.(bigNumber.toModel([tableFromRows([])], context), stored);
    };
    expect(reasonOf(3)).toMatchObject({
      isAll: true,
      title: { text: 'No window is full' },
      remedy: { changes: { min_periods: 0 } },
    });
    expect(reasonOf(0)).toBeNull();
  });

  it('draws the line from zero or from its least value, or not at all', () => {
    const lowest = (form: Record<string, unknown>) =>
      Math.max(...(draw(form, [100, 90, 95]).options.spark?.points.map((point) => point.y) ?? []));
    expect(lowest({ start_y_axis_at_zero: false })).toBeGreaterThan(lowest({}));
    expect(draw({ show_trend_line: false }, [1, 2]).options.spark).toBeNull();
    expect(draw({}, [1]).options.spark).toBeNull();
  });

  it('fills what lies below zero up to zero', () => {
    const groundOf = (values: readonly number[]) => {
      const spark = draw({}, [...values]).options.spark;
      return Number(/L[\d.]+ ([\d.]+)Z$/.exec(spark?.area ?? '')?.[1]) / (spark?.height ?? 1);
    };
    expect(groundOf([-100, -90, -95])).toBeLessThan(0.1);
    expect(groundOf([-100, 100])).toBeCloseTo(0.5, 1);
    expect(groundOf([100, 90])).toBe(1);
  });

  it('leaves the line its place beside the figure on a narrow card', () => {
    const context = (width: number) => ({
      ...contextOf(bigNumber, { viz_type: 'big_number', x_axis: 'month', metric: 'revenue' }),
      width,
      height: 50,
    });
    const at = (width: number) => {
      const model = bigNumber.toModel([monthlyTable('month', [2026, 0], { revenue: [164.3, 169.1] })], context(width));
      return bigNumber.toOptions(model, context(width));
    };
    const narrow = at(150);
    expect(narrow).toMatchObject({ isNarrow: true, text: '169' });
    const figureWidth = estimateTextWidth(narrow.text, narrow.sizes.figure);
    expect((narrow.spark?.width ?? 0) + figureWidth).toBeLessThanOrEqual(150 - 12);
    expect(narrow.spark?.width).toBeGreaterThanOrEqual(40);
    expect(at(260).isNarrow).toBe(false);
  });

  it('spans the time range that was asked for when fixed to it', () => {
    const form: ChartForm = { viz_type: 'big_number', x_axis: 'month', metric: 'revenue', time_range_fixed: true };
    const context = {
      ...contextOf(bigNumber, form),
      timeBounds: [Date.UTC(2025, 0, 1), Date.UTC(2027, 0, 1)] as const,
    };
    const model = bigNumber.toModel([monthlyTable('month', [2026, 0], { revenue: [1, 2] })], context);
    const points = bigNumber.toOptions(model, context).spark?.points ?? [];
    expect(points[0]?.x).toBeGreaterThan(40);
    expect(points.at(-1)?.x).toBeLessThan(80);
  });

  it('rolls and resamples in its query', () => {
    const [query] = bigNumber.toQueries({
      viz_type: 'big_number',
      x_axis: 'month',
      metric: 'revenue',
      rolling_type: 'cumsum',
      resample_rule: '1D',
      resample_method: 'ffill',
    });
    expect(query?.post_processing?.map((rule) => rule?.operation)).toEqual(['pivot', 'cum', 'resample', 'flatten']);
    expect(query?.columns).toMatchObject([{ columnType: 'BASE_AXIS', label: 'month' }]);
  });
});

describe('a pie', () => {
  const form: ChartForm = { viz_type: 'pie', groupby: ['category', 'kind'], metric: 'revenue' };
  const slices = pie.toModel(
    [
      tableFromRows([
        { category: 'A', kind: 'x', revenue: 30 },
        { category: null, kind: 'y', revenue: 10 },
        { category: 'C', kind: 'z', revenue: -5 },
        { category: 'D', kind: 'z', revenue: null },
      ]),
    ],
    contextOf(pie, form),
  );

  it('shares out what has an angle', () => {
    expect(slices.slices.map((slice) => [slice.name, slice.share, slice.keys])).toEqual([
      ['A, x', 0.75, ['A', 'x']],
      ['<NULL>, y', 0.25, [null, 'y']],
    ]);
    // What lies below zero has no angle, and counts in the total all the same.
    expect(slices.total).toBe(35);
  });

  it.each([
    ['key', 'A, x'],
    ['value', '30'],
    ['percent', '75.0 %'],
    ['key_value', 'A, x: 30'],
    ['key_percent', 'A, x: 75.0 %'],
    ['key_value_percent', 'A, x: 30 (75.0 %)'],
    ['value_percent', '30 (75.0 %)'],
  ])('labels by %s', (type, text) => {
    const { name, figures } = labelParts(slices.slices[0]!, {
      type,
      format: String,
      percent: (share) => `${(100 * share).toFixed(1)} %`,
      hasShares: true,
    });
    expect([name, inOneFigure(figures)].filter(Boolean).join(': ')).toBe(text);
  });

  it('labels only slices above the threshold and rings a donut', () => {
    const optionOf = (changes: Record<string, unknown>) => {
      const context = contextOf(pie, { ...form, ...changes }, { width: 400, height: 300 });
      const { series } = pie.toOptions(slices, context).option;
      return (
        series as readonly {
          readonly radius: readonly number[];
          readonly data: readonly { readonly label: { readonly show: boolean } }[];
        }[]
      )[0]!;
    };
    expect(optionOf({ show_labels_threshold: 30 }).data.map((slice) => slice.label.show)).toEqual([true, false]);
    expect(optionOf({}).radius[0]).toBe(0);
    expect(optionOf({ donut: true }).radius[0]).toBeGreaterThan(0);
    expect(optionOf({ outerRadius: 40 }).radius[1]).toBeLessThan(optionOf({}).radius[1]!);
  });

  it('writes its figures below its names where a card is narrow, and cuts neither', () => {
    const names = ['Outdoor', 'Accessories', 'Footwear', 'Apparel', 'Home'];
    const many = pie.toModel(
      [tableFromRows(names.map((category) => ({ category, kind: 'x', revenue: 20 })))],
      contextOf(pie, { ...form, groupby: ['category'] }),
    );
    const draw = (width: number) => {
      const changes = { label_type: 'key_percent', labels_outside: true, label_line: true, outerRadius: 80 };
      const { series } = pie.toOptions(many, contextOf(pie, { ...form, ...changes }, { width, height: 220 })).option;
      const [drawn] = series as readonly {
        readonly radius: readonly [number, number];
        readonly data: readonly { readonly label: { readonly formatter: () => string } }[];
      }[];
      return { outer: drawn!.radius[1], labels: drawn!.data.map((slice) => slice.label.formatter()) };
    };
    expect(draw(700).labels).toEqual(names.map((name) => `${name}: 20.0 %`));
    const narrow = draw(318);
    expect(narrow.labels).toEqual(names.map((name) => `${name}\n20.0 %`));
    const widest = Math.max(
      ...narrow.labels.flatMap((label) => label.split('\n').map((line) => estimateTextWidth(line))),
    );
    expect(narrow.outer + widest).toBeLessThan(318 / 2);
    expect(narrow.outer).toBeGreaterThan(56);
  });

  it('asks for its largest slices first unless told otherwise', () => {
    expect(pie.toQueries(form).slice(0, 1)).toMatchObject([
      { columns: ['category', 'kind'], metrics: ['revenue'], orderby: [['revenue', false]] },
    ]);
    expect(pie.toQueries({ ...form, sort_by_metric: false }).slice(0, 1)).toMatchObject([{ orderby: [] }]);
  });
});
