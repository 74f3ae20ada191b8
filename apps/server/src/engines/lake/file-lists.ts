import { quoteText } from '../duckdb/inspection.ts';
import type { LakeTable } from './grouping.ts';
import { notRead } from './source.ts';
import type { ViewTools } from './view-tools.ts';

/** Files as a list of the engine's. */
export function toList(paths: readonly string[]): string {
  return `[${paths.map(quoteText).join(', ')}]`;
}

/** Columns of a file without ids would be empty without a word. */
export async function assertIds(list: string, { table }: LakeTable, { ask }: ViewTools): Promise<void> {
  const counted = await ask(
    `SELECT count(*) FROM (SELECT count(field_id) AS ids FROM parquet_schema(${list}) GROUP BY file_name) WHERE ids = 0`,
  );
  if (Number(counted.columns[0]?.values[0] ?? 0) > 0) throw notRead(table, 'files without ids of columns');
}
