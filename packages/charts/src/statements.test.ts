import { type ChartForm, lightChartTheme, tableFromRows } from '@powerset/chart-kit';
import { describe, expect, it } from 'vitest';
import { chart as bigNumber } from './big-number/index.ts';
import { chart as total } from './big-number-total/index.ts';
import { form as pivotForm } from './pivot-table-v2/form.ts';
import { chart as pivot } from './pivot-table-v2/index.ts';
import { pivotStatement } from './pivot-table-v2/statement.ts';
import { toModelContext } from './shared/draw-chart.ts';
import { tableForm } from './shared/table-form.ts';
import { tableStatement } from './shared/table-statement.ts';
import { chart as table } from './table/index.ts';

const drawing = { theme: lightChartTheme, locale: 'en', selectedLabels: [], width: 600, height: 300 };
const rows = tableFromRows([
  { country: 'Italy', channel: 'Web', revenue: 30 },
  { country: 'Malta', channel: 'Store', revenue: 70 },
  { country: 'Malta', channel: 'Web', revenue: null },
]);

function tableWords(changes: Readonly<Record<string, unknown>> = {}, limitReached: number | null = null) {
  const stored: ChartForm = { viz_type: 'table', groupby: ['country', 'channel'], metrics: ['revenue'], ...changes };
  const answers = [{ limitReached, summable: [] }];
  const context = toModelContext(table, { form: stored, results: [], answers }, lightChartTheme);
  const model = table.toModel([rows], context);
  const options = table.toOptions(model, { ...context, ...drawing });
  return tableStatement({ model, options, form: tableForm.read(context.form) });
}

describe('the main statement', () => {
  it('of a table is where its measure is largest, of those that came', () => {
    expect(tableWords()).toBe('revenue: Malta, Store is the largest of 3 with 70.');
    expect(tableWords({}, 3)).toBe('revenue: Malta, Store is the largest shown with 70.');
  });

  it('of plain rows, and of ranks, is how many there are', () => {
    const plain = { query_mode: 'raw', all_columns: ['country', 'channel', 'revenue'] };
    expect(tableWords(plain)).toBe('3 rows, 3 columns.');
    expect(tableWords({ table_calculations: { revenue: { type: 'rank' } } })).toBe('3 rows, 3 columns.');
  });

  it('of a pivot is its largest cell', () => {
    const stored: ChartForm = {
      ...{ viz_type: 'pivot_table_v2', groupbyRows: ['country'], groupbyColumns: ['channel'], metrics: ['revenue'] },
    };
    const context = toModelContext(pivot, { form: stored, results: [] }, lightChartTheme);
    const model = pivot.toModel([rows], context);
    const options = pivot.toOptions(model, { ...context, ...drawing });
    const words = pivotStatement({ model, options, form: pivotForm.read(context.form) });
    expect(words).toBe('Largest is 70: Malta, Store.');
  });

  it('of a figure is the figure, its period and its change', () => {
    const stored: ChartForm = { viz_type: 'big_number_total', metric: 'revenue', time_compare: '1 year ago' };
    const context = toModelContext(total, { form: stored, results: [] }, lightChartTheme);
    const model = total.toModel([tableFromRows([{ revenue: 110, 'revenue__1 year ago': 100 }])], context);
    const { statement } = total.toOptions(model, { ...context, ...drawing });
    expect(statement).toMatch(/^revenue: 110\. 10\.0.?% more than 100 \(1 year ago\)\.$/);
  });

  it('of a trend says the latest period and what it is compared with', () => {
    const stored: ChartForm = {
      ...{ viz_type: 'big_number', metric: 'revenue', x_axis: 'at', time_grain_sqla: 'P1M', compare_lag: 1 },
      time_format: '%b %Y',
    };
    const at = (month: number) => Date.UTC(2026, month, 1);
    const given = {
      columns: [
        { name: 'at', type: 'temporal' as const, nativeType: '', values: [at(0), at(1)] },
        { name: 'revenue', type: 'number' as const, nativeType: '', values: [80, 90] },
      ],
      rowCount: 2,
    };
    const context = toModelContext(bigNumber, { form: stored, results: [] }, lightChartTheme);
    const model = bigNumber.toModel([given], context);
    const { statement } = bigNumber.toOptions(model, { ...context, ...drawing });
    expect(statement).toMatch(/^revenue: 90 for Feb 2026\. 12\.5.?% more than 80 for Jan 2026\.$/);
  });
});
