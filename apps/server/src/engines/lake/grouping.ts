import { createHash } from 'node:crypto';
import path from 'node:path';
import { eachInTurns, Stretch } from '../../turns/index.ts';
import type { EngineError } from '../engine.ts';
import type { DuckTable } from './ducklake-catalog.ts';
import { toName, toSchema } from './names.ts';
import type { LakeObject } from './source.ts';

export type LakeFormat = 'parquet' | 'csv' | 'json' | 'delta' | 'iceberg' | 'ducklake';

/** A table of a lake: a file, files of one kind, or what a log describes. */
export interface LakeTable {
  readonly schema: string;
  readonly table: string;
  readonly format: LakeFormat;
  /** Its folder, from the lake's root. */
  readonly folder: string;
  /** Its files; of a table that a log describes, the log's. */
  readonly files: readonly LakeObject[];
  /** The columns that folders named `column=value` add. */
  readonly partitions: readonly string[];
  /** Another one where any of its files is another. */
  readonly version: string;
  /** Options for its reader that are known beforehand, each behind a comma. */
  readonly csvOptions?: string;
  /** What a DuckLake's catalog says of it, or why that cannot be read. */
  readonly described?: DuckTable;
  readonly problem?: EngineError;
}

type PlainFormat = 'parquet' | 'csv' | 'json';

const endings: readonly (readonly [RegExp, PlainFormat])[] = [
  [/\.(parquet|parq|pq)$/i, 'parquet'],
  [/\.(csv|tsv)(\.gz|\.zst)?$/i, 'csv'],
  [/\.(json|jsonl|ndjson)(\.gz|\.zst)?$/i, 'json'],
];
const partitionFolder = /^([^=]+)=/;
const deltaLog = /^(?:(.*)\/)?_delta_log\/\d{20}\.(?:json|checkpoint\.)/;
const icebergMetadata = /^(?:(.*)\/)?metadata\/[^/]+\.metadata\.json$/;
/** Their names and versions are counted in in less than a millisecond. */
const filesAtOnce = 500;

interface Group {
  readonly format: LakeFormat;
  readonly folder: string;
  /** What the names of its files have in common. */
  readonly stem: string;
  readonly partitions: readonly string[];
  readonly files: LakeObject[];
}

/** The tables that files are, by path. */
export async function groupFiles(objects: readonly LakeObject[], lakeName: string): Promise<readonly LakeTable[]> {
  const described = await findDescribed(objects);
  const groups = new Map<string, Group>();
  await eachInTurns(objects, (object) => {
    const found = toGroup(object, described);
    if (!found) return;
    const { key, group } = found;
    const known = groups.get(key);
    if (known) known.files.push(object);
    else groups.set(key, { ...group, files: [object] });
  });
  const tables: LakeTable[] = [];
  const stretch = new Stretch();
  for (const named of await nameAll([...groups.values()], lakeName))
    tables.push({ ...named, version: await toVersion(named, stretch) });
  return tables;
}

type Described = ReadonlyMap<string, 'delta' | 'iceberg'>;

/** Folders whose tables a log describes. */
async function findDescribed(objects: readonly LakeObject[]): Promise<Described> {
  const found = new Map<string, 'delta' | 'iceberg'>();
  await eachInTurns(objects, ({ path: name }) => {
    const [delta, iceberg] = [deltaLog.exec(name), icebergMetadata.exec(name)];
    if (delta) found.set(delta[1] ?? '', 'delta');
    else if (iceberg && !found.has(iceberg[1] ?? '')) found.set(iceberg[1] ?? '', 'iceberg');
  });
  return found;
}

function toGroup(object: LakeObject, described: Described) {
  const folder = folderOf(object.path);
  const root = ancestors(folder).find((one) => described.has(one));
  if (root !== undefined) return toDescribedGroup(object, root, described.get(root) ?? 'delta');
  const format = endings.find(([ending]) => ending.test(object.path))?.[1];
  if (!format || object.bytes === 0) return null;
  const parts = folder === '' ? [] : folder.split('/');
  const first = parts.findIndex((part) => partitionFolder.test(part));
  if (first >= 0) {
    const names = parts.slice(first).flatMap((part) => partitionFolder.exec(part)?.[1] ?? []);
    const place = parts.slice(0, first).join('/');
    const group = { format, folder: place, stem: '', partitions: names };
    return { key: JSON.stringify([place, format, 'partitions']), group };
  }
  const stem = toStem(path.posix.basename(object.path));
  return { key: JSON.stringify([folder, format, 'files', stem]), group: { format, folder, stem, partitions: [] } };
}

function toDescribedGroup({ path: name }: LakeObject, root: string, format: 'delta' | 'iceberg') {
  const inside = root === '' ? name : name.slice(root.length + 1);
  if (!inside.startsWith(format === 'delta' ? '_delta_log/' : 'metadata/')) return null;
  return { key: JSON.stringify([root, format]), group: { format, folder: root, stem: '', partitions: [] } };
}

function folderOf(name: string): string {
  const folder = path.posix.dirname(name);
  return folder === '.' ? '' : folder;
}

/** A folder and those around it, the innermost first. */
function ancestors(folder: string): readonly string[] {
  const parts = folder === '' ? [] : folder.split('/');
  return Array.from({ length: parts.length + 1 }, (_, index) => parts.slice(0, parts.length - index).join('/'));
}

/** Files whose names differ in numbers and ids alone are parts of one table. */
function toStem(name: string): string {
  return name
    .replace(/(\.[a-z]+){1,2}$/i, '')
    .replace(/[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi, '#')
    .replace(/\d+/g, '#')
    .replace(/[#\W_]*#[#\W_]*/gu, '#');
}

type NamedTable = Omit<LakeTable, 'version'>;

async function nameAll(groups: readonly Group[], lakeName: string): Promise<readonly NamedTable[]> {
  const inFolder = new Map<string, number>();
  const hasInside = new Set<string>();
  await eachInTurns(groups, ({ folder }) => {
    inFolder.set(folder, (inFolder.get(folder) ?? 0) + 1);
    if (folder !== '') for (const around of ancestors(folder).slice(1)) hasInside.add(around);
  });
  const taken = new Map<string, number>();
  const keyOf = (schema: string, table: string) => JSON.stringify([schema.toLowerCase(), table.toLowerCase()]);
  const named: { readonly group: Group; readonly schema: string; readonly table: string }[] = [];
  await eachInTurns(groups, (group) => {
    const isAlone = inFolder.get(group.folder) === 1 && !hasInside.has(group.folder);
    const { schema, table } = nameOf(group, { isAlone, lakeName });
    named.push({ group, schema, table });
    const key = keyOf(schema, table);
    taken.set(key, (taken.get(key) ?? 0) + 1);
  });
  const tables = new Map<string, NamedTable>();
  await eachInTurns(named, ({ group, schema, table }) => {
    const isShared = (taken.get(keyOf(schema, table)) ?? 0) > 1;
    const own = isShared ? `${table}_${group.format}` : table;
    const free = toFree(own, (name) => tables.has(keyOf(schema, name)));
    const { format, folder, files, partitions } = group;
    tables.set(keyOf(schema, free), { schema, table: free, format, folder, files, partitions });
  });
  return [...tables.values()];
}

function toFree(name: string, isTaken: (name: string) => boolean): string {
  let free = name;
  for (let number = 2; isTaken(free); number += 1) free = `${name}_${number}`;
  return free;
}

/** A folder that is one table lies beside its kind; what lies in a folder with others has its own name there. */
function nameOf(
  { format, folder, stem, partitions, files }: Group,
  { isAlone, lakeName }: { readonly isAlone: boolean; readonly lakeName: string },
): { readonly schema: string; readonly table: string } {
  const asFolder = {
    schema: toSchema(folder === '' ? '' : folderOf(folder)),
    table: toName(folder === '' ? lakeName : path.posix.basename(folder)),
  };
  if (format === 'delta' || format === 'iceberg' || partitions.length > 0) return asFolder;
  const [first] = files;
  if (files.length === 1 && first) {
    const own = path.posix.basename(first.path).replace(/(\.(gz|zst))$/i, '');
    return { schema: toSchema(folder), table: toName(own.replace(/\.[a-z]+$/i, '')) };
  }
  if (isAlone) return asFolder;
  const common = stem.replace(/#/g, ' ').trim().replace(/\s+/g, '_');
  return { schema: toSchema(folder), table: toName(common === '' ? asFolder.table : common) };
}

async function toVersion({ files, folder, format }: NamedTable, stretch: Stretch): Promise<string> {
  const hash = createHash('sha1').update(JSON.stringify([folder, format]));
  for (let at = 0; at < files.length; at += filesAtOnce) {
    if (stretch.isLong) await stretch.rest();
    const some = files.slice(at, at + filesAtOnce);
    hash.update(some.map(({ path: name, version }) => `${name}\n${version}\n`).join(''));
  }
  return hash.digest('hex');
}
