import { setImmediate } from 'node:timers/promises';
import type { WireTable, WireValue } from '@powerset/contract';

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

/** CSV as spreadsheets read it: times as ISO text, quotes where needed, formulas of strangers defused. */
export async function toCsv({ columns, rowCount }: WireTable): Promise<string> {
  const head = columns.map((column) => toCsvCell(column.name)).join(',');
  const toLine = (row: number) =>
    columns.map((column) => toCsvCell(toPlainCell(column.values[row] ?? null, column.type))).join(',');
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
  // A spreadsheet would run text that starts like a formula.
  const text = /^[=+\-@\t\r]/.test(value) && !/^[+-]?[\d.]+$/.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}
