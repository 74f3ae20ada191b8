import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import { pseudoRandom } from '../shared/example-series.ts';

const base = { viz_type: 'horizon', granularity_sqla: 'ordered_at', metrics: ['revenue'], groupby: ['country'] };
const countries = ['Germany', 'France', 'Spain', 'Italy', 'Poland', 'Austria', 'Norway', 'Ireland'];
const weekMs = 7 * 86_400_000;

interface Recipe {
  readonly names: readonly (string | null)[];
  readonly count: number;
  readonly measure: (name: number, at: number) => number | null | undefined;
  readonly metric?: string;
}

/** A row for each name and week. */
function weekly({ names, count, measure, metric = 'revenue' }: Recipe) {
  const rows = names.flatMap((country, name) =>
    Array.from({ length: count }, (_, at) => {
      const value = measure(name, at);
      return {
        __timestamp: Date.UTC(2025, 0, 6) + at * weekMs,
        country,
        [metric]: value ?? null,
        isLeft: value === undefined,
      };
    }),
  );
  const kept = rows.filter(({ isLeft }) => !isLeft).map(({ isLeft: _, ...row }) => row);
  return tableFromRows(kept, ['__timestamp']);
}

const wave = (name: number, at: number) =>
  Math.round((80_000 / (name + 1)) * (1 + 0.5 * Math.sin(at / 8 + name) + 0.3 * pseudoRandom(at * 3 + name * 17)));

export const examples: readonly ChartExample[] = [
  {
    name: 'weekly revenue by country',
    form: base,
    results: [weekly({ names: countries, count: 90, measure: wave })],
  },
  {
    name: 'gains and losses on one scale',
    form: { ...base, metrics: ['result'], horizon_color_scale: 'overall', series_height: '40' },
    results: [
      weekly({
        names: countries.slice(0, 5),
        count: 80,
        metric: 'result',
        measure: (name, at) => 30 * Math.sin(at / 9 + name * 2) + 20 * pseudoRandom(at + name * 31) - 12.5,
      }),
    ],
  },
  {
    name: 'change since the first week',
    form: { ...base, horizon_color_scale: 'change' },
    results: [weekly({ names: countries, count: 60, measure: wave })],
  },
  {
    name: 'shares',
    form: { ...base, contribution: true, horizon_color_scale: 'overall' },
    results: [weekly({ names: countries.slice(0, 6), count: 60, measure: wave })],
  },
  {
    name: 'one series, one moment of it missing',
    form: { ...base, groupby: [], series_height: '75' },
    results: [
      tableFromRows(
        Array.from({ length: 40 }, (_, at) => ({
          __timestamp: Date.UTC(2025, 0, 6) + at * weekMs,
          revenue: at === 17 ? null : wave(0, at),
        })),
        ['__timestamp'],
      ),
    ],
  },
  {
    name: 'hard: eighty series with gaps and names like code',
    form: base,
    results: [
      weekly({
        names: Array.from({ length: 80 }, (_, at) => (at === 3 ? null : `<b>Region ${at + 1}</b> of the far country`)),
        count: 50,
        measure: (name, at) =>
          (at + name) % 13 === 4 ? undefined : 40 * pseudoRandom(at + name * 51) - (name % 4) * 10,
      }),
    ],
  },
];
