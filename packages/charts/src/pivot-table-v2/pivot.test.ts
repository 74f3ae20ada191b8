import { type AnswerFacts, type ChartForm, lightChartTheme, tableFromRows } from '@powerset/chart-kit';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { toModelContext } from '../shared/draw-chart.ts';
import { aggregate, aggregateFunctions } from './aggregates.ts';
import { nothingFolded, withKey } from './folds.ts';
import { chart } from './index.ts';
import { type LineRules, toLines } from './lines.ts';

const form: ChartForm = {
  viz_type: 'pivot_table_v2',
  groupbyRows: ['country', 'segment'],
  groupbyColumns: ['channel'],
  metrics: ['revenue'],
};
const rows = [
  { country: 'DE', segment: 'A', channel: 'Web', revenue: 1, orders: 10 },
  { country: 'DE', segment: 'B', channel: 'Web', revenue: 2, orders: 20 },
  { country: 'FR', segment: 'A', channel: 'Web', revenue: 4, orders: 40 },
  { country: 'FR', segment: 'A', channel: 'Store', revenue: 8, orders: 80 },
];
const rules: LineRules = { hasTotal: false, hasSubtotals: false, isSubtotalFirst: false, folded: nothingFolded };

function pivot(changes: Record<string, unknown> = {}, given = rows) {
  const context = {
    ...toModelContext(chart, { form: { ...form, ...changes }, results: [] }, lightChartTheme),
    theme: lightChartTheme,
    width: 400,
    height: 200,
    locale: 'en',
    selectedLabels: [],
  };
  const model = chart.toModel([tableFromRows(given)], context);
  const options = chart.toOptions(model, context);
  const lines = {
    rows: toLines(model.rows, { ...options.rowRules, folded: nothingFolded }),
    columns: toLines(model.columns, { ...options.columnRules, folded: nothingFolded }),
  };
  const names = (list: typeof lines.rows) =>
    list.map((line) =>
      [...line.nodes.map((node) => node.label), ...(line.kind === 'leaf' ? [] : [line.kind])].join('/'),
    );
  const figures = lines.rows.map((row) => lines.columns.map((column) => model.figureAt(row.path, column.path)));
  return { model, options, context, rows: names(lines.rows), columns: names(lines.columns), figures };
}

describe('the cells of a pivot', () => {
  const cellsOf = (changes: Record<string, unknown>) => {
    const { model, context } = pivot(changes);
    return chart.toCells?.(model, context);
  };

  it('say the keys in each row, with totals where they are shown and figures as numbers', () => {
    expect(cellsOf({ colTotals: true, rowTotals: true, rowSubTotals: true })).toEqual([
      ['country', 'segment', 'revenue Store', 'revenue Web', 'Total'],
      ['DE', 'A', null, 1, 1],
      ['DE', 'B', null, 2, 2],
      ['DE', 'Subtotal', null, 3, 3],
      ['FR', 'A', 8, 4, 12],
      ['FR', 'Subtotal', 8, 4, 12],
      ['Total', '', 8, 7, 15],
    ]);
  });

  it('name the metrics where they stand in rows', () => {
    expect(
      cellsOf({ metricsLayout: 'ROWS', metrics: ['revenue', 'orders'], groupbyRows: ['segment'] })?.slice(0, 3),
    ).toEqual([
      ['Metric', 'segment', 'Store', 'Web'],
      ['revenue', 'A', 8, 5],
      ['revenue', 'B', null, 2],
    ]);
  });
});

describe('a pivot', () => {
  it('crosses the keys of rows and columns', () => {
    const { rows: rowNames, columns, figures } = pivot();
    expect(rowNames).toEqual(['DE/A', 'DE/B', 'FR/A']);
    expect(columns).toEqual(['revenue/Store', 'revenue/Web']);
    expect(figures).toEqual([
      [null, 1],
      [null, 2],
      [8, 4],
    ]);
  });

  it.each([
    ['Sample Standard Deviation', '€1.2'],
    ['Sample Variance', '1.2'],
    ['Count', '1.2'],
    ['Maximum', '€1.2'],
  ])('writes the %s with its unit, and a square of it without', (aggregateFunction, text) => {
    const currency_format = { symbol: 'EUR', symbolPosition: 'prefix' };
    const { options } = pivot({ aggregateFunction, currency_format, valueFormat: '.1f' });
    expect(options.format(1.2, 'revenue')).toBe(text);
  });

  it('adds totals of rows and columns and subtotals at either end', () => {
    const full = pivot({ rowTotals: true, colTotals: true, rowSubTotals: true });
    expect(full.rows).toEqual(['DE/A', 'DE/B', 'DE/subtotal', 'FR/A', 'FR/subtotal', 'total']);
    expect(full.columns).toEqual(['revenue/Store', 'revenue/Web', 'total']);
    expect(full.figures.at(-1)).toEqual([8, 7, 15]);
    expect(full.figures[2]).toEqual([null, 3, 3]);
    expect(pivot({ rowSubTotals: true, rowSubtotalPosition: true }).rows).toEqual([
      'DE/subtotal',
      'DE/A',
      'DE/B',
      'FR/subtotal',
      'FR/A',
    ]);
    expect(pivot({ colSubTotals: true, colSubtotalPosition: true }).columns).toEqual([
      'revenue/subtotal',
      'revenue/Store',
      'revenue/Web',
    ]);
  });

  it('transposes, puts metrics on rows, and combines them with the columns', () => {
    expect(pivot({ transposePivot: true })).toMatchObject({
      rows: ['revenue/Store', 'revenue/Web'],
      columns: ['DE/A', 'DE/B', 'FR/A'],
    });
    const two = { metrics: ['revenue', 'orders'], groupbyRows: ['country'] };
    expect(pivot({ ...two, metricsLayout: 'ROWS' }).rows).toEqual([
      'revenue/DE',
      'revenue/FR',
      'orders/DE',
      'orders/FR',
    ]);
    expect(pivot({ ...two, combineMetric: true }).columns).toEqual([
      'Store/revenue',
      'Store/orders',
      'Web/revenue',
      'Web/orders',
    ]);
    expect(pivot({ ...two, combineMetric: true }).figures).toEqual([
      [null, null, 3, 30],
      [8, 80, 4, 40],
    ]);
  });

  it('orders keys by name or by value, either way', () => {
    const by = (rowOrder: string) => pivot({ groupbyRows: ['country'], rowOrder }).rows;
    expect(by('key_z_to_a')).toEqual(['FR', 'DE']);
    expect(by('value_a_to_z')).toEqual(['DE', 'FR']);
    expect(by('value_z_to_a')).toEqual(['FR', 'DE']);
    const numbers = [10, 9, 100].map((channel) => ({ country: 'DE', segment: 'A', channel, revenue: 1, orders: 1 }));
    expect(pivot({}, numbers as unknown as typeof rows).columns).toEqual(['revenue/9', 'revenue/10', 'revenue/100']);
  });

  it('folds a key into one line with its subtotal', () => {
    const { model } = pivot();
    const folded = withKey(nothingFolded, model.rows.nodes[0]?.path ?? []);
    const lines = toLines(model.rows, { ...rules, folded });
    expect(lines.map((line) => line.kind)).toEqual(['folded', 'leaf']);
    expect(model.figureAt(lines[0]!.path, [])).toBe(3);
  });

  it('shares sums out of the whole, the row or the column', () => {
    const plain = { groupbyRows: ['country'] };
    expect(pivot({ ...plain, aggregateFunction: 'Sum as Fraction of Rows' }).figures).toEqual([
      [null, 1],
      [8 / 12, 4 / 12],
    ]);
    expect(pivot({ ...plain, aggregateFunction: 'Sum as Fraction of Columns' }).figures).toEqual([
      [null, 3 / 7],
      [1, 4 / 7],
    ]);
    expect(pivot({ ...plain, aggregateFunction: 'Sum as Fraction of Total' }).figures).toEqual([
      [null, 3 / 15],
      [8 / 15, 4 / 15],
    ]);
    expect(pivot({ ...plain, aggregateFunction: 'Count as Fraction of Rows' }).figures).toEqual([
      [null, 1],
      [0.5, 0.5],
    ]);
    expect(pivot({ ...plain, aggregateFunction: 'Sum as Fraction of Rows' }).options.format(0.25, 'revenue')).toBe(
      '25.0 %',
    );
  });

  it('tells null keys from the text null, and numbers from their text', () => {
    const odd = [null, 'null', 1, '1'].map((country) => ({
      country,
      segment: 'A',
      channel: 'Web',
      revenue: 1,
      orders: 1,
    }));
    expect(pivot({ groupbyRows: ['country'] }, odd as unknown as typeof rows).rows).toHaveLength(4);
  });

  it("colours the cells of a rule's metric, not totals", () => {
    const { options } = pivot({
      conditional_formatting: [{ column: 'revenue', colorScheme: 'success', operator: '>', targetValue: 3 }],
    });
    expect(options.groundOf(8, 'revenue')).toMatch(/^rgba/);
    expect(options.groundOf(2, 'revenue')).toBeUndefined();
    expect(options.groundOf(8, 'orders')).toBeUndefined();
  });

  it('adds up to the same total however the keys are arranged', () => {
    const row = fc.record({
      country: fc.constantFrom('a', 'b', 'c'),
      segment: fc.constantFrom('x', 'y'),
      channel: fc.constantFrom('1', '2'),
      revenue: fc.integer({ min: -100, max: 100 }),
      orders: fc.constant(1),
    });
    fc.assert(
      fc.property(
        fc.array(row, { minLength: 1, maxLength: 30 }),
        fc.boolean(),
        fc.boolean(),
        (given, transposePivot, combineMetric) => {
          const { model } = pivot({ transposePivot, combineMetric }, given);
          const total = given.reduce((sum, entry) => sum + entry.revenue, 0);
          const leaves = toLines(model.rows, rules).flatMap((line) =>
            toLines(model.columns, rules).map((column) => model.figureAt(line.path, column.path)),
          );
          expect(model.figureAt([], [])).toBe(total);
          expect(leaves.reduce<number>((sum, figure) => sum + Number(figure ?? 0), 0)).toBe(total);
        },
      ),
    );
  });

  it('asks for all keys at once, ordered by its metric', () => {
    expect(
      chart.toQueries({ ...form, series_limit_metric: 'orders', order_desc: false, row_limit: 100 }),
    ).toMatchObject([
      { columns: ['channel', 'country', 'segment'], metrics: ['revenue'], orderby: [['orders', true]], row_limit: 100 },
      {
        columns: ['channel', 'country', 'segment'],
        grouping_sets: [[], ['channel'], ['country'], ['country', 'channel'], ['country', 'segment']],
        unless_additive: true,
        row_limit: 10_000,
      },
    ]);
  });

  it('asks for no more totals than the server takes', () => {
    const names = (count: number) => Array.from({ length: count }, (_, index) => `c${index}`);
    const setsOf = (columns: readonly string[]) =>
      chart.toQueries({ ...form, groupbyRows: names(9), groupbyColumns: columns })[1]?.grouping_sets;
    expect(setsOf(['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'])).toHaveLength(64);
    expect(chart.toQueries({ ...form, groupbyRows: names(31) })).toHaveLength(1);
  });
});

describe('totals that are no sums', () => {
  const average = {
    ...form,
    groupbyRows: ['country', 'segment'],
    metrics: ['average'],
    rowTotals: true,
    colTotals: true,
  };
  const cells = tableFromRows([
    { channel: 'Web', country: 'DE', segment: 'A', average: 10, orders: 1 },
    { channel: 'Web', country: 'DE', segment: 'B', average: 20, orders: 9 },
    { channel: 'Store', country: null, segment: 'A', average: 30, orders: 2 },
  ]);
  // Bits: channel 4, country 2, segment 1, set where the column is left open.
  const level = (bits: number, keys: Record<string, string | null>, average: number | null, orders: number) => ({
    ...{ channel: null, country: null, segment: null, ...keys, average, orders, __grouping_set: bits },
  });
  const totals = tableFromRows([
    level(3, { channel: 'Web' }, 19, 10),
    level(3, { channel: 'Store' }, 30, 2),
    level(7, {}, 20.8, 12),
    level(5, { country: 'DE' }, 19.5, 10),
    level(5, { country: null }, 31, 2),
    level(1, { channel: 'Web', country: 'DE' }, 18, 10),
    level(1, { channel: 'Store', country: null }, 30, 2),
    level(4, { country: 'DE', segment: 'A' }, 11, 1),
    level(4, { country: 'DE', segment: 'B' }, 21, 9),
    level(4, { country: null, segment: 'A' }, 31, 2),
  ]);
  const drawn = (
    changes: Record<string, unknown> = {},
    answers: readonly AnswerFacts[] = [{ limitReached: null, summable: [] }],
  ) => {
    const context = {
      ...toModelContext(chart, { form: { ...average, ...changes }, results: [], answers }, lightChartTheme),
      ...{ theme: lightChartTheme, width: 400, height: 200, locale: 'en', selectedLabels: [] },
    };
    const model = chart.toModel([cells, totals], context);
    const options = chart.toOptions(model, context);
    const rows = toLines(model.rows, { ...options.rowRules, folded: nothingFolded });
    const columns = toLines(model.columns, { ...options.columnRules, folded: nothingFolded });
    return {
      model,
      lines: rows.map((row) => columns.map((column) => model.figureAt(row.path, column.path))),
      heads: columns.map((line) => [...line.nodes.map(({ label }) => label), line.metric ?? line.kind].join('/')),
      hint: chart.undrawnOf?.(model, context.form)?.title,
    };
  };

  it('are those of the database, a missing key not taken for an open one', () => {
    const { lines } = drawn({ rowSubTotals: true });
    expect(lines).toEqual([
      [30, null, 31],
      [30, null, 31],
      [null, 10, 11],
      [null, 20, 21],
      [null, 18, 19.5],
      [30, 19, 20.8],
    ]);
  });

  it('are made of the cells where another function was chosen', () => {
    expect(drawn({ aggregateFunction: 'Maximum' }).lines.at(-1)).toEqual([30, 20, 30]);
    expect(drawn({ aggregateFunction: 'Average' }).lines.at(-1)).toEqual([30, 15, 20]);
  });

  it('stand for each of several metrics, wherever these stand', () => {
    const two = { metrics: ['average', 'orders'] };
    expect(drawn(two).heads.slice(-2)).toEqual(['average', 'orders']);
    expect(drawn(two).lines.at(-1)).toEqual([30, 19, 2, 10, 20.8, 12]);
    expect(drawn({ ...two, combineMetric: true }).lines.at(-1)).toEqual([30, 2, 19, 10, 20.8, 12]);
  });

  it('keep metrics apart in every function, and in what fractions are of', () => {
    const two = { metrics: ['average', 'orders'], rowTotals: false };
    expect(drawn({ ...two, aggregateFunction: 'Maximum' }).lines.at(-1)).toEqual([30, 20, 2, 9]);
    const fractions = (whole: string, changes = {}) =>
      drawn({ ...two, aggregateFunction: `Sum as Fraction of ${whole}`, ...changes }).lines;
    const ofTotal = [
      [0.5, null, 2 / 12, null],
      [null, 10 / 60, null, 1 / 12],
      [null, 20 / 60, null, 9 / 12],
      [0.5, 0.5, 2 / 12, 10 / 12],
    ];
    expect(fractions('Total')).toEqual(ofTotal);
    expect(fractions('Rows')[1]).toEqual([null, 1, null, 1]);
    expect(fractions('Columns')[1]).toEqual([null, 10 / 30, null, 1 / 10]);
    expect(fractions('Total', { metricsLayout: 'ROWS' }).slice(-2)).toEqual([
      [0.5, 0.5],
      [2 / 12, 10 / 12],
    ]);
  });

  it('order keys by what they come to', () => {
    const { model } = drawn({ rowOrder: 'value_a_to_z', metrics: ['average', 'orders'] });
    expect(model.rows.nodes.map(({ label }) => label)).toEqual(['DE', '<NULL>']);
  });

  it('say that cells are missing where their limit was reached', () => {
    const cut = drawn({}, [{ limitReached: 3, summable: [] }]);
    expect(cut.hint).toMatchObject({ text: expect.stringContaining('Totals count all of them'), values: { limit: 3 } });
    expect(drawn().hint).toBeUndefined();
  });
});

describe('aggregate functions', () => {
  const values = [4, 2, null, 2, 8];

  it.each([
    ['Count', 5],
    ['Count Unique Values', 3],
    ['List Unique Values', '2, 4, 8'],
    ['Sum', 16],
    ['Average', 4],
    ['Median', 3],
    ['Sample Variance', 8],
    ['Sample Standard Deviation', Math.sqrt(8)],
    ['Minimum', 2],
    ['Maximum', 8],
    ['First', 2],
    ['Last', 8],
    ['Sum as Fraction of Total', 16],
    ['Count as Fraction of Rows', 5],
  ] as const)('%s', (name, expected) => {
    expect(aggregate(name, values)).toEqual(expected);
  });

  it('are eighteen, and give nothing of nothing', () => {
    expect(aggregateFunctions).toHaveLength(18);
    for (const name of aggregateFunctions) expect(aggregate(name, [])).toBeNull();
    expect(aggregate('Sample Variance', [1])).toBeNull();
    expect(aggregate('Sum', [null])).toBeNull();
  });
});
