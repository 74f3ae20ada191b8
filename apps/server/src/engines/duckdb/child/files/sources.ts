import { copyFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FileColumn, FileFormat, FileReading } from '../../../files/file-options.ts';
import { type CsvShape, detectShape } from './csv-shape.ts';
import { type Encoding, hasGzipMagic, prepareText, readHead, stagingPath } from './prepare.ts';
import { uploadFailure } from './upload-failure.ts';
import { workbookToCsv } from './workbook.ts';

export function quoteText(text: string): string {
  return `'${text.replaceAll("'", "''")}'`;
}

export function quoteName(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}

/** A file made ready, and how DuckDB is told to read it. */
export interface Source {
  readonly format: FileFormat;
  readonly path: string;
  readonly bytes: number;
  readonly shape: CsvShape | null;
  readonly encoding: Encoding | null;
  readonly isCompressed: boolean;
  /** Of a workbook: the names of its sheets. */
  readonly sheets?: readonly string[];
  /** A table expression that reads all columns as text (CSV) or as they are. */
  readonly sql: string;
  readonly remove: () => Promise<void>;
}

export interface SourceRequest extends FileReading {
  readonly path: string;
  readonly format: FileFormat;
}

export async function openSource(request: SourceRequest, stagingFolder: string): Promise<Source> {
  if (request.format === 'xlsx') {
    const { csv, sheets } = await workbookToCsv(request.path, stagingFolder, request.sheet);
    const source = await openCsv({ ...request, path: csv, delimiter: ',' }, stagingFolder).catch(
      async (error: unknown) => {
        await rm(csv, { force: true });
        throw error;
      },
    );
    return { ...source, encoding: null, sheets, remove: () => rm(csv, { force: true }) };
  }
  if (request.format === 'csv' || request.format === 'tsv') return openCsv(request, stagingFolder);
  return request.format === 'json' ? openJson(request, stagingFolder) : openParquet(request, stagingFolder);
}

async function openCsv(request: SourceRequest, stagingFolder: string): Promise<Source> {
  const prepared = await prepareText(request.path, stagingFolder, request.encoding);
  try {
    const delimiter = request.delimiter ?? (request.format === 'tsv' ? '\t' : undefined);
    const shape = await detectShape(prepared.path, {
      delimiter,
      hasHeader: request.hasHeader,
      skipLines: request.skipLines,
    });
    const columns = shape.names.map((name) => ({ source: name, name, type: 'VARCHAR' }));
    return { ...prepared, format: request.format, shape, sql: csvSql({ file: prepared.path, shape, columns }) };
  } catch (error) {
    await prepared.remove();
    throw error;
  }
}

interface CsvRead {
  readonly file: string;
  readonly shape: CsvShape;
  readonly columns: readonly FileColumn[];
  readonly extra?: readonly string[];
}

/** Nothing is left to DuckDB's sniffer: one ragged line defeats it. */
export function csvSql({ file, shape, columns, extra = [] }: CsvRead): string {
  const types = columns.map(({ source, type }) => `${quoteText(source)}: ${quoteText(type)}`).join(', ');
  const options = [
    quoteText(file),
    'auto_detect = false',
    `delim = ${quoteText(shape.delimiter)}`,
    `quote = '"'`,
    `escape = '"'`,
    `header = ${shape.hasHeader}`,
    ...(shape.skipLines > 0 ? [`skip = ${shape.skipLines}`] : []),
    `columns = {${types}}`,
    'max_line_size = 16000000',
    ...extra,
  ];
  return `read_csv(${options.join(', ')})`;
}

async function openJson(request: SourceRequest, stagingFolder: string): Promise<Source> {
  const prepared = await prepareText(request.path, stagingFolder, request.encoding);
  // Types are made out from every row: one that came after a sample would stop the load.
  const sql = `read_json(${quoteText(prepared.path)}, compression = 'uncompressed', maximum_object_size = 67108864, sample_size = -1)`;
  return { ...prepared, format: 'json', shape: null, sql };
}

async function openParquet(request: SourceRequest, stagingFolder: string): Promise<Source> {
  const { size } = await stat(request.path);
  if (size === 0) throw uploadFailure('The file is empty (0 bytes).');
  if ((await readHead(request.path, 4)).toString('latin1') !== 'PAR1') {
    const hint = (await hasGzipMagic(request.path)) ? ' It is compressed with gzip: upload it unpacked.' : '';
    throw uploadFailure(`The file is not a Parquet file.${hint}`);
  }
  const isHere = path.dirname(path.resolve(request.path)) === path.resolve(stagingFolder);
  const file = isHere ? request.path : stagingPath(stagingFolder, 'parquet');
  if (!isHere) await copyFile(request.path, file);
  const remove = async () => {
    if (!isHere) await rm(file, { force: true });
  };
  return {
    format: 'parquet',
    path: file,
    bytes: size,
    shape: null,
    encoding: null,
    isCompressed: false,
    sql: `read_parquet(${quoteText(file)})`,
    remove,
  };
}
