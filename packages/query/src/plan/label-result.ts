import type { CellValue, ResultColumn, ResultTable } from '@powerset/contract';
import { applySteps, formattedTimeReader, parseSteps } from '../time/index.ts';
import type { PlannedColumn, QueryPlan } from './plan-query.ts';

type LabelledPlan = Pick<QueryPlan, 'columns' | 'offsetHours' | 'timeShift'>;

/**
 * Gives an engine's answer the plan's labels, by position, turns the plan's times into times where the engine wrote text,
 * and moves them by the dataset's offset and the query's time shift.
 */
export function labelResult(table: ResultTable, plan: LabelledPlan): ResultTable {
  const move = timeMover(plan);
  const columns = table.columns.map((column, index) => {
    const planned = plan.columns[index];
    return planned ? labelColumn(column, planned, move) : column;
  });
  return { ...table, columns };
}

/**
 * The labels alone, where they are all that a plan changes of an engine's answer; null where its values change too and
 * `labelResult` is needed.
 */
export function labelHeaders<Header extends Pick<ResultColumn, 'name' | 'type'>>(
  headers: readonly Header[],
  plan: LabelledPlan,
): readonly Header[] | null {
  const moves = timeMover(plan) !== null;
  const hasNewValues = headers.some(({ type }, index) => {
    const planned = plan.columns[index];
    return planned !== undefined && changesValues(type, planned, moves);
  });
  if (hasNewValues) return null;
  return headers.map((header, index) => ({ ...header, name: plan.columns[index]?.label ?? header.name }));
}

function changesValues(type: ResultColumn['type'], planned: PlannedColumn, moves: boolean): boolean {
  const isTime = planned.type === 'temporal' || type === 'temporal';
  return isTime && planned.role !== 'metric' && (type === 'string' || moves);
}

function labelColumn(
  column: ResultColumn,
  planned: PlannedColumn,
  move: ((ms: number) => number) | null,
): ResultColumn {
  const named: ResultColumn = { ...column, name: planned.label };
  if (!changesValues(column.type, planned, move !== null)) return named;
  const read = planned.textFormat ? timeReader(planned.textFormat) : readTime;
  const needsReading = column.type === 'string';
  const values = column.values.map((value) => moveValue(needsReading ? read(value) : value, move));
  const isRead = values.every((value) => value === null || typeof value === 'number');
  return isRead ? { ...named, type: 'temporal', values } : named;
}

function moveValue(value: CellValue, move: ((ms: number) => number) | null): CellValue {
  return move && typeof value === 'number' ? move(value) : value;
}

/** Reads texts in a strftime format; what is written otherwise stays as it is. */
function timeReader(format: string): (value: CellValue) => CellValue {
  const read = formattedTimeReader(format);
  return read ? (value) => (typeof value === 'string' ? (read(value) ?? value) : value) : readTime;
}

function readTime(value: CellValue): CellValue {
  if (typeof value !== 'string') return value;
  const ms = Date.parse(/[zZ]|[+-]\d{2}:?\d{2}$/.test(value) ? value : `${value.replace(' ', 'T')}Z`);
  const dayMs = Date.parse(value);
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(value);
  const result = isDay ? dayMs : ms;
  return Number.isNaN(result) ? value : result;
}

function timeMover(plan: LabelledPlan): ((ms: number) => number) | null {
  const steps = plan.timeShift ? (parseSteps(plan.timeShift.replace(/\s+ago\s*$/i, '')) ?? []) : [];
  const offsetMs = plan.offsetHours * 3_600_000;
  if (steps.length === 0 && offsetMs === 0) return null;
  return (ms) => applySteps(new Date(ms), steps, 1).getTime() + offsetMs;
}
