import { type Contour, type DrawContext, isRecord } from '@powerset/chart-kit';
import { aggregateBins, binPlaces } from '../shared/maps/bins.ts';
import { rangeText } from '../shared/maps/cell-picture.ts';
import { cellSize, lengthText } from '../shared/maps/cell-sizes.ts';
import { bandsOf, linesOf, type ValueGrid } from '../shared/maps/contours.ts';
import { densityStatement } from '../shared/maps/density-statement.ts';
import { cssOf, type Rgba, rgbaOfSaved } from '../shared/maps/map-colors.ts';
import type { AreaLayer, MapLayer, MapOptions, PathLayer } from '../shared/maps/map-picture.ts';
import { latitudeAt, longitudeAt } from '../shared/maps/mercator.ts';
import { entriesLegend, metricFormat, toPicture, viewOf } from '../shared/maps/picture-parts.ts';
import type { PlaceModel } from '../shared/maps/place-model.ts';
import type { ContourForm } from './form.ts';

type Context = DrawContext<ContourForm>;

/** More cells than these are no longer told apart, and take long. */
const mostCells = 250_000;

interface Placed extends ValueGrid {
  /** Where the first value lies, and the way to the next, as shares of the world. */
  readonly left: number;
  readonly top: number;
  readonly step: number;
  readonly metres: number;
}

export function toOptions(model: PlaceModel, context: Context): MapOptions {
  const { form } = context;
  const grid = toGrid(model, context);
  const format = metricFormat(model.metric, context);
  const contours = form.contours.map((contour) => ({ contour, color: colorOf(contour, context) }));
  const layers = contours.map(({ contour, color }, at) =>
    toLayer(grid, contour, { id: `contour:${at}`, color, format }),
  );
  const entries = contours.map(({ contour: { lowerThreshold: low, upperThreshold: high }, color }) => ({
    color: cssOf([color[0], color[1], color[2], 255]),
    label: high === null ? format(low) : rangeText(low, high, format),
  }));
  const title = `${context.verboseNames[model.metric] ?? model.metric} / ${lengthText(grid.metres, context.locale)}`;
  const legend = entriesLegend(entries, { place: 'tr', title, context });
  return {
    picture: toPicture(layers, { bounds: model.places.bounds, legend }, context),
    statement: () => densityStatement(model, context),
  };
}

/** The opacity of these colours is in percent, as the reference keeps it, where it is more than one. */
function colorOf({ color }: Contour, { theme }: Context): Rgba {
  const alpha = isRecord(color) ? Number(color.a ?? 1) : 1;
  const share = alpha > 1 ? alpha / 255 : alpha;
  const [r, g, b] = rgbaOfSaved(color, theme.categorical[0]!);
  return [r, g, b, Math.round(Math.min(1, Math.max(0, share)) * 255)];
}

/** The places' weights on a grid around them, one cell wider than they are: nothing lies beyond. */
function toGrid({ places, values }: PlaceModel, context: Context): Placed {
  const { metres, share } = roomyCell(cellSize(context.form.cellSize, viewOf(context, places.bounds)), places.bounds);
  const bins = binPlaces(places, 'square', share);
  const weights = values ?? new Float64Array(places.rows.length).fill(1);
  const totals = aggregateBins(bins, weights, context.form.aggregation ?? 'sum');
  const at = (axis: 0 | 1) =>
    Int32Array.from({ length: bins.count }, (_, cell) => Math.floor(bins.centers[cell * 2 + axis]! / share));
  const [xs, ys] = [at(0), at(1)];
  const [left, right, top, bottom] = [least(xs) - 1, most(xs) + 1, least(ys) - 1, most(ys) + 1];
  const [columns, rows] = bins.count === 0 ? [0, 0] : [right - left + 1, bottom - top + 1];
  const cells = new Float64Array(columns * rows);
  for (let cell = 0; cell < bins.count; cell += 1)
    cells[(ys[cell]! - top) * columns + xs[cell]! - left] = Number.isNaN(totals[cell]!) ? 0 : totals[cell]!;
  return { columns, rows, values: cells, left: (left + 0.5) * share, top: (top + 0.5) * share, step: share, metres };
}

const least = (numbers: Int32Array) => numbers.reduce((best, one) => Math.min(best, one), 2 ** 30);
const most = (numbers: Int32Array) => numbers.reduce((best, one) => Math.max(best, one), -(2 ** 30));

/** Cells so large that the grid has not too many of them, however far the places lie apart. */
function roomyCell(cell: ReturnType<typeof cellSize>, bounds: PlaceModel['places']['bounds']) {
  if (bounds === null) return cell;
  const [wide, high] = [(bounds[2] - bounds[0]) / 360, (bounds[3] - bounds[1]) / 170];
  const factor = Math.max(1, Math.sqrt((wide * high) / cell.share ** 2 / mostCells));
  return { metres: cell.metres * factor, share: cell.share * factor };
}

interface LayerGiven {
  readonly id: string;
  readonly color: Rgba;
  readonly format: (value: number) => string;
}

function toLayer(grid: Placed, contour: Contour, { id, color, format }: LayerGiven): MapLayer {
  const { lowerThreshold: low, upperThreshold: high } = contour;
  const place = ([x, y]: readonly [number, number]) =>
    [longitudeAt(grid.left + x * grid.step), latitudeAt(grid.top + y * grid.step)] as const;
  if (high !== null) {
    const areas = bandsOf(grid, low, high).map((ring) => [ring.map(place)]);
    const layer: AreaLayer = {
      ...{ kind: 'areas', id, count: 1, areas, fill: color, stroke: null, lineWidth: 0, unit: 'pixels', heights: null },
      tip: () => ({ title: rangeText(low, high, format), rows: [] }),
    };
    return layer;
  }
  const pieces = linesOf(grid, low).map((piece) => piece.map(place));
  const layer: PathLayer = {
    ...{ kind: 'paths', id, count: pieces.length, colors: [color[0], color[1], color[2], 255], unit: 'pixels' },
    positions: Float64Array.from(pieces.flat(2)),
    starts: Uint32Array.from({ length: pieces.length + 1 }, (_, at) => at * 2),
    width: Math.min(20, Math.max(0.5, contour.strokeWidth)),
    tip: () => ({ title: format(low), rows: [] }),
  };
  return layer;
}
