import { findColumn, type ModelContext, msg, numberOfCell, type Undrawn, valuesOf } from '@powerset/chart-kit';
import { type CellValue, columnLabel, metricLabel, type ResultTable } from '@powerset/contract';
import { nameOfCell } from '../shared/cell-names.ts';
import { limitReachedOf, missingRows } from '../shared/limit-hint.ts';
import { noNumbers } from '../shared/no-numbers.ts';
import type { HorizonForm } from './form.ts';

export interface Strip {
  readonly name: string;
  readonly metric: string;
  readonly keys: readonly CellValue[];
  /** At each of the times; null where nothing came. */
  readonly values: readonly (number | null)[];
  /** The value that the bands begin at. */
  readonly baseline: number;
  /** How far from the baseline the bands reach. */
  readonly reach: number;
}

export interface Strips {
  readonly times: readonly number[];
  readonly strips: readonly Strip[];
  readonly dimensions: readonly string[];
  readonly isShare: boolean;
  readonly isChange: boolean;
  readonly rows: number;
  readonly limitReached: number | null;
}

type Raw = Omit<Strip, 'baseline' | 'reach'>;

/** One row per moment and series to one strip per series and metric. */
export function toModel(results: readonly ResultTable[], context: ModelContext<HorizonForm>): Strips {
  const { form } = context;
  const table = results[0] ?? { columns: [], rowCount: 0 };
  const moments = valuesOf(table, '__timestamp').map(numberOfCell);
  const times = [...new Set(moments.filter((ms) => ms !== null))].sort((one, other) => one - other);
  const places = new Map(times.map((ms, at) => [ms, at]));
  const positions = moments.map((ms) => (ms === null ? -1 : (places.get(ms) ?? -1)));
  const raw = rawStrips(table, { times, positions, context });
  const strips = withScales(
    form.contribution ? asShares(raw, times.length) : raw,
    form.horizon_color_scale ?? 'series',
  );
  return {
    times,
    strips,
    dimensions: form.groupby.map(columnLabel),
    isShare: form.contribution,
    isChange: form.horizon_color_scale === 'change',
    rows: table.rowCount,
    limitReached: limitReachedOf(context),
  };
}

interface RawGiven {
  readonly times: readonly number[];
  readonly positions: readonly number[];
  readonly context: ModelContext<HorizonForm>;
}

/** In the order in which their first rows came. */
function rawStrips(table: ResultTable, { times, positions, context }: RawGiven): readonly Raw[] {
  const { form, locale } = context;
  const metrics = [...new Set(form.metrics.map(metricLabel))];
  const columns = form.groupby.map((column) => findColumn(table, columnLabel(column)));
  const strips = new Map<string, { readonly raw: Raw; readonly values: (number | null)[] }>();
  const cells = metrics.map((metric) => valuesOf(table, metric));
  positions.forEach((position, row) => {
    if (position < 0) return;
    const keys = columns.map((column) => column?.values[row] ?? null);
    const group = columns.map((column, at) => nameOfCell(keys[at], column, { locale })).join(', ');
    metrics.forEach((metric, at) => {
      const id = JSON.stringify([metric, keys.map(String)]);
      const known =
        strips.get(id) ?? newStrip({ name: nameOf(group, metric, metrics.length), metric, keys }, times.length);
      strips.set(id, known);
      known.values[position] = numberOfCell(cells[at]?.[row]);
    });
  });
  return [...strips.values()].map(({ raw }) => raw).filter(({ values }) => values.some((value) => value !== null));
}

function newStrip(strip: Omit<Raw, 'values'>, count: number) {
  const values = new Array<number | null>(count).fill(null);
  return { raw: { ...strip, values }, values };
}

function nameOf(group: string, metric: string, metrics: number): string {
  if (group === '') return metric;
  return metrics > 1 ? `${metric}, ${group}` : group;
}

/** Each value as its share of those of all series at its time. */
function asShares(strips: readonly Raw[], count: number): readonly Raw[] {
  const totals = new Map<string, number[]>();
  for (const { metric, values } of strips) {
    const sums = totals.get(metric) ?? new Array<number>(count).fill(0);
    values.forEach((value, at) => {
      sums[at] = (sums[at] ?? 0) + (value ?? 0);
    });
    totals.set(metric, sums);
  }
  return strips.map((strip) => ({
    ...strip,
    values: strip.values.map((value, at) => {
      const total = totals.get(strip.metric)?.[at] ?? 0;
      return value === null || total === 0 ? null : value / total;
    }),
  }));
}

function withScales(strips: readonly Raw[], scale: 'series' | 'overall' | 'change'): readonly Strip[] {
  const based = strips.map((strip) => {
    const first = strip.values.find((value) => value !== null) ?? 0;
    const baseline = scale === 'change' ? first : 0;
    const reach = strip.values.reduce<number>(
      (most, value) => Math.max(most, Math.abs((value ?? baseline) - baseline)),
      0,
    );
    return { ...strip, baseline, reach };
  });
  if (scale === 'series') return based;
  const most = based.reduce((high, { reach }) => Math.max(high, reach), 0);
  return based.map((strip) => ({ ...strip, reach: most }));
}

export function undrawnOf(model: Strips): Undrawn | null {
  const { rows, strips, limitReached } = model;
  if (rows > 0 && strips.length === 0) return noNumbers(rows);
  return missingRows(limitReached, msg('The limit of {{limit}} rows was reached: moments or series may be missing.'));
}
