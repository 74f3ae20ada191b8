import {
  columnsOf,
  findColumn,
  labelOfCell,
  type ModelContext,
  metricOf,
  msg,
  numberOfCell,
  textOf,
  type Undrawn,
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
  /** How many rows have a value below zero, and how many none. */
  readonly negatives: number;
  readonly blanks: number;
  readonly dimensions: readonly string[];
  readonly metric: string;
  /** The row limit that the answer reached. */
  readonly limitReached: number | null;
  /** The slices are all parts of a whole, and it is their sum. */
  readonly addsUp: boolean;
}

/** Rows to slices; rows without a value or below zero have no angle and are left out. */
export function toModel(results: readonly ResultTable[], { form, answers }: ModelContext): Slices {
  const table = results[0] ?? { columns: [], rowCount: 0 };
  const dimensions = columnsOf(form, 'groupby').map(columnLabel);
  const columns = dimensions.map((name) => findColumn(table, name));
  const metric = metricOf(form, 'metric');
  const label = metric ? metricLabel(metric) : '';
  const values = valuesOf(table, label).map(numberOfCell);
  const measured = values.flatMap((value, row) => {
    const names = columns.map((column) =>
      labelOfCell(column?.values[row], column, textOf(form, 'date_format', 'smart_date')),
    );
    const keys = columns.map((column) => column?.values[row] ?? null);
    return value === null || value < 0 ? [] : [{ name: names.join(', '), value, keys }];
  });
  const [answer] = answers ?? [];
  const total = measured.reduce((sum, slice) => sum + slice.value, 0);
  return {
    slices: measured.map((slice) => ({ ...slice, share: total === 0 ? 0 : slice.value / total })),
    total,
    negatives: values.filter((value) => value !== null && value < 0).length,
    blanks: values.filter((value) => value === null).length,
    dimensions,
    metric: label,
    limitReached: answer?.limitReached ?? null,
    addsUp: !answer || (answer.limitReached === null && answer.summable.includes(label)),
  };
}

/** Only what is more than zero has an angle. */
export function undrawnOf(model: Slices): Undrawn | null {
  const reason = withoutAngle(model);
  return reason?.isAll || model.slices.length === 0 ? reason : (withoutWhole(model) ?? reason);
}

/** Averages and distinct counts are no parts of anything, and neither are some of many. */
function withoutWhole({ addsUp, limitReached }: Slices): Undrawn | null {
  if (addsUp) return null;
  const text =
    limitReached === null
      ? msg('The values do not add up to a whole: shares are those of the slices, and there is no total.')
      : msg('The limit of {{limit}} rows was reached: slices may be missing, and there is no total.');
  return { isAll: false, title: { text, values: { limit: limitReached } } };
}

function withoutAngle({ slices, total, negatives, blanks }: Slices): Undrawn | null {
  const all = slices.length + negatives + blanks;
  const undrawn = negatives + blanks;
  if (all === 0 || (undrawn === 0 && total > 0)) return null;
  if (total > 0) {
    const text =
      negatives > 0
        ? msg('{{undrawn}} of {{all}} values are not drawn: a pie has no room below zero.')
        : msg('{{undrawn}} of {{all}} values are empty and are not drawn.');
    return { isAll: false, title: { text, values: { undrawn, all } } };
  }
  return {
    isAll: true,
    title: { text: blanks === all ? msg('The rows have no values') : msg('A pie cannot show values of zero or less') },
    text:
      blanks === all
        ? { text: msg('{{rows}} rows came, and all of their values are empty (NULL).'), values: { rows: all } }
        : { text: msg('None of {{all}} values is more than zero. A bar chart shows them.'), values: { all } },
  };
}
