import type { PostProcessingRule } from '@powerset/contract';
import { applyPostProcessing, joinTimeOffsets, labelResult, type QueryPlan } from '@powerset/query';
import { type PackedTable, packTightly, unpackTable } from '../packed/index.ts';
import { type DataFile, type FileRequest, toDataFile } from './files.ts';

/** An engine's answer that is to be labelled, compared with other periods and post-processed. */
export interface ShapeTask {
  readonly kind: 'shape';
  readonly main: PackedTable;
  readonly plan: QueryPlan;
  readonly others: readonly { readonly offset: string; readonly plan: QueryPlan; readonly table: PackedTable }[];
  readonly rules: readonly PostProcessingRule[];
}

/** Answers that are to be written as a file. */
export interface FileTask extends FileRequest {
  readonly kind: 'file';
}

export type RowTask = ShapeTask | FileTask;

export type RowResult = PackedTable | DataFile;

/** Does what is asked. Throws `QueryError` where a query's rules are at fault. */
export async function perform(task: RowTask): Promise<RowResult> {
  return task.kind === 'file' ? toDataFile(task) : shape(task);
}

function shape({ main, plan, others, rules }: ShapeTask): PackedTable {
  const labelled = labelResult(unpackTable(main), plan);
  const compared = others.map((other) => ({
    offset: other.offset,
    table: labelResult(unpackTable(other.table), other.plan),
  }));
  return packTightly(applyPostProcessing(joinTimeOffsets(labelled, plan, compared), rules));
}

/** What a thousand rows of twenty columns take is not worth the way to a thread. */
const smallCells = 20_000;
/** A pivot of so many rows comes to their square in cells at most. */
const smallRows = 400;
/** Rules that make rows of their own, as many as their author asks for. */
const growing = new Set(['prophet', 'resample', 'histogram', 'boxplot']);

/** Whether it is done sooner than others would notice, whatever the rules are. */
export function isSmall(task: RowTask): boolean {
  const tables = task.kind === 'file' ? task.tables : [task.main, ...task.others.map(({ table }) => table)];
  const cells = tables.reduce((sum, { columns, rowCount }) => sum + columns.length * rowCount, 0);
  const rules = task.kind === 'file' ? [] : task.rules;
  if (rules.some(({ operation }) => growing.has(operation))) return false;
  const rows = Math.max(0, ...tables.map(({ rowCount }) => rowCount));
  const mayGrow = rules.some(({ operation }) => operation === 'pivot' || operation === 'unstack');
  return cells * Math.max(1, rules.length) <= smallCells && !(mayGrow && rows > smallRows);
}
