import path from 'node:path';
import { mapInTurns } from '../../turns/index.ts';
import { quoteName, quoteText } from '../duckdb/inspection.ts';
import { type DeltaFile, type DeltaSnapshot, readDeltaLog } from './delta-log.ts';
import type { LakeTable } from './grouping.ts';
import { hasNoColumns, type LakeObject, notRead } from './source.ts';
import type { ViewTools } from './view-tools.ts';

interface DeltaColumn {
  readonly name: string;
  /** What its files call it. */
  readonly physical: string;
  /** The engine's type; null for what consists of parts. */
  readonly type: string | null;
  readonly isPartition: boolean;
}

/** What changes nothing for those who read, or is read. */
/** How they are named is looked at in about a millisecond. */
const filesAtOnce = 200;
const knownFeatures: ReadonlySet<string> = new Set([
  'columnMapping',
  'timestampNtz',
  'typeWidening',
  'typeWidening-preview',
  'v2Checkpoint',
  'vacuumProtocolCheck',
  'deletionVectors',
]);
const fileColumn = '__powerset_file';

/** The rows of a Delta table at the latest moment of its log. */
export async function readDelta(table: LakeTable, tools: ViewTools): Promise<string> {
  const snapshot = await readDeltaLog(table, tools);
  checkFeatures(table, snapshot);
  const columns = columnsOf(table, snapshot);
  if (columns.length === 0) throw hasNoColumns(table.table);
  const { files } = snapshot;
  if (files.length === 0) return `SELECT ${columns.map((column) => emptyColumn(column)).join(', ')} WHERE false`;
  const paths = await tools.bring(await mapInTurns(files, filesAtOnce, (file) => toObject(table, file)));
  const list = `[${paths.map(quoteText).join(', ')}]`;
  await tools.define(`SELECT * FROM read_parquet(${list}, union_by_name = true, hive_partitioning = false)`);
  const stored = new Set((await tools.columns()).map(({ name }) => name.toLowerCase()));
  const partitions = columns.filter(({ isPartition }) => isPartition);
  const shown = columns.map((column) => {
    if (column.isPartition) return `${quoteName(column.physical)} AS ${quoteName(column.name)}`;
    return stored.has(column.physical.toLowerCase()) ? storedColumn(column) : emptyColumn(column);
  });
  const isTold = await mapInTurns(files, filesAtOnce, (file) => tellsByPath(file, partitions));
  const source = isTold.every(Boolean) ? byPath(list, partitions) : byFile({ list, paths, files }, partitions);
  return `SELECT ${shown.join(', ')} FROM ${source}`;
}

function checkFeatures({ table }: LakeTable, { protocol, files }: DeltaSnapshot): void {
  const { minReaderVersion = 1, readerFeatures } = protocol;
  if (minReaderVersion > 3) throw notRead(table, `reader version ${minReaderVersion}`);
  const unknown = (readerFeatures ?? []).filter((feature) => !knownFeatures.has(feature));
  if (unknown.length > 0) throw notRead(table, unknown.join(', '));
  if (files.some(({ hasDeletions }) => hasDeletions)) throw notRead(table, 'deletion vectors');
}

interface SchemaField {
  readonly name: string;
  readonly type: unknown;
  readonly metadata?: Readonly<Record<string, unknown>>;
}

function columnsOf({ table }: LakeTable, { metaData }: DeltaSnapshot): readonly DeltaColumn[] {
  const { schemaString = '', partitionColumns, configuration } = metaData;
  const isMapped = !['none', undefined].includes(configuration?.['delta.columnMapping.mode']);
  // Writers of the protocol write a struct; what is no such field fails below.
  const { fields } = JSON.parse(schemaString) as { readonly fields: readonly SchemaField[] };
  return fields.map(({ name, type, metadata }) => {
    const isNested = typeof type !== 'string';
    if (isNested && isMapped) throw notRead(table, 'columns of parts with mapped names');
    const mapped = metadata?.['delta.columnMapping.physicalName'];
    return {
      name,
      physical: isMapped && typeof mapped === 'string' ? mapped : name,
      type: isNested ? null : toType(type, table),
      isPartition: (partitionColumns ?? []).includes(name),
    };
  });
}

const types: Readonly<Record<string, string>> = {
  string: 'VARCHAR',
  long: 'BIGINT',
  integer: 'INTEGER',
  short: 'SMALLINT',
  byte: 'TINYINT',
  float: 'FLOAT',
  double: 'DOUBLE',
  boolean: 'BOOLEAN',
  binary: 'BLOB',
  date: 'DATE',
  timestamp: 'TIMESTAMPTZ',
  timestamp_ntz: 'TIMESTAMP',
};

function toType(type: string, table: string): string {
  const decimal = /^decimal\((\d{1,2}), ?(\d{1,2})\)$/.exec(type);
  const known = decimal ? `DECIMAL(${decimal[1]}, ${decimal[2]})` : types[type];
  if (known === undefined) throw notRead(table, `the type ${type}`);
  return known;
}

function storedColumn({ name, physical, type }: DeltaColumn): string {
  const stored = quoteName(physical);
  return `${type === null ? stored : `CAST(${stored} AS ${type})`} AS ${quoteName(name)}`;
}

/** Of a column that no file has yet. */
function emptyColumn({ name, type }: DeltaColumn): string {
  return `CAST(NULL AS ${type ?? 'VARCHAR'}) AS ${quoteName(name)}`;
}

function toObject({ table, folder }: LakeTable, { path: written, bytes }: DeltaFile): LakeObject {
  const name = decode(written);
  const isOutside = name === null || /^(\/|[a-z][a-z0-9+.-]*:)/i.test(name) || name.split('/').includes('..');
  if (isOutside) throw notRead(table, 'files outside of its folder');
  return { path: path.posix.join(folder, name), bytes, version: '' };
}

function decode(text: string): string | null {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
}

const noValue = '__HIVE_DEFAULT_PARTITION__';

/** Whether a file's folders say the same as the log: then the engine leaves out files by their folders. */
function tellsByPath({ path: written, partitionValues }: DeltaFile, partitions: readonly DeltaColumn[]): boolean {
  const parts = new Map(
    (decode(written) ?? '').split('/').flatMap((part): [string, string | null][] => {
      const [, name, value] = /^([^=]+)=(.*)$/s.exec(part) ?? [];
      return name === undefined || value === undefined ? [] : [[decode(name) ?? name, decode(value)]];
    }),
  );
  if (parts.size !== partitions.length) return false;
  return partitions.every(({ physical }) => {
    const value = partitionValues[physical] ?? '';
    return parts.get(physical) === (value === '' ? noValue : value);
  });
}

function byPath(list: string, partitions: readonly DeltaColumn[]): string {
  if (partitions.length === 0) return `read_parquet(${list}, union_by_name = true, hive_partitioning = false)`;
  const kinds = partitions.map(({ physical, type }) => `${quoteText(physical)}: ${type ?? 'VARCHAR'}`).join(', ');
  return `read_parquet(${list}, union_by_name = true, hive_partitioning = true, hive_types = {${kinds}})`;
}

interface ListedFiles {
  readonly list: string;
  readonly paths: readonly string[];
  readonly files: readonly DeltaFile[];
}

function byFile({ list, paths, files }: ListedFiles, partitions: readonly DeltaColumn[]): string {
  const rows = files.map(({ partitionValues }, index) => {
    const values = partitions.map(({ physical }) => textOrNull(partitionValues[physical]));
    return `(${[quoteText(paths[index] ?? ''), ...values].join(', ')})`;
  });
  const names = partitions.map((_, index) => `p${index}`);
  const typed = partitions.map(({ physical, type }, index) => `CAST(p${index} AS ${type}) AS ${quoteName(physical)}`);
  const listed = `(SELECT file, ${typed.join(', ')} FROM (VALUES ${rows.join(', ')}) v(${['file', ...names].join(', ')}))`;
  return `read_parquet(${list}, union_by_name = true, hive_partitioning = false, filename = '${fileColumn}') f JOIN ${listed} p ON f.${fileColumn} = p.file`;
}

function textOrNull(value: string | null | undefined): string {
  return value === undefined || value === null || value === '' ? 'NULL' : quoteText(value);
}
