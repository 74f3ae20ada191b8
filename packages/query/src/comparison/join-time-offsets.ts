import type { CellValue, ResultColumn, ResultTable } from '@powerset/contract';
import type { QueryPlan } from '../plan/index.ts';
import { addUnits, type TimeUnit, truncateTo } from '../time/index.ts';
import { type Compared, unshiftTimeOffset } from './time-offset.ts';

export interface OffsetResult {
  readonly offset: string;
  /** Labelled like the main result (see `labelResult`). */
  readonly table: ResultTable;
}

/** The name under which a metric of an offset stands beside the metric of now. */
export function offsetLabel(metric: string, offset: string): string {
  return `${metric}__${offset}`;
}

/**
 * Puts the metrics of other periods beside those of the main result: their times are moved into the main period, and rows
 * belong together where all columns that are no metrics are equal. Where the other period has no such row stands null.
 */
export function joinTimeOffsets(main: ResultTable, plan: QueryPlan, others: readonly OffsetResult[]): ResultTable {
  const bounds = { since: plan.from, until: plan.to, calendar: plan.timeCalendar };
  const joined = others.flatMap((other) => joinedColumns(main, plan, { other, bounds }));
  return { ...main, columns: [...main.columns, ...joined] };
}

interface Partner {
  readonly other: OffsetResult;
  readonly bounds: Compared;
}

function joinedColumns(main: ResultTable, plan: QueryPlan, { other, bounds }: Partner): readonly ResultColumn[] {
  const positions = plan.columns.map((_, position) => position);
  const keys = positions.filter((position) => plan.columns[position]?.role === 'column');
  const metrics = positions.filter((position) => plan.columns[position]?.role === 'metric');
  const codes = new Map<string, number>();
  const mainKeys = keys.map((position) => keyColumn(main, plan, { position, move: (ms) => ms }));
  const otherKeys = keys.map((position) =>
    keyColumn(other.table, plan, { position, move: backToMain(other.offset, bounds) }),
  );
  const rowOf = new Map<number, number>();
  for (let row = 0; row < other.table.rowCount; row += 1) {
    const code = codeOf(otherKeys, row, codes);
    if (!rowOf.has(code)) rowOf.set(code, row);
  }
  const rows = Array.from({ length: main.rowCount }, (_, row) => rowOf.get(codeOf(mainKeys, row, codes)));
  return metrics.flatMap((position) => {
    const column = other.table.columns[position];
    if (!column) return [];
    const values = rows.map((row) => (row === undefined ? null : (column.values[row] ?? null)));
    return [{ ...column, name: offsetLabel(column.name, other.offset), values }];
  });
}

function codeOf(keys: readonly (readonly CellValue[])[], row: number, codes: Map<string, number>): number {
  const key = keys.map((values) => `${typeof values[row]}:${String(values[row])}`).join('\u0000');
  const known = codes.get(key);
  if (known !== undefined) return known;
  codes.set(key, codes.size);
  return codes.size - 1;
}

interface Key {
  readonly position: number;
  readonly move: (ms: number) => number;
}

function keyColumn(table: ResultTable, plan: QueryPlan, { position, move }: Key): readonly CellValue[] {
  const values = table.columns[position]?.values ?? [];
  const planned = plan.columns[position];
  if (!planned?.isTimeAxis) return values;
  const toKey = grainKey(planned.grain);
  const cache = new Map<CellValue, CellValue>();
  return values.map((value) => {
    if (typeof value !== 'number') return value;
    const known = cache.get(value);
    if (known !== undefined) return known;
    const key = toKey(move(value));
    cache.set(value, key);
    return key;
  });
}

function backToMain(offset: string, bounds: Compared): (ms: number) => number {
  return (ms) => unshiftTimeOffset(new Date(ms), offset, bounds).getTime();
}

const unitsOfGrains: Readonly<Record<string, TimeUnit>> = {
  P7D: 'week',
  P1W: 'week',
  P1M: 'month',
  P3M: 'quarter',
  P1Y: 'year',
};

// A year before a Monday is no Monday: weeks and longer units are told apart by the unit that a time lies in.
function grainKey(grain: string | null): (ms: number) => number {
  const unit = unitsOfGrains[grain ?? ''] ?? (grain?.includes('P1W') ? 'week' : undefined);
  if (!unit) return (ms) => ms;
  // The middle of a week tells it apart, whatever day it is named after and whichever way a shift by years moved that.
  const lead = unit === 'week' ? daysToMiddle(grain ?? '') : 0;
  return (ms) => truncateTo(addUnits(new Date(ms), lead, 'day'), unit).getTime();
}

function daysToMiddle(grain: string): number {
  return grain.startsWith('P1W/') ? -3 : 3;
}
