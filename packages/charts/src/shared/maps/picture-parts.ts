import {
  type DrawContext,
  defaultTranslate,
  type FieldsOf,
  msg,
  numberFormatter,
  type QueryForm,
  type Viewport,
} from '@powerset/chart-kit';
import type { ResultTable } from '@powerset/contract';
import type {
  autozoomControl,
  legendFormatControl,
  legendPositionControl,
  mapStyleControl,
  tooltipContentsControl,
  tooltipTemplateControl,
  viewportControl,
} from './map-form.ts';
import type { LegendEntry, MapLayer, MapLegend, MapPicture } from './map-picture.ts';
import type { TipGiven } from './map-tooltips.ts';
import { type Bounds, fitBounds } from './mercator.ts';

/** The fields that every map's form has. */
export type MapForm = QueryForm &
  FieldsOf<
    | typeof mapStyleControl
    | typeof autozoomControl
    | typeof viewportControl
    | typeof tooltipContentsControl
    | typeof tooltipTemplateControl
  >;

type Context = DrawContext<MapForm>;

/** Layers on their ground, seen from where the form or the data say. */
export function toPicture(
  layers: readonly MapLayer[],
  { bounds, legend = null }: { readonly bounds: Bounds | null; readonly legend?: MapLegend | null },
  context: Context,
): MapPicture {
  const { form } = context;
  const isFitted = form.autozoom && bounds !== null;
  return {
    layers,
    bounds,
    legend,
    isFitted,
    view: viewOf(context, isFitted ? bounds : null),
    style: form.mapbox_style ?? '',
  };
}

/** The data from the form's bearing and pitch, or what the form itself looks at. */
function viewOf({ form, width, height }: Context, bounds: Bounds | null): Viewport {
  const chosen = form.viewport;
  const { bearing, pitch } = chosen ?? { bearing: 0, pitch: 0 };
  if (bounds === null && chosen) return chosen;
  return { ...fitBounds(bounds ?? [-170, -56, 190, 72], { width, height }), bearing, pitch };
}

/** What tooltips of rows are made of. */
export function tipsOf(table: ResultTable, { form, locale, verboseNames }: Context): TipGiven {
  return { table, contents: form.tooltip_contents, template: form.tooltip_template, locale, verboseNames };
}

/** How a metric's values are written. */
export function metricFormat(metric: string, { columnFormats, currencies, locale }: Context) {
  return numberFormatter(columnFormats[metric], currencies?.[metric] ?? null, locale);
}

type LegendForm = FieldsOf<typeof legendPositionControl | typeof legendFormatControl>;

/** How the legend's figures are written. */
export function legendFormatter({ form, locale }: DrawContext<MapForm & LegendForm>): (value: number) => string {
  return numberFormatter(form.legend_format, null, locale);
}

/** So many entries are told apart, and fit. */
const mostEntries = 12;

/** A list of colours in the corner that the form names; null where it names none. */
export function entriesLegend(
  entries: readonly LegendEntry[],
  { place, title, context }: { readonly place: string | null; readonly title: string; readonly context: Context },
): MapLegend | null {
  if (place === null || entries.length === 0) return null;
  const { translate = defaultTranslate } = context;
  const more = entries.length - mostEntries;
  return {
    kind: 'entries',
    place: corner(place),
    title,
    entries: entries.slice(0, mostEntries),
    more: more > 0 ? translate(msg('and {{count}} more'), { count: more }) : '',
  };
}

const corners = ['tl', 'tr', 'bl', 'br'] as const;

/** A corner of the map; the form may hold any text. */
export const corner = (place: string): (typeof corners)[number] => corners.find((one) => one === place) ?? 'tr';
