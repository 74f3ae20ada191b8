import { numberOfCell } from '@powerset/chart-kit';
import type { CellValue } from '@powerset/contract';

/** So many dots have a place of their own on any screen. */
const mostDots = 20_000;
const columns = 300;
const rows = 150;

export interface Dots {
  readonly xs: readonly CellValue[];
  readonly series: readonly { readonly values: readonly (number | null)[] }[];
}

/**
 * The positions of dots that are drawn of very many: each place that has any keeps some, more where more lie on each
 * other, and the ends of both axes are kept. Null where all are drawn.
 */
export function gatherDots({ xs, series }: Dots): readonly number[] | null {
  if (xs.length * series.length <= mostDots) return null;
  const places = Float64Array.from(xs, (x) => numberOfCell(x) ?? Number.NaN);
  const across = rangeOf(places);
  const keeps = new Uint8Array(xs.length);
  for (const { values } of series) {
    const heights = Float64Array.from(values, (value) => value ?? Number.NaN);
    keepDots({ places, across, heights, along: rangeOf(heights) }, keeps);
  }
  return Array.from(keeps.keys()).filter((at) => keeps[at] === 1);
}

interface Range {
  readonly low: number;
  readonly high: number;
  readonly lowAt: number;
  readonly highAt: number;
}

function rangeOf(values: Float64Array): Range {
  let [lowAt, highAt] = [-1, -1];
  for (let at = 0; at < values.length; at += 1) {
    const value = values[at]!;
    if (Number.isNaN(value)) continue;
    if (lowAt === -1 || value < values[lowAt]!) lowAt = at;
    if (highAt === -1 || value > values[highAt]!) highAt = at;
  }
  return { low: values[lowAt] ?? 0, high: values[highAt] ?? 0, lowAt, highAt };
}

interface Cloud {
  readonly places: Float64Array;
  readonly across: Range;
  readonly heights: Float64Array;
  readonly along: Range;
}

/** Marks the first, the fourth, the sixteenth, … dot of each place. */
function keepDots({ places, across, heights, along }: Cloud, keeps: Uint8Array): void {
  const met = new Uint32Array(columns * rows);
  const scaleX = (columns - 1) / (across.high - across.low || 1);
  const scaleY = (rows - 1) / (along.high - along.low || 1);
  for (let at = 0; at < places.length; at += 1) {
    const place =
      Math.round((heights[at]! - along.low) * scaleY) * columns + Math.round((places[at]! - across.low) * scaleX);
    if (Number.isNaN(place)) continue;
    const count = (met[place] ?? 0) + 1;
    met[place] = count;
    if (isPowerOfFour(count)) keeps[at] = 1;
  }
  for (const at of [across.lowAt, across.highAt, along.lowAt, along.highAt]) if (at !== -1) keeps[at] = 1;
}

const isPowerOfFour = (count: number) => (count & (count - 1)) === 0 && (count & 0x55555555) !== 0;
