import { type AnswerFacts, lightChartTheme, tableFromRows } from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';
import { toModelContext } from '../shared/draw-chart.ts';
import { chart } from './index.ts';

const form = { viz_type: 'pie', groupby: ['channel'], metric: 'revenue', label_type: 'key_percent' };
const slices = tableFromRows([
  { channel: 'Web', revenue: 50 },
  { channel: 'Store', revenue: 30 },
]);
const totalOf = (revenue: number) => tableFromRows([{ channel: null, revenue, __grouping_set: 1 }]);
const nobodyAsked = { columns: [], rowCount: 0 };

function drawn(answer: AnswerFacts, totals: ReturnType<typeof totalOf> = nobodyAsked, changes = {}) {
  const context = {
    ...toModelContext(chart, { form: { ...form, ...changes }, results: [], answers: [answer] }, lightChartTheme),
    ...{ theme: lightChartTheme, width: 400, height: 300, locale: 'en', selectedLabels: [] },
  };
  const model = chart.toModel([slices, totals], context);
  const { option } = chart.toOptions(model, context);
  const drawing = option as {
    readonly series?: readonly { readonly data: readonly Drawn[] }[];
    readonly graphic?: unknown;
  };
  const data = drawing.series?.[0]?.data ?? [];
  return {
    parts: data.map(({ name, value }) => [name, value]),
    labels: data.map(({ label }) => label.formatter().replace('\n', ': ').replace(/\s%/, '%')),
    middle: JSON.stringify(drawing.graphic ?? ''),
    words: chart.undrawnOf?.(model, context.form)?.title.text,
  };
}

interface Drawn {
  readonly name: string;
  readonly value: number;
  readonly label: { readonly formatter: () => string };
}

const sums: AnswerFacts = { limitReached: null, summable: ['revenue'] };
const averages: AnswerFacts = { limitReached: null, summable: [] };
const cut = (answer: AnswerFacts): AnswerFacts => ({ ...answer, limitReached: 2 });

describe('a pie', () => {
  it('has the sum of its slices as total, where they are all there', () => {
    const whole = drawn(sums, nobodyAsked, { show_total: true });
    expect(whole.middle).toContain('Total: 80');
    expect([whole.labels, whole.words]).toEqual([['Web: 62.5%', 'Store: 37.5%'], undefined]);
  });

  it('draws what a row limit cut off as Others, so that shares are those of all rows', () => {
    const limited = drawn(cut(sums), totalOf(100), { show_total: true });
    expect(limited.parts).toEqual([
      ['Web', 50],
      ['Store', 30],
      ['Others', 20],
    ]);
    expect(limited.labels[0]).toContain('50.0');
    expect(limited.middle).toContain('Total: 100');
    expect(limited.words).toContain('drawn as Others');
  });

  it('is whole where there are as many rows as the limit', () => {
    const exact = drawn(cut(sums), totalOf(80));
    expect([exact.parts.length, exact.words]).toEqual([2, undefined]);
  });

  it('has neither shares nor total, where rows are missing and nobody knows what all come to', () => {
    const unknown = drawn(cut(sums), nobodyAsked, { show_total: true });
    expect([unknown.labels[0], unknown.middle]).toEqual(['Web: 50', '""']);
    expect(unknown.words).toContain('there is no total');
  });

  it('has the figure of all rows in its middle, and no shares, where values have no sum', () => {
    const mean = drawn(averages, totalOf(41.5), { show_total: true });
    expect(mean.middle).toContain('Overall: 41.5');
    expect(mean.labels).toEqual(['Web: 50', 'Store: 30']);
    expect(mean.words).toContain('do not add up to a whole');
    expect(drawn(cut(averages), totalOf(41.5)).words).toContain('slices may be missing');
  });

  it('puts slices below a threshold together', () => {
    expect(drawn(sums, nobodyAsked, { threshold_for_other: 40 }).parts).toEqual([
      ['Web', 50],
      ['Others', 30],
    ]);
    expect(drawn(averages, nobodyAsked, { threshold_for_other: 40 }).parts).toHaveLength(2);
  });

  it('asks what all rows come to, unless no part of it is a share and no total is shown', () => {
    const countOf = (metric: unknown, changes = {}) => chart.toQueries({ ...form, metric, ...changes }).length;
    const mean = { expressionType: 'SIMPLE', aggregate: 'AVG', column: { column_name: 'revenue' }, label: 'mean' };
    expect([countOf('revenue'), countOf(mean), countOf(mean, { show_total: true })]).toEqual([2, 1, 2]);
    expect(chart.toQueries(form)[1]).toMatchObject({
      columns: ['channel'],
      grouping_sets: [[]],
      unless_additive: true,
    });
  });
});

it('leaves labels of two lines room above and below the circle, farther off than those of one', () => {
  const circle = (label: string) => {
    const long = tableFromRows([
      { channel: label, revenue: 50 },
      { channel: 'Store', revenue: 30 },
    ]);
    const context = {
      ...toModelContext(
        chart,
        { form: { ...form, show_legend: false }, results: [], answers: [sums] },
        lightChartTheme,
      ),
      ...{ theme: lightChartTheme, width: 400, height: 220, locale: 'en', selectedLabels: [] },
    };
    const { option } = chart.toOptions(chart.toModel([long, nobodyAsked], context), context);
    const { series } = option as { series: { radius: number[]; labelLine: { length: number } }[] };
    return { outer: series[0]?.radius[1] ?? 0, line: series[0]?.labelLine.length ?? 0 };
  };
  const [one, two] = [circle('Web'), circle('Marketplaces of partners abroad')];
  expect([one.line, two.line]).toEqual([8, 14]);
  expect(two.outer + two.line + 14).toBeLessThanOrEqual(110);
});
