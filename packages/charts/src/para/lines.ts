import { findColumn, type ModelContext, msg, numberOfCell, type Undrawn, valuesOf } from '@powerset/chart-kit';
import { type CellValue, columnLabel, metricLabel, type ResultTable } from '@powerset/contract';
import { nameOfCell } from '../shared/cell-names.ts';
import { limitReachedOf, missingRows } from '../shared/limit-hint.ts';
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
  readonly limitReached: number | null;
}

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
  const lines = all.filter((line) => line.values.some((value) => value !== null));
  return {
    axes,
    lines,
    series,
    colored,
    hasSeriesAxis: form.include_series && series !== null,
    blanks: all.length - lines.length,
    limitReached: limitReachedOf(context),
  };
}

export function undrawnOf({ axes, lines, blanks, hasSeriesAxis, series, limitReached }: Profiles): Undrawn | null {
  if (lines.length === 0)
    return blanks === 0
      ? null
      : {
          isAll: true,
          title: { text: msg('The rows have no values') },
          text: {
            text: msg('{{rows}} rows came, and all of their values are empty (NULL).'),
            values: { rows: blanks },
          },
        };
  if (axes.length + (hasSeriesAxis ? 1 : 0) < 2)
    return {
      isAll: true,
      title: { text: msg('Lines need at least two axes') },
      text: { text: msg('Another metric makes another axis.') },
      ...(series === null
        ? {}
        : { remedy: { label: msg('Show the names as an axis'), changes: { include_series: true } } }),
    };
  return missingRows(
    limitReached,
    msg('The limit of {{limit}} rows was reached: there may be more lines than are drawn.'),
  );
}
