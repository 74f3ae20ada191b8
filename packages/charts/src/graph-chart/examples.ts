import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import { parcels, shopVisits } from '../shared/example-flows.ts';

const base = { viz_type: 'graph_chart', source: 'source', target: 'target', metric: 'visits' };

const people = [
  ['Anna', 'Bruno', 32, 'Sales', 'Sales'],
  ['Anna', 'Carla', 18, 'Sales', 'Support'],
  ['Bruno', 'Dario', 9, 'Sales', 'Support'],
  ['Carla', 'Dario', 41, 'Support', 'Support'],
  ['Dario', 'Elena', 26.5, 'Support', 'Engineering'],
  ['Elena', 'Fabio', 55, 'Engineering', 'Engineering'],
  ['Elena', 'Giulia', 38, 'Engineering', 'Engineering'],
  ['Fabio', 'Giulia', 47, 'Engineering', 'Engineering'],
  ['Giulia', 'Hugo', 12, 'Engineering', 'Board'],
  ['Hugo', 'Anna', 15, 'Board', 'Sales'],
  ['Hugo', 'Ines', 29, 'Board', 'Board'],
  ['Ines', 'Bruno', 7, 'Board', 'Sales'],
  ['Jonas', 'Fabio', 21, 'Engineering', 'Engineering'],
  ['Jonas', 'Karin', 14, 'Engineering', 'Support'],
] as const;
const mails = people.map(([source, target, visits, of, to]) => ({ source, target, visits, of, to }));

export const examples: readonly ChartExample[] = [
  {
    name: 'mails between departments',
    form: { ...base, source_category: 'of', target_category: 'to' },
    results: [tableFromRows(mails)],
  },
  { name: 'visits of a shop', form: base, results: [tableFromRows(shopVisits())] },
  {
    name: 'on a circle',
    form: { ...base, layout: 'circular', source_category: 'of', target_category: 'to', legendSort: 'asc' },
    results: [tableFromRows(mails)],
  },
  {
    name: 'large nodes, thin lines, only busy ones named',
    form: { ...base, baseNodeSize: 34, baseEdgeWidth: 1, showSymbolThreshold: 60, edgeSymbol: 'circle,circle' },
    results: [tableFromRows(mails)],
  },
  { name: 'hard: both ways and to itself', form: base, results: [tableFromRows(parcels())] },
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
    name: 'hard: 5,000 links',
    form: { ...base, showSymbolThreshold: 4000 },
    results: [
      tableFromRows(
        Array.from({ length: 5000 }, (_, at) => ({
          source: `Account ${(at * 17) % 400}`,
          target: `Account ${(at * 31 + 7) % 390}`,
          visits: Math.round(100_000 / (at + 3)) + 1,
        })),
      ),
    ],
  },
];
