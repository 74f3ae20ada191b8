import {
  comparedPeriodOf,
  emptyLabel,
  findColumn,
  type ModelContext,
  msg,
  numberOfCell,
  offsetLabel,
  type Undrawn,
} from '@powerset/chart-kit';
import { metricLabel, type ResultTable } from '@powerset/contract';
import { bigNumberFormat } from '../shared/big-number-format.ts';
import { type ComparedDays, comparedDays } from '../shared/compared-days.ts';
import type { BigNumberForm } from './form.ts';

/** The one figure and its text. */
export interface Figure {
  readonly value: number | null;
  readonly text: string;
  readonly rowCount: number;
  readonly label: string;
  readonly subheader: string;
  /** The figure of the earlier period and how this one compares with it; null where none is asked for or known. */
  readonly compared: Comparison | null;
}

export interface Comparison {
  readonly period: string;
  readonly text: string;
  readonly difference: number;
  /** As a share of the earlier figure; null where that is zero. */
  readonly change: number | null;
  /** The days of both periods in words, where the form chose a calendar. */
  readonly days: ComparedDays | null;
}

export function toModel(results: readonly ResultTable[], context: ModelContext<BigNumberForm>): Figure {
  const metric = context.form.metric;
  const label = metric ? metricLabel(metric) : '';
  const table = results[0] ?? { columns: [], rowCount: 0 };
  const column = findColumn(table, label) ?? table.columns[0];
  const cell = column?.values[0] ?? null;
  const value = numberOfCell(cell);
  const isText = typeof cell === 'string' && value === null;
  const format = bigNumberFormat(context, label, column?.type);
  const period = comparedPeriodOf(context.form);
  const earlier = numberOfCell(findColumn(table, offsetLabel(label, period))?.values[0]);
  return {
    value,
    text: isText ? cell || emptyLabel : format(value),
    rowCount: table.rowCount,
    label: context.verboseNames[label] ?? label,
    subheader: context.form.subheader,
    compared:
      period === '' || earlier === null || value === null
        ? null
        : {
            period,
            text: format(earlier),
            difference: value - earlier,
            change: shareOf(value - earlier, earlier),
            days: comparedDays(context, period),
          },
  };
}

const shareOf = (difference: number, earlier: number) => (earlier === 0 ? null : difference / Math.abs(earlier));

export const isEmpty = (figure: Figure): boolean => figure.text === '';

/** A row comes always; without rows to measure, most metrics are empty. */
export function undrawnOf(figure: Figure): Undrawn | null {
  if (!isEmpty(figure) || figure.rowCount === 0) return null;
  return {
    isAll: true,
    lacksNumbers: true,
    title: { text: msg('No results were returned for this query') },
    text: {
      text: msg(
        'No row passes the filters, or all of their values are empty (NULL). Choose other filters or another metric.',
      ),
    },
  };
}
