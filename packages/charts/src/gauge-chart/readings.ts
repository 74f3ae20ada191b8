import {
  findColumn,
  labelOfCell,
  type ModelContext,
  msg,
  numberOfCell,
  type Undrawn,
  valuesOf,
} from '@powerset/chart-kit';
import { type CellValue, columnLabel, metricLabel, type ResultTable } from '@powerset/contract';
import { noNumbers } from '../shared/no-numbers.ts';
import { roundScale } from '../shared/round-scale.ts';
import type { GaugeForm } from './form.ts';

export interface Reading {
  readonly name: string;
  readonly value: number;
  readonly keys: readonly CellValue[];
}

export interface Interval {
  readonly from: number;
  readonly to: number;
  /** Which colour of the scheme, from 0. */
  readonly color: number;
}

/** Values on one scale. */
export interface Readings {
  readonly readings: readonly Reading[];
  readonly low: number;
  readonly high: number;
  readonly intervals: readonly Interval[];
  readonly dimensions: readonly string[];
  readonly metric: string;
  readonly blanks: number;
  readonly beyond: number;
  /** How many values lie outside the scale. */
  readonly outside: number;
}

/** More rings and names than these find no room. */
const mostReadings = 10;

export function toModel(results: readonly ResultTable[], context: ModelContext<GaugeForm>): Readings {
  const { form } = context;
  const table = results[0] ?? { columns: [], rowCount: 0 };
  const dimensions = form.groupby.map(columnLabel);
  const columns = dimensions.map((name) => findColumn(table, name));
  const metric = form.metric ? metricLabel(form.metric) : '';
  const cells = valuesOf(table, metric).map(numberOfCell);
  const all = cells.flatMap((value, row): Reading[] => {
    const names = columns.map((column) => labelOfCell(column?.values[row], column));
    const name = names.length > 0 ? names.join(', ') : (context.verboseNames[metric] ?? metric);
    const keys = columns.map((column) => column?.values[row] ?? null);
    return value === null ? [] : [{ name, value, keys }];
  });
  const readings = all.slice(0, mostReadings);
  const bounds = listOf(form.intervals).sort((a, b) => a - b);
  const values = [...readings.map(({ value }) => value), ...bounds];
  const { low, high } = roundScale(values, { min: form.min_val, max: form.max_val });
  return {
    readings,
    low,
    high,
    intervals: intervalsOf(bounds, { low, high, colors: listOf(form.interval_color_indices) }),
    dimensions,
    metric,
    blanks: cells.length - all.length,
    beyond: all.length - readings.length,
    outside: readings.filter(({ value }) => value < low || value > high).length,
  };
}

const listOf = (text: string): number[] =>
  text
    .split(',')
    .filter((part) => part.trim() !== '')
    .map(Number)
    .filter(Number.isFinite)
    .slice(0, 50);

function intervalsOf(
  bounds: readonly number[],
  { low, high, colors }: { readonly low: number; readonly high: number; readonly colors: readonly number[] },
): readonly Interval[] {
  const within = bounds.filter((bound) => bound > low && bound <= high);
  if (within.length === 0) return [];
  const ends = within.at(-1) === high ? within : [...within, high];
  return ends.map((to, at) => ({ from: ends[at - 1] ?? low, to, color: Math.max(0, (colors[at] ?? at + 1) - 1) }));
}

export function undrawnOf({ readings, blanks, beyond, outside, low, high }: Readings): Undrawn | null {
  const all = readings.length + beyond + blanks;
  if (all > 0 && readings.length === 0) return noNumbers(all);
  if (outside > 0) {
    const text = msg('{{outside}} of {{all}} values lie outside the scale from {{low}} to {{high}}.');
    const remedy = { label: msg('Fit the scale to the values'), changes: { min_val: null, max_val: null } };
    return { isAll: false, title: { text, values: { outside, all: readings.length, low, high } }, remedy };
  }
  if (beyond > 0) {
    const text = msg('The first {{count}} of {{all}} values are drawn.');
    return { isAll: false, title: { text, values: { count: readings.length, all: all - blanks } } };
  }
  if (blanks === 0) return null;
  const text = msg('{{undrawn}} of {{all}} values are empty and are not drawn.');
  return { isAll: false, title: { text, values: { undrawn: blanks, all } } };
}
