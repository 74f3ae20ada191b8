import { toWireTable } from '@powerset/contract';
import { zipSync } from 'fflate';
import { type PackedTable, unpackTable } from '../packed/index.ts';
import { toArrow } from './arrow.ts';
import { type CsvForm, textWriter, toCsv, toPlainCell } from './csv.ts';
import { fitCell, toSheetMoment } from './sheet-cells.ts';

export type FileFormat = 'csv' | 'xlsx' | 'arrow';

export interface DataFile {
  readonly name: string;
  readonly type: string;
  readonly content: Uint8Array;
}

export const mediaTypes: Readonly<Record<FileFormat, string>> = {
  arrow: 'application/vnd.apache.arrow.stream',
  csv: 'text/csv; charset=utf-8',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

export interface FileRequest extends CsvForm {
  readonly tables: readonly PackedTable[];
  readonly format: FileFormat;
  readonly name: string;
}

/** One query gives one file; several come as a ZIP of `query_1.csv` and so on. */
export async function toDataFile({ tables, format, name, ...form }: FileRequest): Promise<DataFile> {
  const write = { arrow: toArrow, csv: toCsvBytes, xlsx: toWorkbook }[format];
  const contents = await Promise.all(tables.map((table) => write(table, form)));
  const [only] = contents;
  if (only && contents.length === 1) return { name: `${name}.${format}`, type: mediaTypes[format], content: only };
  const files = Object.fromEntries(contents.map((content, index) => [`query_${index + 1}.${format}`, content]));
  return { name: `${name}.zip`, type: 'application/zip', content: zipSync(files) };
}

async function toCsvBytes(table: PackedTable, form: CsvForm): Promise<Uint8Array> {
  // The mark lets spreadsheets read the text as UTF-8.
  return new Uint8Array(Buffer.from(`\ufeff${await toCsv(toWireTable(unpackTable(table)), form)}`, 'utf8'));
}

/** A text cell is not run as it is, but when somebody edits it or saves the sheet as CSV: it is defused as well. */
async function toWorkbook(packed: PackedTable, { defusesFormulas }: CsvForm): Promise<Uint8Array> {
  const table = toWireTable(unpackTable(packed));
  const toText = textWriter(defusesFormulas);
  const head = table.columns.map((column) => ({ value: toText(column.name), fontWeight: 'bold' as const }));
  const rows = Array.from({ length: table.rowCount }, (_, row) =>
    table.columns.map((column) => {
      const value = column.values[row] ?? null;
      if (value === null) return null;
      if (typeof value === 'string') return { value: fitCell(toText(value)) };
      const moment = column.type === 'temporal' && typeof value === 'number' ? toSheetMoment(value) : null;
      return moment
        ? { value: moment.serial, format: moment.format }
        : { value: toPlainCell(value, column.type) ?? '' };
    }),
  );
  const { default: writeExcelFile } = await import('write-excel-file/node');
  return new Uint8Array(await writeExcelFile([head, ...rows], { sheet: 'Data' }).toBuffer());
}
