import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import { parcels, shopVisits } from '../shared/example-flows.ts';

const base = { viz_type: 'chord', groupby: 'source', columns: 'target', metric: 'visits' };

export const examples: readonly ChartExample[] = [
  { name: 'parcels between cities', form: base, results: [tableFromRows(parcels())] },
  {
    name: 'visits of a shop, in thousands',
    form: { ...base, y_axis_format: ',.1f' },
    results: [tableFromRows(shopVisits().map((row) => ({ ...row, visits: Number(row.visits) / 1000 })))],
  },
  {
    name: 'one link',
    form: base,
    results: [tableFromRows([{ source: 'Web', target: 'Order', visits: 12.5 }])],
  },
  {
    name: 'other colours, the largest first',
    form: { ...base, color_scheme: 'harbour', sort_by_metric: true },
    results: [tableFromRows(parcels().filter((_, at) => at % 3 !== 1))],
  },
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
        { source: 'شركة الاتصالات السعودية', target: null, visits: 90 },
        { source: '', target: 'Others', visits: 40 },
        { source: 'Returns', target: 'Others', visits: -40 },
        { source: 'Unknown', target: 'Others', visits: null },
      ]),
    ],
  },
  {
    name: 'hard: 3,000 links',
    form: base,
    results: [
      tableFromRows(
        Array.from({ length: 3000 }, (_, at) => ({
          source: `Town ${at % 60}`,
          target: `Town ${(at * 7 + 3) % 75}`,
          visits: Math.round(100_000 / (at + 3)) + 1,
        })),
      ),
    ],
  },
];
