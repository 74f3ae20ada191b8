import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import { salesByPlace } from '../shared/example-paths.ts';

const base = { viz_type: 'treemap_v2', groupby: ['region', 'country'], metric: 'revenue' };
const sales = salesByPlace();

const steps = (count: number) =>
  Array.from({ length: count }, (_, at) => ({
    region: `Warehouse ${(at % 40) + 1}`,
    country: `Article ${at + 1}`,
    revenue: Math.round(1_000_000 / (at + 2)) + (at % 7) * 10,
  }));

export const examples: readonly ChartExample[] = [
  { name: 'revenue by region and country', form: base, results: [tableFromRows(sales)] },
  {
    name: 'one level, values alone',
    form: { ...base, groupby: ['country'], label_type: 'value', number_format: ',.1f' },
    results: [tableFromRows(sales)],
  },
  {
    name: 'three levels in euros',
    form: {
      ...base,
      groupby: ['region', 'country', 'channel'],
      currency_format: { symbol: 'EUR', symbolPosition: 'prefix' },
    },
    results: [tableFromRows(sales)],
  },
  {
    name: 'without upper labels',
    form: { ...base, show_upper_labels: false, label_type: 'Key' },
    results: [tableFromRows(sales)],
  },
  {
    name: 'dates and categories',
    form: { ...base, groupby: ['opened', 'channel'], date_format: '%Y' },
    results: [
      tableFromRows(
        sales.map((row, at) => ({ ...row, opened: Date.UTC(2021 + (at % 4), 0, 1) })),
        ['opened'],
      ),
    ],
  },
  {
    name: 'hard: nulls, negatives, long and equal names',
    form: base,
    results: [
      tableFromRows([
        { region: 'Europe', country: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen', revenue: 320.5 },
        { region: 'Europe', country: 'Others', revenue: 120 },
        { region: 'Asia', country: 'Others', revenue: 90 },
        { region: 'Asia', country: '日本国内の小売店と卸売業者の合計売上', revenue: 210 },
        { region: 'شركة الاتصالات السعودية', country: null, revenue: 75 },
        { region: null, country: null, revenue: 60 },
        { region: null, country: '👩‍👩‍👧‍👦 families', revenue: 40 },
        { region: 'Europe', country: 'Returns', revenue: -80 },
        { region: 'Asia', country: 'Unknown', revenue: null },
        { region: 'Asia', country: 'Nothing', revenue: 0 },
      ]),
    ],
  },
  { name: 'hard: 5,000 parts', form: base, results: [tableFromRows(steps(5000))] },
];
