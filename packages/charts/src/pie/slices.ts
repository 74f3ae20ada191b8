import {
  columnsOf,
  findColumn,
  labelOfCell,
  type ModelContext,
  metricOf,
  numberOfCell,
  textOf,
  valuesOf,
} from '@powerset/chart-kit';
import { type CellValue, columnLabel, metricLabel, type ResultTable } from '@powerset/contract';

export interface Slice {
  readonly name: string;
  readonly value: number;
  readonly share: number;
  /** Values of the dimensions, in their order. */
  readonly keys: readonly CellValue[];
}

export interface Slices {
  readonly slices: readonly Slice[];
  readonly total: number;
  readonly dimensions: readonly string[];
  readonly metric: string;
}

/** Rows to slices; rows without a value or below zero have no angle and are left out. */
export function toModel(results: readonly ResultTable[], { form }: ModelContext): Slices {
  const table = results[0] ?? { columns: [], rowCount: 0 };
  const dimensions = columnsOf(form, 'groupby').map(columnLabel);
  const columns = dimensions.map((name) => findColumn(table, name));
  const metric = metricOf(form, 'metric');
  const label = metric ? metricLabel(metric) : '';
  const measured = valuesOf(table, label).flatMap((cell, row) => {
    const value = numberOfCell(cell);
    const names = columns.map((column) =>
      labelOfCell(column?.values[row], column, textOf(form, 'date_format', 'smart_date')),
    );
    const keys = columns.map((column) => column?.values[row] ?? null);
    return value === null || value < 0 ? [] : [{ name: names.join(', '), value, keys }];
  });
  const total = measured.reduce((sum, slice) => sum + slice.value, 0);
  return {
    slices: measured.map((slice) => ({ ...slice, share: total === 0 ? 0 : slice.value / total })),
    total,
    dimensions,
    metric: label,
  };
}
