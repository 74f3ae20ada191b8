import { QueryError } from '../errors.ts';
import { mean, quantile, quantileRule, sum, variance } from './aggregators.ts';
import { type Frame, type FrameColumn, numberColumn, numbersOf, takeRows } from './frame.ts';
import {
  booleanOption,
  findColumns,
  invalidOption,
  namesOption,
  numberOption,
  type Options,
  putColumns,
  recordOption,
  textOption,
} from './options.ts';

type WindowFunction = (numbers: readonly number[], options: Options) => number | null;

const rollingTypes: Readonly<Record<string, WindowFunction>> = {
  mean,
  sum: (numbers) => sum(numbers),
  std: (numbers, options) => root(variance(numbers, freedom(options))),
  var: (numbers, options) => variance(numbers, freedom(options)),
  min: (numbers) => extreme(numbers, Math.min),
  max: (numbers) => extreme(numbers, Math.max),
  median: (numbers) => quantile(numbers, 0.5),
  count: (numbers) => numbers.length,
  kurt: excessKurtosis,
  skew: skewness,
  quantile: (numbers, options) => quantile(numbers, quantileOption(options), quantileRule(options.interpolation)),
};

function extreme(numbers: readonly number[], choose: (left: number, right: number) => number): number | null {
  return numbers.length === 0 ? null : numbers.reduce((best, number) => choose(best, number));
}

function quantileOption(options: Options): number {
  return numberOption(options, options.q === undefined ? 'quantile' : 'q', 0.5);
}

function freedom(options: Options): 0 | 1 {
  return options.ddof === 0 ? 0 : 1;
}

function root(value: number | null): number | null {
  return value === null ? null : Math.sqrt(value);
}

function centralMoments(numbers: readonly number[]): { second: number; third: number; fourth: number } {
  const middle = mean(numbers) ?? 0;
  const power = (exponent: number): number =>
    sum(numbers.map((number) => (number - middle) ** exponent)) / numbers.length;
  return { second: power(2), third: power(3), fourth: power(4) };
}

function skewness(numbers: readonly number[]): number | null {
  const n = numbers.length;
  const { second, third } = centralMoments(numbers);
  if (n < 3 || second === 0) return null;
  return (Math.sqrt(n * (n - 1)) / (n - 2)) * (third / second ** 1.5);
}

function excessKurtosis(numbers: readonly number[]): number | null {
  const n = numbers.length;
  const { second, fourth } = centralMoments(numbers);
  if (n < 4 || second === 0) return null;
  return ((n - 1) / ((n - 2) * (n - 3))) * ((n + 1) * (fourth / second ** 2) - 3 * (n - 1));
}

/** Applies a function to every column that `columns` names and puts the results under the new names. */
function mapColumns(
  frame: Frame,
  options: Options,
  compute: (column: FrameColumn) => readonly (number | null)[],
): Frame {
  const names = namesOption(options, 'columns');
  if (names.length === 0) throw invalidOption('columns', 'must name at least one column');
  const results = names.flatMap(([source, target]) =>
    findColumns(frame, source).map((column) =>
      numberColumn([target ?? source, ...column.path.slice(1)], compute(column)),
    ),
  );
  return putColumns(frame, results);
}

/** A function over a moving window of rows; the rows before the first whole `min_periods` are cut off. */
export function rolling(frame: Frame, options: Options): Frame {
  const type = textOption(options, 'rolling_type') ?? '';
  const compute = Object.hasOwn(rollingTypes, type) ? rollingTypes[type] : undefined;
  if (!compute) throw new QueryError(`Invalid rolling_type: ${type}`, 'post_processing');
  const window = numberOption(options, 'window', 0);
  if (!Number.isInteger(window) || window < 1)
    throw new QueryError('Invalid rolling window: it must be a whole number above 0', 'post_processing');
  if (options.win_type)
    throw new QueryError(`Invalid options for ${type}: win_type is not supported`, 'post_processing');
  const minPeriods = numberOption(options, 'min_periods', window);
  const ahead = booleanOption(options, 'center', false) ? Math.floor((window - 1) / 2) : 0;
  const own = recordOption(options, 'rolling_type_options');
  const result = mapColumns(frame, options, (column) => {
    const numbers = numbersOf(column);
    return numbers.map((_, row) => {
      const end = row + ahead + 1;
      const present = numbers.slice(Math.max(0, end - window), end).filter((number) => number !== null);
      return present.length < minPeriods ? null : compute(present, own);
    });
  });
  const cut = typeof options.min_periods === 'number' ? minPeriods - 1 : 0;
  return cut > 0 ? takeRows(result, rowsFrom(frame.rowCount, cut)) : result;
}

function rowsFrom(rowCount: number, start: number): readonly number[] {
  return Array.from({ length: Math.max(0, rowCount - start) }, (_, row) => row + start);
}

const runningOperators: Readonly<Record<string, (total: number, value: number) => number>> = {
  sum: (total, value) => total + value,
  prod: (total, value) => total * value,
  min: Math.min,
  max: Math.max,
};

/** Running sum, product, minimum or maximum; a null counts as 0, so that a series goes on where it has gaps. */
export function cum(frame: Frame, options: Options): Frame {
  const operator = textOption(options, 'operator') ?? '';
  const combine = Object.hasOwn(runningOperators, operator) ? runningOperators[operator] : undefined;
  if (!combine) throw new QueryError(`Invalid cumulative operator: ${operator}`, 'post_processing');
  return mapColumns(frame, options, (column) => {
    let running: number | null = null;
    return numbersOf(column).map((number) => {
      const value = number ?? 0;
      running = running === null ? value : combine(running, value);
      return running;
    });
  });
}

/** Difference to the row `periods` before, or with `axis: column` to the column before. */
export function diff(frame: Frame, options: Options): Frame {
  const periods = numberOption(options, 'periods', 1);
  if (!Number.isInteger(periods)) throw invalidOption('periods', 'must be a whole number');
  if (options.axis === 'column' || options.axis === 1) return diffAcross(frame, options, periods);
  return mapColumns(frame, options, (column) => {
    const numbers = numbersOf(column);
    return numbers.map((value, row) => minus(value, numbers[row - periods] ?? null));
  });
}

function diffAcross(frame: Frame, options: Options, periods: number): Frame {
  const sources = namesOption(options, 'columns').flatMap(([source]) => findColumns(frame, source));
  return mapColumns(frame, options, (column) => {
    const before = sources[sources.indexOf(column) - periods];
    const others = before ? numbersOf(before) : [];
    return numbersOf(column).map((value, row) => minus(value, others[row] ?? null));
  });
}

function minus(left: number | null, right: number | null): number | null {
  return left === null || right === null ? null : left - right;
}
