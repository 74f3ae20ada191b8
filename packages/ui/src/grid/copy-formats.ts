import { type GridColumnType, type GridValue, plainText } from './cell-text.ts';

/** How cells are written for other programs. */
export type CopyFormat = 'text' | 'csv' | 'markdown' | 'insert' | 'in';

export interface CopiedColumn {
  readonly name: string;
  readonly type: GridColumnType;
  readonly values: readonly GridValue[];
}

export interface CopyOptions {
  /** With names above tab-separated text. */
  readonly hasHeader: boolean;
  /** Into which table rows are inserted. */
  readonly table: string;
}

/** Cells in one of the formats. */
export function toCopiedText(columns: readonly CopiedColumn[], format: CopyFormat, options: CopyOptions): string {
  if (format === 'csv') return toCsv(columns);
  if (format === 'markdown') return toMarkdown(columns);
  if (format === 'insert') return toInserts(columns, options.table);
  if (format === 'in') return toInCondition(columns);
  return toTabbedText(columns, options.hasHeader);
}

function rowsOf<T>(columns: readonly CopiedColumn[], write: (value: GridValue, column: CopiedColumn) => T): T[][] {
  const rowCount = columns[0]?.values.length ?? 0;
  return Array.from({ length: rowCount }, (_, row) =>
    columns.map((column) => write(column.values[row] ?? null, column)),
  );
}

function quoteTabbed(text: string): string {
  return /[\t\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Cells as tab-separated text, the way spreadsheets take it; with names when more than one row is copied. */
export function toTabbedText(columns: readonly CopiedColumn[], hasHeader: boolean): string {
  const rows = rowsOf(columns, (value, { type }) => quoteTabbed(plainText(value, type)));
  const names = columns.map(({ name }) => quoteTabbed(name));
  return [...(hasHeader ? [names] : []), ...rows].map((cells) => cells.join('\t')).join('\n');
}

/** An empty text is quoted, so that it is not read as NULL. */
function toCsv(columns: readonly CopiedColumn[]): string {
  const quote = (text: string) => (/^$|[,\n\r"]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text);
  const rows = rowsOf(columns, (value, { type }) => (value === null ? '' : quote(plainText(value, type))));
  return [columns.map(({ name }) => quote(name)), ...rows].map((cells) => cells.join(',')).join('\n');
}

function toMarkdown(columns: readonly CopiedColumn[]): string {
  const shield = (text: string) =>
    text
      .replace(/[\\|]/g, '\\$&')
      .replace(/\r?\n|\r/g, '<br>')
      .replaceAll('\t', ' ');
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  const names = line(columns.map(({ name }) => shield(name)));
  const rule = line(columns.map(({ type }) => (type === 'number' ? '---:' : '---')));
  const rows = rowsOf(columns, (value, { type }) => shield(plainText(value, type)));
  return [names, rule, ...rows.map(line)].join('\n');
}

const rowsPerInsert = 500;

function toInserts(columns: readonly CopiedColumn[], table: string): string {
  const names = columns.map(({ name }) => quoteName(name)).join(', ');
  const rows = rowsOf(columns, toLiteral).map((cells) => `  (${cells.join(', ')})`);
  const statements: string[] = [];
  for (let start = 0; start < rows.length; start += rowsPerInsert)
    statements.push(`INSERT INTO ${table} (${names}) VALUES\n${rows.slice(start, start + rowsPerInsert).join(',\n')};`);
  return statements.join('\n');
}

/** Each value once; of several columns each row once. NULL equals nothing, so it is left out. */
function toInCondition(columns: readonly CopiedColumn[]): string {
  const rows = rowsOf(columns, toLiteral).filter((cells) => !cells.includes('NULL'));
  const [only] = columns;
  if (columns.length === 1 && only) return `IN (${[...new Set(rows.flat())].join(', ')})`;
  const names = columns.map(({ name }) => quoteName(name)).join(', ');
  return `(${names}) IN (${[...new Set(rows.map((cells) => `(${cells.join(', ')})`))].join(', ')})`;
}

/** Quoted only where it must be, as databases quote in different ways. */
function quoteName(name: string): string {
  return /^[A-Za-z_][A-Za-z0-9_]*$/.test(name) ? name : `"${name.replaceAll('"', '""')}"`;
}

function toLiteral(value: GridValue, { type }: CopiedColumn): string {
  if (value === null) return 'NULL';
  if (typeof value === 'boolean') return value ? 'TRUE' : 'FALSE';
  const text = plainText(value, type);
  if (type === 'boolean' && /^(true|false)$/i.test(text)) return text.toUpperCase();
  const isNumber = type === 'number' && /^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text);
  return isNumber ? text : `'${text.replaceAll("'", "''")}'`;
}
