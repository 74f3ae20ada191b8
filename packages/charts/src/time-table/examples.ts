import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import { pseudoRandom } from '../shared/example-series.ts';

const months = Array.from({ length: 24 }, (_, month) => Date.UTC(2024, 11 + month, 1));
const base = { viz_type: 'time_table', granularity_sqla: 'ordered_at', time_grain_sqla: 'P1M' };
const spark = { label: 'Trend', colType: 'spark', dateFormat: '%b %Y' };
const change = {
  label: 'Year over year',
  colType: 'time',
  timeLag: 12,
  comparisonType: 'perc_change',
  bounds: [-0.1, 0.1],
  d3format: '+.1%',
};
const columns = [
  spark,
  { label: 'Last month', colType: 'time', timeLag: 0, comparisonType: 'value', d3format: '.3s' },
  change,
  { label: 'Mean of a year', colType: 'avg', timeLag: 12, d3format: '.3s' },
];
const valueAt = (level: number, place: number, seed: number) =>
  Math.round(level * (0.8 + place * 0.012 + pseudoRandom(seed * 31 + place) * 0.25));
const measures = months.map((time, place) => ({
  __timestamp: time,
  revenue: valueAt(120_000, place, 1),
  orders: valueAt(2_300, place, 2),
  returns: valueAt(90, 24 - place, 3),
}));
const countries = ['Germany', 'France', 'Italy', 'Austria', 'Switzerland', 'Poland'];
const byCountry = (names: readonly (string | null)[]) =>
  months.flatMap((time, place) =>
    names.map((country, seed) => ({
      __timestamp: time,
      country,
      revenue: valueAt(90_000 / (seed + 1), place, seed),
    })),
  );
const times = ['__timestamp'];

export const examples: readonly ChartExample[] = [
  {
    name: 'measures and their trends',
    form: { ...base, metrics: ['revenue', 'orders', 'returns'], column_collection: columns },
    results: [tableFromRows(measures, times)],
  },
  {
    name: 'countries with their shares, leading elsewhere',
    form: {
      ...base,
      metrics: ['revenue'],
      groupby: ['country'],
      url: 'https://example.org/countries?name={{ metric }}',
      column_collection: [...columns, { label: 'Share', colType: 'contrib', d3format: '.1%' }],
    },
    results: [tableFromRows(byCountry(countries), times)],
  },
  {
    name: 'lines with the ends of their scale',
    form: {
      ...base,
      metrics: ['revenue', 'orders'],
      column_collection: [
        {
          ...spark,
          label: 'From zero',
          showYAxis: true,
          yAxisBounds: [0, null],
          width: '240',
          height: '60',
          d3format: '.2s',
        },
        { ...spark, label: 'Against the year before', timeRatio: '12', showYAxis: true, d3format: '.0%' },
      ],
    },
    results: [tableFromRows(measures, times)],
  },
  {
    name: 'gaps, negatives and a lag that is too long',
    form: {
      ...base,
      metrics: ['balance', 'none'],
      column_collection: [
        spark,
        { ...change, label: 'Ten years ago', timeLag: 120 },
        { label: 'Change', colType: 'time', timeLag: 1, comparisonType: 'diff' },
      ],
    },
    results: [
      tableFromRows(
        months.map((time, place) => ({
          __timestamp: time,
          balance: place % 7 === 3 ? null : Math.round((pseudoRandom(place) - 0.6) * 10_000) / 10,
          none: null,
        })),
        times,
      ),
    ],
  },
  {
    name: 'one moment only',
    form: { ...base, metrics: ['revenue'], groupby: ['country'], column_collection: columns },
    results: [tableFromRows(byCountry(['Malta', null, '']).slice(0, 3), times)],
  },
  {
    name: 'a thousand shops, day by day',
    form: { ...base, time_grain_sqla: 'P1D', metrics: ['revenue'], groupby: ['shop'], column_collection: columns },
    results: [
      tableFromRows(
        Array.from({ length: 10_000 }, (_, at) => ({
          __timestamp: Date.UTC(2026, 0, 1 + (at % 10)),
          shop: `Shop ${Math.floor(at / 10) + 1}`,
          revenue: Math.round(pseudoRandom(at) * 5_000),
        })),
        times,
      ),
    ],
  },
];
