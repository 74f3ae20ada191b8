import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import { categoryTable, monthlyTable, temporalTable } from '../shared/example-series.ts';

const base = {
  viz_type: 'mixed_timeseries',
  x_axis: 'month',
  time_grain_sqla: 'P1M',
  metrics: ['revenue'],
  metrics_b: ['orders'],
  groupby: [],
  groupby_b: [],
};
const euros = { currency_format: { symbol: 'EUR', symbolPosition: 'prefix' } };
const revenue = [412, 398, 455, 470, 466, 512, 498, 505, 541, 560, 633, 702].map((value) => value * 1000);
const orders = [5100, 4900, 5600, 5700, 5800, 6100, 5900, 6000, 6400, 6600, 7900, 8800];

export const examples: readonly ChartExample[] = [
  {
    name: 'revenue as bars, orders as a line on their own axis',
    form: { ...base, ...euros, seriesType: 'bar', yAxisIndexB: 1 },
    results: [monthlyTable('month', [2025, 0], { revenue }), monthlyTable('month', [2025, 0], { orders })],
  },
  {
    name: 'margins around zero beside a share',
    form: {
      ...base,
      metrics: ['margin'],
      metrics_b: ['return rate'],
      seriesType: 'bar',
      yAxisIndexB: 1,
      y_axis_format_secondary: '.0%',
    },
    results: [
      monthlyTable('month', [2026, 0], { margin: [12_400, 18_100, 6300, -8200, -14_100, -3900, 9800, 14_000] }),
      monthlyTable('month', [2026, 0], { 'return rate': [0.08, 0.07, 0.09, 0.14, 0.17, 0.12, 0.09, 0.08] }),
    ],
  },
  {
    name: 'channels stacked, visits as a line',
    form: {
      ...base,
      groupby: ['channel'],
      metrics_b: ['visits'],
      seriesType: 'bar',
      stack: true,
      yAxisIndexB: 1,
      time_grain_sqla: 'P1W',
    },
    results: [
      temporalTable({
        axis: 'month',
        start: Date.UTC(2026, 5, 1),
        stepDays: 7,
        count: 20,
        series: [
          { name: 'Web', level: 96_000, trend: 0.02 },
          { name: 'Store', level: 55_000, trend: 0.01 },
          { name: 'Partner', level: 18_000, trend: 0.02 },
        ],
      }),
      temporalTable({
        axis: 'month',
        start: Date.UTC(2026, 5, 1),
        stepDays: 7,
        count: 20,
        series: [{ name: 'visits', level: 1_900_000, trend: 0.015 }],
      }),
    ],
  },
  {
    name: 'the same channels in both queries',
    form: {
      ...base,
      groupby: ['channel'],
      groupby_b: ['channel'],
      yAxisIndexB: 1,
      yAxisTitleSecondary: 'Orders',
      y_axis_title: 'Revenue',
    },
    results: [
      monthlyTable('month', [2026, 0], { Web: [92, 95, 99, 104, 108, 115], Store: [68, 66, 67, 64, 61, 60] }),
      monthlyTable('month', [2026, 0], {
        Web: [900, 940, 930, 990, 1010, 1090],
        Store: [510, 500, 480, 470, 450, 440],
      }),
    ],
  },
  {
    name: 'areas and dots on one axis',
    form: {
      ...base,
      metrics: ['plan'],
      metrics_b: ['actual'],
      area: true,
      seriesTypeB: 'scatter',
      markerEnabledB: true,
      markerSizeB: 9,
    },
    results: [
      monthlyTable('month', [2026, 0], { plan: [40, 42, 44, 46, 48, 50, 52, 54] }),
      monthlyTable('month', [2026, 0], { actual: [38, 45, 43, 51, 47, 49, 58, 55] }),
    ],
  },
  {
    name: 'countries, by two measures',
    form: {
      ...base,
      x_axis: 'country',
      seriesType: 'bar',
      seriesTypeB: 'scatter',
      yAxisIndexB: 1,
      markerEnabledB: true,
      markerSizeB: 10,
    },
    results: [
      categoryTable(
        'country',
        [
          ['Austria', 168],
          ['France', 518],
          ['Germany', 742],
          ['Italy', 287],
          ['Spain', 331],
        ],
        ['revenue'],
      ),
      categoryTable(
        'country',
        [
          ['Austria', 21],
          ['Belgium', 11],
          ['France', 49],
          ['Germany', 88],
          ['Spain', 40],
        ],
        ['orders'],
      ),
    ],
  },
  {
    name: 'numbers at different positions',
    form: { ...base, x_axis: 'age', groupby_b: ['city'] },
    results: [
      tableFromRows([1, 3, 4, 8, 9].map((age) => ({ age, revenue: age * 3 }))),
      tableFromRows([0, 2, 5, 7].map((age) => ({ age, Rome: age * age, Oslo: 40 - age * 2 }))),
    ],
  },
  {
    name: 'against last year, with a sale',
    form: {
      ...base,
      time_compare: ['1 year ago'],
      seriesTypeB: 'smooth',
      yAxisIndexB: 1,
      annotation_layers: [
        { name: 'Sale', annotationType: 'EVENT', sourceType: 'NATIVE', show: true, showLabel: true, value: 2 },
      ],
    },
    annotations: { Sale: { records: [{ start_dttm: '2025-11-01', short_descr: 'Autumn sale' }] } },
    results: [
      monthlyTable('month', [2025, 0], { revenue, 'revenue__1 year ago': revenue.map((value) => value * 0.86) }),
      monthlyTable('month', [2025, 0], { orders }),
    ],
  },
  {
    name: 'hard: gaps, one row, names alike and nothing in between',
    form: {
      ...base,
      metrics_b: ['revenue'],
      seriesTypeB: 'bar',
      show_query_identifiers: true,
      show_valueB: true,
      logAxis: true,
    },
    results: [
      monthlyTable('month', [2026, 0], { revenue: [null, 3, null, null, 0, -8] }),
      monthlyTable('month', [2026, 9], { revenue: [1_200_000] }),
    ],
  },
];
