import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import { parcels, shopVisits } from '../shared/example-flows.ts';

const base = { viz_type: 'sankey_v2', source: 'source', target: 'target', metric: 'visits' };

export const examples: readonly ChartExample[] = [
  { name: 'visits of a shop', form: base, results: [tableFromRows(shopVisits())] },
  {
    name: 'one step',
    form: { ...base, color_scheme: 'harbour' },
    results: [
      tableFromRows([
        { source: 'Wind', target: 'Industry', visits: 31.2 },
        { source: 'Wind', target: 'Households', visits: 22.4 },
        { source: 'Gas', target: 'Heating', visits: 40.9 },
        { source: 'Gas', target: 'Industry', visits: 18.3 },
        { source: 'Solar', target: 'Households', visits: 14.8 },
        { source: 'Coal', target: 'Industry', visits: 9.6 },
      ]),
    ],
  },
  {
    name: 'one link',
    form: base,
    results: [tableFromRows([{ source: 'Web', target: 'Order', visits: 12.5 }])],
  },
  {
    name: 'money that comes and goes',
    form: { ...base, sort_by_metric: true },
    results: [
      tableFromRows([
        { source: 'Subscriptions', target: 'Revenue', visits: 4_200_000 },
        { source: 'Services', target: 'Revenue', visits: 1_350_000 },
        { source: 'Licences', target: 'Revenue', visits: 620_000 },
        { source: 'Revenue', target: 'Costs', visits: 4_020_000 },
        { source: 'Revenue', target: 'Profit', visits: 2_150_000 },
        { source: 'Costs', target: 'Wages', visits: 2_700_000 },
        { source: 'Costs', target: 'Rent and energy', visits: 480_000 },
        { source: 'Costs', target: 'Marketing', visits: 840_000 },
        { source: 'Profit', target: 'Taxes', visits: 610_000 },
        { source: 'Profit', target: 'Reserves', visits: 1_540_000 },
      ]),
    ],
  },
  { name: 'hard: circles and links to itself', form: base, results: [tableFromRows(parcels())] },
  {
    name: 'hard: nulls, negatives, long names',
    form: base,
    results: [
      tableFromRows([
        {
          source: 'Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen',
          target: '日本国内の小売店と卸売業者',
          visits: 210,
        },
        { source: null, target: 'شركة الاتصالات السعودية', visits: 120.5 },
        { source: '<b>bold</b>', target: null, visits: 90 },
        { source: '', target: 'Others', visits: 40 },
        { source: 'Returns', target: 'Others', visits: -40 },
        { source: 'Unknown', target: 'Others', visits: null },
      ]),
    ],
  },
  {
    name: 'hard: 2,000 links',
    form: base,
    results: [
      tableFromRows(
        Array.from({ length: 2000 }, (_, at) => ({
          source: `From ${at % 50}`,
          target: `To ${(at * 7) % 90}`,
          visits: Math.round(100_000 / (at + 3)) + 1,
        })),
      ),
    ],
  },
];
