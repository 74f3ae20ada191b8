import type { CellValue, ResultTable } from '@powerset/contract';
import { type PairedColumn, pairColumns, rowText } from './compared-tables.ts';
import type { FigureChange, FigureComparison, FigureOptions } from './figure-comparison.ts';
import { createLargest } from './largest.ts';
import { differenceOf, isSameFigure, shareOf, sizeOf, weightOf } from './measures.ts';
import { pairRows } from './pair-rows.ts';

/** Matches the rows of two results by what names them, and says which figures are others, the largest changes first. */
export function compareFigures(before: ResultTable, after: ResultTable, options: FigureOptions): FigureComparison {
  const columns = pairColumns(before, after, options.keys);
  const keys = columns.filter(({ role }) => role === 'key');
  const common = keys.filter(isInBoth);
  const measured = columns.filter((column): column is Common => column.role !== 'key' && isInBoth(column));
  const isMatched = common.length > 0 || keys.length === 0;
  const named = { before: keyOf(keys, 'before'), after: keyOf(keys, 'after') };
  const paired = isMatched
    ? pairRows({
        before: { rowCount: before.rowCount, ...textsOf(common, measured, 'before') },
        after: { rowCount: after.rowCount, ...textsOf(common, measured, 'after') },
      })
    : { pairs: [], gone: alone(before.rowCount), added: alone(after.rowCount), paired: 0 };
  const noted = noteChanges({ columns, measured, most: options.most }, paired, named);
  return {
    columns: columns.map(({ name, type, role, in: place }) => ({ name, type, role, in: place })),
    rowCounts: { before: before.rowCount, after: after.rowCount },
    isMatched,
    figures: paired.pairs.length * measured.length,
    ...noted,
    gone: countOf(paired.gone),
    added: countOf(paired.added),
    paired: paired.paired,
  };
}

interface Common extends PairedColumn {
  readonly before: readonly CellValue[];
  readonly after: readonly CellValue[];
}

type Side = 'before' | 'after';

const isInBoth = (column: PairedColumn): column is Common => column.in === 'both';

const alone = (rows: number) => Array.from({ length: rows }, (_, row) => ({ row, rows: 1 }));

const countOf = (found: readonly { readonly rows: number }[]) => found.reduce((sum, { rows }) => sum + rows, 0);

const textsOf = (common: readonly Common[], measured: readonly Common[], side: Side) => ({
  keyOf: (row: number) =>
    rowText(
      common.map((column) => column[side]),
      row,
    ),
  restOf: (row: number) =>
    rowText(
      measured.map((column) => column[side]),
      row,
    ),
});

/** What names a row of one side: columns that it has not are empty in it. */
const keyOf =
  (keys: readonly PairedColumn[], side: Side) =>
  (row: number): readonly CellValue[] =>
    keys.map((column) => column[side]?.[row] ?? null);

interface Compared {
  readonly columns: readonly PairedColumn[];
  readonly measured: readonly Common[];
  readonly most: number;
}

function noteChanges(
  { columns, measured, most }: Compared,
  { pairs, gone, added }: ReturnType<typeof pairRows>,
  key: Readonly<Record<Side, (row: number) => readonly CellValue[]>>,
): Pick<FigureComparison, 'changed' | 'changes'> {
  const sizes = new Map(columns.map((column) => [column.name, sizeOf(column.before, column.after)]));
  const largest = {
    changed: createLargest<FigureChange>(most),
    gone: createLargest<FigureChange>(most),
    added: createLargest<FigureChange>(most),
  };
  const note = (change: FigureChange) =>
    largest[change.kind].add(weightOf(change, sizes.get(change.column ?? '') ?? 0), change);
  let changed = 0;
  for (const [old, next] of pairs) {
    for (const { name, before: olds, after: news } of measured) {
      const [before = null, after = null] = [olds[old], news[next]];
      if (isSameFigure(before, after)) continue;
      changed += 1;
      const difference = differenceOf(before, after);
      const share = shareOf(before, difference);
      note({ kind: 'changed', key: key.after(next), column: name, before, after, difference, share, rows: 1 });
    }
  }
  const noteRow = (kind: 'gone' | 'added', { row, rows }: { readonly row: number; readonly rows: number }) => {
    const side: Side = kind === 'gone' ? 'before' : 'after';
    const change = { kind, key: key[side](row), difference: null, share: null, rows };
    const own = columns.filter((column) => column.role !== 'key' && column[side] !== undefined);
    if (own.length === 0) note({ ...change, column: null, before: null, after: null });
    for (const column of own) {
      const value = column[side]?.[row] ?? null;
      note({ ...change, column: column.name, before: null, after: null, [side]: value });
    }
  };
  for (const found of gone) noteRow('gone', found);
  for (const found of added) noteRow('added', found);
  const changes = [...largest.changed.all(), ...largest.gone.all(), ...largest.added.all()];
  return { changed, changes: changes.map(withoutLength) };
}

/** Letters of a text that are told: a row of long ones is still a row. */
const mostLetters = 300;

const shortened = (value: CellValue): CellValue =>
  typeof value === 'string' && value.length > mostLetters ? `${value.slice(0, mostLetters)}…` : value;

const withoutLength = ({ key, before, after, ...change }: FigureChange): FigureChange => ({
  ...change,
  key: key.map(shortened),
  before: shortened(before),
  after: shortened(after),
});
