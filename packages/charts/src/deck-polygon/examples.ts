import { type ChartExample, tableFromRows } from '@powerset/chart-kit';
import { pseudoRandom } from '../shared/example-series.ts';

const base = { viz_type: 'deck_polygon', line_column: 'area', metric: 'rent', stroked: true };
const round = (value: number) => Math.round(value * 1e4) / 1e4;

/** Districts around the middle of a city: rings of sectors. */
const districts = Array.from({ length: 24 }, (_, at) => {
  const [ring, sector] = [Math.floor(at / 8), at % 8];
  const corner = (far: number, turn: number) => {
    const angle = (turn * Math.PI) / 4;
    return [round(2.35 + far * 0.04 * Math.cos(angle) * 1.5), round(48.86 + far * 0.04 * Math.sin(angle))];
  };
  const area = [
    corner(ring + 0.2, sector),
    corner(ring + 1.2, sector),
    corner(ring + 1.2, sector + 1),
    corner(ring + 0.2, sector + 1),
  ];
  const rent = Math.round(34 - ring * 7 + 6 * pseudoRandom(at + 5));
  return { name: `District ${at + 1}`, area: JSON.stringify([...area, area[0]]), rent };
});

export const examples: readonly ChartExample[] = [
  { name: 'rent by district', form: base, results: [tableFromRows(districts)] },
  {
    name: 'tilted, as high as it is dear',
    form: {
      ...base,
      point_radius_fixed: { type: 'metric', value: 'rent' },
      multiplier: 120,
      viewport: { longitude: 2.35, latitude: 48.86, zoom: 10, bearing: 10, pitch: 50 },
    },
    results: [tableFromRows(districts)],
  },
  {
    name: 'own break points',
    form: { ...base, break_points: [15, 20, 25, 30, 45], linear_color_scheme: 'ember' },
    results: [tableFromRows(districts)],
  },
  {
    name: 'outlines alone',
    form: { ...base, filled: false, line_width: 2 },
    results: [tableFromRows(districts)],
  },
  {
    name: 'geohashes',
    form: { ...base, line_type: 'geohash', metric: 'count' },
    results: [
      tableFromRows(['u33d', 'u33e', 'u336', 'u337', 'u33k', 'u333'].map((area, at) => ({ area, count: 4 + at * 3 }))),
    ],
  },
  {
    name: 'in breakpoints',
    form: {
      ...base,
      color_scheme_type: 'color_breakpoints',
      color_breakpoints: [
        { minValue: 0, maxValue: 25, color: { r: 162, g: 217, b: 245, a: 1 } },
        { minValue: 25, maxValue: 100, color: { r: 28, g: 87, b: 159, a: 1 } },
      ],
    },
    results: [tableFromRows(districts)],
  },
  {
    name: 'hard: broken, empty, without a value',
    form: base,
    results: [
      tableFromRows([
        districts[0]!,
        { name: 'no value', area: districts[1]!.area, rent: null },
        { name: 'broken', area: '[[2.3,48', rent: 5 },
        { name: 'none', area: null, rent: 5 },
        { name: 'far', area: '[[400,2],[401,3],[402,1]]', rent: 5 },
        { name: 'negative', area: districts[9]!.area, rent: -12 },
      ]),
    ],
  },
];
