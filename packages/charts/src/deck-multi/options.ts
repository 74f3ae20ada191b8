import { assignColors, type DrawContext, defaultTranslate, isRecord, msg, type Viewport } from '@powerset/chart-kit';
import type { MapLayer, MapLegend, MapMark, MapOptions } from '../shared/maps/map-picture.ts';
import type { TipContent } from '../shared/maps/map-tooltips.ts';
import { joinBounds } from '../shared/maps/mercator.ts';
import { toPicture, viewOf } from '../shared/maps/picture-parts.ts';
import type { MultiForm } from './form.ts';
import type { ChartLayer, ChartLayers } from './layers.ts';

type Context = DrawContext<MultiForm>;

/** A layer in the list beside the map. */
export interface LayerEntry {
  /** What the ids of its marks' layers begin with. */
  readonly id: string;
  readonly name: string;
  readonly legend: MapLegend | null;
  readonly note: string;
}

export interface LayeredOptions extends MapOptions {
  readonly entries: readonly LayerEntry[];
  /** The chart that a mark is of. */
  readonly chartOf: (mark: MapMark) => ChartLayer | undefined;
}

/** The layers over each other in the order in which they were chosen, all seen from one place. */
export function toOptions(model: ChartLayers, context: Context): LayeredOptions {
  const { layers } = model;
  const bounds = layers.map((layer) => drawLayer(layer, context, null).picture.bounds).reduce(joinBounds, null);
  const view = viewOf(context, bounds, isListOpen(context) ? listOf(layers) : null);
  const drawn = layers.map((layer) => ({ layer, options: drawLayer(layer, context, view) }));
  const marks = drawn.flatMap(({ layer, options }) =>
    options.picture.layers.map((one) => ofChart(one, layer, context)),
  );
  const ofMark = ({ layer }: MapMark) => drawn.find((one) => idOf(one.layer) === entryOf(layer));
  return {
    picture: { ...toPicture(marks, { bounds }, context), view },
    entries: drawn.map(({ layer, options }) => ({
      id: idOf(layer),
      name: layer.name,
      legend: options.picture.legend,
      note: layer.note,
    })),
    chartOf: (mark) => ofMark(mark)?.layer,
    selectionOf: (mark) => ofMark(mark)?.options.selectionOf?.(mark) ?? null,
    statement: () => drawn.map(({ layer, options }) => `${layer.name}: ${options.statement()}`).join(' '),
  };
}

const idOf = ({ id }: ChartLayer) => `chart-${id}`;

/** The chart that marks of the map belong to, as its entry is called. */
export const entryOf = ({ id }: MapLayer): string => id.slice(0, id.indexOf('/'));

/** Whether the list of layers has room beside the map's middle. */
export const isListOpen = ({ width, height }: Pick<Context, 'width' | 'height'>): boolean =>
  width >= 480 && height >= 200;

/** The list of layers covers the map at its side. */
function listOf(layers: readonly ChartLayer[]): MapLegend {
  const entries = layers.map(({ name }) => ({ label: `${name}    `, color: '' }));
  return { kind: 'entries', place: 'tr', title: '', entries, more: '' };
}

/** What the layer's own chart draws; with a view as it is seen from there, so that cells and columns have its size. */
function drawLayer({ definition, model, context: own }: ChartLayer, context: Context, view: Viewport | null) {
  const { form } = own;
  const seen = view === null ? form : { ...form, autozoom: false, viewport: view };
  const { theme, width, height, locale, translate } = context;
  const { color_scheme: scheme, label_colors: fixed } = form;
  const colorOf = context.sharesColors
    ? context.colorOf
    : assignColors({ scheme: String(scheme ?? ''), labelColors: textsOf(fixed), theme });
  const space = { theme, width, height, locale, colorOf, selectedLabels: [] };
  // The chart types that may be layers all draw map pictures.
  return definition.toOptions(model, {
    ...own,
    ...space,
    form: seen,
    ...(translate ? { translate } : {}),
  }) as MapOptions;
}

const textsOf = (value: unknown): Readonly<Record<string, string>> =>
  isRecord(value)
    ? Object.fromEntries(
        Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
      )
    : {};

/** Marks under ids of their own, whose tooltips say which layer they are of. */
function ofChart(marks: MapLayer, layer: ChartLayer, { translate = defaultTranslate }: Context): MapLayer {
  const id = `${idOf(layer)}/${marks.id}`;
  const named = (tip: TipContent): TipContent =>
    tip.lines ? tip : { ...tip, rows: [{ label: translate(msg('Layer')), value: layer.name }, ...tip.rows] };
  if (marks.kind === 'screen') return { ...marks, id, tip: (total, places) => named(marks.tip(total, places)) };
  return { ...marks, id, tip: (index: number) => named(marks.tip(index)) };
}
