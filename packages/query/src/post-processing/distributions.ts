import { QueryError } from '../errors.ts';
import { mean, quantile } from './aggregators.ts';
import { type Frame, type FrameColumn, numberColumn, pickColumns, rowsByKey, toNumber } from './frame.ts';
import {
  booleanOption,
  findOne,
  invalidOption,
  listOption,
  numberOption,
  type Options,
  requiredText,
  textOption,
} from './options.ts';

/** The native type of columns that hold lists of numbers, each written as JSON. */
export const numberListType = 'NUMBERS';

interface Box {
  readonly mean: number | null;
  readonly median: number | null;
  readonly max: number | null;
  readonly min: number | null;
  readonly q1: number | null;
  readonly q3: number | null;
  readonly outliers: readonly number[];
}

type Whiskers = (numbers: readonly number[], quartiles: { q1: number; q3: number }) => { low: number; high: number };

/**
 * Per group and metric `{metric}__mean`, `__median`, `__max`, `__min`, `__q1`, `__q3`, `__count` (of all rows) and
 * `__outliers`, a list (`numberListType`), those above first.
 */
export function boxplot(frame: Frame, options: Options): Frame {
  const groupby = listOption(options, 'groupby').map((name) => findOne(frame, name));
  const metrics = listOption(options, 'metrics').map((name) => ({ name, column: findOne(frame, name) }));
  const whiskers = readWhiskers(options);
  const { keys, rows } = rowsByKey(groupby, frame.rowCount);
  const boxes = metrics.map(({ name, column }): MetricBoxes => {
    const ofGroup = (group: readonly number[]) => ({
      ...toBox(numbersAt(column, group), whiskers),
      count: group.length,
    });
    return { name, boxes: rows.map(ofGroup) };
  });
  return { index: [], columns: [...keys, ...boxColumns(boxes)], rowCount: rows.length };
}

function numbersAt(column: FrameColumn, rows: readonly number[]): readonly number[] {
  return rows.map((row) => toNumber(column.values[row])).filter((number) => number !== null);
}

function readWhiskers(options: Options): Whiskers {
  const type = textOption(options, 'whisker_type') ?? 'tukey';
  if (type === 'min/max') return (numbers) => ({ low: least(numbers), high: greatest(numbers) });
  if (type === 'percentile') return percentileWhiskers(options.percentiles);
  if (type !== 'tukey') throw new QueryError(`Unsupported whisker type: ${type}`, 'post_processing');
  return (numbers, { q1, q3 }) => {
    const reach = 1.5 * (q3 - q1);
    return {
      low: least(numbers.filter((number) => number >= q1 - reach)),
      high: greatest(numbers.filter((number) => number <= q3 + reach)),
    };
  };
}

function least(numbers: readonly number[]): number {
  return numbers.reduce((low, number) => Math.min(low, number), Number.POSITIVE_INFINITY);
}

function greatest(numbers: readonly number[]): number {
  return numbers.reduce((high, number) => Math.max(high, number), Number.NEGATIVE_INFINITY);
}

function percentileWhiskers(percentiles: unknown): Whiskers {
  const [low, high]: unknown[] = Array.isArray(percentiles) ? percentiles : [];
  const isRange = typeof low === 'number' && typeof high === 'number' && low >= 0 && high <= 100 && low < high;
  if (!isRange) {
    throw new QueryError(
      'percentiles must be a list or tuple with two numeric values, of which the first is lower than the second value',
      'post_processing',
    );
  }
  return (numbers) => ({ low: quantile(numbers, low / 100) ?? 0, high: quantile(numbers, high / 100) ?? 0 });
}

function toBox(numbers: readonly number[], whiskers: Whiskers): Box {
  const q1 = quantile(numbers, 0.25, 'midpoint');
  const q3 = quantile(numbers, 0.75, 'midpoint');
  if (q1 === null || q3 === null) {
    return { mean: null, median: null, max: null, min: null, q1, q3, outliers: [] };
  }
  const { low, high } = whiskers(numbers, { q1, q3 });
  return {
    mean: mean(numbers),
    median: quantile(numbers, 0.5),
    max: high,
    min: low,
    q1,
    q3,
    outliers: [...numbers.filter((number) => number > high), ...numbers.filter((number) => number < low)],
  };
}

interface MetricBoxes {
  readonly name: string;
  readonly boxes: readonly (Box & { readonly count: number })[];
}

function boxColumns(metrics: readonly MetricBoxes[]): readonly FrameColumn[] {
  const parts = ['mean', 'median', 'max', 'min', 'q1', 'q3', 'count'] as const;
  const numbers = parts.flatMap((part) =>
    metrics.map(({ name, boxes }) =>
      numberColumn(
        [`${name}__${part}`],
        boxes.map((box) => box[part]),
      ),
    ),
  );
  const lists = metrics.map(({ name, boxes }): FrameColumn => {
    const values = boxes.map(({ outliers }) => JSON.stringify(outliers));
    return { path: [`${name}__outliers`], type: 'string', nativeType: numberListType, values };
  });
  return [...numbers, ...lists];
}

const maxBins = 1000;

/**
 * Counts of a column's values in bins of equal width, one row per group; bins are columns named `lo - hi`. With `count`
 * (ours) each row stands for as many as that column says.
 */
export function histogram(frame: Frame, options: Options): Frame {
  const column = findOne(frame, requiredText(options, 'column'));
  const groupby = listOption(options, 'groupby').map((name) => findOne(frame, name));
  const bins = numberOption(options, 'bins', 5);
  if (!Number.isInteger(bins) || bins < 1 || bins > maxBins)
    throw invalidOption('bins', `must be a whole number from 1 to ${maxBins}`);
  if (column.type !== 'number') throw new QueryError('Column must be numeric', 'post_processing');
  // A group that has no value in the column has no row either.
  const known = column.values.flatMap((value, row) => (toNumber(value) === null ? [] : [row]));
  const counted = textOption(options, 'count');
  const counter = counted === undefined ? [] : [findOne(frame, counted)];
  const [values, ...others] = pickColumns([column, ...counter, ...groupby], known);
  const groups = others.slice(counter.length);
  const { keys, rows } = rowsByKey(groups, known.length);
  const edges = binEdges(numbersOf(values!), bins);
  const timesOf = counter.length === 0 ? () => 1 : (row: number) => toNumber(others[0]!.values[row]) ?? 0;
  const counts = rows.map((group) =>
    countBins({ group, numberOf: (row) => toNumber(values!.values[row]) ?? 0, timesOf }, edges),
  );
  const cells = finishCounts(counts, options);
  const columns = edges.slice(1).map((end, bin) =>
    numberColumn(
      [`${floatText(edges[bin]!)} - ${floatText(end)}`],
      cells.map((row) => row[bin] ?? 0),
    ),
  );
  return { index: [], columns: [...keys, ...columns], rowCount: rows.length };
}

function numbersOf(column: FrameColumn): readonly number[] {
  return column.values.map((value) => toNumber(value) ?? 0);
}

/** Edges of bins of equal width, made by adding up the width, so that their digits are the reference's. */
function binEdges(numbers: readonly number[], bins: number): readonly number[] {
  if (numbers.length === 0) return [];
  const low = least(numbers);
  const high = greatest(numbers);
  const [start, end] = low === high ? [low - 0.5, high + 0.5] : [low, high];
  const width = (end - start) / bins;
  return Array.from({ length: bins + 1 }, (_, edge) => (edge === bins ? end : edge * width + start));
}

interface Counted {
  readonly group: readonly number[];
  readonly numberOf: (row: number) => number;
  readonly timesOf: (row: number) => number;
}

function countBins({ group, numberOf, timesOf }: Counted, edges: readonly number[]): number[] {
  const bins = Math.max(edges.length - 1, 0);
  const counts = new Array<number>(bins).fill(0);
  const [low, high] = [edges[0] ?? 0, edges.at(-1) ?? 0];
  for (const row of group) {
    const number = numberOf(row);
    const guess = Math.min(bins - 1, Math.floor(((number - low) / (high - low)) * bins));
    // Rounding may put a value that lies on an edge one bin off.
    const bin = guess + 1 < bins && number >= edges[guess + 1]! ? guess + 1 : guess;
    const exact = bin > 0 && number < edges[bin]! ? bin - 1 : bin;
    counts[exact] = (counts[exact] ?? 0) + timesOf(row);
  }
  return counts;
}

function finishCounts(counts: readonly number[][], options: Options): readonly number[][] {
  const summed = booleanOption(options, 'cumulative', false) ? counts.map(runningTotals) : counts;
  if (!booleanOption(options, 'normalize', false)) return summed;
  const total = summed.flat().reduce((sum, count) => sum + count, 0);
  return summed.map((row) => row.map((count) => (total === 0 ? 0 : count / total)));
}

function runningTotals(row: readonly number[]): number[] {
  let total = 0;
  return row.map((count) => {
    total += count;
    return total;
  });
}

// Whole numbers bear `.0`, and small and large ones an exponent of two digits, as floats of the reference do.
function floatText(value: number): string {
  const size = Math.abs(value);
  if (size !== 0 && (size < 1e-4 || size >= 1e16)) {
    return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
  }
  return Number.isInteger(value) ? value.toFixed(1) : String(value);
}
