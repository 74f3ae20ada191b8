import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import { pseudoRandom } from '../shared/example-series.ts';

const countries = ['Germany', 'France', 'Netherlands', 'Spain'];
const channels = ['Web', 'Store', 'Partner'];
const segments = ['Consumer', 'Club'];
const rows = countries.flatMap((country, a) =>
  segments.flatMap((segment, b) =>
    channels.map((channel, c) => ({
      country,
      segment,
      channel,
      revenue: Math.round((180_000 * (0.3 + pseudoRandom(a * 12 + b * 5 + c))) / (a + 1)),
      orders: Math.round((2900 * (0.3 + pseudoRandom(a * 9 + b * 7 + c + 3))) / (a + 1)),
    })),
  ),
);
const base = {
  viz_type: 'pivot_table_v2',
  groupbyRows: ['country', 'segment'],
  groupbyColumns: ['channel'],
  metrics: ['revenue'],
};

export const examples: readonly ChartExample[] = [
  {
    name: 'revenue by country, segment and channel',
    form: {
      ...base,
      rowTotals: true,
      colTotals: true,
      rowSubTotals: true,
      currency_format: { symbol: 'EUR', symbolPosition: 'prefix' },
    },
    results: [tableFromRows(rows)],
  },
  {
    name: 'two metrics with rules',
    form: {
      ...base,
      groupbyRows: ['country'],
      metrics: ['revenue', 'orders'],
      combineMetric: true,
      rowOrder: 'value_z_to_a',
      conditional_formatting: [{ column: 'revenue', colorScheme: 'success', operator: '>', targetValue: 60_000 }],
    },
    results: [tableFromRows(rows)],
  },
  {
    name: 'share of the row',
    form: { ...base, groupbyRows: ['country'], aggregateFunction: 'Sum as Fraction of Rows', rowTotals: true },
    results: [tableFromRows(rows)],
  },
];
