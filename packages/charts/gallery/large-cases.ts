import type { ChartExample, ChartForm } from '@powerset/chart-kit';
import type { CellValue, ColumnType, ResultTable } from '@powerset/contract';
import { pseudoRandom } from '../src/shared/example-series.ts';

/** What is drawn of more data than anybody usually has: made when it is asked for. */
export interface LargeCase {
  readonly key: string;
  readonly name: string;
  /** What its script may take. */
  readonly barMs: number;
  readonly make: () => ChartExample;
}

type Column = readonly [name: string, type: ColumnType, valueAt: (at: number) => CellValue];

function tableOf(rowCount: number, columns: readonly Column[]): ResultTable {
  return {
    rowCount,
    columns: columns.map(([name, type, valueAt]) => ({
      name,
      type,
      nativeType: type,
      values: Array.from({ length: rowCount }, (_, at) => valueAt(at)),
    })),
  };
}

const minute = 60_000;
const start = Date.UTC(2026, 0, 1);
const noise = (at: number) => pseudoRandom(at + 1) + pseudoRandom(at * 7 + 3) - 1;

const large = (given: Omit<LargeCase, 'make'> & { readonly form: object; readonly table: () => ResultTable }) => ({
  ...given,
  make: (): ChartExample => ({
    name: given.name,
    form: { viz_type: given.key, ...given.form } as ChartForm,
    results: [given.table()],
  }),
});

const places = (count: number) =>
  tableOf(count, [
    ['lon', 'number', (at) => noise(at) * 160],
    ['lat', 'number', (at) => noise(at + 9) * 70],
  ]);

const categories = (count: number) =>
  tableOf(count, [
    ['name', 'string', (at) => `Customer ${at}`],
    ['sales', 'number', (at) => Math.round(1e6 / (at + 1)) + 1],
  ]);

const hundredThousand = { name: '100,000 categories', barMs: 150, table: () => categories(100_000) };

export const largeCases: readonly LargeCase[] = [
  large({
    key: 'echarts_timeseries_line',
    name: '100,000 points',
    barMs: 150,
    form: { x_axis: 't', metrics: ['load'], groupby: [] },
    table: () =>
      tableOf(100_000, [
        ['t', 'temporal', (at) => start + at * minute],
        ['load', 'number', (at) => 50 + 20 * Math.sin(at / 900) + 10 * noise(at)],
      ]),
  }),
  large({
    key: 'echarts_timeseries_scatter',
    name: '1,000,000 points',
    barMs: 1000,
    form: { x_axis: 'weight', metrics: ['price'], groupby: [] },
    table: () =>
      tableOf(1_000_000, [
        ['weight', 'number', (at) => noise(at) * 100],
        ['price', 'number', (at) => noise(at) * 60 + noise(at + 5) * 40],
      ]),
  }),
  large({
    key: 'deck_scatter',
    name: '1,000,000 points',
    barMs: 1000,
    form: { spatial: { type: 'latlong', lonCol: 'lon', latCol: 'lat' } },
    table: () => places(1_000_000),
  }),
  ...['deck_hex', 'deck_heatmap'].map((key) =>
    large({
      key,
      name: '100,000 points',
      barMs: 300,
      form: { spatial: { type: 'latlong', lonCol: 'lon', latCol: 'lat' } },
      table: () => places(100_000),
    }),
  ),
  large({ ...hundredThousand, key: 'pie', form: { groupby: ['name'], metric: 'sales' } }),
  large({ ...hundredThousand, key: 'treemap_v2', form: { groupby: ['name'], metric: 'sales' } }),
  large({ ...hundredThousand, key: 'sunburst_v2', form: { columns: ['name'], metric: 'sales' } }),
  large({ ...hundredThousand, key: 'funnel', form: { groupby: ['name'], metric: 'sales' } }),
  large({ ...hundredThousand, key: 'word_cloud', form: { series: 'name', metric: 'sales' } }),
  large({
    ...hundredThousand,
    key: 'echarts_timeseries_bar',
    form: { x_axis: 'name', metrics: ['sales'], groupby: [] },
  }),
  large({ ...hundredThousand, key: 'table', form: { query_mode: 'raw', all_columns: ['name', 'sales'] } }),
  large({ ...hundredThousand, key: 'ag-grid-table', form: { query_mode: 'raw', all_columns: ['name', 'sales'] } }),
  large({
    key: 'word_cloud',
    name: '300 words',
    barMs: 150,
    form: { series: 'name', metric: 'sales', row_limit: 300 },
    table: () => categories(300),
  }),
  large({
    key: 'histogram_v2',
    name: '50,000 different values',
    barMs: 150,
    form: { column: 'price', groupby: [], bins: 20 },
    table: () =>
      tableOf(50_000, [
        ['price', 'number', (at) => noise(at) * 1000],
        ['count', 'number', () => 1],
      ]),
  }),
];
