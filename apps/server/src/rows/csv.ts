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

/** CSV as spreadsheets read it: times as ISO text, quotes where needed. */
export async function toCsv({ columns, rowCount }: WireTable, defusesFormulas: boolean): Promise<string> {
  const toText = textWriter(defusesFormulas);
  const toCell = (value: WireValue) => toCsvCell(typeof value === 'string' ? toText(value) : value);
  const head = columns.map((column) => toCell(column.name)).join(',');
  const toLine = (row: number) =>
    columns.map((column) => toCell(toPlainCell(column.values[row] ?? null, column.type))).join(',');
  const lines = await inPortions(rowCount, toLine, '\r\n');
  return rowCount === 0 ? `${head}\r\n` : `${head}\r\n${lines}\r\n`;
}

/** A cell as text or number for files: times as `2026-11-21 08:00:00`. */
export function toPlainCell(
  value: WireValue,
  type: WireTable['columns'][number]['type'],
): string | number | boolean | null {
  if (type !== 'temporal' || typeof value !== 'number') return value;
  const text = new Date(value).toISOString().replace('T', ' ').slice(0, 19);
  return text.endsWith(' 00:00:00') ? text.slice(0, 10) : text;
}

function toCsvCell(value: string | number | boolean | null): string {
  if (value === null) return '';
  if (typeof value !== 'string') return String(value);
  return /[",\r\n]/.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
