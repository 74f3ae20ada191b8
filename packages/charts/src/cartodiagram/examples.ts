import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import { cities } from '../shared/maps/example-cities.ts';

const saved = (name: string, params: Readonly<Record<string, unknown>>) =>
  JSON.stringify({ slice_name: name, id: 1, viz_type: params.viz_type, params: JSON.stringify(params) });

const pie = { viz_type: 'pie', metric: 'energy', groupby: ['source'], row_limit: 100, sort_by_metric: true };
const base = { viz_type: 'cartodiagram', geom_column: 'place', selected_chart: saved('Energy by source', pie) };
const point = (name: string, at: readonly number[]) =>
  JSON.stringify({ type: 'Feature', properties: { name }, geometry: { type: 'Point', coordinates: at } });

/** Terawatt hours of electricity, rounded. */
const energy = [
  ['France', [2.6, 46.8], 336, 30, 137],
  ['Germany', [10.4, 51.1], 7, 225, 270],
  ['Spain', [-3.7, 40.2], 57, 70, 143],
  ['Poland', [19.3, 52.1], 0, 121, 45],
  ['Sweden', [15.6, 60.5], 48, 3, 115],
  ['Italy', [12.6, 42.8], 0, 150, 114],
  ['United Kingdom', [-1.9, 52.7], 41, 104, 136],
] as const;
const energyRows = energy.flatMap(([name, at, nuclear, fossil, renewable]) => [
  { place: point(name, at), source: 'Renewable', energy: renewable },
  { place: point(name, at), source: 'Fossil', energy: fossil },
  { place: point(name, at), source: 'Nuclear', energy: nuclear },
]);

const years = [2019, 2020, 2021, 2022, 2023, 2024].map((year) => Date.UTC(year, 0, 1));
const courses = [
  ['Nairobi', [36.82, -1.29], [21, 17, 19, 22, 25, 27]],
  ['Lagos', [3.38, 6.52], [14, 15, 19, 24, 26, 33]],
  ['Cairo', [31.24, 30.04], [30, 22, 24, 27, 25, 26]],
  ['Johannesburg', [28.05, -26.2], [34, 26, 25, 28, 30, 29]],
] as const;
const courseRows = courses.flatMap(([name, at, values]) =>
  values.map((riders, index) => ({ place: point(name, at), year: years[index]!, riders })),
);
const yearly = { metrics: ['riders'], groupby: [], x_axis: 'year', time_grain_sqla: 'P1Y', x_axis_time_format: '%Y' };
const temporal = ['year'];

const oddRows = [
  ...energyRows.slice(0, 6),
  { place: point('Norway', [8.5, 61]), source: 'Renewable', energy: null },
  { place: point('Norway', [8.5, 61]), source: 'Fossil', energy: -4 },
  { place: null, source: 'Fossil', energy: 12 },
  { place: 'somewhere', source: 'Fossil', energy: 12 },
  { place: point('Off the map', [400, 10]), source: 'Fossil', energy: 12 },
];

export const examples: readonly ChartExample[] = [
  { name: 'electricity by source', form: base, results: [tableFromRows(energyRows)] },
  {
    name: 'rings on a white ground',
    form: {
      ...base,
      selected_chart: saved('Energy', { ...pie, donut: true }),
      chart_background_color: { r: 255, g: 255, b: 255, a: 0.9 },
      chart_background_border_radius: 50,
      chart_width: 60,
      chart_height: 60,
    },
    results: [tableFromRows(energyRows)],
  },
  {
    name: 'riders as bars by year',
    form: {
      ...base,
      selected_chart: saved('Riders', { ...yearly, viz_type: 'echarts_timeseries_bar' }),
    },
    results: [tableFromRows(courseRows, temporal)],
  },
  {
    name: 'riders as lines, as wide as they are long',
    form: {
      ...base,
      selected_chart: saved('Riders', { ...yearly, viz_type: 'echarts_timeseries_line' }),
      chart_width: 120,
      chart_height: 50,
    },
    results: [tableFromRows(courseRows, temporal)],
  },
  {
    name: 'millions of people of thirty cities',
    form: {
      ...base,
      selected_chart: saved('People', { viz_type: 'big_number_total', metric: 'people', y_axis_format: '.1f' }),
      chart_width: 36,
      chart_height: 24,
    },
    results: [
      tableFromRows(
        cities.map(([name, , longitude, latitude, people]) => ({ place: point(name, [longitude, latitude]), people })),
      ),
    ],
  },
  { name: 'empty, negative and unreadable', form: base, results: [tableFromRows(oddRows)] },
  { name: 'one place', form: base, results: [tableFromRows(energyRows.slice(0, 3))] },
  { name: 'nothing found', form: base, results: [tableFromRows([])] },
];
