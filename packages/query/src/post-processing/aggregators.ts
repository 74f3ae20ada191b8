import type { CellValue } from '@powerset/contract';
import { QueryError } from '../errors.ts';
import { compareCells, toNumber } from './frame.ts';
import { numberOption, type Options, textOption } from './options.ts';

/** Makes one value of many; null where there is nothing to make it from. */
export type Aggregator = (values: readonly CellValue[], options: Options) => CellValue;

type NumberAggregator = (numbers: readonly number[], options: Options) => number | null;

export function sum(numbers: readonly number[]): number {
  let total = 0;
  let lost = 0;
  for (const number of numbers) {
    const next = total + number;
    lost += Math.abs(total) >= Math.abs(number) ? total - next + number : number - next + total;
    total = next;
  }
  return total + lost;
}

export function mean(numbers: readonly number[]): number | null {
  return numbers.length === 0 ? null : sum(numbers) / numbers.length;
}

/** Variance; `freedom` 0 of the whole population, 1 of a sample. */
export function variance(numbers: readonly number[], freedom: 0 | 1): number | null {
  const middle = mean(numbers);
  if (middle === null || numbers.length <= freedom) return null;
  return sum(numbers.map((number) => (number - middle) ** 2)) / (numbers.length - freedom);
}

export type QuantileRule = 'linear' | 'midpoint' | 'lower' | 'higher' | 'nearest';

/** The rule of that name; `linear` for any other. */
export function quantileRule(name: unknown): QuantileRule {
  return name === 'midpoint' || name === 'lower' || name === 'higher' || name === 'nearest' ? name : 'linear';
}

/** The value below which a fraction (0 to 1) of the numbers lies. */
export function quantile(numbers: readonly number[], fraction: number, rule: QuantileRule = 'linear'): number | null {
  if (numbers.length === 0) return null;
  const sorted = [...numbers].sort((left, right) => left - right);
  const position = (sorted.length - 1) * fraction;
  const low = sorted[Math.floor(position)]!;
  const high = sorted[Math.ceil(position)]!;
  const part = position - Math.floor(position);
  const byRule: Readonly<Record<QuantileRule, number>> = {
    linear: low + (high - low) * part,
    midpoint: (low + high) / 2,
    lower: low,
    higher: high,
    nearest: part <= 0.5 ? low : high,
  };
  return byRule[rule];
}

function ofNumbers(aggregate: NumberAggregator): Aggregator {
  return (values, options) => {
    const numbers: number[] = [];
    for (const value of values) {
      const number = toNumber(value);
      if (number !== null) numbers.push(number);
    }
    return aggregate(numbers, options);
  };
}

function extreme(direction: 1 | -1): Aggregator {
  return (values) => {
    let best: CellValue = null;
    for (const value of values) {
      if (value !== null && (best === null || compareCells(value, best) * direction > 0)) best = value;
    }
    return best;
  };
}

function positionOf(direction: 1 | -1): Aggregator {
  return (values, options) => {
    const best = extreme(direction)(values, options);
    return best === null ? null : values.indexOf(best);
  };
}

const total: Aggregator = ofNumbers(sum);
const average: Aggregator = ofNumbers(mean);
const middle: Aggregator = ofNumbers((numbers) => quantile(numbers, 0.5));
const product: Aggregator = ofNumbers((numbers) => numbers.reduce((left, right) => left * right, 1));
const percentile: Aggregator = ofNumbers((numbers, options) => {
  return quantile(numbers, numberOption(options, 'q', 50) / 100, quantileRule(options.method ?? options.interpolation));
});
const spread: Aggregator = ofNumbers((numbers) => {
  const squared = variance(numbers, 0);
  return squared === null ? null : Math.sqrt(squared);
});

const aggregators: Readonly<Record<string, Aggregator>> = {
  average,
  mean: average,
  nanmean: average,
  median: middle,
  nanmedian: middle,
  sum: total,
  nansum: total,
  cumsum: total,
  prod: product,
  product,
  cumprod: product,
  min: extreme(-1),
  nanmin: extreme(-1),
  max: extreme(1),
  nanmax: extreme(1),
  argmin: positionOf(-1),
  argmax: positionOf(1),
  // All that was aggregated, nulls too.
  count: (values) => values.length,
  count_nonzero: (values) => values.reduce<number>((count, value) => (value === null || value ? count + 1 : count), 0),
  percentile,
  nanpercentile: percentile,
  std: spread,
  var: ofNumbers((numbers) => variance(numbers, 0)),
};

/** The aggregator of that name; throws `QueryError` for any other operator. */
export function findAggregator(description: Options): Aggregator {
  const operator = textOption(description, 'operator') ?? '';
  const found = Object.hasOwn(aggregators, operator) ? aggregators[operator] : undefined;
  if (!found) throw new QueryError(`Unsupported numpy function: ${operator}`, 'post_processing');
  return found;
}
