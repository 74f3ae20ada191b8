import type { ResultTable } from '@powerset/contract';
import { quoteName, quoteText } from '../duckdb/inspection.ts';
import { readDelta } from './delta.ts';
import { readDuckLake } from './ducklake.ts';
import type { LakeTable } from './grouping.ts';
import { readIceberg } from './iceberg.ts';
import { readPlain } from './plain-views.ts';
import { type LakeObject, type LakeSource, notRead } from './source.ts';
import type { ViewTools } from './view-tools.ts';

/** The engine's own process, as much of it as views are made with. */
export interface ViewEngine {
  readonly runTrusted: (sql: string, options: { readonly signal?: AbortSignal }) => Promise<ResultTable>;
}

export interface ViewPlace {
  readonly engine: ViewEngine;
  readonly source: LakeSource;
  readonly signal: AbortSignal;
  readonly onProgress?: ((fraction: number) => void) | undefined;
}

/**
 * Makes the view by which statements read a table: over a list of files that is written out, as they are now. Returns the files
 * that were brought for it.
 */
export async function makeView(
  table: LakeTable,
  { engine, source, signal, onProgress }: ViewPlace,
): Promise<readonly LakeObject[]> {
  const ask = (sql: string) => engine.runTrusted(sql, { signal });
  const name = quoteName(table.schema, table.table);
  const define = async (select: string) => {
    await ask(`CREATE SCHEMA IF NOT EXISTS ${quoteName(table.schema)}`);
    await ask(`CREATE OR REPLACE VIEW ${name} AS ${select}`);
  };
  const columns = async () => {
    const found = await ask(
      `SELECT column_name, data_type FROM duckdb_columns() WHERE database_name = current_database()
       AND schema_name = ${quoteText(table.schema)} AND table_name = ${quoteText(table.table)} ORDER BY column_index`,
    );
    const [names, types] = found.columns.map(({ values }) => values.map(String));
    return (names ?? []).map((column, index) => ({ name: column, type: types?.[index] ?? '' }));
  };
  const brought: LakeObject[] = [];
  const bring = (objects: readonly LakeObject[]) => {
    brought.push(...objects);
    return source.bring({ objects, signal, onProgress });
  };
  const select = await read(table, { source, signal, bring, ask, define, columns });
  await define(select);
  return brought;
}

export async function dropView({ schema, table }: Pick<LakeTable, 'schema' | 'table'>, engine: ViewEngine) {
  await engine.runTrusted(`DROP VIEW IF EXISTS ${quoteName(schema, table)}`, {});
}

async function read(table: LakeTable, tools: ViewTools): Promise<string> {
  if (table.problem) throw table.problem;
  if (table.format === 'ducklake') return readDuckLake(table, tools);
  if (table.format !== 'delta' && table.format !== 'iceberg') return readPlain(table, tools);
  try {
    return await (table.format === 'delta' ? readDelta(table, tools) : readIceberg(table, tools));
  } catch (error) {
    // Whoever wrote the log wrote something else than its protocol says.
    const isShape = error instanceof TypeError || error instanceof SyntaxError || error instanceof RangeError;
    throw isShape ? notRead(table.table, `a log of another shape (${error.message})`) : error;
  }
}
