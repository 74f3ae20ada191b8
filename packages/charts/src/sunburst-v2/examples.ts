import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import { salesByPlace } from '../shared/example-paths.ts';

const base = { viz_type: 'sunburst_v2', columns: ['region', 'country'], metric: 'revenue' };
const sales = salesByPlace();

export const examples: readonly ChartExample[] = [
  {
    name: 'revenue by region and country',
    form: { ...base, show_labels: true, show_labels_threshold: 2 },
    results: [tableFromRows(sales)],
  },
  {
    name: 'coloured by orders for each unit of revenue',
    form: { ...base, secondary_metric: 'orders', show_labels: true },
    results: [tableFromRows(sales)],
  },
  {
    name: 'three levels with the total',
    form: {
      ...base,
      columns: ['region', 'country', 'channel'],
      show_labels: true,
      show_labels_threshold: 1,
      show_total: true,
      label_type: 'key_value',
      currency_format: { symbol: 'EUR', symbolPosition: 'prefix' },
    },
    results: [tableFromRows(sales)],
  },
  {
    name: 'one level, values alone',
    form: { ...base, columns: ['channel'], show_labels: true, label_type: 'value', number_format: ',.1f' },
    results: [tableFromRows(sales)],
  },
  {
    name: 'plain',
    form: { ...base, columns: ['channel', 'region'], color_scheme: 'orchard' },
    results: [tableFromRows(sales)],
  },
  {
    name: 'hard: nulls, negatives, long and equal names',
    form: { ...base, show_labels: true, show_labels_threshold: 0, label_type: 'key_value' },
    results: [
      tableFromRows([
        { region: 'Europe', country: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen', revenue: 320.5 },
        { region: 'Europe', country: 'Others', revenue: 120 },
        { region: 'Asia', country: 'Others', revenue: 90 },
        { region: 'Asia', country: '日本国内の小売店と卸売業者の合計売上', revenue: 210 },
        { region: 'شركة الاتصالات السعودية', country: null, revenue: 75 },
        { region: null, country: null, revenue: 60 },
        { region: 'Europe', country: 'Returns', revenue: -80 },
        { region: 'Asia', country: 'Unknown', revenue: null },
        { region: 'Asia', country: 'Nothing', revenue: 0 },
      ]),
    ],
  },
  {
    name: 'hard: 3,000 parts',
    form: { ...base, show_labels: true, show_labels_threshold: 1 },
    results: [
      tableFromRows(
        Array.from({ length: 3000 }, (_, at) => ({
          region: `Warehouse ${(at % 12) + 1}`,
          country: `Article ${at + 1}`,
          revenue: Math.round(1_000_000 / (at + 2)),
        })),
      ),
    ],
  },
];
