import {
  findColumn,
  labelOfCell,
  type ModelContext,
  msg,
  numberOfCell,
  type Undrawn,
  valuesOf,
} from '@powerset/chart-kit';
import { type CellValue, columnLabel, metricLabel, type ResultTable } from '@powerset/contract';
import { noNumbers } from '../shared/no-numbers.ts';
import type { PieForm } from './form.ts';

export interface Slice {
  readonly name: string;
  readonly value: number;
  /** Of the circle. */
  readonly share: number;
  /** What is not shown on its own: slices below the threshold, and what lies beyond the row limit. */
  readonly isRest: boolean;
  /** Values of the dimensions, in their order. */
  readonly keys: readonly CellValue[];
}

export interface Slices {
  readonly slices: readonly Slice[];
  /** Of all rows; null where it is not known. */
  readonly total: number | null;
  /** How many rows have a value below zero, and how many none. */
  readonly negatives: number;
  readonly blanks: number;
  /** How many of the smallest are not drawn on their own, as nobody would see them. */
  readonly gathered: number;
  readonly dimensions: readonly string[];
  readonly metric: string;
  /** The row limit that cut slices off. */
  readonly limitReached: number | null;
  /** The slices are parts of a whole: averages and distinct counts are none. */
  readonly isAdditive: boolean;
  /** The slices are all parts of the whole, so that the circle's shares are its shares. */
  readonly hasShares: boolean;
}

/** Rows to slices; rows without a value or below zero have no angle and are left out. */
export function toModel(results: readonly ResultTable[], { form, answers }: ModelContext<PieForm>): Slices {
  const table = results[0] ?? { columns: [], rowCount: 0 };
  const dimensions = form.groupby.map(columnLabel);
  const columns = dimensions.map((name) => findColumn(table, name));
  const metric = form.metric;
  const label = metric ? metricLabel(metric) : '';
  const values = valuesOf(table, label).map(numberOfCell);
  const nameOf = (row: number) =>
    columns.map((column) => labelOfCell(column?.values[row], column, form.date_format)).join(', ');
  const measured = values.flatMap((value, row) => (value === null || value < 0 ? [] : [{ row, value }]));
  const answer = answers?.[0];
  const isAdditive = !answer || answer.summable.includes(label);
  const whole = wholeOf({ values, isAdditive, limit: answer?.limitReached ?? null, totals: results[1], label });
  const hasShares = isAdditive && whole.isKnown;
  const { own, gathered } = largestOf(measured);
  const parts = own.map(({ row, value }) => ({
    name: nameOf(row),
    value,
    keys: columns.map((column) => column?.values[row] ?? null),
    isRest: false,
  }));
  const beyond = whole.rest + (isAdditive ? gathered.sum : 0);
  return {
    slices: withShares(parts, beyond, hasShares ? form.threshold_for_other / 100 : 0),
    gathered: gathered.count,
    total: whole.total,
    negatives: values.filter((value) => value !== null && value < 0).length,
    blanks: values.filter((value) => value === null).length,
    dimensions,
    metric: label,
    limitReached: whole.limitReached,
    isAdditive,
    hasShares,
  };
}

interface Measured {
  readonly row: number;
  readonly value: number;
}

/** More are no slices any more, but a shade of their colours. */
const mostDrawn = 240;

/** The largest in the order of their rows, and what the others come to. */
function largestOf(measured: readonly Measured[]) {
  if (measured.length <= mostDrawn) return { own: measured, gathered: { count: 0, sum: 0 } };
  const bySize = [...measured].sort((a, b) => b.value - a.value || a.row - b.row);
  const rest = bySize.slice(mostDrawn);
  const own = bySize.slice(0, mostDrawn).sort((a, b) => a.row - b.row);
  return { own, gathered: { count: rest.length, sum: rest.reduce((sum, { value }) => sum + value, 0) } };
}

interface WholeGiven {
  readonly values: readonly (number | null)[];
  readonly isAdditive: boolean;
  readonly limit: number | null;
  readonly totals: ResultTable | undefined;
  readonly label: string;
}

/** What all rows come to, and how much of that did not come. */
function wholeOf({ values, isAdditive, limit, totals, label }: WholeGiven) {
  const asked = totals && totals.rowCount > 0 ? numberOfCell(valuesOf(totals, label)[0]) : null;
  const sum = values.reduce<number>((all, value) => all + (value ?? 0), 0);
  if (!isAdditive) return { total: asked, rest: 0, isKnown: true, limitReached: limit };
  if (limit === null) return { total: sum, rest: 0, isKnown: true, limitReached: null };
  if (asked === null) return { total: null, rest: 0, isKnown: false, limitReached: limit };
  const rest = asked - sum;
  // As many rows as the limit may be all there are; sums of parts differ in their last digits.
  if (Math.abs(rest) <= 1e-9 * Math.abs(asked)) return { total: asked, rest: 0, isKnown: true, limitReached: null };
  return { total: asked, rest: Math.max(0, rest), isKnown: rest > 0, limitReached: limit };
}

/** The slices with their shares of the circle; those below the threshold stand together with what did not come. */
function withShares(measured: readonly Omit<Slice, 'share'>[], beyond: number, threshold: number): readonly Slice[] {
  const total = measured.reduce((sum, slice) => sum + slice.value, beyond);
  const share = (value: number) => (total === 0 ? 0 : value / total);
  const own = measured.filter(({ value }) => share(value) >= threshold);
  const rest = measured.reduce((sum, { value }) => (share(value) >= threshold ? sum : sum + value), beyond);
  const slices = own.map((slice) => ({ ...slice, share: share(slice.value) }));
  return rest > 0 ? [...slices, { name: 'Others', value: rest, share: share(rest), keys: [], isRest: true }] : slices;
}

/** Only what is more than zero has an angle. */
export function undrawnOf(model: Slices): Undrawn | null {
  const reason = withoutAngle(model);
  return reason?.isAll || model.slices.length === 0
    ? reason
    : (withoutWhole(model) ?? reason ?? tooMany(model) ?? beyondDrawn(model));
}

/** So many slices are told apart. */
const mostSlices = 12;

/** What lies beyond the row limit is drawn as Others, where it adds up. */
function tooMany(model: Slices): Undrawn | null {
  const count = model.slices.length + Math.max(0, model.gathered - 1);
  const text = msg('{{count}} slices are more than a circle can tell apart.');
  return canGather(model) ? { isAll: false, title: { text, values: { count } }, remedy: gathering } : null;
}

/** What adds up stands together; of what does not the largest are drawn alone. */
function beyondDrawn({ slices, gathered }: Slices): Undrawn | null {
  if (gathered === 0) return null;
  const values = { count: slices.length, all: slices.length + gathered };
  return { isAll: false, title: { text: msg('The {{count}} largest of {{all}} slices are drawn.'), values } };
}

const gathering = { label: msg('Show the top 8 and Others'), changes: { row_limit: 8, sort_by_metric: true } };
const canGather = ({ slices, isAdditive }: Slices) => slices.length > mostSlices && isAdditive;

/** Averages and distinct counts are no parts of anything, and neither are some of many. */
function withoutWhole(model: Slices): Undrawn | null {
  const { isAdditive, hasShares, limitReached } = model;
  if (limitReached === null && isAdditive) return null;
  return {
    isAll: false,
    title: { text: missingWhole(isAdditive, hasShares, limitReached), values: { limit: limitReached } },
    ...(canGather(model) ? { remedy: gathering } : {}),
  };
}

function missingWhole(isAdditive: boolean, hasShares: boolean, limit: number | null): string {
  if (limit === null) return msg('The values do not add up to a whole, so slices have no shares.');
  if (!isAdditive)
    return msg('The limit of {{limit}} rows was reached: slices may be missing, and values do not add up to shares.');
  return hasShares
    ? msg('The limit of {{limit}} rows was reached: what lies beyond it is drawn as Others.')
    : msg('The limit of {{limit}} rows was reached: slices may be missing, and there is no total.');
}

function withoutAngle({ slices, negatives, blanks }: Slices): Undrawn | null {
  const total = slices.reduce((sum, slice) => sum + slice.value, 0);
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
  if (blanks === all) return noNumbers(all);
  return {
    isAll: true,
    title: { text: msg('A pie cannot show values of zero or less') },
    text: { text: msg('None of {{all}} values is more than zero. A bar chart shows them.'), values: { all } },
  };
}
