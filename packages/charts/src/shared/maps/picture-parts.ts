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
import type { LegendEntry } from './map-colors.ts';
import type {
  autozoomControl,
  legendFormatControl,
  legendPositionControl,
  mapStyleControl,
  tooltipContentsControl,
  tooltipTemplateControl,
  viewportControl,
} from './map-form.ts';
import type { MapLayer, MapLegend, MapPicture } from './map-picture.ts';
import type { TipGiven } from './map-tooltips.ts';
import { type Bounds, fitBounds } from './mercator.ts';

/** The fields that say what is looked at, and on what ground. */
type ViewForm = QueryForm & FieldsOf<typeof mapStyleControl | typeof autozoomControl | typeof viewportControl>;

/** The fields that every map of marks has. */
export type MapForm = ViewForm & FieldsOf<typeof tooltipContentsControl | typeof tooltipTemplateControl>;

type Context = DrawContext<MapForm>;

/** Layers on their ground, seen from where the form or the data say. */
export function toPicture(
  layers: readonly MapLayer[],
  { bounds, legend = null }: { readonly bounds: Bounds | null; readonly legend?: MapLegend | null },
  context: DrawContext<ViewForm>,
): MapPicture {
  const { form } = context;
  const isFitted = form.autozoom && bounds !== null;
  const view = viewOf(context, bounds, legend);
  return { layers, bounds, legend, isFitted, view, style: form.mapbox_style ?? '' };
}

/** The data from the form's bearing and pitch, or what the form itself looks at. */
export function viewOf(
  { form, width, height }: DrawContext<ViewForm>,
  bounds: Bounds | null,
  legend: MapLegend | null = null,
): Viewport {
  const chosen = form.viewport;
  const { bearing, pitch } = chosen ?? { bearing: 0, pitch: 0 };
  if (chosen && (bounds === null || !form.autozoom)) return chosen;
  // Of the whole world there is nothing to spare at its sides.
  const isWide = bounds === null || bounds[2] - bounds[0] > 120;
  const taken = roomOf(isWide ? null : legend, width);
  return { ...fitBounds(bounds ?? [-170, -56, 190, 72], { width, height, taken }), bearing, pitch };
}

/** What the legend covers at its side, where the map is wide enough to make room for it. */
function roomOf(legend: MapLegend | null, width: number) {
  const none = { left: 0, right: 0 };
  if (legend === null || width < 320) return none;
  const labels = legend.kind === 'ramp' ? [legend.from + legend.to] : legend.entries.map(({ label }) => label);
  const longest = Math.max(...[legend.title, ...labels].map(({ length }) => length));
  const room = Math.min(220, longest * 7 + 44, width * 0.35);
  return legend.place.endsWith('l') ? { ...none, left: room } : { ...none, right: room };
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
