export interface SparkSpace {
  readonly width: number;
  readonly height: number;
  /** Ends of the scale; what is null follows the values. */
  readonly bounds: readonly [number | null, number | null];
}

export interface SparkDrawing {
  /** An SVG path, broken where nothing was measured. */
  readonly path: string;
  /** Values that stand alone, which a line cannot show, and the last one. */
  readonly dots: readonly { readonly x: number; readonly y: number }[];
  readonly low: number;
  readonly high: number;
  readonly xOf: (index: number) => number;
  readonly yOf: (value: number) => number;
}

const inset = 3;

/** A small line of values in a space. More values than pixels are drawn as the least and greatest of each pixel. */
export function drawSpark(values: readonly (number | null)[], space: SparkSpace): SparkDrawing | null {
  const measured = values.filter((value): value is number => value !== null && Number.isFinite(value));
  if (measured.length === 0) return null;
  const low = space.bounds[0] ?? minimumOf(measured);
  const high = space.bounds[1] ?? maximumOf(measured);
  const span = high - low || 1;
  const xOf = (index: number) =>
    round(values.length === 1 ? space.width / 2 : inset + (index / (values.length - 1)) * (space.width - 2 * inset));
  const yOf = (value: number) => {
    const share = high === low ? 0.5 : Math.min(1, Math.max(0, (value - low) / span));
    return round(space.height - inset - share * (space.height - 2 * inset));
  };
  const runs = runsOf(values);
  const thinned = runs.map((run) => thinRun(run, Math.max(1, values.length / space.width)));
  const pointOf = ({ index, value }: Point) => `${xOf(index)} ${yOf(value)}`;
  const path = thinned
    .filter((run) => run.length > 1)
    .map((run) => `M${run.map(pointOf).join('L')}`)
    .join('');
  const lone = runs.filter((run) => run.length === 1).map((run) => run[0]!);
  const last = runs.at(-1)?.at(-1);
  const dots = [...lone, ...(last && !lone.includes(last) ? [last] : [])].slice(-maxDots);
  return { path, dots: dots.map(({ index, value }) => ({ x: xOf(index), y: yOf(value) })), low, high, xOf, yOf };
}

/** More dots beside each other say nothing. */
const maxDots = 100;

interface Point {
  readonly index: number;
  readonly value: number;
}

/** Values beside each other without a gap. */
function runsOf(values: readonly (number | null)[]): readonly (readonly Point[])[] {
  const runs: Point[][] = [];
  let current: Point[] | null = null;
  values.forEach((value, index) => {
    if (value === null || !Number.isFinite(value)) {
      current = null;
      return;
    }
    if (current === null) {
      current = [];
      runs.push(current);
    }
    current.push({ index, value });
  });
  return runs;
}

/** The least and the greatest of so many neighbours, in their order. */
function thinRun(run: readonly Point[], perPixel: number): readonly Point[] {
  if (perPixel <= 2) return run;
  const kept: Point[] = [];
  for (let start = 0; start < run.length; start += Math.ceil(perPixel)) {
    const part = run.slice(start, start + Math.ceil(perPixel));
    const least = part.reduce((best, point) => (point.value < best.value ? point : best));
    const most = part.reduce((best, point) => (point.value > best.value ? point : best));
    kept.push(...[least, most].filter((point, at) => at === 0 || point !== least).sort((a, b) => a.index - b.index));
  }
  return kept;
}

const round = (value: number) => Math.round(value * 10) / 10;
const minimumOf = (values: readonly number[]) => values.reduce((low, value) => Math.min(low, value));
const maximumOf = (values: readonly number[]) => values.reduce((high, value) => Math.max(high, value));
