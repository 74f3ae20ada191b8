import { randomUUID } from 'node:crypto';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { TableBuilder } from '../../packed/index.ts';
import type { EmbeddedEngine } from '../duckdb/embedded-engine.ts';
import type { FileEngine } from '../duckdb/file-engine.ts';
import { quoteName, quoteText } from '../duckdb/inspection.ts';
import { EngineError, type RunProgress } from '../engine.ts';
import type { FilePreview, IngestRequest, IngestResult, PreviewArguments } from './file-options.ts';

/** Turns uploaded files into tables. */
export interface FileLoader {
  previewFile(request: PreviewArguments, signal?: AbortSignal): Promise<FilePreview>;
  /** Makes, replaces or extends a table. It is there whole or not at all. */
  ingestFile(engine: EmbeddedEngine, request: IngestRequest): Promise<IngestResult>;
}

export interface FileLoaderOptions {
  readonly fileEngine: FileEngine;
  readonly stagingFolder: string;
  /** Whether lines that could not be read are kept so that a spreadsheet runs none of them. */
  readonly defusesFormulas: boolean;
}

/** The file engine's share of the work, for progress. */
const convertShare = 0.7;

export function createFileLoader({ fileEngine, stagingFolder, defusesFormulas }: FileLoaderOptions): FileLoader {
  return {
    async previewFile(request, signal) {
      const builder = new TableBuilder();
      let headers: Parameters<TableBuilder['build']>[0] | null = null;
      const preview = await fileEngine.previewFile(request, {
        signal,
        onBatch: (batch, columns) => {
          headers ??= columns;
          builder.add(batch);
        },
      });
      const columns =
        headers ??
        preview.columns.map(({ name, detectedType }) => ({ name, type: 'string' as const, nativeType: detectedType }));
      return { ...preview, rows: builder.build(columns, true) };
    },

    async ingestFile(engine, request) {
      checkNames(request);
      const target = path.join(stagingFolder, `staged-${randomUUID()}.parquet`);
      const { schema, table, ifExists, onRead, onProgress, signal, ...reading } = request;
      try {
        const onConverted = ({ fraction }: RunProgress) => tellRead(request, fraction);
        const converted = await fileEngine.convertFile(
          { ...reading, target, defusesFormulas },
          { signal, onProgress: onConverted },
        );
        tellRead(request, 1);
        await engine.runTrusted(loadSql(request, target), { signal });
        onProgress?.(1);
        return converted;
      } catch (error) {
        throw toIngestError(error, request);
      } finally {
        await rm(target, { force: true });
      }
    },
  };
}

function tellRead({ onRead, onProgress }: IngestRequest, fraction: number): void {
  onRead?.(fraction);
  onProgress?.(fraction * convertShare);
}

/** One statement: DuckDB makes it whole or not at all. */
function loadSql({ schema, table, columns, ifExists }: IngestRequest, target: string): string {
  const name = quoteName(schema, table);
  const source = `SELECT ${columns.map((column) => quoteName(column.name)).join(', ')} FROM read_parquet(${quoteText(target)})`;
  if (ifExists === 'append') return `INSERT INTO ${name} BY NAME ${source}`;
  return `CREATE ${ifExists === 'replace' ? 'OR REPLACE ' : ''}TABLE ${name} AS ${source}`;
}

function checkNames({ table, columns }: IngestRequest): void {
  if (!/^[\p{L}\p{N}_][\p{L}\p{N}_ -]{0,120}$/u.test(table)) {
    throw refuse('table_name: use letters, digits, spaces, - and _, at most 121 of them.');
  }
  if (columns.length === 0) throw refuse('columns: choose at least one column.');
  const names = new Set<string>();
  for (const { name } of columns) {
    if (name.trim() === '') throw refuse('columns: a column needs a name.');
    if (names.has(name.toLowerCase())) throw refuse(`columns: the name "${name}" is used twice.`);
    names.add(name.toLowerCase());
  }
}

function refuse(message: string): EngineError {
  return new EngineError({ code: 'UPLOAD_ERROR', message });
}

function toIngestError(error: unknown, { schema, table, ifExists }: IngestRequest): unknown {
  if (!(error instanceof EngineError)) return error;
  const words = error.details.driverMessage ?? '';
  if (ifExists === 'fail' && /already exists/i.test(words))
    return refuse(`The table "${schema}.${table}" exists already. Choose another name, or replace it or append to it.`);
  if (ifExists === 'append' && error.details.code === 'TABLE_DOES_NOT_EXIST_ERROR')
    return refuse(`The table "${schema}.${table}" does not exist, so nothing can be appended to it.`);
  if (ifExists === 'append' && /Binder Error|Constraint Error|Conversion Error/.test(words))
    return refuse(`The file does not fit the table "${schema}.${table}": ${error.details.message}`);
  return error;
}
