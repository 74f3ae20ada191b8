import { type ChartForm, lightChartTheme, tableFromRows, validateForm } from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';
import { dataset } from '../control-effects.ts';
import { toModelContext } from '../shared/draw-chart.ts';
import { cellsOf } from './cells.ts';
import { chart } from './index.ts';
import { outlierPoints } from './marks.ts';

const form: ChartForm = { viz_type: 'box_plot', columns: ['at'], groupby: ['city'], metrics: ['revenue'] };
const rowOf = (
  city: string | null,
  [low, q1, median, q3, high]: readonly [number, number, number, number, number],
  more = {},
) => ({
  city,
  ...{ revenue__min: low, revenue__q1: q1, revenue__median: median, revenue__q3: q3, revenue__max: high },
  ...{ revenue__mean: median, revenue__count: 20, revenue__outliers: '[]' },
  ...more,
});
const rome = rowOf('Rome', [1, 2, 3, 4, 5], { revenue__outliers: '[11.5,12]' });
const bonn = rowOf('Bonn', [2, 6, 7, 8, 9]);

function modelOf(rows: Parameters<typeof tableFromRows>[0], changes = {}, limitReached: number | null = null) {
  const stored = { ...form, ...changes };
  const answers = [{ limitReached, summable: [] }];
  const context = toModelContext(chart, { form: stored, results: [], answers }, lightChartTheme);
  const space = { theme: lightChartTheme, width: 500, height: 300, locale: 'en', selectedLabels: [] };
  const model = chart.toModel([tableFromRows(rows)], context);
  return {
    model,
    context,
    undrawn: chart.undrawnOf?.(model, context.form),
    options: () => chart.toOptions(model, { ...context, ...space }),
  };
}

describe('the query of a box plot', () => {
  it('cuts times to the grain and has the server make boxes of the groups', () => {
    const lookup = { temporal_columns_lookup: { at: true }, time_grain_sqla: 'P1M' };
    const [query] = chart.toQueries({ ...form, ...lookup, row_limit: 100 });
    expect(query?.columns).toMatchObject([{ sqlExpression: 'at', columnType: 'BASE_AXIS', timeGrain: 'P1M' }, 'city']);
    expect(query).toMatchObject({ metrics: ['revenue'], series_columns: ['city'], row_limit: 100 });
    expect(query?.post_processing).toEqual([
      { operation: 'boxplot', options: { whisker_type: 'tukey', groupby: ['city'], metrics: ['revenue'] } },
    ]);
    expect(chart.toQueries(form)[0]?.columns).toEqual(['at', 'city']);
  });

  it.each([
    ['Min/max (no outliers)', { whisker_type: 'min/max' }],
    ['2/98 percentiles', { whisker_type: 'percentile', percentiles: [2, 98] }],
    ['25/75 percentiles', { whisker_type: 'percentile', percentiles: [25, 75] }],
    ['98/2 percentiles', { whisker_type: 'tukey' }],
  ])('knows the whiskers %s', (whiskerOptions, options) => {
    const [query] = chart.toQueries({ ...form, whiskerOptions });
    expect(query?.post_processing?.[0]?.options).toMatchObject(options);
  });

  it('is not asked with whiskers that nobody knows', () => {
    const problemsOf = (whiskerOptions: string) => {
      const problems = validateForm(chart, { ...form, whiskerOptions }, dataset);
      return problems.map(({ control }) => control);
    };
    expect(problemsOf('98/2 percentiles')).toContain('whiskerOptions');
    expect(problemsOf('25/75 percentiles')).not.toContain('whiskerOptions');
  });
});

describe('the boxes', () => {
  it('stand by their medians, the highest first, and by themselves where groups are numbers', () => {
    expect(modelOf([rome, bonn]).model.groups.map(({ name }) => name)).toEqual(['Bonn', 'Rome']);
    const years = [2025, 2024].map((year, at) => ({ ...(at ? bonn : rome), city: year }));
    expect(modelOf(years).model.groups.map(({ name }) => name)).toEqual(['2024', '2025']);
  });

  it('have their outliers, whether these came as text or as a list', () => {
    const { model } = modelOf([rome]);
    expect(model.boxes[0]?.outliers).toEqual([11.5, 12]);
    const listed = tableFromRows([rome]);
    const columns = listed.columns.map((column) =>
      column.name === 'revenue__outliers' ? { ...column, values: [[11.5, 12]] as never } : column,
    );
    const context = toModelContext(chart, { form, results: [] }, lightChartTheme);
    expect(chart.toModel([{ ...listed, columns }], context)).toMatchObject({ boxes: [{ outliers: [11.5, 12] }] });
  });

  it('draw outliers that fall on one another once, and the farthest always', () => {
    const many = JSON.stringify([...Array.from({ length: 5000 }, () => 11.5), 40]);
    const points = outlierPoints(modelOf([{ ...rome, revenue__outliers: many }]).model as never, 300);
    expect(points.map(({ value }) => value[1])).toEqual([11.5, 40]);
  });

  it('are told as a table too', () => {
    expect(cellsOf(modelOf([rome]).model as never, (text) => text)[1]).toEqual(['Rome', 1, 2, 3, 4, 5, 3, 20, 2]);
  });
});

describe('what a box plot says', () => {
  it('is which group has the highest median, and its box under the pointer from above', () => {
    const drawn = modelOf([rome, bonn]).options() as unknown as {
      statement: () => string;
      option: { tooltip: { formatter: (hit: unknown) => string } };
    };
    expect(drawn.statement()).toBe('Bonn has the highest median of 2: 7; half of its values lie from 6 to 8.');
    const tip = drawn.option.tooltip.formatter({ seriesId: 'boxes:0', dataIndex: 1 }).replaceAll(/<[^>]*>/g, ' ');
    expect(tip.replaceAll(/\s+/g, ' ')).toContain('Upper whisker 5 3rd quartile 4 Median 3 Mean 3 1st quartile 2');
    expect(tip).toContain('2 values lie beyond the whiskers');
  });

  it('names what a limit of rows did to the quartiles, and what is of too few values', () => {
    expect(modelOf([rome], {}, 1000).undrawn).toMatchObject({
      isAll: false,
      remedy: { changes: { row_limit: 50_000 } },
    });
    expect(modelOf([rome], {}, 50_000).undrawn?.remedy).toBeUndefined();
    const few = modelOf([bonn, { ...rome, revenue__count: 4 }]).undrawn;
    expect(few?.title.values).toEqual({ few: 1, all: 2, least: 5 });
    expect(modelOf([rome, bonn]).undrawn).toBeNull();
  });

  it('is that there are no values, where rows have none', () => {
    const empty = Object.fromEntries(Object.keys(rome).map((key) => [key, key === 'city' ? 'Rome' : null]));
    expect(modelOf([empty]).undrawn).toMatchObject({ isAll: true, title: { text: 'The rows have no values' } });
  });
});
