import { type DrawContext, defaultTranslate, msg, toNumber } from '@powerset/chart-kit';
import { rangeText } from '../shared/maps/cell-picture.ts';
import { nameOfRow, selectionOfRow } from '../shared/maps/line-selection.ts';
import {
  breakpointEntries,
  breakpointOf,
  cssOf,
  type LegendEntry,
  packColors,
  type Rgba,
  rampOf,
  rampOfLength,
  rgbaOf,
  rgbaOfSaved,
  withOpacity,
} from '../shared/maps/map-colors.ts';
import type { AreaLayer, MapOptions } from '../shared/maps/map-picture.ts';
import { type TipContent, tipOf } from '../shared/maps/map-tooltips.ts';
import {
  entriesLegend,
  legendFormatter,
  metricFormat,
  tipsOf,
  toPicture,
  viewOf,
} from '../shared/maps/picture-parts.ts';
import { classesBetween } from '../shared/maps/value-classes.ts';
import type { Areas } from './areas.ts';
import type { PolygonForm } from './form.ts';

type Context = DrawContext<PolygonForm>;

const dimmed = 0.2;
const mostBuckets = 50;

export function toOptions(model: Areas, context: Context): MapOptions {
  const { form, theme, translate = defaultTranslate } = context;
  const { colorOf, entries } = colorsOf(model, context);
  const selected = new Set(context.selectedLabels);
  const share = Math.min(1, Math.max(0, (form.opacity ?? 80) / 100));
  const isLit = (index: number) => selected.size === 0 || selected.has(nameOf(model, index));
  const layer: AreaLayer = {
    kind: 'areas',
    id: 'areas',
    count: model.lines.length,
    areas: model.lines,
    fill: form.filled
      ? packColors(model.lines.length, (index) => withOpacity(colorOf(index), share * (isLit(index) ? 1 : dimmed)))
      : null,
    stroke: form.stroked || !form.filled ? rgbaOfSaved(form.stroke_color_picker, theme.axis) : null,
    lineWidth: Math.max(0, form.line_width ?? 1),
    unit: form.line_width_unit ?? 'pixels',
    heights: heightsOf(model, context),
    tip: tipsOfAreas(model, context),
  };
  const title = context.verboseNames[model.metric] ?? model.metric;
  const legend = entriesLegend(entries, { place: form.legend_position, title, context });
  return {
    picture: toPicture([layer], { bounds: model.bounds, legend }, context),
    selectionOf: ({ index }) => selectionOfRow(model.table, model.rows[index], model.column),
    statement: () => translate(msg('{{count}} areas are on the map.'), { count: model.lines.length }),
  };
}

const nameOf = ({ table, rows, column }: Areas, index: number) => nameOfRow(table, rows[index]!, column);

/** Heights are seen only where the map is tilted; from above they would lean over each other. */
function heightsOf(model: Areas, context: Context): Float32Array | null {
  const { form } = context;
  if (!form.extruded || viewOf(context, model.bounds).pitch === 0) return null;
  const { point_radius_fixed: size, multiplier } = form;
  const fixed = size.type === 'fix' ? size.value : 0;
  return Float32Array.from({ length: model.lines.length }, (_, at) => {
    const value = model.heights?.[at] ?? fixed;
    return Number.isNaN(value) ? 0 : value * (multiplier ?? 1);
  });
}

interface AreaColors {
  readonly colorOf: (index: number) => Rgba;
  readonly entries: readonly LegendEntry[];
}

function colorsOf(model: Areas, context: Context): AreaColors {
  const { form, theme } = context;
  const { values } = model;
  const format = legendFormatter(context);
  if (form.color_scheme_type === 'color_breakpoints') {
    const none = rgbaOfSaved(form.default_breakpoint_color, theme.dataOther);
    const colors = form.color_breakpoints.map(({ color }) => rgbaOfSaved(color, theme.dataOther));
    return {
      colorOf: (index) => colors[breakpointOf(values?.[index] ?? null, form.color_breakpoints)] ?? none,
      entries: breakpointEntries(form.color_breakpoints, format),
    };
  }
  if (form.color_scheme_type === 'fixed_color' || values === null) {
    const color = rgbaOfSaved(form.fill_color_picker, theme.categorical[0]!);
    return { colorOf: () => color, entries: [] };
  }
  const { edges, classOf } = classesBetween(edgesOf(values, form));
  const colors = rampOfLength(rampOf(form.linear_color_scheme, theme), Math.max(1, edges.length - 1));
  const none = rgbaOf(theme.dataOther);
  return {
    colorOf: (index) => colors[classOf(values[index]!)] ?? none,
    entries: colors.flatMap((color, at) =>
      edges.length > at + 1 ? [{ color: cssOf(color), label: rangeText(edges[at]!, edges[at + 1]!, format) }] : [],
    ),
  };
}

/** The form's own break points, else equal steps from the least value to the greatest. */
function edgesOf(values: Float64Array, form: PolygonForm): readonly number[] {
  const own = form.break_points.flatMap((point) => toNumber(point) ?? []).sort((one, other) => one - other);
  if (own.length > 1) return [...new Set(own)];
  const known = values.filter((value) => !Number.isNaN(value)).sort();
  const [least, greatest] = [known[0], known.at(-1)];
  if (least === undefined || greatest === undefined) return [];
  if (least === greatest) return [least, greatest];
  const count = Math.min(mostBuckets, Math.max(1, Math.floor(form.num_buckets ?? 5)));
  return Array.from({ length: count + 1 }, (_, at) => least + ((greatest - least) * at) / count);
}

function tipsOfAreas(model: Areas, context: Context): (index: number) => TipContent {
  const given = tipsOf(model.table, context);
  const format = metricFormat(model.metric, context);
  return (index) => {
    const value = model.values?.[index];
    const label = context.verboseNames[model.metric] ?? model.metric;
    return tipOf(given, model.rows[index]!, {
      title: nameOf(model, index),
      rows: value === undefined ? [] : [{ label, value: format(Number.isNaN(value) ? null : value) }],
    });
  };
}
