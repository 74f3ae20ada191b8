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

  it('offers the top 8 and Others also where a row limit left too many slices', () => {
    const many = tableFromRows(Array.from({ length: 40 }, (_, at) => ({ channel: `c${at}`, revenue: 1 })));
    const reasonOf = (table: typeof many) => {
      const input = { form, results: [], answers: [{ ...sums, limitReached: table.rowCount }] };
      const context = toModelContext(chart, input, lightChartTheme);
      return chart.undrawnOf?.(chart.toModel([table, totalOf(100)], context), context.form);
    };
    expect(reasonOf(many)?.title.text).toContain('drawn as Others');
    expect(reasonOf(many)?.remedy?.changes).toEqual({ row_limit: 8, sort_by_metric: true });
    expect(reasonOf(slices)?.remedy).toBeUndefined();
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
    // The label of the second stands below the circle.
    const long = tableFromRows([
      { channel: 'Store', revenue: 25 },
      { channel: label, revenue: 50 },
      { channel: 'Phone', revenue: 25 },
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

describe('labels of a pie', () => {
  const drawPie = (rows: readonly (readonly [string, number])[], changes = {}, size = { width: 280, height: 190 }) => {
    const context = {
      ...toModelContext(chart, { form: { ...form, ...changes }, results: [], answers: [sums] }, lightChartTheme),
      ...{ theme: lightChartTheme, ...size, locale: 'en', selectedLabels: [] },
    };
    const table = tableFromRows(rows.map(([channel, revenue]) => ({ channel, revenue })));
    const { option } = chart.toOptions(chart.toModel([table, nobodyAsked], context), context);
    const { series, graphic } = option as unknown as {
      readonly series: readonly [{ readonly radius: readonly number[]; readonly data: readonly Labelled[] }];
      readonly graphic?: { readonly children: readonly { readonly style: { text: string; fontSize: number } }[] };
    };
    const labels = series[0].data.map(({ label }) => (label.show ? label.formatter() : null));
    const colors = series[0].data.map(({ label }) => label.color);
    return { outer: series[0].radius[1] ?? 0, inner: series[0].radius[0] ?? 0, labels, colors, graphic };
  };
  interface Labelled {
    readonly label: { readonly show: boolean; readonly color: string; readonly formatter: () => string };
  }
  const all = { label_type: 'key_value_percent', show_legend: false };
  const quarters: readonly (readonly [string, number])[] = [
    ['Subsidiaries of the north', 1_254_000],
    ['Resellers', 1_100_000],
    ['Telephone', 1_054_000],
    ['Web', 954_000],
  ];

  it('cut names on a narrow card, and figures never', () => {
    const { labels, outer } = drawPie(quarters, all);
    expect(labels.map((label) => label?.split('\n').slice(1).join(' '))).toEqual([
      '1.3M 28.7 %',
      '1.1M 25.2 %',
      '1.1M 24.2 %',
      '954k 21.9 %',
    ]);
    expect(labels[0]).toMatch(/^Sub.*…\n/);
    expect(outer).toBeGreaterThanOrEqual(56);
  });

  it('inside slices are in the letters that read on their colour', () => {
    const { colors } = drawPie(quarters, { labels_outside: false, show_legend: false });
    expect(colors).toEqual(['#ffffff', '#151a22', '#151a22', '#ffffff']);
  });

  it('say values alone as they differ', () => {
    const { labels } = drawPie(quarters, { label_type: 'value', show_legend: false });
    expect(labels).toEqual(['1.25M', '1.10M', '1.05M', '954k']);
  });

  it('leave the circle what they do not need, each where it stands', () => {
    const few = { label_type: 'key_percent', show_legend: false };
    const outerOf = (rows: readonly (readonly [string, number])[], width: number) =>
      drawPie(rows, few, { width, height: 300 });
    const halves = [
      ['Web', 1],
      ['Store', 1],
    ] as const;
    // Beside the circle a label takes width, above and below it height.
    expect(outerOf(halves, 260)).toMatchObject({ labels: ['Web\n50.0 %', 'Store\n50.0 %'] });
    const beside = outerOf(halves, 260).outer;
    const below = outerOf(
      [
        ['Web', 1],
        ['Store', 18],
        ['Fax', 1],
      ],
      260,
    ).outer;
    expect(beside).toBeGreaterThan(60);
    expect(below).toBeGreaterThan(beside * 1.3);
    expect(outerOf(halves, 600).outer).toBe(130);
  });

  it('are cut where names agree, so that they tell apart', () => {
    const states = ['State of Alabama', 'State of Georgia', 'State of Indiana', 'State of Montana'];
    const rows = states.map((name) => [name, 1] as const);
    const { labels } = drawPie(rows, { ...all, label_type: 'key_value' }, { width: 250, height: 190 });
    expect(labels).toEqual(['…Alabama\n1', '…Georgia\n1', '…Indiana\n1', '…Montana\n1']);
  });

  it('stand inside slices in as many lines as fit, and leave names that most have no room for to the legend', () => {
    const labelsOf = (names: readonly string[], show_legend = true, height = 190) => {
      const inside = { label_type: 'key_value', labels_outside: false, number_format: ',d', show_legend };
      return drawPie(
        names.map((name) => [name, 6_000_000] as const),
        inside,
        { width: 280, height },
      ).labels;
    };
    expect(labelsOf(['Web', 'Fax'], true, 280)[0]).toBe('Web: 6,000,000');
    expect(labelsOf(['Web', 'Fax'])[0]).toBe('Web\n6,000,000');
    const offices = ['An office for the coordination', 'An office for the distribution', 'An office for the rest'];
    expect(labelsOf(offices)).toEqual(offices.map(() => '6,000,000'));
    expect(labelsOf(offices, false)).toEqual([null, null, null]);
  });

  it('have a total that fits into the ring', () => {
    const ring = { donut: true, innerRadius: 45, show_total: true, label_type: 'key', number_format: ',.8f' };
    const { graphic, inner } = drawPie(
      [
        ['a', 0.0000148],
        ['b', 0.0000147],
      ],
      ring,
    );
    const total = graphic?.children[0]?.style;
    expect(total?.text).toContain('0.00002950');
    const isInside = (total?.fontSize ?? 0) * 0.65 * 10 <= inner * 2;
    expect(isInside || total?.text.startsWith('Total: ')).toBe(true);
  });
});
