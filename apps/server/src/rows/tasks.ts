import { calculatedName, digitsOf } from '@powerset/chart-kit';
import type { PostProcessingRule, QueryObject } from '@powerset/contract';
import {
  applyPostProcessing,
  calculateTable,
  calculationsOf,
  compareFigures,
  type FigureComparison,
  firstRows,
  inOwnOrder,
  joinTimeOffsets,
  labelResult,
  namingColumns,
  type QueryPlan,
} from '@powerset/query';
import { type PackedTable, packedBytes, packTightly, unpackTable } from '../packed/index.ts';
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

/** Two answers whose figures are compared, the first rows of each. */
export interface FiguresTask {
  readonly kind: 'figures';
  readonly before: PackedTable;
  readonly after: PackedTable;
  /** Columns that name rows; null where nothing is known of them. */
  readonly keys: readonly string[] | null;
}

export type RowTask = ShapeTask | FileTask | FiguresTask;

export type RowResult = PackedTable | DataFile | FigureComparison;

/** Does what is asked. Throws `QueryError` where a query's rules are at fault. */
export async function perform(task: RowTask): Promise<RowResult> {
  if (task.kind === 'figures') return figures(task);
  return task.kind === 'file' ? toDataFile(task) : shape(task);
}

/** As many rows as a chart asks for at most; of wide ones fewer, as both answers are held at once. */
export const comparedRows = 50_000;
const comparedCells = 2_000_000;
/** Of each kind; nobody reads more. */
const toldChanges = 500;

/** How many rows of an answer are compared. */
export const rowsCompared = ({ columns, rowCount }: PackedTable): number =>
  Math.min(rowCount, comparedRows, Math.floor(comparedCells / Math.max(1, columns.length)));

function figures({ before, after, keys }: FiguresTask): FigureComparison {
  const [old, next] = [before, after].map((table) => firstRows(unpackTable(table), rowsCompared(table)));
  const naming = keys ?? namingColumns(old!, next!, (name) => digitsOf(name) === 'plain');
  return compareFigures(old!, next!, { keys: naming, most: toldChanges });
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

function tablesOf(task: RowTask): readonly PackedTable[] {
  if (task.kind === 'figures') return [task.before, task.after];
  return task.kind === 'file' ? task.tables : [task.main, ...task.others.map(({ table }) => table), ...wholeOf(task)];
}

/** What a thousand rows of twenty columns take is not worth the way to a thread. */
const smallCells = 20_000;
const smallBytes = 500_000;
/** A pivot of so many rows comes to their square in cells at most. */
const smallRows = 400;
/** Rules that make rows of their own, as many as their author asks for. */
const growing = new Set(['prophet', 'resample', 'histogram', 'boxplot']);

/** Whether it is done sooner than others would notice, whatever the rules are. */
export function isSmall(task: RowTask): boolean {
  const tables = tablesOf(task);
  const cells = tables.reduce((sum, { columns, rowCount }) => sum + columns.length * rowCount, 0);
  const rules = task.kind === 'shape' ? task.rules : [];
  if (rules.some(({ operation }) => growing.has(operation))) return false;
  // Rows are told apart by their texts, however long those are.
  if (task.kind === 'figures' && tables.some((table) => packedBytes(table) > smallBytes)) return false;
  const rows = Math.max(0, ...tables.map(({ rowCount }) => rowCount));
  const mayGrow = rules.some(({ operation }) => operation === 'pivot' || operation === 'unstack');
  return cells * Math.max(1, rules.length) <= smallCells && !(mayGrow && rows > smallRows);
}
