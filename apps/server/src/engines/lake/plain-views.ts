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

/** Lines that are too short end in empty values, and those that are too long make columns for the others. */
const padding = ', null_padding = true, parallel = false';

/**
 * Where lines differ in how many values they have, the engine takes each for one text, or leaves out all before those that are
 * alike, and the names of the columns with them.
 */
function looksRagged(columns: readonly { readonly name: string }[]): boolean {
  const [only, ...others] = columns;
  if (only && others.length === 0 && /[,;|\t]/.test(only.name)) return true;
  return columns.every(({ name }) => /^column\d+$/.test(name));
}

/** The types are made out once, from all rows where that is quick, and are the same for every question. */
async function readCsv(
  { files, common, sample }: { readonly files: string; readonly common: string; readonly sample: number },
  { partitions, csvOptions = '' }: LakeTable,
  tools: ViewTools,
): Promise<string> {
  const sampled = (more = '') =>
    `SELECT * FROM read_csv(${files}, ${common}${csvOptions}${more}, sample_size = ${sample})`;
  const columnsOf = async (sql: string) => {
    await tools.define(sql);
    return (await tools.columns()).filter(({ name }) => !partitions.includes(name));
  };
  const asTold = await columnsOf(sampled());
  const padded = looksRagged(asTold) ? await columnsOf(sampled(padding)).catch(() => []) : [];
  tools.signal.throwIfAborted();
  const isRagged = padded.length > 1 && !looksRagged(padded);
  const columns = isRagged ? padded : asTold;
  if (columns.length === 0) return sampled();
  const types = columns.map(({ name, type }) => `${quoteText(name)}: ${quoteText(type)}`).join(', ');
  return `SELECT ${columns
    .map(({ name }) => quoteName(name))
    .concat(partitions.map((name) => quoteName(name)))
    .join(', ')} FROM read_csv(${files}, ${common}${csvOptions}${isRagged ? padding : ''}, types = {${types}})`;
}

export function sizeOf({ files }: Pick<LakeTable, 'files'>): number {
  return files.reduce((bytes, file) => bytes + file.bytes, 0);
}
