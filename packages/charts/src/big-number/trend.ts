import {
  comparedPeriodOf,
  findColumn,
  isWholeIn,
  type ModelContext,
  msg,
  numberOfCell,
  offsetLabel,
  readOwnSteps,
  type Undrawn,
  windowOf,
  xAxisLabel,
} from '@powerset/chart-kit';
import { metricLabel, type ResultTable } from '@powerset/contract';
import { earlierMoment } from '../shared/compared-days.ts';
import { emptyWindow } from '../shared/empty-window.ts';
import { noNumbers } from '../shared/no-numbers.ts';
import { partialPeriods } from '../shared/partial-periods.ts';
import type { TrendForm } from './form.ts';

export interface TrendPoint {
  readonly ms: number;
  readonly value: number | null;
}

/** The point that a change is against; its moment is null where only the phrase tells it. */
export interface EarlierPoint {
  readonly ms: number | null;
  readonly value: number | null;
  /** The phrase that named the earlier period; null where a number of steps did. */
  readonly offset: string | null;
}

/** The latest figure, how it compares with an earlier one, and the line that led there. */
export interface Trend {
  readonly points: readonly TrendPoint[];
  readonly latest: TrendPoint | null;
  /** Change against the point `compare_lag` steps or a `time_compare` before, as a share; null where it cannot be told. */
  readonly change: number | null;
  /** The point that the change is against. */
  readonly comparedWith: EarlierPoint | null;
  /** The latest period is not over: the change is that of the measured one before it. */
  readonly partial: { readonly latest: TrendPoint; readonly measured: TrendPoint } | null;
  readonly window: TrendWindow | null;
  readonly suffix: string;
  readonly metric: string;
  /** The time range that was asked for, where the line is to span all of it. */
  readonly span: readonly [number, number] | null;
  readonly rowCount: number;
  /** How many rows the engine gave, before a window left some of them out. */
  readonly fetchedRows: number;
}

/** Over what each figure is taken. */
export interface TrendWindow {
  readonly type: string;
  /** In steps of the form's grain; null for a total that runs from the first point. */
  readonly periods: number | null;
  /** What the form meant in steps of another grain, where this one has no such length. */
  readonly meant: { readonly periods: number; readonly grain: string } | null;
}

export function toModel(results: readonly ResultTable[], context: ModelContext<TrendForm>): Trend {
  const { form, timeBounds } = context;
  const metric = form.metric;
  const label = metric ? metricLabel(metric) : '';
  const table = results[0] ?? { columns: [], rowCount: 0 };
  const period = comparedPeriodOf(form);
  const axis = findColumn(table, xAxisLabel(form)) ?? table.columns.find((column) => column.type === 'temporal');
  const measured = findColumn(table, label) ?? table.columns.find((column) => column !== axis);
  const earlier = period === '' ? undefined : findColumn(table, offsetLabel(label, period));
  const rows = (axis?.values ?? [])
    .map((cell, index) => ({
      ms: numberOfCell(cell) ?? Number.NaN,
      value: numberOfCell(measured?.values[index]),
      earlier: numberOfCell(earlier?.values[index]),
    }))
    .filter((row) => !Number.isNaN(row.ms))
    .sort((a, b) => a.ms - b.ms);
  const points = rows.map(({ ms, value }) => ({ ms, value }));
  const latestIndex = points.findLastIndex((point) => point.value !== null);
  // A period that is not over is no match for a whole one: the change is that of the one before. Stretches to date are cut alike.
  const isPartial = !toWindow(form) && !isToDate(form) && latestIndex > 0 && isCutShort(points, latestIndex, context);
  const measuredIndex = isPartial ? latestIndex - 1 : latestIndex;
  const comparedWith =
    period === '' ? steppedBack(points, measuredIndex, form) : partnerOf(rows[measuredIndex], context);
  return {
    points,
    latest: points[latestIndex] ?? null,
    change: changeOf(points[measuredIndex]?.value ?? null, comparedWith?.value ?? null),
    comparedWith,
    partial: isPartial ? { latest: points[latestIndex]!, measured: points[measuredIndex]! } : null,
    window: toWindow(form),
    // Words about the chart's own lag say nothing of another one.
    suffix: isOwnLag(form) ? form.compare_suffix : '',
    metric: label,
    span: form.time_range_fixed && timeBounds ? timeBounds : null,
    rowCount: table.rowCount,
    fetchedRows: context.answers?.[0]?.sql_rowcount ?? 0,
  };
}

function steppedBack(points: readonly TrendPoint[], from: number, form: TrendForm): EarlierPoint | null {
  const lag = Math.trunc(form.compare_lag ?? 0);
  const point = lag > 0 && from >= lag ? points[from - lag] : undefined;
  return point ? { ...point, offset: null } : null;
}

function partnerOf(
  row: (TrendPoint & { readonly earlier: number | null }) | undefined,
  { form, answers }: ModelContext<TrendForm>,
): EarlierPoint | null {
  if (!row || row.earlier === null) return null;
  const offset = comparedPeriodOf(form);
  const ms = earlierMoment(row.ms, offset, { grain: form.time_grain_sqla, ...(answers ? { answers } : {}) });
  return { ms, value: row.earlier, offset };
}

const isToDate = ({ compare_calendar: calendar, time_compare: period }: TrendForm) =>
  comparedPeriodOf({ time_compare: period }) !== '' && calendar !== null && calendar !== 'weekday';

function changeOf(now: number | null, before: number | null): number | null {
  if (now === null || before === null || before === 0) return null;
  return (now - before) / Math.abs(before);
}

function isCutShort(points: readonly TrendPoint[], latest: number, context: ModelContext<TrendForm>): boolean {
  const { form, timeBounds, now } = context;
  const xs = points.slice(0, latest + 1).map(({ ms }) => ms);
  return partialPeriods(xs, { grain: form.time_grain_sqla, timeBounds, now }).has(latest);
}

function toWindow(form: TrendForm): TrendWindow | null {
  if (form.rolling_type === 'cumsum') return { type: 'cumsum', periods: null, meant: null };
  const window = windowOf(form);
  if (!window) return null;
  const own = readOwnSteps(form.own_steps);
  const isFitting = !own?.periods || isWholeIn(own.periods, own.grain, form.time_grain_sqla);
  return {
    type: window.type,
    periods: window.periods,
    meant: isFitting ? null : { periods: own.periods, grain: own.grain },
  };
}

function isOwnLag(form: TrendForm): boolean {
  const own = readOwnSteps(form.own_steps);
  return !own?.lag || isWholeIn(own.lag, own.grain, form.time_grain_sqla);
}

export function undrawnOf({ latest, points, rowCount, fetchedRows }: Trend, form: TrendForm): Undrawn | null {
  if (rowCount === 0) return emptyWindow(form, fetchedRows);
  if (latest !== null) return null;
  const { text } = noNumbers(rowCount);
  const isTimeless = points.length === 0;
  const timeless = msg('{{rows}} rows came, and none of them has a time. Choose another column of time.');
  return {
    isAll: true,
    lacksNumbers: !isTimeless,
    title: { text: msg('There is no latest value') },
    text: isTimeless ? { text: timeless, values: { rows: rowCount } } : text!,
  };
}
