import {
  type CellValue,
  metricLabel,
  type QueryObject,
  type ResultColumn,
  type ResultTable,
  type TableCalculation,
} from '@powerset/contract';
import type { QueryPlan } from '../plan/index.ts';
import { toNumber } from '../post-processing/index.ts';
import { type AxisOrder, axisOrder, rowOrder } from './axis-order.ts';
import { axisLabel, calculationOffsets, calculationsOf } from './plan-calculations.ts';
import { keysOf, type Wholes, wholesOf } from './wholes.ts';

export interface Calculating {
  readonly query: QueryObject;
  readonly plan: Pick<QueryPlan, 'columns'>;
  /** The answer to `wholeQuery`, labelled; null where the rows that came are all there are. */
  readonly whole: ResultTable | null;
}

type Numbers = readonly (number | null)[];

/**
 * The table with calculated metrics, under their labels and in its rows' order; what only calculations compare with is
 * gone. Totals have shares of the whole and nothing else: a total of ranks or changes says nothing.
 */
export function calculateTable(table: ResultTable, given: Calculating): ResultTable {
  const calculations = calculationsOf(given.query);
  if (calculations.length === 0) return table;
  const layout = layoutOf(table, given);
  const asked = given.query.time_offsets ?? [];
  const done = new Map<string, Numbers>();
  for (const calculation of calculations) {
    const names = [calculation.metric, ...asked.map((offset) => earlierName(calculation.metric, offset))];
    names.forEach((name, index) => {
      const column = table.columns.find((candidate) => candidate.name === name);
      if (column) done.set(name, calculate({ calculation, column, layout, given, table, isEarlier: index > 0 }));
    });
  }
  const own = calculationOffsets(given.query).filter((offset) => !asked.includes(offset));
  const passing = new Set(
    (given.query.metrics ?? []).flatMap((metric) => own.map((offset) => earlierName(metricLabel(metric), offset))),
  );
  const columns = table.columns
    .filter(({ name }) => !passing.has(name))
    .map((column): ResultColumn => {
      const values = done.get(column.name);
      return values ? { name: column.name, type: 'number', nativeType: 'DOUBLE', values } : column;
    });
  return { ...table, columns };
}

const earlierName = (metric: string, offset: string) => `${metric}__${offset}`;

/** Where each row stands: at which position of the axis, and in which series. */
interface Layout {
  readonly order: AxisOrder;
  readonly axis: string | undefined;
  /** Labels of the columns that rows are grouped by. */
  readonly columns: readonly string[];
  readonly seriesOf: readonly number[];
  readonly seriesCount: number;
  readonly rowAt: (series: number, position: number) => number | undefined;
}

function layoutOf(table: ResultTable, { plan, query }: Calculating): Layout {
  const columns = plan.columns.filter(({ role }) => role === 'column').map(({ label }) => label);
  const planned = plan.columns.find(({ isTimeAxis }) => isTimeAxis);
  const axis = axisLabel(query.columns) ?? planned?.label;
  const axisColumn = table.columns.find(({ name }) => name === axis);
  const grain = plan.columns.find(({ label }) => label === axis)?.grain ?? null;
  const order = axisColumn ? axisOrder(axisColumn, { grain, query, columns: table.columns }) : rowOrder(table.rowCount);
  // Without an axis all rows are one series.
  const groups = axisColumn ? columns.filter((label) => label !== axis) : [];
  const { ids, count } = keysOf(table, groups);
  const rows = new Map(order.positionOf.map((position, row) => [ids[row]! * order.count + position, row]));
  return {
    order,
    axis: axisColumn && axis,
    columns,
    seriesOf: ids,
    seriesCount: count,
    rowAt: (series, position) => rows.get(series * order.count + position),
  };
}

interface Column {
  readonly calculation: TableCalculation;
  readonly column: ResultColumn;
  readonly layout: Layout;
  readonly given: Calculating;
  readonly table: ResultTable;
  /** A metric of an earlier time, whose whole nobody asked for. */
  readonly isEarlier: boolean;
}

function calculate(request: Column): Numbers {
  const { calculation, column, given } = request;
  const values = column.values.map((value) => toNumber(value));
  const { type, of } = calculation;
  if (given.query.grouping_sets && !(type === 'share' && (of === undefined || of === 'total')))
    return values.map(() => null);
  if (type === 'share') return shares(values, wholeOf(request));
  if (type === 'rank') return ranks(values, scopes(request));
  if (type === 'running_total') return runningTotals(values, request.layout);
  if (type === 'moving_average') return movingAverages(values, request.layout, calculation.periods ?? 3);
  const before = calculation.offset ? earlierValues(request) : previousValues(values, request);
  const round = type === 'difference' ? rounder([...values, ...before]) : (number: number) => number;
  return values.map((value, row) => {
    const changed = change(value, before[row] ?? null, type === 'percent_difference');
    return changed === null ? null : round(changed);
  });
}

function wholeOf({ calculation, layout, given, table, isEarlier, column }: Column): Wholes {
  return wholesOf(calculation, {
    table,
    metric: column.name,
    whole: given.whole,
    isUnknown: isEarlier && given.whole !== null,
    columns: layout.columns,
    axis: layout.axis,
  });
}

/** Parts of nothing have no share. */
function shares(values: Numbers, whole: Wholes): Numbers {
  return values.map((value, row) => {
    const all = whole(row);
    return value === null || all === null || all === 0 ? null : value / all;
  });
}

/** Which rows are ranked against each other; those at one position, unless there is but one series. */
function scopes({ calculation: { of }, layout }: Column): readonly number[] {
  const { order, seriesOf, seriesCount } = layout;
  const scope = of ?? (seriesCount > 1 ? 'position' : 'total');
  if (scope === 'total') return seriesOf.map(() => 0);
  return scope === 'series' ? seriesOf : order.positionOf;
}

/** The largest is first; equals share a rank, and the next one counts them all. */
function ranks(values: Numbers, scopeOf: readonly number[]): Numbers {
  const present = values.flatMap((value, row) => (value === null ? [] : [{ value, row, scope: scopeOf[row]! }]));
  present.sort((left, right) => left.scope - right.scope || right.value - left.value);
  const result: (number | null)[] = values.map(() => null);
  let rank = 0;
  present.forEach((entry, index) => {
    const before = present[index - 1];
    if (before?.scope !== entry.scope) rank = 1;
    else rank += 1;
    const isTie = before?.scope === entry.scope && before.value === entry.value;
    result[entry.row] = isTie ? result[before.row]! : rank;
  });
  return result;
}

/** A row without a value has no total of its own, and takes nothing from those after it. */
function runningTotals(values: Numbers, layout: Layout): Numbers {
  const result: (number | null)[] = values.map(() => null);
  const round = rounder(values);
  for (let series = 0; series < layout.seriesCount; series += 1) {
    let total = 0;
    for (let position = 0; position < layout.order.count; position += 1) {
      const row = layout.rowAt(series, position);
      const value = row === undefined ? null : (values[row] ?? null);
      if (row === undefined || value === null) continue;
      total += value;
      result[row] = round(total);
    }
  }
  return result;
}

/** Sums of cents are cents: what adding up in binary leaves behind their digits goes. */
function rounder(values: Numbers): (number: number) => number {
  let digits = 0;
  for (const value of values) {
    const text = String(value ?? 0);
    if (text.includes('e')) return (number) => number;
    const at = text.indexOf('.');
    if (at !== -1) digits = Math.max(digits, text.length - at - 1);
    if (digits > 8) return (number) => number;
  }
  return (number) => Number(number.toFixed(digits));
}

/** Over so many positions up to the row's own, of those values that are there; none before so many have passed. */
function movingAverages(values: Numbers, { order, seriesOf, rowAt }: Layout, periods: number): Numbers {
  return values.map((_, row) => {
    const position = order.positionOf[row]!;
    if (periods > 1 && !order.isWithin(position, periods - 1)) return null;
    let [sum, count] = [0, 0];
    for (let step = 0; step < periods; step += 1) {
      const at = step === 0 ? position : order.back(position, step);
      const other = at === null ? undefined : rowAt(seriesOf[row]!, at);
      const value = other === undefined ? null : (values[other] ?? null);
      if (value === null) continue;
      sum += value;
      count += 1;
    }
    return count === 0 ? null : sum / count;
  });
}

function earlierValues({ calculation, table }: Column): Numbers {
  const name = earlierName(calculation.metric, calculation.offset ?? '');
  const column = table.columns.find((candidate) => candidate.name === name);
  return column?.values.map((value) => toNumber(value)) ?? [];
}

function previousValues(values: Numbers, { calculation, layout }: Column): Numbers {
  const { order, seriesOf, rowAt } = layout;
  return values.map((_, row) => {
    const before = order.back(order.positionOf[row]!, calculation.periods ?? 1);
    const other = before === null ? undefined : rowAt(seriesOf[row]!, before);
    return other === undefined ? null : (values[other] ?? null);
  });
}

/** A share of nothing is none; of what was below zero, a rise is still a rise. */
function change(now: CellValue, before: number | null, isShare: boolean): number | null {
  if (typeof now !== 'number' || before === null) return null;
  if (!isShare) return now - before;
  return before === 0 ? null : (now - before) / Math.abs(before);
}
