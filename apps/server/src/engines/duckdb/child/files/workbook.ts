import { createWriteStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import readWorkbook from 'read-excel-file/node';
import { stagingPath } from './prepare.ts';
import { uploadFailure } from './upload-failure.ts';

const maxWorkbookBytes = 200_000_000;

export interface SheetAsCsv {
  readonly csv: string;
  /** Names of all sheets of the workbook. */
  readonly sheets: readonly string[];
}

/** Writes one sheet of an XLSX file as CSV; dates become ISO text. */
export async function workbookToCsv(file: string, stagingFolder: string, sheet?: string | number): Promise<SheetAsCsv> {
  const { size } = await stat(file);
  if (size === 0) throw uploadFailure('The file is empty (0 bytes).');
  if (size > maxWorkbookBytes)
    throw uploadFailure('The workbook is larger than 200 MB. Save the sheet as CSV and upload that.');
  const sheets = await readWorkbook(file).catch(() =>
    Promise.reject(uploadFailure('The file is not a readable XLSX workbook.')),
  );
  const chosen = typeof sheet === 'string' ? sheets.find((one) => one.sheet === sheet) : sheets[(sheet ?? 1) - 1];
  if (!chosen)
    throw uploadFailure(
      `The workbook has no sheet ${JSON.stringify(sheet ?? 1)}. It has: ${sheets.map((one) => one.sheet).join(', ')}.`,
    );
  const rows = chosen.data.filter((row) => row.some((cell) => cell !== null));
  if (rows.length === 0) throw uploadFailure(`The sheet "${chosen.sheet}" is empty.`);
  const width = Math.max(...rows.map((row) => row.length));
  const target = stagingPath(stagingFolder, 'csv');
  const lines = function* () {
    for (const row of rows) yield `${Array.from({ length: width }, (_, index) => toCell(row[index])).join(',')}\n`;
  };
  await pipeline(Readable.from(lines()), createWriteStream(target));
  return { csv: target, sheets: sheets.map((one) => one.sheet) };
}

function toCell(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (value instanceof Date)
    return value
      .toISOString()
      .replace('T', ' ')
      .replace(/\.000Z$|Z$/, '')
      .replace(/ 00:00:00$/, '');
  const text = String(value);
  return typeof value === 'string' ? `"${text.replaceAll('"', '""')}"` : text;
}
