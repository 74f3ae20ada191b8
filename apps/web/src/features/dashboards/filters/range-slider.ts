/** What a range slider stands on: the ends of the data and the step between two of its places. */
export interface SliderScale {
  readonly min: number;
  readonly max: number;
  readonly step: number;
}

export const bucketCount = 20;

/** A scale with about a hundred places, each a round number; whole numbers where the ends are whole. */
export function toScale(min: number, max: number): SliderScale {
  const span = max - min;
  if (!(span > 0)) return { min, max, step: 1 };
  const rough = 10 ** Math.floor(Math.log10(span / 100));
  const step = [1, 2, 5, 10].map((factor) => factor * rough).find((size) => span / size <= 125) ?? rough * 10;
  const isWhole = span >= 5 && Number.isInteger(min) && Number.isInteger(max);
  return { min, max, step: isWhole ? Math.max(1, Math.round(step)) : step };
}

/** The nearest place of the scale; the ends of the data are places too. */
export function snap(scale: SliderScale, value: number): number {
  const { min, max, step } = scale;
  const nearest = Number((Math.round(value / step) * step).toPrecision(12));
  if (nearest <= min || value <= min) return min;
  return nearest >= max || value >= max ? max : nearest;
}

export type Thumb = 'low' | 'high';
export type Range = readonly [low: number | null, high: number | null];

/** The range after a thumb was moved: it never passes the other one, and at its own end it leaves the range open. */
export function moveThumb(scale: SliderScale, range: Range, move: { thumb: Thumb; to: number }): Range {
  const low = range[0] ?? scale.min;
  const high = range[1] ?? scale.max;
  const to = snap(scale, move.to);
  if (move.thumb === 'low') {
    const next = Math.min(to, high);
    return [next <= scale.min ? null : next, range[1]];
  }
  const next = Math.max(to, low);
  return [range[0], next >= scale.max ? null : next];
}

/** Where an arrow, page, Home or End key takes a thumb; undefined for other keys. */
export function keyedPlace(scale: SliderScale, key: string, value: number): number | undefined {
  const { min, max, step } = scale;
  const moves: Readonly<Record<string, number>> = {
    ArrowLeft: value - step,
    ArrowDown: value - step,
    ArrowRight: value + step,
    ArrowUp: value + step,
    PageDown: value - 10 * step,
    PageUp: value + 10 * step,
    Home: min,
    End: max,
  };
  return moves[key];
}

export interface Bucket {
  readonly from: number;
  readonly to: number;
}

/** Parts of equal width from end to end. */
export function bucketsOf(min: number, max: number, count: number): readonly Bucket[] {
  if (!(max > min)) return [];
  const edge = (index: number) => (index === count ? max : min + ((max - min) * index) / count);
  return Array.from({ length: count }, (_, index) => ({ from: edge(index), to: edge(index + 1) }));
}

/** A bucket whose middle lies in the range is drawn as chosen. */
export function isInRange(bucket: Bucket, [low, high]: Range): boolean {
  const middle = (bucket.from + bucket.to) / 2;
  return (low === null || middle >= low) && (high === null || middle <= high);
}
