import { once } from 'node:events';
import { createWriteStream } from 'node:fs';
import type { CellValue, ColumnType, ResultTable } from '@powerset/contract';
import { strToU8, Zip, ZipDeflate, ZipPassThrough } from 'fflate';
import { defuseFormula } from '../../formulas/index.ts';
import { fitCell, momentFormats, readSheetMoment } from '../../rows/index.ts';

/** Rows that one sheet holds, its heading included. */
export const maxSheetRows = 1_048_576;

export interface Workbook {
  readonly path: string;
  readonly columns: readonly { readonly name: string; readonly type: ColumnType }[];
  /** Rows in portions, so that only one is held at a time. */
  readonly portions: AsyncIterable<ResultTable>;
  /** Whether texts that a spreadsheet would run once they are edited are written so that it does not. */
  readonly defusesFormulas: boolean;
}

/** Writes one sheet of rows as an XLSX file. Texts are written in place, numbers as numbers where Excel keeps them exact. */
export async function writeWorkbook({ path, columns, portions, defusesFormulas }: Workbook): Promise<void> {
  const toText = defusesFormulas ? toDefusedCell : toTextCell;
  const file = createWriteStream(path);
  const failed = new Promise<never>((_, reject) => file.once('error', reject));
  failed.catch(() => undefined);
  const zip = new Zip((error, chunk) => {
    if (error) file.destroy(error);
    else file.write(chunk);
  });
  for (const [name, text] of Object.entries(frameFiles)) addText(zip, name, text);
  const sheet = new ZipDeflate('xl/worksheets/sheet1.xml', { level: 3 });
  zip.add(sheet);
  sheet.push(strToU8(`${xmlHead}<worksheet xmlns="${mainNamespace}"><sheetData>`));
  sheet.push(strToU8(toRow(columns.map((column) => toText(column.name)))));
  for await (const table of portions) {
    sheet.push(strToU8(toRows(table, toText)));
    if (file.writableNeedDrain) await Promise.race([once(file, 'drain'), failed]);
  }
  sheet.push(strToU8('</sheetData></worksheet>'), true);
  zip.end();
  file.end();
  await Promise.race([once(file, 'finish'), failed]);
}

function addText(zip: Zip, name: string, text: string): void {
  const entry = new ZipPassThrough(name);
  zip.add(entry);
  entry.push(strToU8(text), true);
}

type ToText = (text: string) => string;

function toRows(table: ResultTable, toText: ToText): string {
  const rows: string[] = [];
  for (let row = 0; row < table.rowCount; row += 1) {
    const cells = table.columns.map((column) => toCell(column.values[row] ?? null, { type: column.type, toText }));
    rows.push(toRow(cells));
  }
  return rows.join('');
}

function toRow(cells: readonly string[]): string {
  return `<row>${cells.join('')}</row>`;
}

function toCell(value: CellValue, { type, toText }: { readonly type: ColumnType; readonly toText: ToText }): string {
  if (value === null) return '<c/>';
  if (type === 'boolean') return `<c t="b"><v>${value ? 1 : 0}</v></c>`;
  if (type === 'number' && isExactInExcel(value)) return `<c><v>${value}</v></c>`;
  const moment = type === 'temporal' ? readSheetMoment(String(value)) : null;
  // The first style is that of every other cell.
  if (moment) return `<c s="${momentFormats.indexOf(moment.format) + 1}"><v>${moment.serial}</v></c>`;
  // Figures are the engine's own words: -Infinity is no stranger's formula.
  return type === 'number' ? toTextCell(String(value)) : toText(String(value));
}

/** Excel keeps 15 digits; longer numbers stay whole only as text. */
function isExactInExcel(value: CellValue): boolean {
  const text = String(value);
  if (!/^-?\d+(\.\d+)?(e[+-]?\d+)?$/i.test(text)) return false;
  return typeof value === 'number' || text.replace(/\D/g, '').replace(/^0+/, '').length <= 15;
}

function toDefusedCell(text: string): string {
  return toTextCell(defuseFormula(text));
}

function toTextCell(text: string): string {
  return `<c t="inlineStr"><is><t xml:space="preserve">${escapeXml(fitCell(text))}</t></is></c>`;
}

function escapeXml(text: string): string {
  return (
    text
      // Characters that XML cannot hold at all.
      .replace(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
  );
}

const xmlHead = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const mainNamespace = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const relations = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const packages = 'http://schemas.openxmlformats.org/package/2006';
const sheetType = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

/** Numbers below it are of formats that every spreadsheet brings along. */
const firstFormatId = 164;
const formats = momentFormats
  .map((format, index) => `<numFmt numFmtId="${firstFormatId + index}" formatCode="${format}"/>`)
  .join('');
const styles = momentFormats
  .map((_, index) => `<xf numFmtId="${firstFormatId + index}" applyNumberFormat="1"/>`)
  .join('');

const frameFiles: Readonly<Record<string, string>> = {
  '[Content_Types].xml': `${xmlHead}<Types xmlns="${packages}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${sheetType}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${sheetType}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${sheetType}.styles+xml"/></Types>`,
  '_rels/.rels': `${xmlHead}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  'xl/workbook.xml': `${xmlHead}<workbook xmlns="${mainNamespace}" xmlns:r="${relations}"><sheets><sheet name="Result" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': `${xmlHead}<Relationships xmlns="${packages}/relationships"><Relationship Id="rId1" Type="${relations}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${relations}/styles" Target="styles.xml"/></Relationships>`,
  'xl/styles.xml': `${xmlHead}<styleSheet xmlns="${mainNamespace}"><numFmts count="${momentFormats.length}">${formats}</numFmts><fonts count="1"><font/></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="${momentFormats.length + 1}"><xf/>${styles}</cellXfs><cellStyles count="1"><cellStyle name="Normal" xfId="0" builtinId="0"/></cellStyles></styleSheet>`,
};
