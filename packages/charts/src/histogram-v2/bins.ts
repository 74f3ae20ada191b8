import { type ModelContext, msg, numberOfCell, type Undrawn } from '@powerset/chart-kit';
import { type CellValue, columnLabel, type ResultTable } from '@powerset/contract';
import { nameOfCell } from '../shared/cell-names.ts';
import { limitReachedOf, missingRows } from '../shared/limit-hint.ts';
import type { HistogramForm } from './form.ts';

export interface BinGroup {
  readonly name: string;
  readonly keys: readonly CellValue[];
  readonly values: readonly number[];
}

export interface Bins {
  /** One more than there are bins. */
  readonly edges: readonly number[];
  /** The largest of those that there are. */
  readonly groups: readonly BinGroup[];
  readonly groupCount: number;
  readonly dimensions: readonly string[];
  readonly column: string;
  /** The dataset's column that is brushed; null where it is SQL of the chart's own. */
  readonly brushed: string | null;
  readonly isShare: boolean;
  readonly isCumulative: boolean;
  readonly limitReached: number | null;
}

/** One row per group, with a column named `lo - hi` for each bin. */
export function toModel(results: readonly ResultTable[], context: ModelContext<HistogramForm>): Bins {
  const { form, verboseNames, locale } = context;
  const table = results[0] ?? { columns: [], rowCount: 0 };
  const column = form.column === null ? '' : columnLabel(form.column);
  const dimensions = form.groupby.map(columnLabel).filter((name) => name !== column);
  const bins = table.columns.flatMap((one) => {
    const range = dimensions.includes(one.name) ? null : readRange(one.name);
    return range ? [{ ...one, range }] : [];
  });
  const keyColumns = dimensions.map((name) => table.columns.find((one) => one.name === name));
  const groups = Array.from({ length: table.rowCount }, (_, row): BinGroup => {
    const keys = keyColumns.map((one) => one?.values[row] ?? null);
    const names = keyColumns.map((one, at) => nameOfCell(keys[at], one, { locale }));
    return {
      name: names.length === 0 ? (verboseNames[column] ?? column) : names.join(', '),
      keys,
      values: bins.map(({ values }) => numberOfCell(values[row]) ?? 0),
    };
  });
  const first = bins[0];
  const sorted = first ? sortedGroups(groups, form.cumulative) : [];
  return {
    edges: first ? [first.range[0], ...bins.map(({ range }) => range[1])] : [],
    groups: sorted.slice(0, mostDrawn),
    groupCount: sorted.length,
    dimensions,
    column: verboseNames[column] ?? column,
    brushed: typeof form.column === 'string' ? form.column : null,
    isShare: form.normalize,
    isCumulative: form.cumulative,
    limitReached: limitReachedOf(context),
  };
}

function readRange(name: string): readonly [number, number] | null {
  const [, low, high] = /^(\S+) - (\S+)$/.exec(name) ?? [];
  const range = [Number(low), Number(high)] as const;
  return range.every(Number.isFinite) ? range : null;
}

/** The largest group first; of running totals the last is the whole. */
function sortedGroups(groups: readonly BinGroup[], isCumulative: boolean): readonly BinGroup[] {
  const size = ({ values }: BinGroup) =>
    isCumulative ? (values.at(-1) ?? 0) : values.reduce((sum, value) => sum + value, 0);
  return [...groups].sort((left, right) => size(right) - size(left));
}

/** So many groups are told apart. */
const mostGroups = 20;
/** The bars of more have no width; the largest groups are drawn. */
const mostDrawn = 100;

export function undrawnOf(model: Bins): Undrawn | null {
  const cut = missingRows(
    model.limitReached,
    msg('The limit of {{limit}} rows was reached: the most frequent values are counted, not all of them.'),
  );
  if (cut || model.groupCount <= mostGroups) return cut;
  const text = msg('{{count}} groups side by side are more than bars can tell apart.');
  return { isAll: false, title: { text, values: { count: model.groupCount } } };
}
