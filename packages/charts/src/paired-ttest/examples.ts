import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import { pseudoRandom } from '../shared/example-series.ts';

const base = { viz_type: 'paired_ttest', granularity_sqla: 'day', groupby: ['variant'], metrics: ['conversions'] };
const times = ['__timestamp'];
const variants = ['Control', 'Blue button', 'Short form', 'Free shipping'];
const effects = [0, 0.4, -6, 14];

const daysOf = (count: number, names: readonly (string | null)[]) =>
  Array.from({ length: count }, (_, day) =>
    names.map((variant, at) => ({
      __timestamp: Date.UTC(2026, 8, 1 + day),
      variant,
      conversions: Math.round(120 + pseudoRandom(day) * 60 + (effects[at] ?? at) + pseudoRandom(day * 7 + at) * 14),
      revenue:
        Math.round(
          (4_000 + pseudoRandom(day + 99) * 2_500 + (effects[at] ?? 0) * 90 + pseudoRandom(day + at * 13) * 400) * 100,
        ) / 100,
    })),
  ).flat();

export const examples: readonly ChartExample[] = [
  { name: 'four variants of a shop', form: base, results: [tableFromRows(daysOf(45, variants), times)] },
  {
    name: 'two measures, compared with another variant',
    form: {
      ...base,
      metrics: ['conversions', 'revenue'],
      pvalue_precision: 3,
      liftvalue_precision: 1,
      own_state: { controls: { revenue: 'Short form' } },
    },
    results: [tableFromRows(daysOf(45, variants), times)],
  },
  {
    name: 'shares of the day',
    form: { ...base, contribution: true, liftvalue_precision: 2 },
    results: [tableFromRows(daysOf(30, variants), times)],
  },
  { name: 'one day, which is too few', form: base, results: [tableFromRows(daysOf(1, variants.slice(0, 2)), times)] },
  {
    name: 'nulls, gaps and a control without any',
    form: base,
    results: [
      tableFromRows(
        [
          ...daysOf(10, [null, 'Blue button']),
          ...daysOf(10, ['']).map((row) => ({ ...row, conversions: 0 })),
          ...daysOf(20, ['late'])
            .slice(10)
            .map((row) => ({ ...row, conversions: null })),
        ],
        times,
      ),
    ],
  },
  {
    name: 'sixty shops with a strict level',
    form: { ...base, groupby: ['variant'], significance_level: 0.001, pvalue_precision: 4, liftvalue_precision: 1 },
    results: [
      tableFromRows(
        daysOf(
          20,
          Array.from({ length: 60 }, (_, at) => `Shop ${at + 1}`),
        ),
        times,
      ),
    ],
  },
];
