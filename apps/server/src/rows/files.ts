import { toWireTable, type WireTable } from '@powerset/contract';
import { zipSync } from 'fflate';
import writeExcelFile from 'write-excel-file/node';
import { type PackedTable, unpackTable } from '../packed/index.ts';
import { toCsv, toPlainCell } from './csv.ts';

export type FileFormat = 'csv' | 'xlsx';

export interface DataFile {
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array;
}

const types: Readonly<Record<FileFormat, string>> = {
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

export interface FileRequest {
  readonly tables: readonly PackedTable[];
  readonly format: FileFormat;
  readonly name: string;
}

/** One query gives one file; several come as a ZIP of `query_1.csv` and so on. */
export async function toDataFile({ tables, format, name }: FileRequest): Promise<DataFile> {
  const contents = await Promise.all(tables.map((table) => toContent(toWireTable(unpackTable(table)), format)));
  const [only] = contents;
  if (only && contents.length === 1) return { name: `${name}.${format}`, type: types[format], content: only };
  const files = Object.fromEntries(contents.map((content, index) => [`query_${index + 1}.${format}`, content]));
  return { name: `${name}.zip`, type: 'application/zip', content: zipSync(files) };
}

async function toContent(table: WireTable, format: FileFormat): Promise<Uint8Array> {
  // The mark lets spreadsheets read the text as UTF-8.
  if (format === 'csv') return new Uint8Array(Buffer.from(`\ufeff${await toCsv(table)}`, 'utf8'));
  const head = table.columns.map((column) => ({ value: column.name, fontWeight: 'bold' as const }));
  const rows = Array.from({ length: table.rowCount }, (_, row) =>
    table.columns.map((column) => {
      const value = toPlainCell(column.values[row] ?? null, column.type);
      return value === null ? null : { value };
    }),
  );
  return new Uint8Array(await writeExcelFile([head, ...rows], { sheet: 'Data' }).toBuffer());
}
