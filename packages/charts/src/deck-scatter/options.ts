import { type DrawContext, defaultTranslate, findScheme, msg } from '@powerset/chart-kit';
import {
  breakpointEntries,
  breakpointOf,
  packColors,
  type Rgba,
  rgbaOf,
  rgbaOfSaved,
  withOpacity,
} from '../shared/maps/map-colors.ts';
import type { Colors, MapLegend, MapOptions, PointLayer } from '../shared/maps/map-picture.ts';
import { placeText, type TipContent, tipOf } from '../shared/maps/map-tooltips.ts';
import { entriesLegend, legendFormatter, metricFormat, tipsOf, toPicture } from '../shared/maps/picture-parts.ts';
import { radiusOf } from '../shared/maps/point-sizes.ts';
import type { ScatterForm } from './form.ts';
import type { Points } from './points.ts';
import { labelOfPoint, selectionOfPoint } from './selection.ts';

type Context = DrawContext<ScatterForm>;

/** Points that lie over each other are seen through. */
const opacity = 0.82;
const dimmed = 0.15;

export function toOptions(model: Points, context: Context): MapOptions {
  const { places } = model;
  const layer: PointLayer = {
    kind: 'points',
    id: 'points',
    count: places.rows.length,
    positions: places.positions,
    colors: colorsOf(model, context),
    radii: radiiOf(model, context.form),
    unit: 'meters',
    range: rangeOf(context.form),
    tip: tipsOfPoints(model, context),
  };
  return {
    picture: toPicture([layer], { bounds: places.bounds, legend: legendOf(model, context) }, context),
    selectionOf: ({ index }) => selectionOfPoint(model, index),
    statement: () => statementOf(model, context),
  };
}

function rangeOf({ min_radius: least, max_radius: most }: ScatterForm): readonly [number, number] {
  const low = Math.max(0, least ?? 2);
  return [low, Math.max(low, most ?? 250)];
}

function radiiOf({ values, places }: Points, form: ScatterForm): number | Float32Array {
  const { point_unit: unit, point_radius_fixed: size } = form;
  const multiplier = form.multiplier ?? 1;
  if (values !== null)
    return Float32Array.from({ length: places.rows.length }, (_, at) => radiusOf(values[at]!, unit, multiplier));
  return radiusOf(size.type === 'fix' ? size.value : 1000, unit, multiplier);
}

/** The colour of each point before any is dimmed. */
function ownColors(model: Points, context: Context): (index: number) => Rgba {
  const { form, theme, colorOf } = context;
  if (form.color_scheme_type === 'fixed_color') {
    const color = rgbaOfSaved(form.color_picker, theme.categorical[0]!);
    return () => color;
  }
  if (form.color_scheme_type === 'color_breakpoints') {
    const none = rgbaOfSaved(form.default_breakpoint_color, theme.dataOther);
    const colors = form.color_breakpoints.map(({ color }) => rgbaOfSaved(color, theme.dataOther));
    return (index) => colors[breakpointOf(model.values?.[index] ?? null, form.color_breakpoints)] ?? none;
  }
  if (model.dimension === null) {
    const first = rgbaOf(findScheme('categorical', form.color_scheme, theme).colors[0]!);
    return () => first;
  }
  const colors = model.categories.map((name, index) => rgbaOf(colorOf(name, index)));
  return (index) => colors[model.categoryOf[index]!]!;
}

function colorsOf(model: Points, context: Context): Colors {
  const colorOf = ownColors(model, context);
  const { selectedLabels } = context;
  const count = model.places.rows.length;
  const isPlain = model.dimension === null && context.form.color_scheme_type !== 'color_breakpoints';
  if (isPlain && selectedLabels.length === 0) return withOpacity(colorOf(0), opacity);
  const selected = new Set(selectedLabels);
  const shareOf = (index: number) =>
    selected.size === 0 || selected.has(labelOfPoint(model, index)) ? opacity : dimmed;
  return packColors(count, (index) => withOpacity(colorOf(index), shareOf(index)));
}

function legendOf(model: Points, context: Context): MapLegend | null {
  const { form, colorOf } = context;
  const place = form.legend_position;
  if (form.color_scheme_type === 'color_breakpoints')
    return entriesLegend(breakpointEntries(form.color_breakpoints, legendFormatter(context)), {
      place,
      title: model.metric,
      context,
    });
  if (model.dimension === null) return null;
  const entries = model.categories.map((label, index) => ({ label, color: colorOf(label, index) }));
  return entriesLegend(entries, { place, title: context.verboseNames[model.dimension] ?? model.dimension, context });
}

function tipsOfPoints(model: Points, context: Context): (index: number) => TipContent {
  const given = tipsOf(model.table, context);
  const format = metricFormat(model.metric, context);
  return (index) => {
    const { positions, rows } = model.places;
    const place = placeText(positions[index * 2]!, positions[index * 2 + 1]!);
    const category = model.dimension === null ? undefined : model.categories[model.categoryOf[index]!];
    const value = model.values?.[index];
    return tipOf(given, rows[index]!, {
      title: category ?? place,
      rows: [
        ...(value === undefined
          ? []
          : [
              {
                label: context.verboseNames[model.metric] ?? model.metric,
                value: format(Number.isNaN(value) ? null : value),
              },
            ]),
        ...(category === undefined ? [] : [{ label: context.translate?.(msg('Place')) ?? 'Place', value: place }]),
      ],
    });
  };
}

function statementOf(model: Points, context: Context): string {
  const { translate = defaultTranslate } = context;
  const { values, places } = model;
  const count = places.rows.length;
  if (count === 0) return '';
  if (values === null) return translate(msg('{{count}} places are on the map.'), { count });
  const most = values.reduce(
    (best, value, at) => (value > values[best]! || Number.isNaN(values[best]!) ? at : best),
    0,
  );
  return translate(msg('{{place}} has the most of {{count}} places: {{value}}.'), {
    count,
    place: labelOfPoint(model, most),
    value: metricFormat(model.metric, context)(Number.isNaN(values[most]!) ? null : values[most]!),
  });
}
