import path from 'node:path';
import { parseJson } from '../../json/index.ts';
import { quoteName, quoteText } from '../duckdb/inspection.ts';
import { assertIds, toList } from './file-lists.ts';
import type { LakeTable } from './grouping.ts';
import { type IcebergFiles, readManifests } from './iceberg-manifests.ts';
import { hasChangedParts, type IcebergSchema, toNativeType, toSchemaOption } from './iceberg-schema.ts';
import { hasNoColumns, notRead } from './source.ts';
import type { ViewTools } from './view-tools.ts';

/** As much of a table's metadata as is read; the shapes are those of the specification. */
interface Metadata {
  readonly 'format-version'?: number;
  readonly location?: string;
  readonly schema?: IcebergSchema;
  readonly schemas?: readonly IcebergSchema[];
  readonly 'current-schema-id'?: number;
  readonly 'current-snapshot-id'?: string | null;
  readonly snapshots?: readonly { readonly 'snapshot-id'?: string; readonly 'manifest-list'?: string }[];
}

/** It has more digits than a number of JSON keeps. */
const snapshotNumber = /"((?:current-)?snapshot-id)"\s*:\s*(-?\d+)/g;
const fileColumn = '__powerset_file';

/** The rows of an Iceberg table at its current snapshot, by the newest description that lies in its folder. */
export async function readIceberg(table: LakeTable, tools: ViewTools): Promise<string> {
  const metadata = await readMetadata(table, tools);
  const version = metadata['format-version'] ?? 1;
  if (version > 2) throw notRead(table.table, `format version ${version}`);
  const schema = schemaOf(table, metadata);
  const list = manifestListOf(metadata);
  if (list === null) return emptyTable(schema, table);
  const toPath = pathsOf(table, metadata);
  const manifestList = { path: toPath(list), bytes: 0, version: '' };
  const files = await readManifests(manifestList, table, { tools, toPath });
  if (files.rows.length === 0) return emptyTable(schema, table);
  return selectOf({ files, schema }, table, tools);
}

async function readMetadata(table: LakeTable, { source, signal }: ViewTools): Promise<Metadata> {
  const numberOf = (name: string) => Number(/^v?(\d+)/.exec(path.posix.basename(name))?.[1] ?? -1);
  const [newest] = table.files
    .filter(({ path: name }) => name.endsWith('.metadata.json'))
    .sort((a, b) => numberOf(b.path) - numberOf(a.path) || (a.path < b.path ? 1 : -1));
  if (!newest) throw notRead(table.table, 'no metadata');
  if (newest.path.endsWith('.gz.metadata.json')) throw notRead(table.table, 'packed metadata');
  const text = (await source.read(newest, signal)).toString('utf8');
  try {
    // Every field that is used is tested where it is used.
    return parseJson(text.replaceAll(snapshotNumber, '"$1": "$2"')) as Metadata;
  } catch {
    throw notRead(table.table, 'metadata that is no JSON, or too much of it');
  }
}

function schemaOf({ table }: LakeTable, metadata: Metadata): IcebergSchema {
  const { schemas = [], schema } = metadata;
  const current = schemas.find((one) => one['schema-id'] === metadata['current-schema-id']) ?? schema;
  if (!current || !Array.isArray(current.fields)) throw notRead(table, 'metadata without columns');
  if (current.fields.length === 0) throw hasNoColumns(table);
  if (hasChangedParts(current, schemas)) throw notRead(table, 'changed columns of parts');
  return current;
}

function manifestListOf(metadata: Metadata): string | null {
  const id = metadata['current-snapshot-id'];
  return metadata.snapshots?.find((one) => one['snapshot-id'] === id)?.['manifest-list'] ?? null;
}

/** Paths as the table writes them, from the lake's root. Wherever it was written, its files lie below its own folder. */
function pathsOf({ table, folder }: LakeTable, { location = '' }: Metadata): (written: string) => string {
  const plain = (text: string) => text.replace(/^[a-z][a-z0-9+.-]*:/i, '').replace(/^\/+/, '/');
  const root = plain(location).replace(/\/$/, '');
  return (written) => {
    const place = plain(written);
    const inside = place.startsWith(`${root}/`) ? place.slice(root.length + 1) : null;
    if (inside === null || inside.split('/').includes('..')) throw notRead(table, 'files outside of its folder');
    return path.posix.join(folder, inside);
  };
}

function emptyTable({ fields }: IcebergSchema, { table }: LakeTable): string {
  const columns = fields.map(({ name, type }) => `CAST(NULL AS ${toNativeType(type, table)}) AS ${quoteName(name)}`);
  return `SELECT ${columns.join(', ')} WHERE false`;
}

interface Readable {
  readonly files: IcebergFiles;
  readonly schema: IcebergSchema;
}

async function selectOf({ files, schema }: Readable, table: LakeTable, tools: ViewTools): Promise<string> {
  const paths = await tools.bring(files.rows);
  const list = toList(paths);
  await assertIds(list, table, tools);
  const columns = schema.fields.map(({ name }) => `d.${quoteName(name)}`).join(', ');
  const found = `schema = ${toSchemaOption(schema, table.table)}`;
  if (files.deletions.length === 0) return `SELECT ${columns} FROM read_parquet(${list}, ${found}) d`;
  const deletions = toList(await tools.bring(files.deletions));
  const named = paths.map((file, index) => `(${quoteText(file)}, ${quoteText(files.writtenPaths[index] ?? '')})`);
  return `SELECT ${columns} FROM read_parquet(${list}, ${found}, filename = '${fileColumn}', file_row_number = true) d
    WHERE NOT EXISTS (SELECT 1 FROM read_parquet(${deletions}, union_by_name = true, hive_partitioning = false) x
      JOIN (VALUES ${named.join(', ')}) n(file, written) ON n.written = x.file_path
      WHERE n.file = d.${fileColumn} AND x.pos = d.file_row_number)`;
}
