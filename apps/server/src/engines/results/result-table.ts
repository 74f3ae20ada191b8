import type { EmbeddedEngine } from '../duckdb/embedded-engine.ts';
import { quoteName, quoteText } from '../duckdb/inspection.ts';
import type { ResultStore } from './result-store.ts';

export interface ResultTableRequest {
  readonly resultId: string;
  readonly schema: string;
  readonly table: string;
  readonly signal?: AbortSignal;
}

/** Writes a stored result into a table of the embedded engine, in the place of what it held: whole, or not at all. */
export async function writeResultTable(
  engine: EmbeddedEngine,
  results: ResultStore,
  { resultId, schema, table, signal }: ResultTableRequest,
): Promise<void> {
  const file = await results.exportResult({ resultId, format: 'parquet' });
  try {
    await engine.runTrusted(`CREATE SCHEMA IF NOT EXISTS ${quoteName(schema)}`, { signal });
    const source = `SELECT * FROM read_parquet(${quoteText(file.path)})`;
    await engine.runTrusted(`CREATE OR REPLACE TABLE ${quoteName(schema, table)} AS ${source}`, { signal });
  } finally {
    await file.remove();
  }
}
