import { findColumn, type ModelContext, msg, numberOfCell, type Undrawn, valuesOf } from '@powerset/chart-kit';
import { type CellValue, columnLabel, metricLabel, type ResultTable } from '@powerset/contract';
import { nameOfCell } from '../shared/cell-names.ts';
import { limitReachedOf, missingRows } from '../shared/limit-hint.ts';
import { noNumbers } from '../shared/no-numbers.ts';
import type { ParallelForm } from './form.ts';

export interface ProfileLine {
  readonly name: string;
  readonly key: CellValue;
  /** On each axis; null where there is none. */
  readonly values: readonly (number | null)[];
  /** What its colour follows. */
  readonly measure: number | null;
}

export interface Profiles {
  readonly axes: readonly string[];
  readonly lines: readonly ProfileLine[];
  readonly series: string | null;
  /** The metric that colours follow. */
  readonly colored: string;
  readonly hasSeriesAxis: boolean;
  readonly blanks: number;
  /** Lines beyond those that are drawn. */
  readonly beyond: number;
  readonly limitReached: number | null;
}

/** More are one grey field. */
const mostLines = 5000;

/** One row per line across an axis for each metric. */
export function toModel(results: readonly ResultTable[], context: ModelContext<ParallelForm>): Profiles {
  const { form, locale } = context;
  const table = results[0] ?? { columns: [], rowCount: 0 };
  const series = form.series === null ? null : columnLabel(form.series);
  const column = series === null ? undefined : findColumn(table, series);
  const axes = [...new Set(form.metrics.map(metricLabel))];
  const colored = form.secondary_metric === null ? (axes[0] ?? '') : metricLabel(form.secondary_metric);
  const values = axes.map((axis) => valuesOf(table, axis));
  const measures = valuesOf(table, colored);
  const all = Array.from({ length: table.rowCount }, (_, row): ProfileLine => {
    const key = column?.values[row] ?? null;
    return {
      key,
      name: series === null ? `${row + 1}` : nameOfCell(key, column, { locale }),
      values: values.map((cells) => numberOfCell(cells[row])),
      measure: numberOfCell(measures[row]),
    };
  });
  const measured = all.filter((line) => line.values.some((value) => value !== null));
  const lines = measured.slice(0, mostLines);
  return {
    axes,
    lines,
    series,
    colored,
    hasSeriesAxis: form.include_series && series !== null,
    blanks: all.length - measured.length,
    beyond: measured.length - lines.length,
    limitReached: limitReachedOf(context),
  };
}

export function undrawnOf(model: Profiles): Undrawn | null {
  const { axes, lines, blanks, beyond, hasSeriesAxis, series, limitReached } = model;
  if (lines.length === 0) return blanks === 0 ? null : noNumbers(blanks);
  if (axes.length + (hasSeriesAxis ? 1 : 0) < 2)
    return {
      isAll: true,
      title: { text: msg('Lines need at least two axes') },
      text: { text: msg('Another metric makes another axis.') },
      ...(series === null
        ? {}
        : { remedy: { label: msg('Show the names as an axis'), changes: { include_series: true } } }),
    };
  if (beyond > 0) {
    const text = msg('The first {{count}} of {{all}} lines are drawn. Filters choose others.');
    return { isAll: false, title: { text, values: { count: lines.length, all: lines.length + beyond } } };
  }
  return missingRows(
    limitReached,
    msg('The limit of {{limit}} rows was reached: there may be more lines than are drawn.'),
  );
}
