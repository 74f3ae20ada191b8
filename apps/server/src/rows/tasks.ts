import { calculatedName } from '@powerset/chart-kit';
import type { PostProcessingRule, QueryObject } from '@powerset/contract';
import {
  applyPostProcessing,
  calculateTable,
  calculationsOf,
  inOwnOrder,
  joinTimeOffsets,
  labelResult,
  type QueryPlan,
} from '@powerset/query';
import { type PackedTable, packTightly, unpackTable } from '../packed/index.ts';
import { type DataFile, type FileRequest, toDataFile } from './files.ts';

/** An engine's answer that is to be labelled, compared with other periods and post-processed. */
export interface ShapeTask {
  readonly kind: 'shape';
  readonly main: PackedTable;
  readonly plan: QueryPlan;
  readonly others: readonly { readonly offset: string; readonly plan: QueryPlan; readonly table: PackedTable }[];
  readonly rules: readonly PostProcessingRule[];
  /** The query, where it shows metrics as what they are to their neighbours, and what its shares are shares of. */
  readonly calculating?: {
    readonly query: QueryObject;
    readonly whole: { readonly plan: QueryPlan; readonly table: PackedTable } | null;
  };
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

function shape({ main, plan, others, rules, calculating }: ShapeTask): PackedTable {
  const labelled = labelResult(unpackTable(main), plan);
  const compared = others.map((other) => ({
    offset: other.offset,
    table: labelResult(unpackTable(other.table), other.plan),
  }));
  const joined = joinTimeOffsets(labelled, plan, compared);
  if (!calculating) return packTightly(applyPostProcessing(joined, rules));
  const { query, whole } = calculating;
  // Percentages of rows are of the metric itself, before it is shown as something else.
  const first = rules.findIndex(({ operation }) => operation !== 'contribution');
  const split = first === -1 ? rules.length : first;
  const shared = applyPostProcessing(joined, rules.slice(0, split));
  const ofWhole = whole && labelResult(unpackTable(whole.table), whole.plan);
  const calculated = calculateTable(shared, { query, plan, whole: ofWhole });
  const names = new Map(calculationsOf(query).map((one) => [one.metric, calculatedName(one)]));
  const later = inOwnOrder(rules.slice(split), { query, table: shared });
  return packTightly(applyPostProcessing(calculated, later, names));
}

const wholeOf = ({ calculating }: ShapeTask): readonly PackedTable[] =>
  calculating?.whole ? [calculating.whole.table] : [];

/** What a thousand rows of twenty columns take is not worth the way to a thread. */
const smallCells = 20_000;
/** A pivot of so many rows comes to their square in cells at most. */
const smallRows = 400;
/** Rules that make rows of their own, as many as their author asks for. */
const growing = new Set(['prophet', 'resample', 'histogram', 'boxplot']);

/** Whether it is done sooner than others would notice, whatever the rules are. */
export function isSmall(task: RowTask): boolean {
  const tables =
    task.kind === 'file' ? task.tables : [task.main, ...task.others.map(({ table }) => table), ...wholeOf(task)];
  const cells = tables.reduce((sum, { columns, rowCount }) => sum + columns.length * rowCount, 0);
  const rules = task.kind === 'file' ? [] : task.rules;
  if (rules.some(({ operation }) => growing.has(operation))) return false;
  const rows = Math.max(0, ...tables.map(({ rowCount }) => rowCount));
  const mayGrow = rules.some(({ operation }) => operation === 'pivot' || operation === 'unstack');
  return cells * Math.max(1, rules.length) <= smallCells && !(mayGrow && rows > smallRows);
}
