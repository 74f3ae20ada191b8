import { controlsOf, lightChartTheme, tableFromRows } from '@powerset/chart-kit';
import { type ComponentType, createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { describe, expect, it } from 'vitest';
import { type ControlCases, faultsOf } from '../control-effects.ts';
import { drawForTest } from '../draw-for-tests.ts';
import type { ChartViewProps } from '../shared/view-props.ts';
import { chart } from './index.ts';
import { View } from './View.tsx';

const base = { metric: 'revenue', time_compare: '1 year ago' };
const table = (revenue: number | null, earlier: number | null, offset = '1 year ago') =>
  tableFromRows([{ revenue, [`revenue__${offset}`]: earlier }]);
const draw = (form: object, results = [table(110, 100)], space = {}) =>
  drawForTest(chart, { form: { ...base, ...form }, results }, space);
const textsOf = (form: object, results = [table(110, 100)]) =>
  draw(form, results).options.figures.map(({ text }) => text.replace(/\s/g, ' '));

describe('the query of a compared figure', () => {
  const offsets = (form: object) => chart.toQueries({ viz_type: 'pop_kpi', ...base, ...form })[0]?.time_offsets;

  it('is one row with the earlier period, a date or the range before', () => {
    expect(chart.toQueries({ viz_type: 'pop_kpi', ...base })[0]).toMatchObject({ metrics: ['revenue'], columns: [] });
    expect(offsets({})).toEqual(['1 year ago']);
    expect(offsets({ time_compare: 'inherit' })).toEqual(['inherit']);
    expect(offsets({ time_compare: 'custom', start_date_offset: '2023-12-01' })).toEqual(['2023-12-01']);
    expect(offsets({ time_compare: 'custom', start_date_offset: ' ' })).toEqual([]);
    expect(offsets({ time_compare: null })).toEqual([]);
  });
});

describe('the figures of a comparison', () => {
  it('are the earlier value, the difference and the change', () => {
    expect(textsOf({})).toEqual(['100', '+10', '+10.0 %']);
    expect(textsOf({}, [table(80, 100)])).toEqual(['100', '−20', '−20.0 %']);
    expect(draw({}).options.figures.map(({ name, icon }) => [name, icon])).toEqual([
      ['1 year ago', 'number'],
      ['Difference', 'up'],
      ['% change', 'up'],
    ]);
  });

  it('are one alone where the type of the comparison names it', () => {
    expect(textsOf({ comparison_type: 'difference' })).toEqual(['+10']);
    expect(textsOf({ comparison_type: 'percentage' })).toEqual(['+10.0 %']);
    expect(textsOf({ comparison_type: 'ratio' })).toEqual(['× 1.10']);
  });

  it('have no change from zero, and none without an earlier value, which is said', () => {
    expect(textsOf({}, [table(5, 0)])).toEqual(['0', '+5', '–']);
    expect(textsOf({}, [table(5, null)])).toEqual(['–', '–', '–']);
    expect(draw({}, [table(5, null)]).undrawn).toBe('The earlier period has no value to compare with.');
    expect(draw({ time_compare: 'custom' }).undrawn).toContain('until the date is told');
  });

  it('are coloured by the direction that is good', () => {
    const colorOf = (form: object, results = [table(110, 100)]) =>
      draw({ comparison_color_enabled: true, ...form }, results).options.figures.at(-1)?.color;
    expect(colorOf({})).toBe(lightChartTheme.success);
    expect(colorOf({ comparison_color_scheme: 'Red' })).toBe(lightChartTheme.danger);
    expect(colorOf({}, [table(90, 100)])).toBe(lightChartTheme.danger);
    expect(colorOf({}, [table(100, 100)])).toBeUndefined();
    expect(draw({}).options.figures.at(-1)?.color).toBeUndefined();
  });

  it('are shown, named and marked as the form says', () => {
    const column_config = {
      'Previous value': { customColumnName: 'Plan' },
      Delta: { visible: false },
      'Percent change': { displayTypeIcon: false },
    };
    expect(draw({ column_config }).options.figures.map(({ name, icon }) => [name, icon])).toEqual([
      ['Plan', 'number'],
      ['% change', null],
    ]);
  });

  it('are written in the currency and in large numbers', () => {
    const currency_format = { symbol: 'EUR', symbolPosition: 'prefix' };
    expect(textsOf({ currency_format }, [table(12_480_000_000, 9_000_000_000)])).toEqual(['€9B', '+€3.5B', '+38.7 %']);
  });
});

it('says the figure and how it compares, and that there is none', () => {
  expect(draw({}).options.statement).toMatch(/^revenue: 110\. 10\.0.% more than 100 \(1 year ago\)\.$/);
  expect(chart.undrawnOf?.(draw({}, [table(null, 5)]).model, { viz_type: 'pop_kpi', ...base })?.isAll).toBe(true);
});

it('says its comparison in one line, for pictures that are made without a browser', () => {
  expect(draw({}).options.comparison).toMatchObject({ direction: 'up', rest: '100 · 1 year ago' });
  expect(draw({}, [table(5, null)]).options.comparison).toBeNull();
});

it('fits its type into small spaces', () => {
  for (const [width, height] of [
    [60, 30],
    [140, 88],
    [240, 110],
    [900, 500],
  ] as const) {
    const { model, options } = draw({}, [table(1_234_567, 1_000_000)], { width, height });
    expect(options.sizes.figure).toBeLessThanOrEqual(height);
    const props = { definition: chart, form: chart.readForm({ viz_type: 'pop_kpi', ...base }), model, options };
    const view = createElement(View as ComponentType<ChartViewProps>, {
      ...{ ...props, width, height, theme: lightChartTheme, selectedLabels: [] },
    });
    expect(renderToStaticMarkup(view)).toContain('1.2M');
  }
});

const sizes = [0.125, 0.15, 0.2, 0.3, 0.4];
const colored = { comparison_color_enabled: true };
const set: ControlCases = {
  definition: chart,
  // A view takes form, model and options of its own definition only.
  view: View as ComponentType<ChartViewProps>,
  form: base,
  results: [table(1234.5, 1000)],
  cases: {
    metric: { to: 'orders' },
    adhoc_filters: {
      to: [{ clause: 'WHERE', expressionType: 'SIMPLE', subject: 'city', operator: '==', comparator: 'Rome' }],
    },
    row_limit: { to: 50 },
    time_compare: { to: '1 month ago' },
    start_date_offset: { to: '2024-01-31', form: { time_compare: 'custom' }, hiddenBy: {} },
    compare_calendar: {
      to: 'weekday',
      choices: [null, 'weekday', 'year', 'quarter', 'month'],
      hiddenBy: { time_compare: null },
    },
    fiscal_year_start: {
      to: 4,
      form: { compare_calendar: 'quarter' },
      choices: Array.from({ length: 12 }, (_, index) => index + 1),
      hiddenBy: {},
    },
    comparison_type: { to: 'ratio', choices: ['values', 'difference', 'percentage', 'ratio'] },
    y_axis_format: { to: ',.2f' },
    percentDifferenceFormat: { to: ',.3f' },
    currency_format: { to: { symbol: 'EUR', symbolPosition: 'prefix' } },
    header_font_size: { to: 0.6, choices: [0.2, 0.3, 0.4, 0.5, 0.6] },
    subtitle: { to: 'so far' },
    subtitle_font_size: { to: 0.4, choices: sizes, form: { subtitle: 'so far' } },
    show_metric_name: { to: true },
    metric_name_font_size: { to: 0.4, choices: sizes, form: { show_metric_name: true }, hiddenBy: {} },
    subheader_font_size: { to: 0.4, choices: sizes },
    comparison_color_enabled: { to: true },
    comparison_color_scheme: { to: 'Red', form: colored, choices: ['Green', 'Red'], hiddenBy: {} },
    column_config: { to: { Delta: { visible: false } } },
  },
};

describe('the controls of a compared figure', () => {
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

  it('refuse what is no date', () => {
    const control = controlsOf(chart).find(({ name }) => name === 'start_date_offset');
    const fault = (value: string) => control?.validators?.[0]?.(value, {} as never);
    expect([fault('2024-01-31'), fault(''), fault('2024-13-40'), fault('soon')]).toEqual([
      false,
      false,
      'is expected to be a date such as 2024-01-31',
      'is expected to be a date such as 2024-01-31',
    ]);
  });
});
