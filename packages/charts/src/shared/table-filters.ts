import { isRecord, numberOfCell, toNumber } from '@powerset/chart-kit';
import type { CellValue } from '@powerset/contract';

export const comparingOperators = ['>', '>=', '<', '<=', '==', '!='] as const;

/** A condition as it was typed under a column's name: `rome`, `> 100`, `!= 0`. */
export interface ColumnFilter {
  readonly op: 'CONTAINS' | (typeof comparingOperators)[number];
  readonly value: string | number;
}

const operators: Readonly<Record<string, ColumnFilter['op']>> = {
  '>': '>',
  '>=': '>=',
  '≥': '>=',
  '<': '<',
  '<=': '<=',
  '≤': '<=',
  '=': '==',
  '!=': '!=',
  '≠': '!=',
  '<>': '!=',
};

const maxFilterLength = 200;
const maxFilters = 100;

/** Reads a condition; null where none is typed, or not to its end. */
export function parseColumnFilter(text: string): ColumnFilter | null {
  const typed = text.trim().slice(0, maxFilterLength);
  const [, sign, rest = ''] = /^(>=|<=|!=|<>|[><=≥≤≠])\s*(.*)$/.exec(typed) ?? [];
  if (!sign) return typed === '' ? null : { op: 'CONTAINS', value: typed };
  return rest === '' ? null : { op: operators[sign] ?? '==', value: toNumber(rest.replace(',', '.')) ?? rest };
}

/** Conditions by column as they are kept; what is no text is left out. */
export function readColumnFilters(stored: unknown): Readonly<Record<string, string>> {
  if (!isRecord(stored)) return {};
  const texts = Object.entries(stored).filter((entry): entry is [string, string] => typeof entry[1] === 'string');
  return Object.fromEntries(texts.slice(0, maxFilters));
}

interface FilteredColumn {
  readonly column: { readonly type: string; readonly values: readonly CellValue[] };
  readonly format: (value: CellValue) => string;
}

/** Whether a cell passes a condition. */
export function passesFilter(filter: ColumnFilter, value: CellValue, { column, format }: FilteredColumn): boolean {
  const { op, value: wanted } = filter;
  if (value === null) return op === '!=';
  if (op === 'CONTAINS') return holdsText(value, String(wanted).toLowerCase(), format);
  const order = orderOf(value, wanted, column.type);
  if (order === null) return op === '!=';
  const passes = {
    '>': order > 0,
    '>=': order >= 0,
    '<': order < 0,
    '<=': order <= 0,
    '==': order === 0,
    '!=': order !== 0,
  };
  return passes[op];
}

/** Whether a cell holds a text, as it is or as it is written. */
export function holdsText(value: CellValue, wanted: string, format: (value: CellValue) => string): boolean {
  return String(value).toLowerCase().includes(wanted) || format(value).toLowerCase().includes(wanted);
}

function orderOf(value: CellValue, wanted: string | number, type: string): number | null {
  if (type === 'temporal' && typeof value === 'number') {
    const moment = Date.parse(String(wanted));
    return Number.isNaN(moment) ? null : value - moment;
  }
  if (type === 'number') {
    const number = numberOfCell(value);
    return number === null || typeof wanted !== 'number' ? null : number - wanted;
  }
  const [own, other] = [String(value).toLowerCase(), String(wanted).toLowerCase()];
  return own < other ? -1 : Number(own > other);
}

/** The rows that pass all conditions and hold the text in any column. */
export function narrowedRows(
  rows: readonly number[],
  columns: readonly (FilteredColumn & { readonly column: { readonly name: string } })[],
  given: { readonly search: string; readonly filters: Readonly<Record<string, string>> },
): readonly number[] {
  const wanted = given.search.trim().toLowerCase();
  const conditions = columns.flatMap((drawn) => {
    const filter = parseColumnFilter(given.filters[drawn.column.name] ?? '');
    return filter ? [{ drawn, filter }] : [];
  });
  if (wanted === '' && conditions.length === 0) return rows;
  const holds = (row: number, { column, format }: FilteredColumn) => {
    const value = column.values[row] ?? null;
    return value !== null && holdsText(value, wanted, format);
  };
  return rows.filter(
    (row) =>
      conditions.every(({ drawn, filter }) => passesFilter(filter, drawn.column.values[row] ?? null, drawn)) &&
      (wanted === '' || columns.some((drawn) => holds(row, drawn))),
  );
}
