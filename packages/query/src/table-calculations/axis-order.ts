import type { CellValue, QueryObject, ResultColumn } from '@powerset/contract';
import { compareCells } from '../post-processing/index.ts';
import { addUnits, type TimeUnit } from '../time/index.ts';

/** The positions of an axis, in the order in which calculations run along them. */
export interface AxisOrder {
  readonly count: number;
  /** For each row its position. */
  readonly positionOf: readonly number[];
  /** The position some steps before; null where there is none, as where a period has no row at all. */
  back(position: number, steps: number): number | null;
  /** Whether so many steps before is no earlier than where the axis begins. */
  isWithin(position: number, steps: number): boolean;
}

/** Rows without an axis follow each other as they came. */
export function rowOrder(rowCount: number): AxisOrder {
  return {
    count: rowCount,
    positionOf: Array.from({ length: rowCount }, (_, row) => row),
    ...plainSteps,
  };
}

const plainBack = (position: number, steps: number) => (position >= steps ? position - steps : null);
const plainSteps = { back: plainBack, isWithin: (position: number, steps: number) => position >= steps };

interface AxisGiven {
  readonly grain: string | null;
  readonly query: Pick<QueryObject, 'post_processing'>;
  readonly columns: readonly ResultColumn[];
}

/** The positions of a column: times and numbers by size, categories as the query's own steps put them. */
export function axisOrder(axis: ResultColumn, given: AxisGiven): AxisOrder {
  const rowOf = new Map<CellValue, number>();
  axis.values.forEach((value, row) => {
    if (!rowOf.has(value)) rowOf.set(value, row);
  });
  const values = [...rowOf.keys()].sort(orderOf(axis, rowOf, given));
  const places = new Map(values.map((value, position) => [value, position]));
  return {
    count: values.length,
    positionOf: axis.values.map((value) => places.get(value)!),
    ...(axis.type === 'temporal' ? timeSteps(values, places, given.grain) : plainSteps),
  };
}

type Compare = (left: CellValue, right: CellValue) => number;

function orderOf(axis: ResultColumn, rowOf: ReadonlyMap<CellValue, number>, { query, columns }: AxisGiven): Compare {
  if (axis.type === 'temporal') return compareCells;
  const rules = query.post_processing ?? [];
  const sort = rules.find((rule) => rule?.operation === 'sort')?.options;
  const direction = sort?.ascending === false ? -1 : 1;
  const by = columns.find(({ name }) => name === sort?.by);
  if (by) {
    const figure = (value: CellValue) => by.values[rowOf.get(value)!] ?? null;
    return (left, right) => {
      const [a, b] = [figure(left), figure(right)];
      return a === null || b === null ? compareCells(a, b) : direction * compareCells(a, b);
    };
  }
  if (sort?.is_sort_index === true) return (left, right) => direction * compareCells(left, right);
  const isSorted = axis.type === 'number' || rules.some((rule) => rule?.operation === 'pivot');
  return isSorted ? compareCells : (left, right) => rowOf.get(left)! - rowOf.get(right)!;
}

/** Of times that were cut to a grain the one before is a step of it earlier, whether a row has it or not. */
function timeSteps(values: readonly CellValue[], places: ReadonlyMap<CellValue, number>, grain: string | null) {
  const step = stepOf(grain);
  if (!step) return plainSteps;
  const first = values.find((value) => typeof value === 'number') ?? null;
  const timeBefore = (position: number, steps: number) => {
    const time = values[position];
    return typeof time === 'number' ? addUnits(new Date(time), -steps * step.amount, step.unit).getTime() : null;
  };
  return {
    back: (position: number, steps: number): number | null => {
      const time = timeBefore(position, steps);
      return time === null ? null : (places.get(time) ?? null);
    },
    isWithin: (position: number, steps: number): boolean => {
      const time = timeBefore(position, steps);
      return time !== null && first !== null && time >= first;
    },
  };
}

const dayUnits: Readonly<Record<string, TimeUnit>> = { D: 'day', W: 'week', M: 'month', Y: 'year' };
const clockUnits: Readonly<Record<string, TimeUnit>> = { S: 'second', M: 'minute', H: 'hour' };

/** How far a time grain reaches; weeks that start or end on a day of choice are weeks like others. */
function stepOf(grain: string | null): { readonly amount: number; readonly unit: TimeUnit } | null {
  const found = /(?:^|\/)P(T?)(\d+(?:\.\d+)?)([SMHDWY])(?:\/|$)/.exec(grain ?? '');
  const unit = found && (found[1] ? clockUnits : dayUnits)[found[3]!];
  const amount = Number(found?.[2]);
  if (!unit) return null;
  // Half an hour is thirty minutes, a quarter of a year three months.
  if (unit === 'hour' && !Number.isInteger(amount)) return { amount: amount * 60, unit: 'minute' };
  return unit === 'year' && !Number.isInteger(amount) ? { amount: amount * 12, unit: 'month' } : { amount, unit };
}
