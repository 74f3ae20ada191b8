import { setImmediate } from 'node:timers/promises';
import type { WireTable, WireValue } from '@powerset/contract';
import { defuseFormula } from '../formulas/index.ts';

const portionRows = 1000;

/** Writes many rows without keeping everybody else waiting: others get their turn between portions. */
async function inPortions(count: number, write: (row: number) => string, glue: string): Promise<string> {
  const portions: string[] = [];
  for (let start = 0; start < count; start += portionRows) {
    if (start > 0) await setImmediate();
    const length = Math.min(portionRows, count - start);
    portions.push(Array.from({ length }, (_, index) => write(start + index)).join(glue));
  }
  return portions.join(glue);
}

/** Texts as they are, or with the formulas of strangers defused. */
export function textWriter(defusesFormulas: boolean): (text: string) => string {
  return defusesFormulas ? defuseFormula : (text) => text;
}

/** What is chosen about CSV files. */
export interface CsvForm {
  /** Whether texts that a spreadsheet would run are written so that it does not. */
  readonly defusesFormulas: boolean;
  /** What stands where there is no value; null for nothing. */
  readonly csvNull?: string | null;
}

/** CSV as spreadsheets read it: times as ISO text, quotes where needed. */
export async function toCsv({ columns, rowCount }: WireTable, { defusesFormulas, csvNull }: CsvForm): Promise<string> {
  const toText = textWriter(defusesFormulas);
  const nothing = csvNull ?? '';
  const toCell = (value: WireValue) => toCsvCell(typeof value === 'string' ? toText(value) : value, nothing);
  const head = columns.map((column) => toCell(column.name)).join(',');
  const toLine = (row: number) =>
    columns
      .map(({ type, values }) => {
        const value = values[row] ?? null;
        // What was no text is written by us: only texts can be a stranger's formula.
        return typeof value === 'string' ? toCell(value) : toCsvCell(toPlainCell(value, type), nothing);
      })
      .join(',');
  const lines = await inPortions(rowCount, toLine, '\r\n');
  return rowCount === 0 ? `${head}\r\n` : `${head}\r\n${lines}\r\n`;
}

/** One line of a file that is written line by line. */
export function toCsvLine(values: readonly (string | number | null)[], { defusesFormulas, csvNull }: CsvForm): string {
  const toText = textWriter(defusesFormulas);
  const cells = values.map((value) => toCsvCell(typeof value === 'string' ? toText(value) : value, csvNull ?? ''));
  return `${cells.join(',')}\r\n`;
}

/** A cell as text or number for files: times as `2026-11-21 08:00:00`, what is no figure in words. */
export function toPlainCell(
  value: WireValue,
  type: WireTable['columns'][number]['type'],
): string | number | boolean | null {
  if (typeof value !== 'number') return value;
  if (type === 'temporal') return toMoment(value);
  return Number.isFinite(value) ? value : String(value);
}

function toMoment(epochMs: number): string {
  const date = new Date(epochMs);
  // Engines know times that are endless, or farther away than a `Date` reaches.
  if (Number.isNaN(date.getTime())) return String(epochMs).toLowerCase();
  const year = date.getUTCFullYear();
  const iso = date.toISOString();
  const years = String(year < 1 ? 1 - year : year).padStart(4, '0');
  const day = `${years}${iso.slice(-20, -14)}${year < 1 ? ' (BC)' : ''}`;
  const time = iso.slice(-13, -5);
  return time === '00:00:00' ? day : `${day} ${time}`;
}

function toCsvCell(value: string | number | boolean | null, nothing: string): string {
  if (value === null) return nothing;
  if (typeof value !== 'string') return String(value);
  // A text that reads like nothing is told from it by its quotes.
  return /[",\r\n]/.test(value) || (nothing !== '' && value === nothing) ? `"${value.replaceAll('"', '""')}"` : value;
}
