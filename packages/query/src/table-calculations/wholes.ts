import { type CellValue, type ResultTable, type TableCalculation, totalsColumn } from '@powerset/contract';
import { toNumber } from '../post-processing/index.ts';
import { wholeColumns } from './plan-calculations.ts';

/** What the share of a row is a share of; null where that is not known. */
export type Wholes = (row: number) => number | null;

interface WholesGiven {
  readonly table: ResultTable;
  readonly metric: string;
  readonly whole: ResultTable | null;
  readonly isUnknown: boolean;
  readonly columns: readonly string[];
  readonly axis: string | undefined;
}

/** What all rows come to as the database says it, else the sums of the rows that came. */
export function wholesOf({ of }: TableCalculation, given: WholesGiven): Wholes {
  const kept = wholeColumns(of, given.columns, given.axis);
  if (given.isUnknown) return () => null;
  return given.whole ? askedWholes(given.whole, kept, given) : sums(kept, given);
}

function sums(kept: readonly string[], { table, metric }: WholesGiven): Wholes {
  const { ids, count } = keysOf(table, kept);
  const all = new Array<number | null>(count).fill(null);
  table.columns
    .find(({ name }) => name === metric)
    ?.values.forEach((cell, row) => {
      const value = toNumber(cell);
      if (value !== null) all[ids[row]!] = (all[ids[row]!] ?? 0) + value;
    });
  return (row) => all[ids[row]!] ?? null;
}

function askedWholes(whole: ResultTable, kept: readonly string[], { table, metric, columns }: WholesGiven): Wholes {
  const level = columns.reduce((bits, label) => bits * 2 + (kept.includes(label) ? 0 : 1), 0);
  const levels = valuesOf(whole, totalsColumn);
  const figures = valuesOf(whole, metric);
  const textOf = keyTexts(whole, kept);
  const known = new Map<string, number | null>();
  for (let row = 0; row < whole.rowCount; row += 1)
    if (Number(levels[row]) === level) known.set(textOf(row), toNumber(figures[row]));
  const ownText = keyTexts(table, kept);
  return (row) => known.get(ownText(row)) ?? null;
}

const valuesOf = ({ columns }: ResultTable, label: string): readonly CellValue[] =>
  columns.find(({ name }) => name === label)?.values ?? [];

function keyTexts(table: ResultTable, labels: readonly string[]): (row: number) => string {
  const columns = labels.map((label) => valuesOf(table, label));
  return (row) => columns.map((values) => `${typeof values[row]}:${String(values[row])}`).join('\u0000');
}

/** Numbers the distinct combinations of some columns' values, by row. */
export function keysOf(
  table: ResultTable,
  labels: readonly string[],
): { readonly ids: readonly number[]; readonly count: number } {
  if (labels.length === 0) return { ids: Array.from({ length: table.rowCount }, () => 0), count: 1 };
  const textOf = keyTexts(table, labels);
  const codes = new Map<string, number>();
  const ids = Array.from({ length: table.rowCount }, (_, row) => {
    const text = textOf(row);
    const known = codes.get(text);
    if (known !== undefined) return known;
    codes.set(text, codes.size);
    return codes.size - 1;
  });
  return { ids, count: codes.size };
}
