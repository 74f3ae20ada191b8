import type { CellValue } from '@powerset/contract';
import { QueryError } from '../errors.ts';
import { addUnits, type TimeUnit, truncateTo } from '../time/index.ts';
import { mean, quantile, sum } from './aggregators.ts';
import { type Frame, type FrameColumn, pickColumns, toNumber } from './frame.ts';
import { type Options, requiredText } from './options.ts';

const maxSlots = 200_000;

// Periods bear the name of their start, as truncated time columns do; the data frames of the reference name months and
// years without `S` after their last day, where truncated times are never found.
const ruleUnits: Readonly<Record<string, readonly [TimeUnit, number]>> = {
  S: ['second', 1],
  T: ['minute', 1],
  MIN: ['minute', 1],
  H: ['hour', 1],
  D: ['day', 1],
  W: ['week', 1],
  M: ['month', 1],
  MS: ['month', 1],
  ME: ['month', 1],
  Q: ['month', 3],
  QS: ['month', 3],
  QE: ['month', 3],
  A: ['year', 1],
  AS: ['year', 1],
  Y: ['year', 1],
  YS: ['year', 1],
  YE: ['year', 1],
};

interface Rule {
  readonly unit: TimeUnit;
  readonly count: number;
}

function readRule(text: string): Rule {
  const match = /^(\d{0,5})([a-z]+)(-[a-z]+)?$/i.exec(text.trim());
  const unit =
    match && Object.hasOwn(ruleUnits, match[2]!.toUpperCase()) ? ruleUnits[match[2]!.toUpperCase()] : undefined;
  const count = Number(match?.[1] || 1);
  if (!unit || count < 1) throw new QueryError(`Invalid resample rule: ${text}`, 'post_processing');
  return { unit: unit[0], count: count * unit[1] };
}

type Method = (slot: Slot, column: FrameColumn) => CellValue;

interface Slot {
  /** Rows inside the slot, in time. */
  readonly rows: readonly number[];
  /** Row exactly at its start, last row not after it, first row not before it; -1 where there is none. */
  readonly exact: number;
  readonly before: number;
  readonly after: number;
}

const methods: Readonly<Record<string, Method>> = {
  asfreq: (slot, column) => at(column, slot.exact),
  linear: (slot, column) => at(column, slot.exact),
  ffill: (slot, column) => at(column, slot.before),
  bfill: (slot, column) => at(column, slot.after),
  mean: (slot, column) => mean(numbersIn(slot, column)),
  median: (slot, column) => quantile(numbersIn(slot, column), 0.5),
  sum: (slot, column) => sum(numbersIn(slot, column)),
};

function at(column: FrameColumn, row: number): CellValue {
  return row < 0 ? null : (column.values[row] ?? null);
}

function numbersIn(slot: Slot, column: FrameColumn): readonly number[] {
  return slot.rows.map((row) => toNumber(column.values[row])).filter((number) => number !== null);
}

/** Puts a frame with a time index onto an even grid of times. */
export function resample(frame: Frame, options: Options): Frame {
  const [time] = frame.index;
  if (!time || frame.index.length !== 1 || time.type !== 'temporal') {
    throw new QueryError('Resample operation requires DatetimeIndex', 'post_processing');
  }
  const name = requiredText(options, 'method');
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (!method) throw new QueryError(`Invalid resample method: ${name}`, 'post_processing');
  const rows = sortedRows(time);
  const sorted = { ...time, values: rows.map((row) => time.values[row] ?? null) };
  const starts = gridOf(sorted, readRule(requiredText(options, 'rule')));
  const slots = toSlots(sorted, starts);
  const fill = name === 'asfreq' ? toNumber(options.fill_value as CellValue | undefined) : null;
  const columns = pickColumns(frame.columns, rows).map((column) => {
    const values = slots.map((slot) => (slot.exact < 0 && fill !== null ? fill : method(slot, column)));
    return { ...column, values: name === 'linear' ? interpolate(values) : values };
  });
  return { index: [{ ...time, values: starts }], columns, rowCount: starts.length };
}

function sortedRows(time: FrameColumn): readonly number[] {
  const rows = time.values.map((_, row) => row).filter((row) => toNumber(time.values[row]) !== null);
  return rows.sort((left, right) => toNumber(time.values[left])! - toNumber(time.values[right])!);
}

function gridOf(time: FrameColumn, rule: Rule): readonly number[] {
  const first = toNumber(time.values[0]);
  const last = toNumber(time.values.at(-1));
  if (first === null || last === null) return [];
  const starts: number[] = [];
  const origin = firstSlot(new Date(first), rule);
  for (let step = 0; ; step += 1) {
    const start = addUnits(origin, step * rule.count, rule.unit).getTime();
    if (start > last) return starts;
    if (starts.length >= maxSlots) throw new QueryError(`Resample gives more than ${maxSlots} rows`, 'post_processing');
    starts.push(start);
  }
}

// Slots shorter than a day count from midnight of the first day; longer ones from the start of the first.
function firstSlot(first: Date, rule: Rule): Date {
  const isShort = rule.unit === 'second' || rule.unit === 'minute' || rule.unit === 'hour';
  if (!isShort) return truncateTo(first, rule.unit === 'month' && rule.count === 3 ? 'quarter' : rule.unit);
  const midnight = truncateTo(first, 'day');
  const size = addUnits(midnight, rule.count, rule.unit).getTime() - midnight.getTime();
  return new Date(midnight.getTime() + Math.floor((first.getTime() - midnight.getTime()) / size) * size);
}

function toSlots(time: FrameColumn, starts: readonly number[]): readonly Slot[] {
  const times = time.values.map((value) => toNumber(value) ?? 0);
  let row = 0;
  return starts.map((start, position) => {
    const end = starts[position + 1] ?? Number.POSITIVE_INFINITY;
    const first = row;
    while (row < times.length && times[row]! < end) row += 1;
    const exact = times[first] === start && first < row ? first : -1;
    const rows = Array.from({ length: row - first }, (_, offset) => first + offset);
    return { rows, exact, before: exact >= 0 ? exact : first - 1, after: first < times.length ? first : -1 };
  });
}

/** Fills gaps between known values on a straight line, and the end with the last one. */
function interpolate(values: readonly CellValue[]): readonly CellValue[] {
  const numbers = values.map(toNumber);
  const result = [...numbers];
  let known = -1;
  numbers.forEach((number, position) => {
    if (number === null) {
      if (known >= 0) result[position] = numbers[known] ?? null;
      return;
    }
    const start = known >= 0 ? numbers[known]! : number;
    for (let gap = known + 1; known >= 0 && gap < position; gap += 1) {
      result[gap] = start + ((number - start) * (gap - known)) / (position - known);
    }
    known = position;
  });
  return result;
}
