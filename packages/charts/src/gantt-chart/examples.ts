import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import { pseudoRandom } from '../shared/example-series.ts';

const base = {
  viz_type: 'gantt_chart',
  start_time: 'begun',
  end_time: 'done',
  y_axis: 'team',
  series: 'phase',
  row_limit: 10000,
};
const day = (month: number, date: number, hour = 0) => Date.UTC(2026, month, date, hour);
const times = ['begun', 'done'];

const plan = tableFromRows(
  [
    { begun: day(0, 5), done: day(0, 23), team: 'Design', phase: 'Research', owner: 'Ada', hours: 96.5 },
    { begun: day(0, 26), done: day(1, 20), team: 'Design', phase: 'Draft', owner: 'Ada', hours: 140 },
    { begun: day(1, 9), done: day(2, 13), team: 'Design', phase: 'Review', owner: 'Lin', hours: 60 },
    { begun: day(1, 2), done: day(3, 10), team: 'Workshop', phase: 'Draft', owner: 'Max', hours: 320 },
    { begun: day(2, 2), done: day(4, 1), team: 'Workshop', phase: 'Build', owner: 'Max', hours: 410 },
    { begun: day(3, 13), done: day(4, 22), team: 'Workshop', phase: 'Review', owner: 'Eva', hours: 88 },
    { begun: day(4, 4), done: day(5, 12), team: 'Sales', phase: 'Build', owner: 'Noa', hours: 150 },
    { begun: day(5, 1), done: day(5, 30), team: 'Sales', phase: 'Launch', owner: 'Noa', hours: 210 },
  ],
  times,
);

const shifts = tableFromRows(
  ['Ann', 'Ben', 'Cleo', 'Dan'].flatMap((team, at) =>
    [0, 1, 2].map((date) => ({
      begun: day(2, 2 + date, 6 + at * 2),
      done: day(2, 2 + date, 14 + at * 2),
      team,
      phase: at < 2 ? 'Early' : 'Late',
    })),
  ),
  times,
);

const bookings = tableFromRows(
  Array.from({ length: 900 }, (_, at) => {
    const begun = day(0, 1) + Math.floor(pseudoRandom(at + 1) * 120) * 86_400_000;
    return {
      begun,
      done: begun + (1 + Math.floor(pseudoRandom(at + 3) * 9)) * 86_400_000,
      team: `Room ${1 + Math.floor(pseudoRandom(at + 5) * 40)}`,
      phase: ['Guest', 'Group', 'Event'][at % 3]!,
    };
  }),
  times,
);

export const examples: readonly ChartExample[] = [
  { name: 'a plan by team and phase', form: base, results: [plan] },
  {
    name: 'with owners and hours in the tooltip',
    form: {
      ...base,
      tooltip_columns: ['owner'],
      tooltip_metrics: ['hours'],
      x_axis_title: 'Half year',
      y_axis_title: 'Team',
    },
    results: [plan],
  },
  { name: 'phases kept together', form: { ...base, subcategories: true, show_extra_controls: true }, results: [plan] },
  { name: 'one color', form: { ...base, series: null, zoomable: true }, results: [plan] },
  {
    name: 'three days of shifts, from six to midnight',
    form: { ...base, x_axis_time_bounds: ['06:00:00', '24:00:00'] },
    results: [shifts],
  },
  { name: 'nine hundred bookings of forty rooms', form: base, results: [bookings] },
  {
    name: 'hard: no end, no start, no time and ends before starts',
    form: base,
    results: [
      tableFromRows(
        [
          { begun: day(0, 5), done: null, team: 'Open', phase: 'Waiting' },
          { begun: null, done: day(0, 9), team: 'Never begun', phase: 'Lost' },
          { begun: day(0, 12), done: day(0, 12), team: 'A moment', phase: 'Done' },
          { begun: day(0, 20), done: day(0, 2), team: 'Backwards', phase: 'Done' },
          { begun: day(0, 8), done: day(0, 29), team: null, phase: null },
          { begun: day(0, 9), done: day(0, 12), team: '<img src=x onerror=alert(1)>', phase: '{b|x}' },
        ],
        times,
      ),
    ],
  },
];
