import { findColumn, type ModelContext, type Undrawn } from '@powerset/chart-kit';
import { type CellValue, columnLabel, type ResultColumn, type ResultTable } from '@powerset/contract';
import { buildPathTree, type PathTree } from '../shared/path-tree.ts';
import { undrawnOfTree } from '../shared/path-undrawn.ts';
import type { PartitionForm } from './form.ts';
import { type Measured, type MeasuredRow, measure } from './rows.ts';
import { overTimes } from './times.ts';

export interface Partitions {
  /** One for each metric. */
  readonly trees: readonly PathTree[];
  /** The first level is times. */
  readonly hasTimes: boolean;
}

const mostParts = 400;
/** Options of which no sum means anything. */
const notSums = ['agg_mean', 'point_percent', 'point_factor'];

/** Rows to one tree for each metric, as the options for times ask. */
export function toModel(results: readonly ResultTable[], context: ModelContext<PartitionForm>): Partitions {
  const { form } = context;
  const table = results[0] ?? { columns: [], rowCount: 0 };
  const option = form.granularity_sqla === '' ? 'not_time' : form.time_series_option;
  const hasTimes = option === 'time_series' || option === 'adv_anal';
  const isPlain = option === 'not_time' || hasTimes;
  const trees = measure(table, form).map(({ label, rows }) =>
    treeOf(
      { label, rows: isPlain ? rows : overTimes(rows, option) },
      { table, context, hasTimes, isSum: !notSums.includes(option) && !isRelative(form) },
    ),
  );
  return { trees, hasTimes };
}

const isRelative = ({ comparison_type: type, time_series_option: option, time_compare: shifts }: PartitionForm) =>
  option === 'adv_anal' && shifts.length > 0 && (type === 'percentage' || type === 'ratio');

interface TreeGiven {
  readonly table: ResultTable;
  readonly context: ModelContext<PartitionForm>;
  readonly hasTimes: boolean;
  readonly isSum: boolean;
}

function treeOf({ label, rows }: Measured, { table, context, hasTimes, isSum }: TreeGiven): PathTree {
  const { form } = context;
  const time = hasTimes ? [form.granularity_sqla] : [];
  const columns = [...time, ...form.groupby];
  const cellsOf = (at: number): readonly CellValue[] =>
    rows.map((row: MeasuredRow) => (hasTimes && at === 0 ? row.time : (row.keys[at - time.length] ?? null)));
  const measured: ResultTable = {
    rowCount: rows.length,
    columns: [
      ...columns.map((column, at): ResultColumn => {
        const name = columnLabel(column);
        const own = findColumn(table, name) ?? { type: 'string', nativeType: 'VARCHAR' };
        return { type: own.type, nativeType: own.nativeType, name, values: cellsOf(at) };
      }),
      { name: label, type: 'number', nativeType: 'DOUBLE', values: rows.map(({ value }) => value) },
    ],
  };
  const given = {
    columns,
    metric: label,
    dateFormat: form.date_time_format,
    most: mostParts,
    pruning: {
      most: Math.max(1, form.partition_limit ?? Number.POSITIVE_INFINITY),
      leastShare: Math.min(1, Math.max(0, form.partition_threshold ?? 0)),
    },
  };
  const tree = buildPathTree(measured, given, {});
  const answer = context.answers?.[0];
  const isAdditive = isSum && (!answer || answer.summable.includes(form.metrics.length > 0 ? label : ''));
  return { ...tree, isAdditive, limitReached: answer?.limitReached ?? null };
}

/** The first reason that holds of any of the metrics. */
export function undrawnOf({ trees }: Partitions): Undrawn | null {
  const reasons = trees.map(undrawnOfTree);
  const all = reasons.filter((reason) => reason?.isAll === true);
  if (all.length > 0 && all.length === trees.length) return all[0] ?? null;
  return reasons.find((reason) => reason?.isAll === false) ?? null;
}
