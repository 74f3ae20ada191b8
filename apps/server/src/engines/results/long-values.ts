import type { CellValue, ResultTable } from '@powerset/contract';
import type { ResultHeader } from './result-sql.ts';
import { textLengthSql, textPartSql } from './value-kinds.ts';

/** A value that is longer than what a window gives of it. */
export interface CellCut {
  /** In the window. */
  readonly row: number;
  readonly column: number;
  /** Characters of the whole text. */
  readonly length: number;
}

/** What a window reads so that no value in it is longer than `cut`. */
export interface CutPlan {
  readonly columns: readonly string[];
  /** Columns that may be cut: their number, and where their beginning and length stand in what is read. */
  readonly long: readonly { readonly column: number; readonly head: number; readonly length: number }[];
}

export function planCuts(header: ResultHeader, cut: number): CutPlan {
  const values = header.columns.map((_, index) => {
    const kind = header.kinds[index] ?? 'plain';
    if (kind === 'plain') return `c${index}`;
    return `CASE WHEN ${textLengthSql(kind, `c${index}`)} > ${cut} THEN NULL ELSE c${index} END AS c${index}`;
  });
  const long = header.columns.flatMap((_, index) => (header.kinds[index] === 'plain' ? [] : [index]));
  const parts = long.flatMap((index) => {
    const kind = header.kinds[index] ?? 'plain';
    const length = textLengthSql(kind, `c${index}`);
    const head = textPartSql(kind, `c${index}`, { from: 0, length: cut });
    return [
      `CASE WHEN ${length} > ${cut} THEN ${head} END AS head${index}`,
      `CASE WHEN ${length} > ${cut} THEN ${length} END AS length${index}`,
    ];
  });
  const places = long.map((column, at) => ({
    column,
    head: header.columns.length + 2 * at,
    length: header.columns.length + 2 * at + 1,
  }));
  return { columns: [...values, ...parts], long: places };
}

/** Puts the beginnings where the long values are. */
export function applyCuts(
  read: ResultTable,
  header: ResultHeader,
  plan: CutPlan,
): { readonly table: ResultTable; readonly cuts: readonly CellCut[] } {
  const cuts: CellCut[] = [];
  const columns = header.columns.map((column, index) => {
    const values = read.columns[index]?.values ?? [];
    const place = plan.long.find((one) => one.column === index);
    const lengths = place && read.columns[place.length]?.values;
    if (!place || !lengths?.some((length) => length !== null)) return { ...column, values };
    const heads = read.columns[place.head]?.values ?? [];
    const shown = values.map((value, row): CellValue => {
      const length = lengths[row] ?? null;
      if (length === null) return value;
      cuts.push({ row, column: index, length: Number(length) });
      return heads[row] ?? null;
    });
    return { ...column, values: shown };
  });
  return { table: { ...read, columns }, cuts };
}

/** The same for rows that are in memory: first rows go to the page before the store can be asked. */
export function cutTable(
  table: ResultTable,
  cut: number,
): { readonly table: ResultTable; readonly cuts: readonly CellCut[] } {
  const cuts: CellCut[] = [];
  const columns = table.columns.map((column, index) => {
    const isLong = (value: CellValue) => typeof value === 'string' && value.length > cut;
    if (!column.values.some(isLong)) return column;
    const values = column.values.map((value, row) => {
      if (typeof value !== 'string' || value.length <= cut) return value;
      cuts.push({ row, column: index, length: value.length });
      return value.slice(0, cut);
    });
    return { ...column, values };
  });
  return { table: { ...table, columns }, cuts };
}
