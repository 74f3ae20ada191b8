import { randomUUID } from 'node:crypto';
import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { FileEngine } from '../duckdb/file-engine.ts';
import { type ExportFormat, fileColumns } from './file-columns.ts';
import { catalogOf, orderSql, quoteText, type ResultHeader, type ResultSelection, whereSql } from './result-sql.ts';

export interface ExportRequest {
  readonly resultId: string;
  readonly format: ExportFormat;
  /** All rows as they came where it is absent. */
  readonly selection?: ResultSelection;
  /** Of whoever waits for the file. */
  readonly signal?: AbortSignal;
}

export interface ExportedFile {
  readonly path: string;
  readonly bytes: number;
  readonly remove: () => Promise<void>;
}

export interface ExportOptions {
  readonly fileEngine: FileEngine;
  readonly stagingFolder: string;
  /** Whether texts in CSV files that a spreadsheet would run are written so that it does not. */
  readonly defusesFormulas: boolean;
  /** What stands in CSV files where there is no value; null for nothing. */
  readonly csvNull?: string | null;
}

/** Writes the rows of an attached result; the engine streams them into the file, however many they are. */
export async function writeExport(
  { fileEngine, stagingFolder, defusesFormulas, csvNull }: ExportOptions,
  header: ResultHeader,
  { resultId, format, selection = {}, signal }: ExportRequest,
): Promise<ExportedFile> {
  // A process that has made no result reads those of others.
  await mkdir(stagingFolder, { recursive: true });
  const file = path.join(stagingFolder, `export-${randomUUID()}.${format}`);
  const columns = fileColumns(header, format, defusesFormulas).join(', ');
  // Rows come as they were kept; to sort them by that would hold them all.
  const order = (selection.sort ?? []).length > 0 ? orderSql(header, selection) : '';
  const select = `SELECT ${columns} FROM ${catalogOf(resultId)}.result ${whereSql(header, selection)} ${order}`;
  const csv = `FORMAT csv, HEADER, NULLSTR ${quoteText(csvNull ?? '')}`;
  const remove = () => rm(file, { force: true });
  try {
    if (format === 'arrow') await fileEngine.writeArrow({ sql: select, path: file }, signal);
    else {
      const option = { csv, parquet: 'FORMAT parquet', json: 'FORMAT json, ARRAY true' }[format];
      await fileEngine.runTrusted(`COPY (${select}) TO ${quoteText(file)} (${option})`, signal);
    }
    return { path: file, bytes: (await stat(file)).size, remove };
  } catch (error) {
    await remove();
    throw error;
  }
}
