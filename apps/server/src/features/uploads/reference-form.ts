import type { FileReadingOptions, UploadColumn, UploadPreview } from '@powerset/contract';
import type { FileFormat } from '../../engines/index.ts';
import { fieldError } from '../../http/index.ts';
import { parseJson } from '../../json/index.ts';
import { parseDocument } from '../../metadata/index.ts';
import { readOptions } from './reading.ts';

type Fields = Readonly<Record<string, unknown>>;

const formatsOf: Readonly<Record<string, readonly FileFormat[]>> = {
  csv: ['csv', 'tsv'],
  excel: ['xlsx'],
  columnar: ['parquet'],
};

/** Fields of the reference's form that would change the data and have nothing here that does the same. */
const unsupported: Readonly<Record<string, readonly string[]>> = {
  rows_to_read: [],
  index_column: [],
  index_label: [],
};

/** How the reference's form says that a file be read. */
export function readReferenceOptions(fields: Fields, format: FileFormat): FileReadingOptions {
  checkType(fields.type, format);
  for (const [field, harmless] of Object.entries(unsupported)) {
    const value = fields[field];
    if (value == null || harmless.includes(String(value))) continue;
    throw fieldError({ [field]: ['This option cannot be used here. Prepare the file so that it is not needed.'] });
  }
  return readOptions({
    ...fields,
    ...(fields.skip_rows == null ? {} : { skip_rows: readCount('skip_rows', fields.skip_rows) }),
    ...(fields.null_values == null ? {} : { null_values: readNullValues(String(fields.null_values)) }),
    ...(fields.sheet_name ? { sheet: fields.sheet_name } : {}),
    ...(fields.header_row == null ? {} : { has_header: readHeaderRow(fields.header_row) }),
  });
}

function readCount(field: string, value: unknown): number {
  const text = String(value).trim();
  if (/^\d{1,4}$/.test(text)) return Number(text);
  throw fieldError({ [field]: ['Must be a whole number.'] }, 400);
}

/** A list of JSON, as the reference's page sends it, or with commas; the empty text means no value anyway. */
function readNullValues(text: string): readonly string[] {
  const parsed = text.trim().startsWith('[') ? parseList(text) : text.split(',').map((part) => part.trim());
  return parsed.filter((part) => part !== '');
}

function parseList(text: string): readonly string[] {
  try {
    const value: unknown = parseJson(text);
    if (Array.isArray(value) && value.every((part) => typeof part === 'string')) return value;
  } catch {
    // Answered below, like every other text that is not a list of texts.
  }
  throw fieldError(
    { null_values: ['Must be JSON such as ["N/A", "NULL"], or the words with commas between them.'] },
    400,
  );
}

function checkType(type: unknown, format: FileFormat): void {
  if (type == null) return;
  const fitting = formatsOf[String(type)];
  if (!fitting) throw fieldError({ type: ['Must be one of: csv, excel, columnar.'] }, 400);
  if (!fitting.includes(format))
    throw fieldError({ type: [`The file is of the kind ${format}, not ${String(type)}.`] });
}

function readHeaderRow(value: unknown): boolean {
  if (String(value) === '0') return true;
  throw fieldError({ header_row: ['Must be 0: the names have to be in the first line. Remove the lines above it.'] });
}

/** The columns that the form asks for, in the types that it asks for; what it says nothing of stays as detected. */
export function readReferenceColumns(fields: Fields, preview: UploadPreview): readonly UploadColumn[] {
  const known = preview.columns.map((column) => column.name);
  const chosen = readNames('columns_read', fields, known);
  const dates = readNames('column_dates', fields, known);
  const types = readTypes(fields.column_data_types, known);
  return preview.columns
    .filter(({ name }) => chosen.length === 0 || chosen.includes(name))
    .map(({ name, detected_type: detected }) => {
      const asked = types.get(name) ?? (dates.includes(name) ? toDateType(detected) : detected);
      return { source: name, name, type: asked };
    });
}

function toDateType(detected: string): string {
  return detected === 'DATE' ? 'DATE' : 'TIMESTAMP';
}

function readNames(field: string, fields: Fields, known: readonly string[]): readonly string[] {
  const value = fields[field];
  if (value == null) return [];
  const names = String(value)
    .split(',')
    .map((name) => name.trim())
    .filter(Boolean);
  for (const name of names) checkKnown(field, name, known);
  return names;
}

function checkKnown(field: string, name: string, known: readonly string[]): void {
  if (!known.includes(name))
    throw fieldError({ [field]: [`The file has no column ${name}. It has: ${known.slice(0, 50).join(', ')}.`] });
}

/** Names of types as data frames and SQL write them. */
const typeNames: readonly (readonly [RegExp, string])[] = [
  [/^u?int(eger|\d+)?$|^bigint$/i, 'BIGINT'],
  [/^float(\d+)?$|^double$|^real$/i, 'DOUBLE'],
  [/^str(ing)?$|^object$|^text$|^varchar$|^category$/i, 'VARCHAR'],
  [/^bool(ean)?$/i, 'BOOLEAN'],
  [/^date$/i, 'DATE'],
  [/^datetime(64)?(\[\w+\])?$|^timestamp$/i, 'TIMESTAMP'],
  [/^time$/i, 'TIME'],
  [/^decimal$|^numeric$/i, 'DECIMAL(18,4)'],
];

function readTypes(value: unknown, known: readonly string[]): ReadonlyMap<string, string> {
  if (value == null) return new Map();
  const parsed = parseDocument(String(value));
  if (!parsed) throw fieldError({ column_data_types: ['Must be JSON such as {"column": "int64"}.'] }, 400);
  const types = Object.entries(parsed).map(([column, name]) => {
    checkKnown('column_data_types', column, known);
    const type = typeNames.find(([pattern]) => pattern.test(String(name)))?.[1];
    if (!type)
      throw fieldError({ column_data_types: [`${String(name)} is not a type that column ${column} can have.`] });
    return [column, type] as const;
  });
  return new Map(types);
}
