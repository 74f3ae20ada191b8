import { findColumn, nullLabel, numberOfCell, splitSeriesLabel, valuesOf } from '@powerset/chart-kit';
import { type CellValue, columnLabel, metricLabel, type ResultTable } from '@powerset/contract';
import type { PartitionForm } from './form.ts';
import { compareWith, offsetsOf, shiftedNames } from './shifts.ts';

/** What one metric, or one comparison of it, is on the paths and times that came. */
export interface Measured {
  readonly label: string;
  readonly rows: readonly MeasuredRow[];
}

export interface MeasuredRow {
  readonly time: CellValue;
  readonly keys: readonly CellValue[];
  readonly value: number | null;
}

/** The metrics of a form, and its comparisons with earlier periods, row by row. */
export function measure(table: ResultTable, form: PartitionForm): readonly Measured[] {
  const offsets = offsetsOf(form);
  return form.metrics.map(metricLabel).flatMap((metric) => {
    const own = readMetric(table, metric, form);
    if (offsets.length === 0) return [{ label: metric, rows: own }];
    const compared = shiftedNames(metric, offsets).map((name, at) => ({
      label: `${metric}, ${offsets[at]}`,
      rows: compareRows(own, readMetric(table, name, form), form.comparison_type),
    }));
    return form.comparison_type === 'values' ? [{ label: metric, rows: own }, ...compared] : compared;
  });
}

function compareRows(own: readonly MeasuredRow[], earlier: readonly MeasuredRow[], type: string) {
  return own.map((row, at) => ({ ...row, value: compareWith(row.value, earlier[at]?.value ?? null, type) }));
}

/** Long tables have a column for the metric; those that the server worked on have one for each path. */
function readMetric(table: ResultTable, metric: string, form: PartitionForm): readonly MeasuredRow[] {
  const time = findColumn(table, form.granularity_sqla);
  const groups = form.groupby.map((column) => findColumn(table, columnLabel(column)));
  if (findColumn(table, metric)) {
    return valuesOf(table, metric).map((value, row) => ({
      time: time?.values[row] ?? null,
      keys: groups.map((column) => column?.values[row] ?? null),
      value: numberOfCell(value),
    }));
  }
  return table.columns.flatMap((column) => {
    const [name, ...parts] = splitSeriesLabel(column.name);
    if (name !== metric || parts.length !== groups.length) return [];
    const keys = parts.map((part) => (part === nullLabel ? null : part));
    return column.values.map((value, row) => ({ time: time?.values[row] ?? null, keys, value: numberOfCell(value) }));
  });
}
