import { type DrawContext, defaultTranslate, formatNumber, msg } from '@powerset/chart-kit';
import { nameOfRow, selectionOfRow } from '../shared/maps/line-selection.ts';
import { packColors, type Rgba, rgbaOfSaved, withOpacity } from '../shared/maps/map-colors.ts';
import type {
  AreaLayer,
  MapLayer,
  MapMark,
  MapOptions,
  PathLayer,
  PointLayer,
  TextLayer,
} from '../shared/maps/map-picture.ts';
import { type TipContent, tipOf } from '../shared/maps/map-tooltips.ts';
import { tipsOf, toPicture, viewOf } from '../shared/maps/picture-parts.ts';
import type { Features } from './features.ts';
import type { GeojsonForm } from './form.ts';

type Context = DrawContext<GeojsonForm>;

const dimmed = 0.15;
const fillOpacity = 0.75;
/** How high shapes stand where nothing says it, in metres. */
const usualHeight = 100;
const mostProperties = 8;

export function toOptions(model: Features, context: Context): MapOptions {
  const { translate = defaultTranslate } = context;
  const layers = [
    areasOf(model, context),
    linesOf(model, context),
    pointsOf(model, context),
    ...textsOf(model, context),
  ];
  return {
    picture: toPicture(
      layers.filter(({ count }) => count > 0),
      { bounds: model.bounds },
      context,
    ),
    selectionOf: (mark) => selectionOfRow(model.table, model.features[featureOf(model, mark)]?.row, model.column),
    statement: () => translate(msg('{{count}} shapes are on the map.'), { count: model.features.length }),
  };
}

/** The feature of a mark, by the layer of its kind of shape. */
function featureOf({ areas, lines, points }: Features, { layer, index }: MapMark): number {
  const shapes = { areas, paths: lines, points };
  const list = layer.kind in shapes ? shapes[layer.kind as keyof typeof shapes] : [];
  return list[index]?.feature ?? -1;
}

/** The colours of features: their own where they say one, else the form's; dimmed where others are chosen. */
function colorsOf(model: Features, marks: readonly number[], { own, usual, context }: ColorGiven): Uint8Array {
  const selected = new Set(context.selectedLabels);
  return packColors(marks.length, (at) => {
    const { row, properties } = model.features[marks[at]!]!;
    const color = colorOfText(properties[own]) ?? usual;
    return selected.size === 0 || selected.has(nameOfRow(model.table, row, model.column))
      ? color
      : withOpacity(color, dimmed);
  });
}

interface ColorGiven {
  /** The property in which features say their colour. */
  readonly own: string;
  readonly usual: Rgba;
  readonly context: Context;
}

function colorOfText(value: unknown): Rgba | null {
  if (typeof value !== 'string') return null;
  const color = rgbaOfSaved(value, '#010203');
  return color[0] === 1 && color[1] === 2 && color[2] === 3 ? null : color;
}

const fillOf = ({ form, theme }: Context) =>
  withOpacity(rgbaOfSaved(form.fill_color_picker, theme.categorical[0]!), fillOpacity);
const strokeOf = ({ form, theme }: Context) => rgbaOfSaved(form.stroke_color_picker, theme.axis);
const widthOf = ({ form }: Context) => Math.max(0, form.line_width ?? 1);

function areasOf(model: Features, context: Context): AreaLayer {
  const { form } = context;
  const marks = model.areas.map(({ feature }) => feature);
  const isRaised = form.extruded && viewOf(context, model.bounds).pitch > 0;
  return {
    kind: 'areas',
    id: 'areas',
    count: marks.length,
    areas: model.areas.map(({ shape }) => shape),
    fill: form.filled ? colorsOf(model, marks, { own: 'fillColor', usual: fillOf(context), context }) : null,
    stroke: form.stroked || !form.filled ? strokeOf(context) : null,
    lineWidth: widthOf(context),
    unit: form.line_width_unit ?? 'pixels',
    heights: isRaised ? Float32Array.from(marks, (mark) => heightOf(model, mark)) : null,
    tip: (at) => tipOfFeature(model, marks[at]!, context),
  };
}

function heightOf({ features }: Features, mark: number): number {
  const own = Number(features[mark]?.properties.elevation);
  return Number.isFinite(own) && own >= 0 ? own : usualHeight;
}

function linesOf(model: Features, context: Context): PathLayer {
  const marks = model.lines.map(({ feature }) => feature);
  const starts = new Uint32Array(marks.length + 1);
  model.lines.forEach(({ shape }, at) => {
    starts[at + 1] = starts[at]! + shape.length;
  });
  return {
    kind: 'paths',
    id: 'lines',
    count: marks.length,
    positions: Float64Array.from(model.lines.flatMap(({ shape }) => shape.flat())),
    starts,
    colors: colorsOf(model, marks, { own: 'strokeColor', usual: strokeOf(context), context }),
    width: Math.max(1, widthOf(context)),
    unit: context.form.line_width_unit ?? 'pixels',
    tip: (at) => tipOfFeature(model, marks[at]!, context),
  };
}

function pointsOf(model: Features, context: Context): PointLayer {
  const { form } = context;
  const marks = model.points.map(({ feature }) => feature);
  return {
    kind: 'points',
    id: 'points',
    count: marks.length,
    positions: Float64Array.from(model.points.flatMap(({ shape }) => shape)),
    colors: colorsOf(model, marks, { own: 'fillColor', usual: fillOf(context), context }),
    radii: Math.max(0, form.point_radius_scale ?? 100),
    unit: 'meters',
    range: [4, 100],
    tip: (at) => tipOfFeature(model, marks[at]!, context),
  };
}

function textsOf(model: Features, context: Context): readonly MapLayer[] {
  const { form, theme } = context;
  if (!form.enable_labels) return [];
  const texts = model.points.map(({ feature }) =>
    textOfProperty(model.features[feature]?.properties[form.label_property_name]),
  );
  const layer: TextLayer = {
    kind: 'texts',
    id: 'labels',
    count: texts.length,
    positions: Float64Array.from(model.points.flatMap(({ shape }) => shape)),
    texts,
    color: labelColor(form, theme.isDark),
    size: Math.min(256, Math.max(1, form.label_size ?? 24)),
    unit: form.label_size_unit ?? 'pixels',
    tip: () => ({ rows: [] }),
  };
  return [layer];
}

/** Black is the reference's default, which nobody could read on a dark ground. */
function labelColor({ label_color: color }: GeojsonForm, isDark: boolean): Rgba {
  const own = rgbaOfSaved(color, '#000000');
  return isDark && own[0] + own[1] + own[2] === 0 ? [231, 235, 241, 255] : own;
}

function textOfProperty(value: unknown, locale?: string): string {
  if (typeof value === 'number') return formatNumber(',.6~f', value, locale);
  return typeof value === 'string' ? value.slice(0, 120) : '';
}

function tipOfFeature(model: Features, mark: number, context: Context): TipContent {
  const { row, properties } = model.features[mark]!;
  const known = Object.entries(properties)
    .map(([label, value]) => ({ label: label.slice(0, 60), value: textOfProperty(value, context.locale) }))
    .filter(({ value }) => value !== '');
  return tipOf(tipsOf(model.table, context), row, {
    title: textOfProperty(properties.name) || nameOfRow(model.table, row, model.column),
    rows: known.filter(({ label }) => label !== 'name').slice(0, mostProperties),
  });
}
