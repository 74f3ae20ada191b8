import path from 'node:path';
import { AvroProblem, type AvroRecord, type AvroValue, isRecord, readAvro } from './avro.ts';
import type { LakeTable } from './grouping.ts';
import { type LakeObject, maxFilesOfTable, notRead } from './source.ts';
import type { ViewTools } from './view-tools.ts';

export interface IcebergFiles {
  readonly rows: readonly LakeObject[];
  /** Files of deleted positions. */
  readonly deletions: readonly LakeObject[];
  /** What the table itself calls its files of rows, in their order. */
  readonly writtenPaths: readonly string[];
}

const maxManifests = 1000;
const manifestsAtOnce = 8;
const avroBounds = { maxRecords: 200_000, maxBytes: 64 * 1024 * 1024 };
const deletedEntry = 2;

interface Told {
  readonly content: number;
  readonly writtenPath: string;
  readonly object: LakeObject;
}

/** The files that a snapshot consists of, by its list of manifests. */
export async function readManifests(
  manifestList: LakeObject,
  table: LakeTable,
  { tools, toPath }: { readonly tools: ViewTools; readonly toPath: (written: string) => string },
): Promise<IcebergFiles> {
  const read = (object: LakeObject) => readRecords(object, table, tools);
  const manifests = (await read(manifestList)).map(({ manifest_path: written }) => toObject(toPath(textOf(written))));
  if (manifests.length > maxManifests) throw notRead(table.table, `more than ${maxManifests} manifests`);
  const files: Told[] = [];
  for (let start = 0; start < manifests.length; start += manifestsAtOnce) {
    const parts = await Promise.all(manifests.slice(start, start + manifestsAtOnce).map(read));
    for (const entry of parts.flat()) {
      const told = toTold(entry, table, toPath);
      if (told) files.push(told);
    }
    if (files.length > maxFilesOfTable) throw notRead(table.table, `more than ${maxFilesOfTable} files`);
  }
  if (files.some(({ content }) => content > 1)) throw notRead(table.table, 'equality deletes');
  const rows = files.filter(({ content }) => content === 0);
  return {
    rows: rows.map(({ object }) => object),
    writtenPaths: rows.map(({ writtenPath }) => writtenPath),
    deletions: files.filter(({ content }) => content === 1).map(({ object }) => object),
  };
}

async function readRecords(object: LakeObject, table: LakeTable, { source, signal }: ViewTools) {
  const file = await source.read(object, signal);
  try {
    return await readAvro(file, avroBounds);
  } catch (error) {
    if (error instanceof AvroProblem || error instanceof SyntaxError)
      throw notRead(table.table, `${path.posix.basename(object.path)} (${error.message})`);
    throw error;
  }
}

function toTold(entry: AvroRecord, { table }: LakeTable, toPath: (written: string) => string): Told | null {
  if (entry.status === deletedEntry) return null;
  const { data_file: file } = entry;
  if (!isRecord(file)) throw notRead(table, 'manifests of another shape');
  if (textOf(file.file_format).toUpperCase() !== 'PARQUET') throw notRead(table, textOf(file.file_format));
  const writtenPath = textOf(file.file_path);
  const object = { ...toObject(toPath(writtenPath)), bytes: Number(file.file_size_in_bytes ?? 0) };
  return { content: Number(file.content ?? 0), writtenPath, object };
}

function toObject(place: string): LakeObject {
  return { path: place, bytes: 0, version: '' };
}

function textOf(value: AvroValue | undefined): string {
  return typeof value === 'string' ? value : '';
}
