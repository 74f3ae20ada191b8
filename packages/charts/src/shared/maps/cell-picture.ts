import { type DrawContext, defaultTranslate, type FieldsOf, findScheme, msg } from '@powerset/chart-kit';
import { type Aggregation, aggregateBins, type BinShape, type Bins, binPlaces, ringOfBin } from './bins.ts';
import { cellSize, lengthText } from './cell-sizes.ts';
import {
  breakpointEntries,
  breakpointOf,
  cssOf,
  type LegendEntry,
  packColors,
  type Rgba,
  rampOfColor,
  rampOfLength,
  rgbaOf,
  rgbaOfSaved,
  withOpacity,
} from './map-colors.ts';
import type {
  breakpointsControl,
  categoricalSchemeControl,
  colorTypeControl,
  defaultBreakpointColorControl,
  extrudedControl,
  fixedColorControl,
  gridSizeControl,
  sizeControl,
} from './map-form.ts';
import type { AreaLayer, MapOptions } from './map-picture.ts';
import { placeText, type TipContent, tipOf } from './map-tooltips.ts';
import { boundsOf, latitudeAt, longitudeAt, metresPerPixel } from './mercator.ts';
import { entriesLegend, type MapForm, metricFormat, tipsOf, toPicture, viewOf } from './picture-parts.ts';
import type { PlaceModel } from './place-model.ts';
import { quantileClasses } from './value-classes.ts';

/** The fields of maps of cells. */
export type CellForm = MapForm &
  FieldsOf<
    | typeof sizeControl
    | typeof colorTypeControl
    | typeof fixedColorControl
    | typeof categoricalSchemeControl
    | typeof defaultBreakpointColorControl
    | typeof breakpointsControl
    | typeof gridSizeControl
    | typeof extrudedControl
  >;

type Context = DrawContext<CellForm>;

export interface CellGiven {
  readonly shape: BinShape;
  readonly by: Aggregation;
  /** The corner of the legend; null for none. */
  readonly legend: string | null;
}

/** The cells of a picture, with what stands in each. */
export interface Cells {
  readonly bins: Bins;
  readonly values: Float64Array;
  readonly metres: number;
}

const opacity = 0.8;
const dimmed = 0.15;
/** The highest column is so many pixels high. */
const highest = 120;
const mostClasses = 6;

/** Sorts a model's places into cells that can be seen in the view. */
export function binCells(model: PlaceModel, { shape, by }: CellGiven, context: Context): Cells {
  const { metres, share } = cellSize(context.form.grid_size, viewOf(context, model.places.bounds));
  const bins = binPlaces(model.places, shape, share);
  const weights = model.values ?? new Float64Array(model.places.rows.length).fill(1);
  return { bins, values: aggregateBins(bins, weights, by), metres };
}

export function toCellOptions(
  model: PlaceModel,
  given: CellGiven,
  context: Context,
): MapOptions & { readonly cells: Cells } {
  const cells = binCells(model, given, context);
  const { colorOf, entries } = colorsOf(cells, model.metric, context);
  const selected = new Set(context.selectedLabels);
  const shareOf = (cell: number) =>
    selected.size === 0 || selected.has(labelOfCellAt(cells, cell)) ? opacity : dimmed;
  const layer: AreaLayer = {
    kind: 'areas',
    id: 'cells',
    count: cells.bins.count,
    areas: Array.from({ length: cells.bins.count }, (_, cell) => [ringOfBin(cells.bins, cell)]),
    fill: packColors(cells.bins.count, (cell) => withOpacity(colorOf(cell), shareOf(cell))),
    stroke: null,
    lineWidth: 0,
    unit: 'pixels',
    heights: heightsOf(cells, model, context),
    tip: (cell) => tipOfCell(cells, cell, { model, context, by: given.by }),
  };
  const title = `${context.verboseNames[model.metric] ?? model.metric} / ${lengthText(cells.metres, context.locale)}`;
  const legend = entriesLegend(entries, { place: given.legend, title, context });
  const picture = toPicture([layer], { bounds: boundsOfCells(cells) ?? model.places.bounds, legend }, context);
  return { picture, cells, statement: () => statementOf(cells, model, context) };
}

/** What a chosen cell is called. */
export const labelOfCellAt = ({ bins }: Cells, cell: number): string =>
  placeText(longitudeAt(bins.centers[cell * 2]!), latitudeAt(bins.centers[cell * 2 + 1]!));

function boundsOfCells({ bins }: Cells) {
  const corners = Array.from({ length: bins.count }, (_, cell) => ringOfBin(bins, cell)).flat(2);
  return boundsOf(corners);
}

/** Columns are seen only where the map is tilted; from above they would lean over each other. */
function heightsOf({ values }: Cells, model: PlaceModel, context: Context): Float32Array | null {
  const view = viewOf(context, model.places.bounds);
  if (!context.form.extruded || view.pitch === 0) return null;
  const most = values.filter((value) => value > 0).reduce((best, value) => Math.max(best, value), 0);
  const metres = highest * metresPerPixel(view);
  return Float32Array.from(values, (value) => (most > 0 && value > 0 ? (value / most) * metres : 0));
}

/** Colours of the cells and what they mean. */
function colorsOf({ values }: Cells, metric: string, context: Context) {
  const { form, theme } = context;
  const format = metricFormat(metric, context);
  if (form.color_scheme_type === 'fixed_color') {
    const color = rgbaOfSaved(form.color_picker, theme.categorical[0]!);
    return { colorOf: () => color, entries: [] };
  }
  if (form.color_scheme_type === 'color_breakpoints') {
    const none = rgbaOfSaved(form.default_breakpoint_color, theme.dataOther);
    const colors = form.color_breakpoints.map(({ color }) => rgbaOfSaved(color, theme.dataOther));
    return {
      colorOf: (cell: number) => colors[breakpointOf(values[cell]!, form.color_breakpoints)] ?? none,
      entries: breakpointEntries(form.color_breakpoints, format),
    };
  }
  return classColors(values, schemeRamp(form.color_scheme, context), { none: rgbaOf(theme.dataOther), format });
}

/** Values have an order, so a scheme of categories gives one hue, pale to full. */
export function schemeRamp(scheme: string, { theme }: Pick<DrawContext, 'theme'>): readonly Rgba[] {
  const { id, colors } = findScheme('categorical', scheme, theme);
  if (id === 'powerset') return theme.sequential.slice(1).map(rgbaOf);
  return rampOfColor(rgbaOf(colors[0]!));
}

/** Values in classes of a ramp. */
export function classColors(
  values: Float64Array,
  ramp: readonly Rgba[],
  { none, format }: { readonly none: Rgba; readonly format: (value: number) => string },
) {
  const { edges, classOf } = quantileClasses(values, mostClasses);
  const colors = rampOfLength(ramp, Math.max(1, edges.length - 1));
  const entries: readonly LegendEntry[] = colors.flatMap((color, at) =>
    edges.length > at + 1 ? [{ color: cssOf(color), label: rangeText(edges[at]!, edges[at + 1]!, format) }] : [],
  );
  return { colorOf: (index: number) => colors[classOf(values[index]!)] ?? none, entries };
}

export const rangeText = (from: number, to: number, format: (value: number) => string): string =>
  from === to ? format(from) : `${format(from)} – ${format(to)}`;

interface TipGiven {
  readonly model: PlaceModel;
  readonly context: Context;
  readonly by: Aggregation;
}

function tipOfCell(cells: Cells, cell: number, { model, context, by }: TipGiven): TipContent {
  const { translate = defaultTranslate, verboseNames } = context;
  const value = cells.values[cell]!;
  const name = verboseNames[model.metric] ?? model.metric;
  const format = metricFormat(model.metric, context);
  const { members, starts } = cells.bins;
  const rows = Array.from(members.subarray(starts[cell]!, starts[cell + 1]!), (place) => model.places.rows[place]!);
  return tipOf(tipsOf(model.table, context), rows, {
    title: labelOfCellAt(cells, cell),
    rows: [
      { label: by === 'sum' ? name : `${name} (${translate(by)})`, value: format(Number.isNaN(value) ? null : value) },
      { label: translate(msg('Places')), value: String(rows.length) },
    ],
  });
}

function statementOf(cells: Cells, model: PlaceModel, context: Context): string {
  const { translate = defaultTranslate } = context;
  if (cells.bins.count === 0) return '';
  const { values } = cells;
  const most = values.reduce(
    (best, value, at) => (value > values[best]! || Number.isNaN(values[best]!) ? at : best),
    0,
  );
  return translate(msg('Of {{count}} cells of {{size}} the one at {{place}} has the most: {{value}}.'), {
    count: cells.bins.count,
    size: lengthText(cells.metres, context.locale),
    place: labelOfCellAt(cells, most),
    value: metricFormat(model.metric, context)(Number.isNaN(values[most]!) ? null : values[most]!),
  });
}
