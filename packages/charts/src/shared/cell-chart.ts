import { numberOfCell, toNumber } from '@powerset/chart-kit';
import { drawSpark } from './spark-path.ts';
import type { TableColumn } from './table-columns.ts';

type Numbers = readonly (number | null)[];

/** A longer text is no list that anybody reads in a cell. */
const longestText = 20_000;
const mostNumbers = 1000;
export const cellChartHeight = 20;

/** A figure with its earlier one before it, or the numbers of a cell that holds a list; null where there are none. */
export function numbersOfCell(
  { values, earlier }: Pick<TableColumn, 'values' | 'earlier'>,
  row: number,
): Numbers | null {
  const value = values[row] ?? null;
  if (earlier) {
    const pair = [earlier[row] ?? null, value].map(numberOfCell);
    return pair.every((number) => number === null) ? null : pair;
  }
  const entries = typeof value === 'string' ? listIn(value) : null;
  if (!entries || entries.length === 0) return null;
  const numbers = entries.slice(0, mostNumbers).map((entry) => (entry === null ? null : toNumber(entry)));
  return numbers.some((number) => number !== null) ? numbers : null;
}

function listIn(text: string): readonly unknown[] | null {
  if (text.length > longestText || !text.trimStart().startsWith('[')) return null;
  try {
    const list: unknown = JSON.parse(text);
    return Array.isArray(list) ? list : null;
  } catch {
    return null;
  }
}

/** The shape of a list; of two figures the slope, which only a scale from zero makes comparable with those of other rows. */
export function lineOf(numbers: Numbers, width: number) {
  const ends = numbers.map((value) => value ?? 0);
  const bounds = numbers.length > 2 ? ([null, null] as const) : ([Math.min(0, ...ends), Math.max(0, ...ends)] as const);
  return drawSpark(numbers, { width, height: cellChartHeight, bounds });
}

export interface CellBarBox {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly isBelow: boolean;
}

const gap = 1;

/** Bars from zero; of more than there is room for, each stands for the mean of its neighbours. */
export function barsOf(numbers: Numbers, width: number): readonly CellBarBox[] {
  const perBar = Math.max(1, Math.ceil(numbers.length / (width / 3)));
  const groups = Array.from({ length: Math.ceil(numbers.length / perBar) }, (_, at) =>
    meanOf(numbers.slice(at * perBar, (at + 1) * perBar)),
  );
  const high = groups.reduce<number>((most, value) => Math.max(most, value ?? 0), 0);
  const low = groups.reduce<number>((least, value) => Math.min(least, value ?? 0), 0);
  const span = high - low;
  const step = width / groups.length;
  const yOf = (value: number) => round(((high - value) / span) * cellChartHeight);
  return groups.flatMap((value, at) => {
    if (value === null || value === 0) return [];
    const [top, bottom] = [yOf(Math.max(0, value)), yOf(Math.min(0, value))];
    const height = Math.max(1, round(bottom - top));
    return [{ x: round(at * step), y: top, width: round(Math.max(1, step - gap)), height, isBelow: value < 0 }];
  });
}

function meanOf(values: Numbers): number | null {
  const present = values.filter((value): value is number => value !== null);
  return present.length === 0 ? null : present.reduce((sum, value) => sum + value, 0) / present.length;
}

const round = (value: number) => Math.round(value * 10) / 10;
