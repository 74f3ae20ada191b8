import {
  emptyLabel,
  findColumn,
  type ModelContext,
  msg,
  numberOfCell,
  offsetLabel,
  type Undrawn,
} from '@powerset/chart-kit';
import { metricLabel, type ResultTable } from '@powerset/contract';
import { type ComparedDays, comparedDays } from '../shared/compared-days.ts';
import { metricFormat } from '../shared/metric-format.ts';
import { offsetOf, type PopKpiForm } from './form.ts';

/** One figure, that of an earlier period, and what lies between them. */
export interface Comparison {
  readonly metric: string;
  readonly label: string;
  readonly value: number | null;
  readonly text: string;
  readonly rowCount: number;
  /** The earlier period as the form names it; null where nothing is compared. */
  readonly offset: string | null;
  readonly earlier: number | null;
  readonly earlierText: string;
  readonly difference: number | null;
  /** As a share of the earlier figure; null where that is zero or missing. */
  readonly change: number | null;
  readonly days: ComparedDays | null;
}

export function toModel(results: readonly ResultTable[], context: ModelContext<PopKpiForm>): Comparison {
  const { form, verboseNames } = context;
  const label = form.metric ? metricLabel(form.metric) : '';
  const table = results[0] ?? { columns: [], rowCount: 0 };
  const cell = (findColumn(table, label) ?? table.columns[0])?.values[0] ?? null;
  const value = numberOfCell(cell);
  const format = metricFormat(label, { ...form, number_format: form.y_axis_format }, context);
  const offset = offsetOf(form);
  const earlier = offset === null ? null : numberOfCell(findColumn(table, offsetLabel(label, offset))?.values[0]);
  const difference = value === null || earlier === null ? null : value - earlier;
  return {
    metric: label,
    label: verboseNames[label] ?? label,
    value,
    text: typeof cell === 'string' && value === null ? cell || emptyLabel : format(value),
    rowCount: table.rowCount,
    offset,
    earlier,
    earlierText: format(earlier),
    difference,
    change: difference === null || earlier === null || earlier === 0 ? null : difference / Math.abs(earlier),
    days: offset === null ? null : comparedDays(context, offset),
  };
}

export const isEmpty = ({ rowCount }: Comparison): boolean => rowCount === 0;

export function undrawnOf({ text, rowCount, offset, earlier }: Comparison, form: PopKpiForm): Undrawn | null {
  if (rowCount === 0) return null;
  if (text === '')
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
  if (form.time_compare === 'custom' && offset === null)
    return { isAll: false, title: { text: msg('Nothing is compared until the date is told from which on.') } };
  if (offset !== null && earlier === null)
    return { isAll: false, title: { text: msg('The earlier period has no value to compare with.') } };
  return null;
}
