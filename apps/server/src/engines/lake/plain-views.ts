import { quoteName, quoteText } from '../duckdb/inspection.ts';
import type { LakeTable } from './grouping.ts';
import { lakeError, maxFilesOfTable } from './source.ts';
import type { ViewTools } from './view-tools.ts';

/** Files up to this are read through once, so that no later row is a surprise to the types of their columns. */
const wholeSampleBytes = 256 * 1024 * 1024;
const sampledRows = 200_000;
/** One value of JSON. */
const maxObjectBytes = 64 * 1024 * 1024;

/** The rows of files that nothing but they themselves describe. */
export async function readPlain(table: LakeTable, tools: ViewTools): Promise<string> {
  if (table.files.length > maxFilesOfTable)
    throw lakeError(
      'GENERIC_DB_ENGINE_ERROR',
      `The table "${table.table}" has more than ${maxFilesOfTable.toLocaleString('en')} files. Connect a folder further inside.`,
    );
  const paths = await tools.bring(table.files);
  const files = `[${paths.map(quoteText).join(', ')}]`;
  const common = `union_by_name = true, hive_partitioning = ${table.partitions.length > 0}`;
  if (table.format === 'parquet') return `SELECT * FROM read_parquet(${files}, ${common})`;
  const sample = sizeOf(table) <= wholeSampleBytes ? -1 : sampledRows;
  if (table.format === 'csv') return readCsv({ files, common, sample }, table, tools);
  const options = `${common}, maximum_object_size = ${maxObjectBytes}`;
  return `SELECT * FROM read_json(${files}, ${options}, sample_size = ${sample})`;
}

/** The types are made out once, from all rows where that is quick, and are the same for every question. */
async function readCsv(
  { files, common, sample }: { readonly files: string; readonly common: string; readonly sample: number },
  { partitions, csvOptions = '' }: LakeTable,
  tools: ViewTools,
): Promise<string> {
  const sampled = `SELECT * FROM read_csv(${files}, ${common}${csvOptions}, sample_size = ${sample})`;
  await tools.define(sampled);
  const columns = (await tools.columns()).filter(({ name }) => !partitions.includes(name));
  if (columns.length === 0) return sampled;
  const types = columns.map(({ name, type }) => `${quoteText(name)}: ${quoteText(type)}`).join(', ');
  return `SELECT ${columns
    .map(({ name }) => quoteName(name))
    .concat(partitions.map((name) => quoteName(name)))
    .join(', ')} FROM read_csv(${files}, ${common}${csvOptions}, types = {${types}})`;
}

export function sizeOf({ files }: Pick<LakeTable, 'files'>): number {
  return files.reduce((bytes, file) => bytes + file.bytes, 0);
}
