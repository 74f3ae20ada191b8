import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import { cityRows, scatterAround } from './example-cities.ts';

/** Examples of maps of clusters, of either key. */
export function clusterExamples(key: string): readonly ChartExample[] {
  const base = { viz_type: key, all_columns_x: 'lon', all_columns_y: 'lat' };
  const trips = [...scatterAround(1500, [13.4, 52.52], 0.3), ...scatterAround(400, [13.06, 52.4], 0.1)];
  return [
    { name: 'cities, gathered', form: { ...base, clustering_radius: 40 }, results: [tableFromRows(cityRows)] },
    { name: 'pick-ups in a city', form: base, results: [tableFromRows(trips)] },
    {
      name: 'people, added up',
      form: { ...base, mapbox_label: ['people'], mapbox_color: 'rgb(128, 0, 128)', clustering_radius: 80 },
      results: [tableFromRows(cityRows)],
    },
    {
      name: 'each place alone, as large as its people',
      form: { ...base, clustering_radius: 0, point_radius: 'people', mapbox_label: ['city'] },
      results: [tableFromRows(cityRows)],
    },
    {
      name: 'a view of its own',
      form: { ...base, viewport_longitude: 10, viewport_latitude: 50, viewport_zoom: 3, global_opacity: 0.6 },
      results: [tableFromRows(cityRows)],
    },
    {
      name: 'hard: nulls, texts, places outside of the world',
      form: base,
      results: [
        tableFromRows([
          ...trips.slice(0, 30),
          { lon: null, lat: 1, trips: 1 },
          { lon: 'x', lat: 'y', trips: 1 },
          { lon: 181, lat: 0, trips: 1 },
        ]),
      ],
    },
  ];
}
