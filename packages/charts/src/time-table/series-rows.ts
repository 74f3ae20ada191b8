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
import type { TimeTableForm } from './form.ts';

/** A metric, of a group where there are any, over all moments of the answer. */
export interface SeriesRow {
  readonly name: string;
  readonly metric: string;
  readonly groups: readonly CellValue[];
  /** One for each moment; null where nothing was measured. */
  readonly values: readonly (number | null)[];
}

export interface TimeTable {
  /** In their order. */
  readonly times: readonly number[];
  readonly rows: readonly SeriesRow[];
  /** What all rows of a metric come to at the last moment. */
  readonly lastSums: Readonly<Record<string, number>>;
  readonly limitReached: number | null;
}

const timeColumn = '__timestamp';

/** Points to rows: each metric and each group is one, the greatest last values of groups first. */
export function toModel(results: readonly ResultTable[], context: ModelContext<TimeTableForm>): TimeTable {
  const { form } = context;
  const table = results[0] ?? { columns: [], rowCount: 0 };
  const times = [...new Set(valuesOf(table, timeColumn).flatMap((cell) => numberOfCell(cell) ?? []))].sort(
    (a, b) => a - b,
  );
  const metrics = form.metrics.map(metricLabel).filter((name) => findColumn(table, name) !== undefined);
  const rows = rowsOf(table, { times, metrics, groups: form.groupby.map(columnLabel), context });
  const last = (row: SeriesRow) => row.values.at(-1) ?? null;
  const lastSums: Record<string, number> = {};
  for (const row of rows) lastSums[row.metric] = (lastSums[row.metric] ?? 0) + (last(row) ?? 0);
  if (form.groupby.length > 0)
    rows.sort((a, b) => (last(b) ?? Number.NEGATIVE_INFINITY) - (last(a) ?? Number.NEGATIVE_INFINITY) || 0);
  return { times, rows, lastSums, limitReached: context.answers?.[0]?.limitReached ?? null };
}

interface Shape {
  readonly times: readonly number[];
  readonly metrics: readonly string[];
  readonly groups: readonly string[];
  readonly context: ModelContext<TimeTableForm>;
}

function rowsOf(table: ResultTable, { times, metrics, groups, context }: Shape): SeriesRow[] {
  const places = new Map(times.map((time, place) => [time, place]));
  const moments = valuesOf(table, timeColumn);
  const columns = groups.map((name) => findColumn(table, name));
  const named = (metric: string) => context.verboseNames[metric] ?? metric;
  return metrics.flatMap((metric) => {
    const found = new Map<string, { row: SeriesRow; values: (number | null)[] }>();
    valuesOf(table, metric).forEach((cell, at) => {
      const place = places.get(numberOfCell(moments[at]) ?? Number.NaN);
      if (place === undefined) return;
      const cells = columns.map((column) => column?.values[at] ?? null);
      const label = cells.map((value, index) => labelOfCell(value, columns[index])).join(', ');
      const parts = groups.length === 0 ? [named(metric)] : [label, ...(metrics.length > 1 ? [named(metric)] : [])];
      const known = found.get(label) ?? newRow({ name: parts.join(', '), metric, groups: cells }, times.length);
      known.values[place] = numberOfCell(cell);
      found.set(label, known);
    });
    return [...found.values()].map(({ row }) => row);
  });
}

function newRow(facts: Omit<SeriesRow, 'values'>, length: number) {
  const values = new Array<number | null>(length).fill(null);
  return { row: { ...facts, values }, values };
}

export const isEmpty = ({ rows }: TimeTable): boolean => rows.length === 0;

/** Rows that a limit cut off are moments that look as if nothing had been measured. */
export function undrawnOf({ limitReached, rows }: TimeTable): Undrawn | null {
  if (rows.length > 0 && rows.every(({ values }) => values.every((value) => value === null)))
    return noNumbers(rows.length);
  if (limitReached === null) return null;
  const title = {
    text: msg('The limit of {{limit}} rows was reached: there may be more.'),
    values: { limit: limitReached },
  };
  const remedy = { label: msg('Raise the row limit'), changes: { row_limit: usualRows } };
  return { isAll: false, title, ...(limitReached < usualRows ? { remedy } : {}) };
}

const usualRows = 10_000;
