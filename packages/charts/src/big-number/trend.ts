import { findColumn, type ModelContext, msg, numberOfCell, type Undrawn, xAxisLabel } from '@powerset/chart-kit';
import { metricLabel, type ResultTable } from '@powerset/contract';
import type { TrendForm } from './form.ts';

export interface TrendPoint {
  readonly ms: number;
  readonly value: number | null;
}

/** The latest figure, how it compares with an earlier one, and the line that led there. */
export interface Trend {
  readonly points: readonly TrendPoint[];
  readonly latest: TrendPoint | null;
  /** Change against the point `compare_lag` steps before, as a share; null where it cannot be told. */
  readonly change: number | null;
  readonly suffix: string;
  readonly metric: string;
  /** The time range that was asked for, where the line is to span all of it. */
  readonly span: readonly [number, number] | null;
  readonly rowCount: number;
}

export function toModel(results: readonly ResultTable[], { form, timeBounds }: ModelContext<TrendForm>): Trend {
  const metric = form.metric;
  const label = metric ? metricLabel(metric) : '';
  const table = results[0] ?? { columns: [], rowCount: 0 };
  const axis = findColumn(table, xAxisLabel(form)) ?? table.columns.find((column) => column.type === 'temporal');
  const measured = findColumn(table, label) ?? table.columns.find((column) => column !== axis);
  const points = (axis?.values ?? [])
    .map((cell, index) => ({ ms: numberOfCell(cell) ?? Number.NaN, value: numberOfCell(measured?.values[index]) }))
    .filter((point) => !Number.isNaN(point.ms))
    .sort((a, b) => a.ms - b.ms);
  const latestIndex = points.findLastIndex((point) => point.value !== null);
  const lag = Math.trunc(form.compare_lag ?? 0);
  return {
    points,
    latest: points[latestIndex] ?? null,
    change: lag > 0 ? changeOf(points, latestIndex, lag) : null,
    suffix: form.compare_suffix,
    metric: label,
    span: form.time_range_fixed && timeBounds ? timeBounds : null,
    rowCount: table.rowCount,
  };
}

function changeOf(points: readonly TrendPoint[], latest: number, lag: number): number | null {
  const now = points[latest]?.value ?? null;
  const before = points[latest - lag]?.value ?? null;
  if (now === null || before === null || before === 0) return null;
  return (now - before) / Math.abs(before);
}

export function undrawnOf({ latest, points, rowCount }: Trend): Undrawn | null {
  if (latest !== null || rowCount === 0) return null;
  const values = { rows: rowCount };
  return {
    isAll: true,
    title: { text: msg('There is no latest value') },
    text:
      points.length === 0
        ? { text: msg('{{rows}} rows came, and none of them has a time.'), values }
        : { text: msg('{{rows}} rows came, and all of their values are empty (NULL).'), values },
  };
}
