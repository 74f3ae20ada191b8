import { type ChartExample, tableFromRows } from '@powerset/chart-kit';

const base = { viz_type: 'gauge_chart', groupby: [], metric: 'revenue' };

const regions = (rows: readonly (readonly [string | null, number | null])[]) =>
  tableFromRows(rows.map(([region, revenue]) => ({ region, revenue })));

export const examples: readonly ChartExample[] = [
  {
    name: 'revenue of the quarter',
    form: { ...base, max_val: 4_000_000, currency_format: { symbol: 'EUR', symbolPosition: 'prefix' } },
    results: [tableFromRows([{ revenue: 3_104_220 }])],
  },
  {
    name: 'uptime in intervals',
    form: {
      ...base,
      metric: 'uptime',
      min_val: 95,
      max_val: 100,
      split_number: 5,
      value_formatter: '{value} %',
      intervals: '97,99,100',
      interval_color_indices: '4,2,3',
      show_split_line: true,
    },
    results: [tableFromRows([{ uptime: 98.62 }])],
  },
  {
    name: 'regions on one dial',
    form: { ...base, groupby: ['region'] },
    results: [
      regions([
        ['North', 812_000],
        ['South', 640_500],
        ['East', 402_300],
      ]),
    ],
  },
  {
    name: 'regions on rings of their own',
    form: { ...base, groupby: ['region'], overlap: false, show_pointer: false, round_cap: true },
    results: [
      regions([
        ['North', 812_000],
        ['South', 640_500],
        ['East', 402_300],
        ['West', 377_800],
        ['Overseas', 96_400],
      ]),
    ],
  },
  {
    name: 'half a circle with ticks',
    form: { ...base, metric: 'score', start_angle: 180, end_angle: 0, show_axis_tick: true, show_split_line: true },
    results: [tableFromRows([{ score: 7.4 }])],
  },
  {
    name: 'below zero',
    form: { ...base, metric: 'balance', start_angle: 90, end_angle: -270 },
    results: [tableFromRows([{ balance: -12_480_000_000 }])],
  },
  {
    name: 'hard: twelve long names, nothing and outside',
    form: { ...base, groupby: ['region'], max_val: 500 },
    results: [
      regions([
        ['Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen', 900],
        [null, 420],
        ['<b>South</b>', null],
        ['', 0],
        ['Below', -20],
        ...Array.from({ length: 8 }, (_, at) => [`Branch office number ${at + 1}`, 40 * at] as const),
      ]),
    ],
  },
];
