import { findColumn, type ModelContext, metricOf, numberOfCell, textOf } from '@powerset/chart-kit';
import { metricLabel, type ResultTable } from '@powerset/contract';
import { bigNumberFormat } from '../shared/big-number-format.ts';

/** The one figure and its text. */
export interface Figure {
  readonly value: number | null;
  readonly text: string;
  readonly label: string;
  readonly subheader: string;
}

export function toModel(results: readonly ResultTable[], context: ModelContext): Figure {
  const metric = metricOf(context.form, 'metric');
  const label = metric ? metricLabel(metric) : '';
  const table = results[0] ?? { columns: [], rowCount: 0 };
  const column = findColumn(table, label) ?? table.columns[0];
  const cell = column?.values[0] ?? null;
  const value = numberOfCell(cell);
  const isText = typeof cell === 'string' && value === null;
  const text = isText ? cell : bigNumberFormat(context, label, column?.type)(value);
  return { value, text, label: context.verboseNames[label] ?? label, subheader: textOf(context.form, 'subheader') };
}

export const isEmpty = (figure: Figure): boolean => figure.text === '';
