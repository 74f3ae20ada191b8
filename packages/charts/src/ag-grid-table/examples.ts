import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import { pseudoRandom } from '../shared/example-series.ts';

const base = { viz_type: 'ag-grid-table', query_mode: 'aggregate', groupby: ['store'], metrics: ['revenue', 'orders'] };
const stores = ['Berlin Mitte', 'Hamburg Hafen', 'Köln Dom', 'Leipzig', 'München Ost', 'Stuttgart', 'Wien Praterstern'];
const euro = { currencyFormat: { symbol: 'EUR', symbolPosition: 'prefix' } };
const cents = (value: number) => Math.round(value * 100) / 100;
const storeRows = stores.map((store, index) => ({
  store,
  revenue: cents(90_000 + pseudoRandom(index) * 80_000),
  orders: Math.round(1_000 + pseudoRandom(index + 50) * 900),
}));

export const examples: readonly ChartExample[] = [
  {
    name: 'revenue of stores',
    form: { ...base, column_config: { revenue: euro }, show_totals: true },
    results: [tableFromRows(storeRows), tableFromRows([{ revenue: 874_218.4, orders: 10_208 }])],
  },
  {
    name: 'against the year before, in groups of columns',
    form: { ...base, time_compare: '1 year ago', comparison_color_enabled: true },
    results: [
      tableFromRows(
        storeRows.map(({ store, revenue, orders }, index) => ({
          store,
          revenue,
          'revenue__1 year ago': index === 3 ? null : cents(revenue * (0.8 + pseudoRandom(index + 9) * 0.4)),
          orders,
          'orders__1 year ago': Math.round(orders * (0.8 + pseudoRandom(index + 20) * 0.4)),
        })),
      ),
    ],
  },
  {
    name: 'one page of a million rows, sorted twice',
    form: {
      viz_type: 'ag-grid-table',
      query_mode: 'raw',
      all_columns: ['ordered_at', 'order_id', 'country', 'note', 'amount'],
      server_pagination: true,
      server_page_length: 20,
      include_search: true,
      own_state: {
        currentPage: 51_000,
        pageSize: 20,
        sortBy: [
          { key: 'country', desc: false },
          { key: 'amount', desc: true },
        ],
        layout: { pinned: ['order_id'] },
      },
    },
    results: [
      tableFromRows(
        Array.from({ length: 20 }, (_, index) => ({
          ordered_at: Date.UTC(2026, 10, 20, 8, index * 7),
          order_id: 9_007_199_254_740_993n + BigInt(index),
          country: index < 12 ? 'France' : 'Germany',
          note: index % 4 ? '<b>gift</b>' : null,
          amount: cents(200 - index * 3.7),
        })),
        ['ordered_at'],
      ),
      tableFromRows([{ rowcount: 1_040_311 }]),
    ],
  },
  {
    name: 'sixty columns of sensors',
    form: {
      viz_type: 'ag-grid-table',
      query_mode: 'raw',
      all_columns: ['sensor'],
      own_state: { layout: { pinned: ['sensor'], widths: { sensor: 120 } } },
    },
    results: [
      tableFromRows(
        Array.from({ length: 200 }, (_, row) => ({
          sensor: `S-${String(row + 1).padStart(3, '0')}`,
          ...Object.fromEntries(
            Array.from({ length: 60 }, (_, hour) => [
              `h${hour}`,
              (row + hour) % 17 === 0 ? null : cents(pseudoRandom(row * 61 + hour) * 40 - 8),
            ]),
          ),
        })),
      ),
    ],
  },
  {
    name: 'nulls, negatives and long texts',
    form: {
      ...base,
      groupby: ['account', 'kind'],
      metrics: ['balance'],
      percent_metrics: ['balance'],
      align_pn: true,
      conditional_formatting: [{ column: 'balance', colorScheme: 'colorErrorBase', operator: '<', targetValue: -1000 }],
    },
    results: [
      tableFromRows([
        { account: null, kind: 'asset', balance: 12_400.25, '%balance': 0.62 },
        {
          account: 'Receivables of a customer whose name is longer than any column',
          kind: null,
          balance: -8_120.5,
          '%balance': -0.41,
        },
        { account: '', kind: 'liability', balance: null, '%balance': null },
        { account: '<script>alert(1)</script>', kind: 'asset', balance: -12, '%balance': 0 },
      ]),
    ],
  },
  {
    name: 'twenty thousand customers',
    form: { ...base, groupby: ['customer'], metrics: ['orders'], page_length: 200, include_search: true },
    results: [
      tableFromRows(
        Array.from({ length: 20_000 }, (_, index) => ({
          customer: `Customer ${index + 1}`,
          orders: Math.round(20_000 / (index + 1)),
        })),
      ),
    ],
  },
];
