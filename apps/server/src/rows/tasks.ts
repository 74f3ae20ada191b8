import type { PostProcessingRule } from '@powerset/contract';
import { applyPostProcessing, joinTimeOffsets, labelResult, type QueryPlan } from '@powerset/query';
import { type PackedTable, packTightly, unpackTable } from '../packed/index.ts';
import { type DataFile, type FileFormat, toDataFile } from './files.ts';

/** An engine's answer that is to be labelled, compared with other periods and post-processed. */
export interface ShapeTask {
  readonly kind: 'shape';
  readonly main: PackedTable;
  readonly plan: QueryPlan;
  readonly others: readonly { readonly offset: string; readonly plan: QueryPlan; readonly table: PackedTable }[];
  readonly rules: readonly PostProcessingRule[];
}

/** Answers that are to be written as a file. */
export interface FileTask {
  readonly kind: 'file';
  readonly tables: readonly PackedTable[];
  readonly format: FileFormat;
  readonly name: string;
  readonly defusesFormulas: boolean;
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

/** How much there is to do. */
export function cellsOf(task: RowTask): number {
  const tables = task.kind === 'file' ? task.tables : [task.main, ...task.others.map(({ table }) => table)];
  return tables.reduce((cells, { columns, rowCount }) => cells + columns.length * rowCount, 0);
}
