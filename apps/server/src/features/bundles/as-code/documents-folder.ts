import {
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { isDocument } from '../../../metadata/index.ts';
import { archiveLimits, readYaml, writeYaml } from '../../../threads/index.ts';
import { AsCodeError } from './as-code-error.ts';
import { type Asset, type AssetKind, assetKinds } from './assets.ts';

const maxDepth = 4;

/** Reads the documents of a folder within bounds; links and whatever is no plain file are refused. */
export function readFolder(folder: string, { mayBeMissing = false } = {}): readonly Asset[] {
  if (mayBeMissing && !existsSync(folder)) return [];
  if (!existsSync(folder)) throw new AsCodeError(`${folder} does not exist.`);
  if (!lstatSync(folder).isDirectory()) throw new AsCodeError(`${folder} is not a folder.`);
  const files = assetKinds.flatMap((kind) => findFiles(folder, kind, 1));
  if (files.length > archiveLimits.entries)
    throw new AsCodeError(`${folder} holds more than ${archiveLimits.entries} files.`);
  const total = files.reduce((sum, { bytes }) => sum + bytes, 0);
  if (total > archiveLimits.totalBytes)
    throw new AsCodeError(`The files of ${folder} are larger than ${archiveLimits.totalBytes} bytes together.`);
  const assets = files.map(({ file }) => readAsset(folder, file));
  const known = new Map<string, string>();
  for (const { uuid, file } of assets) {
    const other = known.get(uuid);
    if (other) throw new AsCodeError(`${file}: uuid: ${other} has the same.`);
    known.set(uuid, file);
  }
  return assets;
}

interface FoundFile {
  readonly file: string;
  readonly bytes: number;
}

function findFiles(folder: string, path: string, depth: number): readonly FoundFile[] {
  const full = join(folder, path);
  if (depth === 1 && !existsSync(full)) return [];
  const entry = lstatSync(full);
  if (entry.isSymbolicLink()) throw new AsCodeError(`${path} is a link; only plain files and folders are read.`);
  if (entry.isDirectory()) {
    if (depth > maxDepth) throw new AsCodeError(`${path} lies too deep: at most ${maxDepth} folders are read.`);
    return readdirSync(full)
      .filter((name) => !name.startsWith('.'))
      .sort()
      .flatMap((name) => findFiles(folder, `${path}/${name}`, depth + 1));
  }
  if (!entry.isFile()) throw new AsCodeError(`${path} is no plain file.`);
  if (!/\.ya?ml$/i.test(path)) return [];
  if (entry.size > archiveLimits.fileBytes)
    throw new AsCodeError(`${path} is larger than ${archiveLimits.fileBytes} bytes.`);
  return [{ file: path, bytes: entry.size }];
}

function readAsset(folder: string, file: string): Asset {
  const value = readDocument(folder, file);
  const { uuid } = value;
  if (typeof uuid !== 'string' || !/^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i.test(uuid))
    throw new AsCodeError(`${file}: uuid: Must be a UUID.`);
  // Files were looked for in the folders of the kinds alone.
  const kind = file.slice(0, file.indexOf('/')) as AssetKind;
  return { kind, file, uuid: uuid.toLowerCase(), value };
}

function readDocument(folder: string, file: string) {
  const value = attempt(file, () => readYaml(readFileSync(join(folder, file), 'utf8')));
  if (!isDocument(value)) throw new AsCodeError(`${file}: Must be a YAML mapping.`);
  return value;
}

function attempt<T>(file: string, read: () => T): T {
  try {
    return read();
  } catch (error) {
    throw new AsCodeError(`${file}: ${(error as Error).message}`);
  }
}

export function writeAsset(folder: string, { file, value }: Pick<Asset, 'file' | 'value'>): void {
  const path = join(folder, file);
  refuseLinks(folder, file);
  mkdirSync(dirname(path), { recursive: true });
  // A file that is read meanwhile is the old one or the new one.
  writeFileSync(`${path}.new`, writeYaml(value), { flag: 'wx' });
  renameSync(`${path}.new`, path);
}

export function removeAsset(folder: string, file: string): void {
  refuseLinks(folder, file);
  rmSync(join(folder, file));
}

function refuseLinks(folder: string, file: string): void {
  const parts = file.split('/');
  if (parts.includes('..')) throw new AsCodeError(`${file} leads out of the folder.`);
  for (let count = 1; count <= parts.length; count += 1) {
    const path = parts.slice(0, count).join('/');
    const found = lstatSync(join(folder, path), { throwIfNoEntry: false });
    if (found?.isSymbolicLink()) throw new AsCodeError(`${path} is a link; nothing is written through it.`);
  }
}
