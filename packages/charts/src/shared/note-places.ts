import { formatTimeTitle, numberOfCell } from '@powerset/chart-kit';
import type { NotePlace } from './noting.ts';
import type { SeriesOptions } from './series-options.ts';
import type { Plot } from './series-plot.ts';

/** Where on the page a drawn chart has its plot, and what lies there. */
export interface ChartPlaces {
  readonly plot: { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
  readonly toPixel: (point: readonly [number, number]) => readonly [number, number];
  readonly fromPixel: (point: readonly [number, number]) => readonly [number, number];
}

/** What is pointed at: a step of the positions, maybe up to another, at a series or at none; or a value. */
export type Pointed =
  | { readonly kind: 'step'; readonly from: number; readonly to: number; readonly seriesId: string | null }
  | { readonly kind: 'value'; readonly value: number };

/** A chart's drawing with the places of its plot: between pixels, steps and values. */
export interface NoteGround {
  readonly options: SeriesOptions;
  /** Whether its positions are times. */
  readonly isTemporal: boolean;
  readonly places: ChartPlaces;
}

/** Moments and spans need a time axis; a line at a value stands on every chart. */
export const takesSteps = ({ options: { plot }, isTemporal }: NoteGround): boolean =>
  isTemporal && plot.xs.length > 0 && !plot.isHorizontal;

const positionOf = (step: number, plot: Plot) =>
  plot.axisType === 'category' ? step : (numberOfCell(plot.xs[step]) ?? 0);

/** The pixel across the plot at which a step lies. */
export function pixelOfStep(step: number, { options: { plot }, places }: NoteGround): number {
  return places.toPixel([positionOf(step, plot), 0])[0];
}

export function pixelOfValue(value: number, { options: { plot }, places }: NoteGround): number {
  return plot.isHorizontal ? places.toPixel([value, 0])[0] : places.toPixel([positionOf(0, plot), value])[1];
}

/** The step nearest to a pixel. */
export function stepAtPixel(x: number, ground: NoteGround): number {
  const count = ground.options.plot.xs.length;
  let [low, high] = [0, count - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (pixelOfStep(middle, ground) + pixelOfStep(middle + 1, ground) < 2 * x) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low);
}

/** The value at a pixel, as round as a pixel is wide. */
export function valueAtPixel(px: number, { options: { plot }, places }: NoteGround): number {
  const at = (pixel: number) =>
    plot.isHorizontal
      ? places.fromPixel([pixel, places.plot.top + places.plot.height / 2])[0]
      : places.fromPixel([places.plot.left + places.plot.width / 2, pixel])[1];
  const value = at(px);
  return roundTo(value, 2 * Math.abs(at(px + 1) - value));
}

/** The roundest number within a distance. */
export function roundTo(value: number, distance: number): number {
  if (!(distance > 0) || !Number.isFinite(distance)) return value;
  const power = 10 ** Math.floor(Math.log10(distance));
  const step = [5 * power, 2 * power].find((one) => one <= distance) ?? power;
  return Number((Math.round(value / step) * step).toPrecision(12));
}

const reachPx = 22;

/** The series whose value at a step is nearest to a pixel; null where none is near. */
export function seriesAtPixel(step: number, y: number, ground: NoteGround): string | null {
  const { plot } = ground.options;
  if (plot.stack !== null) return null;
  let [found, nearest]: [string | null, number] = [null, reachPx];
  for (const { id, values } of plot.series) {
    const value = values[step] ?? null;
    const distance = value === null ? Number.POSITIVE_INFINITY : Math.abs(pixelOfValue(value, ground) - y);
    if (distance < nearest) [found, nearest] = [id, distance];
  }
  return found;
}

interface Drag {
  readonly from: readonly [number, number];
  readonly to: readonly [number, number];
}

const leastDragPx = 8;

/** What a press or a drag means: beside the plot, or along its values, a line; across the steps a span; else the step under it. */
export function pointedBy({ from, to }: Drag, ground: NoteGround): Pointed {
  const { plot } = ground.places;
  const { isHorizontal } = ground.options.plot;
  const [along, up] = [Math.abs(to[0] - from[0]), Math.abs(to[1] - from[1])];
  const isBeside = from[0] < plot.left;
  const isUpwards = up >= leastDragPx && up > 2 * along;
  if (!takesSteps(ground) || isBeside || isUpwards)
    return { kind: 'value', value: valueAtPixel(isHorizontal ? to[0] : to[1], ground) };
  const [first, last] = [stepAtPixel(from[0], ground), stepAtPixel(to[0], ground)];
  if (along >= leastDragPx && first !== last)
    return { kind: 'step', from: Math.min(first, last), to: Math.max(first, last), seriesId: null };
  return { kind: 'step', from: last, to: last, seriesId: seriesAtPixel(last, to[1], ground) };
}

/** As the form keeps it: a span lasts until its last step is over. */
export function toNotePlace(pointed: Pointed, { options: { plot } }: NoteGround): NotePlace {
  if (pointed.kind === 'value') return pointed;
  const timeOf = (step: number) => numberOfCell(plot.xs[step]) ?? 0;
  const { from, to, seriesId } = pointed;
  const next = to + 1 < plot.xs.length ? timeOf(to + 1) - 1 : timeOf(to);
  const series = plot.series.find(({ id }) => id === seriesId)?.name ?? null;
  return { kind: 'note', at: timeOf(from), end: from === to ? null : next, series, panel: null };
}

/** What is pointed at in words. */
export function wordsOf(pointed: Pointed, { options: { plot, context } }: NoteGround): string {
  if (pointed.kind === 'value') return plot.format(pointed.value);
  const { from, to, seriesId } = pointed;
  const nameOf = (step: number) =>
    formatTimeTitle(numberOfCell(plot.xs[step]) ?? 0, context.form.time_grain_sqla, context);
  const series = plot.series.find(({ id }) => id === seriesId);
  const value = series ? `${series.name}: ${plot.format(series.values[from] ?? null)}` : '';
  return [from === to ? nameOf(from) : `${nameOf(from)} – ${nameOf(to)}`, value].filter(Boolean).join(' · ');
}

interface Key {
  readonly key: string;
  readonly shiftKey: boolean;
}

/** Where the arrow keys lead: along the steps, with Shift over a span, up and down from series to series, and past them to values. */
export function pointedByKey(pointed: Pointed, { key, shiftKey }: Key, ground: NoteGround): Pointed {
  const { plot } = ground.options;
  const sideways = { ArrowLeft: -1, ArrowRight: 1 }[key] ?? 0;
  const upwards = { ArrowUp: 1, ArrowDown: -1 }[key] ?? 0;
  const last = plot.xs.length - 1;
  if (pointed.kind === 'value') {
    if (sideways !== 0 && takesSteps(ground) && !plot.isHorizontal)
      return { kind: 'step', from: sideways > 0 ? 0 : last, to: sideways > 0 ? 0 : last, seriesId: null };
    const px = pixelOfValue(pointed.value, ground) + (plot.isHorizontal ? sideways : -upwards) * (shiftKey ? 20 : 4);
    return { kind: 'value', value: valueAtPixel(px, ground) };
  }
  const { from, to, seriesId } = pointed;
  if (sideways !== 0 && shiftKey) return { ...pointed, to: clamp(to + sideways, from, last), seriesId: null };
  if (sideways !== 0) {
    const step = clamp((sideways < 0 ? from : to) + sideways, 0, last);
    return { ...pointed, from: step, to: step };
  }
  if (upwards === 0) return pointed;
  const ids = [null, ...plot.series.filter(({ values }) => (values[from] ?? null) !== null).map(({ id }) => id)];
  const next = ids.indexOf(seriesId) + upwards;
  if (next < 0 || next >= ids.length) {
    const { top, height } = ground.places.plot;
    return { kind: 'value', value: valueAtPixel(top + height / 2, ground) };
  }
  return { ...pointed, to: from, seriesId: ids[next]! };
}

const clamp = (value: number, low: number, high: number) => Math.min(high, Math.max(low, value));
