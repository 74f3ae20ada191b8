import { labelOfCell, numberOfCell } from '@powerset/chart-kit';
import type { CellValue } from '@powerset/contract';

export const aggregateFunctions = [
  'Count',
  'Count Unique Values',
  'List Unique Values',
  'Sum',
  'Average',
  'Median',
  'Sample Variance',
  'Sample Standard Deviation',
  'Minimum',
  'Maximum',
  'First',
  'Last',
  'Sum as Fraction of Total',
  'Sum as Fraction of Rows',
  'Sum as Fraction of Columns',
  'Count as Fraction of Total',
  'Count as Fraction of Rows',
  'Count as Fraction of Columns',
] as const;
export type AggregateFunction = (typeof aggregateFunctions)[number];

/** What a fraction is a fraction of; null for functions that are none. */
export function wholeOf(name: AggregateFunction): 'total' | 'row' | 'column' | null {
  if (name.endsWith('Total')) return 'total';
  if (name.endsWith('Fraction of Rows')) return 'row';
  return name.endsWith('Fraction of Columns') ? 'column' : null;
}

/** The function of which a fraction is made. */
const baseOf = (name: AggregateFunction): string => name.replace(/ as Fraction of .*$/, '');

type Aggregator = (values: readonly CellValue[]) => number | string | null;

const numbersOf = (values: readonly CellValue[]) =>
  values.map(numberOfCell).filter((value): value is number => value !== null);
const sumOf = (numbers: readonly number[]) => numbers.reduce((sum, value) => sum + value, 0);
const distinctOf = (values: readonly CellValue[]) => [
  ...new Set(values.filter((value) => value !== null).map((value) => labelOfCell(value))),
];

function ofNumbers(reduce: (numbers: readonly number[]) => number | null): Aggregator {
  return (values) => {
    const numbers = numbersOf(values);
    return numbers.length === 0 ? null : reduce(numbers);
  };
}

function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}

/** The sample's variance; one value alone has none. */
function variance(numbers: readonly number[]): number | null {
  if (numbers.length < 2) return null;
  const mean = sumOf(numbers) / numbers.length;
  return sumOf(numbers.map((value) => (value - mean) ** 2)) / (numbers.length - 1);
}

const ordered = (values: readonly CellValue[]) =>
  distinctOf(values).sort((a, b) => a.localeCompare(b, undefined, { numeric: true }));

/** Smallest and largest as numbers where there are some, else by text: "First" and "Last" mean the order of keys. */
function edge(position: 0 | -1): Aggregator {
  return (values) => {
    const numbers = numbersOf(values);
    if (numbers.length > 0) return [...numbers].sort((a, b) => a - b).at(position) ?? null;
    return ordered(values).at(position) ?? null;
  };
}

const aggregators: Readonly<Record<string, Aggregator>> = {
  Count: (values) => values.length,
  'Count Unique Values': (values) => distinctOf(values).length,
  'List Unique Values': (values) => ordered(values).join(', '),
  Sum: ofNumbers(sumOf),
  Average: ofNumbers((numbers) => sumOf(numbers) / numbers.length),
  Median: ofNumbers(median),
  'Sample Variance': ofNumbers(variance),
  'Sample Standard Deviation': ofNumbers((numbers) => {
    const spread = variance(numbers);
    return spread === null ? null : Math.sqrt(spread);
  }),
  Minimum: ofNumbers((numbers) => numbers.reduce((low, value) => Math.min(low, value), numbers[0]!)),
  Maximum: ofNumbers((numbers) => numbers.reduce((high, value) => Math.max(high, value), numbers[0]!)),
  First: edge(0),
  Last: edge(-1),
};

/** Values of one cell to one figure. A fraction is the base function; the whole is divided by later. */
export function aggregate(name: AggregateFunction, values: readonly CellValue[]): number | string | null {
  return values.length === 0 ? null : (aggregators[baseOf(name)]?.(values) ?? null);
}
