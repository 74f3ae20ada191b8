import {
  type CrossFilterSelection,
  type DrawContext,
  defaultTranslate,
  defaultViewport,
  findColumn,
  formatNumber,
  labelOfCell,
  msg,
  type Viewport,
} from '@powerset/chart-kit';
import { toSelection } from '../series-selection.ts';
import type { ClusterForm } from './cluster-form.ts';
import type { ClusterModel } from './cluster-model.ts';
import { aggregateOf, type Cluster, type Clusters, gatherPlaces } from './clusters.ts';
import { packColors, rgbaOf, withOpacity } from './map-colors.ts';
import type { MapOptions, PointLayer } from './map-picture.ts';
import { placeText } from './map-tooltips.ts';
import { metresPerPixel } from './mercator.ts';
import { toPicture } from './picture-parts.ts';

type Context = DrawContext<ClusterForm>;

export interface ClusterLayer extends PointLayer {
  readonly clusters: readonly Cluster[];
}

const [smallest, largest] = [5, 26];
const dimmed = 0.25;

export function toOptions(model: ClusterModel, context: Context): MapOptions {
  const { form, translate = defaultTranslate } = context;
  const clusters = gatherPlaces(model, Math.min(1000, Math.max(0, form.clustering_radius ?? 60)));
  const mapContext = { ...context, form: { ...form, ...viewFields(form), tooltip_contents: [], tooltip_template: '' } };
  const given = { model, clusters, context };
  const picture = toPicture([], { bounds: model.places.bounds }, mapContext);
  return {
    picture: {
      ...picture,
      layers: [circlesAt(picture.view.zoom, given)],
      layersAt: (zoom) => [circlesAt(zoom, given)],
      isLive: form.render_while_dragging,
    },
    statement: () => translate(msg('{{count}} places are on the map.'), { count: model.places.rows.length }),
  };
}

/** The form's own view, where it has all of it. */
function viewFields({ viewport_longitude: longitude, viewport_latitude: latitude, viewport_zoom: zoom }: ClusterForm) {
  if (longitude === null || latitude === null || zoom === null) return { autozoom: true, viewport: defaultViewport };
  const viewport: Viewport = {
    longitude: Math.min(180, Math.max(-180, longitude)),
    latitude: Math.min(85, Math.max(-85, latitude)),
    zoom: Math.min(22, Math.max(0, zoom)),
    bearing: 0,
    pitch: 0,
  };
  return { autozoom: false, viewport };
}

interface Given {
  readonly model: ClusterModel;
  readonly clusters: Clusters;
  readonly context: Context;
}

function circlesAt(zoom: number, { model, clusters, context }: Given): ClusterLayer {
  const { form, theme, selectedLabels } = context;
  const found = clusters.at(zoom);
  const most = found[0]?.size ?? 1;
  const color = withOpacity(
    rgbaOf(form.mapbox_color ?? theme.categorical[0]!),
    Math.min(1, Math.max(0, form.global_opacity ?? 1)) * 0.85,
  );
  const selected = new Set(selectedLabels);
  const isLit = ({ longitude, latitude }: Cluster) =>
    selected.size === 0 || selected.has(placeText(longitude, latitude));
  return {
    kind: 'points',
    id: 'clusters',
    clusters: found,
    count: found.length,
    positions: Float64Array.from(found.flatMap(({ longitude, latitude }) => [longitude, latitude])),
    colors: packColors(found.length, (at) => (isLit(found[at]!) ? color : withOpacity(color, dimmed))),
    radii: Float32Array.from(found, (one) => radiusOf(one, { model, most, form, zoom })),
    unit: 'pixels',
    range: [2, 200],
    labels: found.map((one) => labelOfCluster(one, model, context)),
    tip: (at) => tipOfCluster(found[at]!, model, context),
  };
}

interface RadiusGiven {
  readonly model: ClusterModel;
  readonly most: number;
  readonly form: ClusterForm;
  readonly zoom: number;
}

/** Areas of circles are as many places; a lone place is as large as its column says. */
function radiusOf(one: Cluster, { model, most, form, zoom }: RadiusGiven): number {
  const own = one.place === null ? null : (model.radii?.[one.place] ?? null);
  if (own === null || Number.isNaN(own))
    return one.size === 1 ? smallest : smallest + 5 + (largest - smallest - 5) * Math.sqrt(one.size / most);
  const metres = { Pixels: null, Miles: 1609.344, Kilometers: 1000 }[form.point_radius_unit ?? 'Pixels'];
  if (metres === null) return own;
  return (own * metres) / metresPerPixel({ longitude: 0, latitude: one.latitude, zoom, bearing: 0, pitch: 0 });
}

/** What stands on a circle: the aggregate of the label's numbers, else how many places it holds. */
function labelOfCluster(one: Cluster, model: ClusterModel, { form, locale }: Context): string {
  if (model.labelValues !== null) {
    const value = aggregateOf(one, form.pandas_aggfunc ?? 'sum');
    return value === null ? '' : formatNumber('SMART_NUMBER', value, locale);
  }
  return one.size === 1 ? '' : formatNumber('SMART_NUMBER', one.size, locale);
}

function tipOfCluster(one: Cluster, model: ClusterModel, context: Context) {
  const { translate = defaultTranslate, form, locale } = context;
  const column = model.label === null ? undefined : findColumn(model.table, model.label);
  const value = model.labelValues === null ? null : aggregateOf(one, form.pandas_aggfunc ?? 'sum');
  const text = one.place === null ? '' : labelOfCell(column?.values[model.places.rows[one.place]!], column);
  const isNamed = column !== undefined && model.labelValues === null && one.place !== null;
  return {
    title: isNamed ? text : placeText(one.longitude, one.latitude),
    rows: [
      ...(value === null
        ? []
        : [{ label: `${model.label} (${form.pandas_aggfunc})`, value: formatNumber('SMART_NUMBER', value, locale) }]),
      ...(one.size === 1 ? [] : [{ label: translate(msg('Places')), value: String(one.size) }]),
    ],
  };
}

/** What a lone place stands for as a filter; several stand for nothing, and are looked at more closely. */
export function selectionOfCluster(model: ClusterModel, one: Cluster | undefined): CrossFilterSelection | null {
  if (one === undefined || one.place === null) return null;
  const row = model.places.rows[one.place]!;
  return toSelection(
    model.placeColumns.map((name) => [name, findColumn(model.table, name)?.values[row] ?? null]),
    placeText(one.longitude, one.latitude),
  );
}
