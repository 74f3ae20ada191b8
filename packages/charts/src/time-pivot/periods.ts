import { findColumn, type ModelContext, numberOfCell } from '@powerset/chart-kit';
import { metricLabel, type ResultTable } from '@powerset/contract';
import type { PivotForm } from './form.ts';
import { type Frequency, type Period, periodOf, placeIn, readFrequency } from './frequencies.ts';

export interface LaidPeriod {
  readonly period: Period;
  readonly values: readonly (number | null)[];
}

/** What the chart draws: periods from the newest to the oldest, each laid over the newest. */
export interface Periods {
  readonly metric: string;
  readonly label: string;
  readonly frequency: Frequency | null;
  readonly grain: string | null;
  /** Moments of the newest period. */
  readonly xs: readonly number[];
  readonly periods: readonly LaidPeriod[];
  /** How many rows came, and how many of them have no time or no number. */
  readonly rows: number;
  readonly undrawn: number;
  readonly limitReached: number | null;
}

/** Rows to periods: each value where it would stand in the newest of them. */
export function toModel(
  [table]: readonly ResultTable[],
  { form, answers, verboseNames }: ModelContext<PivotForm>,
): Periods {
  const metric = form.metric === null ? '' : metricLabel(form.metric);
  const times = table && (findColumn(table, '__timestamp') ?? table.columns.find(({ type }) => type === 'temporal'));
  const cells = table && findColumn(table, metric);
  const points = (times?.values ?? []).flatMap((cell, row) => {
    const [ms, value] = [numberOfCell(cell), numberOfCell(cells?.values[row])];
    return ms === null || value === null ? [] : [{ ms, value }];
  });
  const frequency = readFrequency(form.freq);
  const grain = form.time_grain_sqla;
  return {
    metric,
    label: verboseNames[metric] ?? metric,
    ...{ frequency, grain },
    ...(frequency === null ? { xs: [], periods: [] } : lay(points, frequency, grain)),
    rows: table?.rowCount ?? 0,
    undrawn: (table?.rowCount ?? 0) - points.length,
    limitReached: answers?.[0]?.limitReached ?? null,
  };
}

interface Point {
  readonly ms: number;
  readonly value: number;
}

function lay(points: readonly Point[], frequency: Frequency, grain: string | null): Pick<Periods, 'xs' | 'periods'> {
  const latest = points.reduce((most, { ms }) => Math.max(most, ms), Number.NEGATIVE_INFINITY);
  if (points.length === 0) return { xs: [], periods: [] };
  const newest = periodOf(latest, latest, frequency);
  const laid = new Map<number, { readonly period: Period; readonly values: Map<number, number> }>();
  for (const { ms, value } of points) {
    const period = periodOf(ms, latest, frequency);
    const known = laid.get(period.start) ?? { period, values: new Map<number, number>() };
    known.values.set(placeIn(newest, ms, { period, grain }), value);
    laid.set(period.start, known);
  }
  const inOrder = [...laid.values()].sort((a, b) => b.period.start - a.period.start);
  const xs = [...new Set(inOrder.flatMap(({ values }) => [...values.keys()]))].sort((a, b) => a - b);
  return {
    xs,
    periods: inOrder.map(({ period, values }) => ({ period, values: xs.map((x) => values.get(x) ?? null) })),
  };
}

export const isEmpty = ({ rows }: Periods): boolean => rows === 0;
