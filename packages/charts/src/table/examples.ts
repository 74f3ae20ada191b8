import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import { pseudoRandom } from '../shared/example-series.ts';

const products: readonly (readonly [string, string, number, number, number, number])[] = [
  ['Trail runner GTX', 'Footwear', 148_230.5, 2310, 0.031, 0.124],
  ['Merino crew neck', 'Apparel', 131_910.2, 2874, 0.022, 0.089],
  ['City backpack 22 L', 'Accessories', 118_402.9, 1645, 0.018, -0.027],
  ['Down jacket light', 'Apparel', 104_688.0, 612, 0.064, 0.213],
  ['Road runner 3', 'Footwear', 98_120.4, 1402, 0.028, 0.051],
  ['Rain shell', 'Outdoor', 91_004.1, 803, 0.041, -0.102],
];
const rows = products.map(([product, category, revenue, orders, returns, yoy]) => ({
  product,
  category,
  revenue,
  orders,
  returns,
  yoy,
}));
const config = {
  revenue: { d3NumberFormat: 'SMART_NUMBER', currencyFormat: { symbol: 'EUR', symbolPosition: 'prefix' } },
  returns: { d3NumberFormat: '.1%', showCellBars: false },
  yoy: { d3NumberFormat: '+.1%', showCellBars: false },
};
const base = {
  viz_type: 'table',
  query_mode: 'aggregate',
  groupby: ['product', 'category'],
  metrics: ['revenue', 'orders', 'returns', 'yoy'],
};

export const examples: readonly ChartExample[] = [
  {
    name: 'top products',
    form: { ...base, column_config: config },
    results: [tableFromRows(rows)],
  },
  {
    name: 'with totals, search and rules',
    form: {
      ...base,
      metrics: ['revenue', 'orders', 'margin'],
      show_totals: true,
      include_search: true,
      page_length: 20,
      conditional_formatting: [{ column: 'orders', colorScheme: 'success', operator: '>', targetValue: 1500 }],
    },
    results: [
      tableFromRows(
        rows.map(({ product, category, revenue, orders }, index) => ({
          product,
          category,
          revenue,
          orders,
          margin: Math.round((pseudoRandom(index) - 0.3) * 40_000),
        })),
      ),
      tableFromRows([{ revenue: 692_356.1, orders: 9646, margin: 61_200 }]),
    ],
  },
  {
    name: 'raw rows, a page at a time',
    form: {
      viz_type: 'table',
      query_mode: 'raw',
      all_columns: ['ordered_at', 'order_id', 'country', 'note', 'amount'],
      server_pagination: true,
      server_page_length: 10,
    },
    results: [
      tableFromRows(
        Array.from({ length: 10 }, (_, index) => ({
          ordered_at: Date.UTC(2026, 10, 20, 8, index * 7),
          order_id: 9_007_199_254_740_993n + BigInt(index),
          country: index % 3 ? 'Germany' : 'France',
          note: index % 4 ? '<b>gift</b>' : null,
          amount: 20 + pseudoRandom(index) * 180,
        })),
        ['ordered_at'],
      ),
      tableFromRows([{ rowcount: 1_240_311 }]),
    ],
  },
  {
    name: 'two thousand rows',
    form: { ...base, groupby: ['customer'], metrics: ['orders'] },
    results: [
      tableFromRows(
        Array.from({ length: 2000 }, (_, index) => ({
          customer: `Customer ${index + 1}`,
          orders: Math.round(2000 / (index + 1)),
        })),
      ),
    ],
  },
];
