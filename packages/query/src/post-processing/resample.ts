import type { CellValue } from '@powerset/contract';
import { QueryError } from '../errors.ts';
import { mean, quantile, sum } from './aggregators.ts';
import { type Frame, type FrameColumn, pickColumns, toNumber } from './frame.ts';
import { type Options, requiredText } from './options.ts';
import { readRule, type Slot, slotsBetween } from './resample-rules.ts';

interface Period {
  readonly label: number;
  /** Rows inside the period, in time. */
  readonly rows: readonly number[];
  /** The row exactly at the label, the last one not after it, the first one not before it; -1 where there is none. */
  readonly exact: number;
  readonly before: number;
  readonly after: number;
}

type Values = readonly CellValue[];
type Method = (periods: readonly Period[], column: FrameColumn) => Values;

const methods: Readonly<Record<string, Method>> = {
  asfreq: eachOf((period, column) => at(column, period.exact)),
  linear: (periods, column) => interpolate(periods.map((period) => at(column, period.exact))),
  ffill: (periods, column) => filledForward(periods.map((period) => at(column, period.before))),
  bfill: (periods, column) => filledForward(periods.map((period) => at(column, period.after)).reverse()).reverse(),
  mean: eachOf((period, column) => mean(numbersIn(period, column))),
  median: eachOf((period, column) => quantile(numbersIn(period, column), 0.5)),
  sum: eachOf((period, column) => sum(numbersIn(period, column))),
};

function eachOf(toValue: (period: Period, column: FrameColumn) => CellValue): Method {
  return (periods, column) => periods.map((period) => toValue(period, column));
}

function at(column: FrameColumn, row: number): CellValue {
  return row < 0 ? null : (column.values[row] ?? null);
}

function numbersIn(period: Period, column: FrameColumn): readonly number[] {
  return period.rows.map((row) => toNumber(column.values[row])).filter((number) => number !== null);
}

function filledForward(values: Values): CellValue[] {
  let last: CellValue = null;
  return values.map((value) => {
    last = value ?? last;
    return last;
  });
}

/** Puts a frame with a time index onto an even grid of times; a fill value stands for every null, old and new. */
export function resample(frame: Frame, options: Options): Frame {
  const [time] = frame.index;
  if (!time || frame.index.length !== 1 || time.type !== 'temporal') {
    throw new QueryError('Resample operation requires DatetimeIndex', 'post_processing');
  }
  const name = requiredText(options, 'method');
  const method = Object.hasOwn(methods, name) ? methods[name] : undefined;
  if (!method) throw new QueryError(`Invalid resample method: ${name}`, 'post_processing');
  const rule = readRule(requiredText(options, 'rule'));
  const rows = sortedRows(time);
  const times = rows.map((row) => toNumber(time.values[row])!);
  const slots = times.length === 0 ? [] : slotsBetween(times[0]!, times.at(-1)!, rule);
  const periods = toPeriods(times, slots);
  const fill = name === 'asfreq' ? toNumber(options.fill_value as CellValue | undefined) : null;
  const columns = pickColumns(frame.columns, rows).map((column) => {
    const values = method(periods, column);
    return { ...column, values: fill === null ? values : values.map((value) => value ?? fill) };
  });
  return { index: [{ ...time, values: slots.map(({ label }) => label) }], columns, rowCount: slots.length };
}

function sortedRows(time: FrameColumn): readonly number[] {
  const rows = time.values.map((_, row) => row).filter((row) => toNumber(time.values[row]) !== null);
  return rows.sort((left, right) => toNumber(time.values[left])! - toNumber(time.values[right])!);
}

function toPeriods(times: readonly number[], slots: readonly Slot[]): readonly Period[] {
  let row = 0;
  let notAfter = 0;
  return slots.map(({ label, end }) => {
    const first = row;
    while (row < times.length && times[row]! < end) row += 1;
    while (notAfter < times.length && times[notAfter]! <= label) notAfter += 1;
    const before = notAfter - 1;
    const exact = before >= 0 && times[before] === label ? before : -1;
    const after = notAfter < times.length ? notAfter : -1;
    const rows = Array.from({ length: row - first }, (_, offset) => first + offset);
    return { label, rows, exact, before, after: exact >= 0 ? exact : after };
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
