import { estimateFigureWidth, estimateTextWidth, fitText } from '../shared/text-widths.ts';
import type { Marker, Measure, Range } from './measure.ts';

export interface BulletLayout {
  /** The strip of ranges. */
  readonly strip: { readonly x: number; readonly y: number; readonly width: number; readonly height: number };
  readonly xOf: (value: number) => number;
  /** Name and value: beside the strip, or in a line above it. */
  readonly name: PlacedLabel | null;
  readonly value: PlacedLabel | null;
  readonly ticks: readonly PlacedLabel[];
  readonly ranges: readonly PlacedLabel[];
  readonly markers: readonly PlacedLabel[];
}

export interface PlacedLabel {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly align: 'left' | 'center' | 'right';
}

export interface BulletGiven {
  readonly model: Measure;
  readonly width: number;
  readonly height: number;
  readonly write: (value: number) => string;
}

const inset = 8;
const row = 15;
const nameSize = 13;
const labelSize = 11;

export function layoutBullet(given: BulletGiven): BulletLayout {
  const { model, width, height, write } = given;
  const isBeside = width >= 340;
  const text = model.value === null ? '' : write(model.value);
  const wanted = Math.max(estimateTextWidth(model.name, nameSize) * 1.06, estimateFigureWidth(text, nameSize)) + 4;
  const side = isBeside ? Math.min(wanted, width * 0.28) + 16 : 0;
  const lines = linesOf(given, isBeside);
  const thick = Math.max(6, Math.min(44, height - lines.above - lines.below - 4));
  const top = (height - lines.above - lines.below - thick) / 2 + lines.above;
  const strip = { x: side + inset, y: top, width: Math.max(8, width - side - 2 * inset), height: thick };
  const xOf = (value: number) => strip.x + ((value - model.low) / (model.high - model.low)) * strip.width;
  const placed = { strip, xOf, write };
  return {
    strip,
    xOf,
    ...headOf({ name: model.name, text, strip, isBeside, hasHead: lines.hasHead, top: top - lines.above, side, width }),
    ticks: lines.hasTicks ? ticksOf(model, placed) : [],
    ranges: lines.hasRanges ? rangeLabels(model.ranges, placed, top + thick + row * 1.5 + 4) : [],
    markers: lines.markers > 0 ? markerLabels(model.markers, placed, lines.markers) : [],
  };
}

/** Which lines of text have room, the scale first. */
function linesOf({ model, height }: BulletGiven, isBeside: boolean) {
  // The strip is what the chart is about: texts take what it leaves.
  let room = height - Math.max(14, Math.min(44, height * 0.24));
  const take = (size: number, isWanted: boolean) => {
    if (!isWanted || room < size) return false;
    room -= size;
    return true;
  };
  const hasTicks = take(row + 4, true);
  const hasHead = take(row + 3, !isBeside);
  const isMarked = model.markers.length > 0;
  const first = take(row, isMarked) ? 1 : 0;
  const hasRanges = take(row, hasTicks && model.ranges.some(({ label }) => label !== ''));
  const second = first > 0 && take(row, model.markers.length > 1) ? 1 : 0;
  return {
    hasTicks,
    hasHead,
    hasRanges,
    markers: first + second,
    above: (hasHead && !isBeside ? row + 3 : 0) + (first + second) * row + (isMarked ? 4 : 0),
    below: (hasTicks ? row + 4 : 0) + (hasRanges ? row : 0),
  };
}

interface HeadGiven {
  readonly name: string;
  readonly text: string;
  readonly strip: BulletLayout['strip'];
  readonly isBeside: boolean;
  readonly hasHead: boolean;
  readonly top: number;
  readonly side: number;
  readonly width: number;
}

function headOf({ name, text, strip, isBeside, hasHead, top, side, width }: HeadGiven) {
  if (isBeside) {
    const [x, y] = [side - 4, strip.y + strip.height / 2];
    const fitted = fitText(name, side - 14, nameSize);
    return {
      name: { text: fitted, x, y: y - 9, align: 'right' as const },
      value: { text, x, y: y + 9, align: 'right' as const },
    };
  }
  if (!hasHead) return { name: null, value: null };
  const room = width - 2 * inset - estimateFigureWidth(text, nameSize) - 10;
  return {
    name: { text: fitText(name, room, nameSize), x: inset, y: top + row / 2, align: 'left' as const },
    value: { text, x: width - inset, y: top + row / 2, align: 'right' as const },
  };
}

type Placing = Pick<BulletLayout, 'strip' | 'xOf'> & Pick<BulletGiven, 'write'>;

/** Round numbers along the scale, as many as stand apart. */
function ticksOf({ low, high }: Measure, { strip, xOf, write }: Placing): readonly PlacedLabel[] {
  const widest = Math.max(estimateTextWidth(write(low), labelSize), estimateTextWidth(write(high), labelSize), 20);
  const count = Math.max(1, Math.floor(strip.width / (widest + 24)));
  const step = niceStep((high - low) / Math.min(8, count));
  const first = Math.ceil(low / step - 1e-9);
  const last = Math.floor(high / step + 1e-9);
  return Array.from({ length: Math.min(40, last - first + 1) }, (_, at) => {
    const value = Number(((first + at) * step).toPrecision(12));
    const text = write(value);
    const half = estimateTextWidth(text, labelSize) / 2;
    const x = Math.max(strip.x - inset + half, Math.min(strip.x + strip.width + inset - half, xOf(value)));
    return { text, x, y: strip.y + strip.height + 4 + row / 2, align: 'center' as const };
  });
}

function niceStep(rough: number): number {
  const power = 10 ** Math.floor(Math.log10(rough));
  return ([1, 2, 5].find((one) => one * power >= rough * 0.9999) ?? 10) * power;
}

function rangeLabels(ranges: readonly Range[], { xOf }: Placing, y: number): readonly PlacedLabel[] {
  return ranges.flatMap(({ from, to, label }) => {
    const text = fitText(label, xOf(to) - xOf(from) - 4, labelSize);
    return text.length > 1 || text === label
      ? [{ text, x: (xOf(from) + xOf(to)) / 2, y, align: 'center' as const }]
      : [];
  });
}

/** Each over its mark, in a second line where the first is taken; what has room in neither is told by its tooltip. */
function markerLabels(
  markers: readonly Marker[],
  { strip, xOf, write }: Placing,
  lines: number,
): readonly PlacedLabel[] {
  const ends = Array.from({ length: lines }, () => Number.NEGATIVE_INFINITY);
  const [left, right] = [strip.x - inset, strip.x + strip.width + inset];
  return [...markers]
    .sort((a, b) => a.value - b.value)
    .flatMap(({ value, label }) => {
      const full = label === '' ? write(value) : `${label} ${write(value)}`;
      const text = fitText(full, right - left, labelSize);
      const half = estimateTextWidth(text, labelSize) / 2;
      const x = Math.max(left + half, Math.min(right - half, xOf(value)));
      const line = ends.findIndex((end) => end + 8 <= x - half);
      if (line < 0) return [];
      ends[line] = x + half;
      return [{ text, x, y: strip.y - 5 - row * (line + 0.5), align: 'center' as const }];
    });
}
