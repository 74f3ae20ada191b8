import {
  type ChartDefinition,
  type ChartForm,
  completeForm,
  controlsOf,
  isControlVisible,
  lightChartTheme,
  tableFromRows,
} from '@powerset/chart-kit';
import type { ResultTable } from '@powerset/contract';
import { describe, expect, it } from 'vitest';
import { dataset } from './control-effects.ts';
import { findChartDefinition } from './definitions.ts';
import { drawModel, toModelContext } from './shared/draw-chart.ts';
import type { MapLayer, MapOptions } from './shared/maps/map-picture.ts';

/** A changed value, and what the form needs besides for the change to matter. */
interface MapCase {
  readonly to: unknown;
  readonly form?: Readonly<Record<string, unknown>>;
  readonly results?: readonly ResultTable[];
}

type Cases = Readonly<Record<string, MapCase>>;

const spatial = { type: 'latlong', latCol: 'lat', lonCol: 'lon' };
const elsewhere = { type: 'latlong', latCol: 'age', lonCol: 'lon' };
const view = { longitude: 10, latitude: 20, zoom: 4, bearing: 10, pitch: 40 };
const red = { r: 200, g: 10, b: 10, a: 1 };
const filter = { clause: 'WHERE', expressionType: 'SIMPLE', subject: 'city', operator: '==', comparator: 'Rome' };
const breakpoints = [{ minValue: 0, maxValue: 15.25, color: red }];
const byBreakpoints = { color_scheme_type: 'color_breakpoints', color_breakpoints: breakpoints };
const fixed = { color_scheme_type: 'fixed_color' };
const tilted = { viewport: view, autozoom: false };

const places = [
  tableFromRows([
    { lon: 2, lat: 48, age: 1, city: 'Paris', kind: 'a', revenue: 10.5, orders: 2 },
    { lon: 2.01, lat: 48.01, age: 2, city: 'Paris', kind: 'a', revenue: 3, orders: 2 },
    { lon: 13, lat: 52, age: 3, city: 'Berlin', kind: 'b', revenue: 20, orders: 5 },
    { lon: 13.2, lat: 52, age: 3, city: 'Bonn', kind: 'b', revenue: 1, orders: 5 },
  ]),
];

const common: Cases = {
  row_limit: { to: 50 },
  filter_nulls: { to: false },
  adhoc_filters: { to: [filter] },
  tooltip_contents: { to: ['city'] },
  tooltip_template: { to: 'in {{city}}' },
  mapbox_style: { to: 'powerset-dark' },
  autozoom: { to: false },
  viewport: { to: view, form: { autozoom: false } },
  js_columns: { to: ['city'] },
};

/** Where colours flow together there is no mark to tell of. */
const { tooltip_template: _, ...ofDensity } = common;

const cells: Cases = {
  ...common,
  spatial: { to: elsewhere },
  size: { to: 'orders' },
  color_scheme_type: { to: 'fixed_color' },
  color_picker: { to: red, form: fixed },
  color_scheme: { to: 'orchard' },
  default_breakpoint_color: { to: red, form: { ...byBreakpoints, color_breakpoints: [] } },
  color_breakpoints: { to: breakpoints, form: { color_scheme_type: 'color_breakpoints' } },
  grid_size: { to: 500_000 },
  extruded: { to: false, form: tilted },
};

const line = '[[2,48],[5,49],[13,52]]';
const area = '[[2,48],[5,49],[13,52],[2,48]]';
const lines = (shape: string) => [
  tableFromRows([
    { kind: shape, city: 'Paris', revenue: 10.5, orders: 2 },
    { kind: shape.replace('2', '3'), city: 'Rome', revenue: 4, orders: 3 },
  ]),
];
const shape = JSON.stringify({
  type: 'FeatureCollection',
  features: [
    { type: 'Feature', properties: { name: 'A', code: 'B' }, geometry: { type: 'Point', coordinates: [2, 48] } },
    {
      type: 'Feature',
      properties: {},
      geometry: {
        type: 'Polygon',
        coordinates: [
          [
            [0, 0],
            [1, 0],
            [1, 1],
            [0, 0],
          ],
        ],
      },
    },
  ],
});
const polyline = tableFromRows([{ kind: '_p~iF~ps|U_ulLnnqC' }]);
const turns = tableFromRows([{ kind: '[[2,48],[5,49]]' }]);
const labelled = { enable_labels: true };

const sets: Readonly<
  Record<string, { readonly form: object; readonly results: readonly ResultTable[]; readonly cases: Cases }>
> = {
  deck_scatter: {
    form: { spatial },
    results: places,
    cases: {
      ...common,
      spatial: { to: elsewhere },
      point_radius_fixed: { to: { type: 'metric', value: 'revenue' } },
      point_unit: { to: 'radius_km' },
      min_radius: { to: 9 },
      max_radius: { to: 20 },
      multiplier: { to: 3 },
      legend_position: { to: 'bl', form: { dimension: 'city' } },
      legend_format: { to: '.1f', form: byBreakpoints },
      color_scheme_type: { to: 'fixed_color' },
      color_picker: { to: red, form: fixed },
      dimension: { to: 'city' },
      color_scheme: { to: 'orchard' },
      default_breakpoint_color: { to: red, form: { ...byBreakpoints, color_breakpoints: [] } },
      color_breakpoints: { to: breakpoints, form: { color_scheme_type: 'color_breakpoints' } },
    },
  },
  deck_hex: {
    form: { spatial, size: 'revenue' },
    results: places,
    cases: { ...cells, js_agg_function: { to: 'max', form: { grid_size: 500_000 } } },
  },
  deck_grid: {
    form: { spatial, size: 'revenue' },
    results: places,
    cases: { ...cells, legend_position: { to: 'tl' } },
  },
  deck_heatmap: {
    form: { spatial, size: 'revenue' },
    results: places,
    cases: {
      ...ofDensity,
      spatial: { to: elsewhere },
      size: { to: 'orders' },
      intensity: { to: 0.5 },
      radius_pixels: { to: 60 },
      color_scheme_type: { to: 'fixed_color' },
      color_picker: { to: red, form: fixed },
      linear_color_scheme: { to: 'ember' },
      aggregation: { to: 'mean' },
    },
  },
  deck_screengrid: {
    form: { spatial, size: 'revenue' },
    results: places,
    cases: {
      ...common,
      spatial: { to: elsewhere },
      size: { to: 'orders' },
      grid_size: { to: 40 },
      color_scheme_type: { to: 'fixed_color' },
      color_picker: { to: red, form: fixed },
      color_scheme: { to: 'orchard', form: { color_scheme_type: 'categorical_palette' } },
    },
  },
  deck_contour: {
    form: { spatial, size: 'revenue' },
    results: places,
    cases: {
      ...ofDensity,
      spatial: { to: elsewhere },
      size: { to: 'orders' },
      cellSize: { to: 400_000 },
      aggregation: { to: 'max', form: { cellSize: 400_000 } },
      contours: { to: [{ lowerThreshold: 2, color: red, strokeWidth: 3 }] },
    },
  },
  deck_arc: {
    form: { start_spatial: spatial, end_spatial: { type: 'latlong', latCol: 'age', lonCol: 'orders' } },
    results: places,
    cases: {
      ...common,
      start_spatial: { to: elsewhere },
      end_spatial: { to: spatial },
      color_scheme_type: { to: 'categorical_palette' },
      legend_format: { to: '.1f', form: { color_scheme_type: 'categorical_palette', dimension: 'age' } },
      color_picker: { to: red },
      target_color_picker: { to: red },
      dimension: { to: 'city', form: { color_scheme_type: 'categorical_palette' } },
      color_scheme: { to: 'orchard', form: { color_scheme_type: 'categorical_palette', dimension: 'city' } },
      stroke_width: { to: 5 },
      legend_position: { to: 'bl', form: { color_scheme_type: 'categorical_palette', dimension: 'city' } },
    },
  },
  deck_multi: {
    form: { deck_slices: [1] },
    results: places,
    cases: {
      mapbox_style: { to: 'powerset-dark' },
      autozoom: { to: false },
      viewport: { to: view, form: { autozoom: false } },
      deck_slices: { to: [1, 2] },
      adhoc_filters: { to: [filter] },
    },
  },
  deck_path: {
    form: { line_column: 'kind' },
    results: lines(line),
    cases: {
      ...common,
      line_column: { to: 'city' },
      line_type: { to: 'polyline', results: [polyline] },
      color_picker: { to: red },
      line_width: { to: 5 },
      line_width_unit: { to: 'pixels' },
      reverse_long_lat: { to: true, results: [turns] },
    },
  },
  deck_polygon: {
    form: { line_column: 'kind', metric: 'revenue' },
    results: lines(area),
    cases: {
      ...common,
      line_column: { to: 'city' },
      line_type: { to: 'polyline', results: [polyline] },
      metric: { to: 'orders' },
      point_radius_fixed: { to: { type: 'metric', value: 'orders' } },
      reverse_long_lat: { to: true },
      color_scheme_type: { to: 'fixed_color' },
      fill_color_picker: { to: red, form: fixed },
      linear_color_scheme: { to: 'ember' },
      default_breakpoint_color: { to: red, form: { ...byBreakpoints, color_breakpoints: [] } },
      color_breakpoints: { to: breakpoints, form: { color_scheme_type: 'color_breakpoints' } },
      stroke_color_picker: { to: red, form: { stroked: true } },
      filled: { to: false },
      stroked: { to: true },
      extruded: { to: false, form: tilted },
      multiplier: { to: 4, form: tilted },
      line_width: { to: 5, form: { stroked: true } },
      line_width_unit: { to: 'meters', form: { stroked: true } },
      opacity: { to: 20 },
      num_buckets: { to: 2 },
      break_points: { to: [0, 5, 20] },
      legend_position: { to: 'bl' },
      legend_format: { to: '.1f' },
    },
  },
  deck_geojson: {
    form: { geojson: 'kind' },
    results: [tableFromRows([{ kind: shape, city: 'Paris' }])],
    cases: {
      ...common,
      geojson: { to: 'city' },
      fill_color_picker: { to: red },
      stroke_color_picker: { to: red, form: { stroked: true } },
      filled: { to: false },
      stroked: { to: true },
      extruded: { to: false, form: tilted },
      enable_labels: { to: true },
      label_property_name: { to: 'code', form: labelled },
      label_color: { to: red, form: labelled },
      label_size: { to: 64, form: labelled },
      label_size_unit: { to: 'meters', form: labelled },
      line_width: { to: 5 },
      line_width_unit: { to: 'meters' },
      point_radius_scale: { to: 500 },
    },
  },
  mapbox: {
    form: { all_columns_x: 'lon', all_columns_y: 'lat' },
    results: places,
    cases: {
      row_limit: { to: 50 },
      adhoc_filters: { to: [filter] },
      mapbox_style: { to: 'powerset-dark' },
      all_columns_x: { to: 'age' },
      all_columns_y: { to: 'age' },
      clustering_radius: { to: 0 },
      groupby: { to: ['kind'] },
      point_radius: { to: 'age' },
      point_radius_unit: { to: 'Kilometers', form: { point_radius: 'age', clustering_radius: 0 } },
      mapbox_label: { to: ['age'] },
      pandas_aggfunc: { to: 'max', form: { mapbox_label: ['age'], clustering_radius: 200 } },
      render_while_dragging: { to: false },
      global_opacity: { to: 0.4 },
      mapbox_color: { to: 'rgb(128, 0, 128)' },
      viewport_longitude: { to: 20, form: { viewport_latitude: 20, viewport_zoom: 3 } },
      viewport_latitude: { to: 20, form: { viewport_longitude: 20, viewport_zoom: 3 } },
      viewport_zoom: { to: 5, form: { viewport_longitude: 20, viewport_latitude: 20 } },
    },
  },
};

/** Scripts, and what loads pictures of other servers: kept with the chart and not run, as their descriptions say. */
const kept = new Set([
  'js_data_mutator',
  'js_tooltip',
  'js_onclick_href',
  'enable_label_javascript_mode',
  'label_javascript_config_generator',
  'enable_icons',
  'enable_icon_javascript_mode',
  'icon_url',
  'icon_size',
  'icon_size_unit',
  'icon_javascript_config_generator',
]);

/** What a map of layers is told of its first answer. */
const layer = {
  ...{ limitReached: null, summable: [] },
  chart_layer: {
    ...{ id: 1, name: 'Places', form_data: { viz_type: 'deck_scatter', spatial }, fault: null, message: null },
    ...{ verbose_map: {}, column_formats: {}, currency_formats: {} },
  },
};

function effectOf(definition: ChartDefinition, changes: object, results: readonly ResultTable[]) {
  const form = completeForm(definition, { ...changes, viz_type: definition.key } as ChartForm, dataset);
  const context = toModelContext(
    definition,
    { form, results, answers: [layer], typeOf: findChartDefinition },
    lightChartTheme,
  );
  const model = definition.toModel(results, context);
  const space = { theme: lightChartTheme, width: 600, height: 400 };
  const { picture } = drawModel(definition, model, { context, space }) as MapOptions;
  const tips = picture.layers.map((layer: MapLayer) => {
    if (layer.kind === 'screen') return layer.tip(1, [0]);
    return layer.count > 0 ? layer.tip(0) : null;
  });
  return { form, queries: JSON.stringify(definition.toQueries(form)), picture: JSON.stringify([picture, tips]) };
}

describe.each(Object.entries(sets))('the controls of %s', (key, { form, results, cases }) => {
  const definition = findChartDefinition(key)!;
  const controls = controlsOf(definition);

  it('have a case each, or are kept without being run and say so', () => {
    expect(
      controls
        .map(({ name }) => name)
        .filter((name) => !kept.has(name) && !(name === 'tooltip_template' && !(name in cases)))
        .sort(),
    ).toEqual(Object.keys(cases).sort());
    for (const { name, description } of controls)
      if (/^js_(?!columns|agg)|_generator$/.test(name)) expect(description).toContain('not run');
  });

  it.each(Object.keys(cases))('%s does what it is there for', (name) => {
    const own = cases[name]!;
    const control = controls.find((one) => one.name === name)!;
    const before = effectOf(definition, { ...form, ...own.form }, own.results ?? results);
    const after = effectOf(definition, { ...form, ...own.form, [name]: own.to }, own.results ?? results);
    expect(after.form[name]).toEqual(own.to);
    expect(isControlVisible(control, { ...dataset, form: after.form })).toBe(true);
    if (control.changes === 'query') expect(after.queries).not.toBe(before.queries);
    else expect(after.queries).toBe(before.queries);
    if (control.changes === 'drawing') expect(after.picture === before.picture).toBe(false);
  });
});

describe('the queries of maps', () => {
  const query = (key: string, form: object) => findChartDefinition(key)!.toQueries({ viz_type: key, ...form })[0];
  const isThere = (col: string) => ({ col, op: 'IS NOT NULL', val: null });

  it('are those of the reference: places, categories and metric, without rows that have no place', () => {
    const form = { spatial, dimension: 'city', point_radius_fixed: { type: 'metric', value: 'revenue' } };
    expect(query('deck_scatter', form)).toMatchObject({
      columns: ['lon', 'lat', 'city'],
      metrics: ['revenue'],
      orderby: [['revenue', false]],
      filters: [isThere('lon'), isThere('lat')],
      row_limit: 10000,
    });
    expect(query('deck_scatter', { ...form, filter_nulls: false })?.filters).toEqual([]);
    expect(query('deck_scatter', { spatial: { type: 'geohash', geohashCol: 'hash' } })).toMatchObject({
      columns: ['hash'],
      filters: [isThere('hash')],
    });
    expect(query('deck_arc', { start_spatial: spatial, end_spatial: elsewhere })?.columns).toEqual([
      'lon',
      'lat',
      'age',
    ]);
    expect(query('deck_polygon', { line_column: 'path', metric: 'revenue' })).toMatchObject({
      columns: ['path'],
      metrics: ['revenue'],
    });
    expect(query('mapbox', { all_columns_x: 'lon', all_columns_y: 'lat' })?.columns).toEqual(['lon', 'lat']);
  });
});
