import { randomBytes } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { chmod, copyFile, mkdir, open, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import {
  engineFolder,
  findDatabaseFile,
  isDatabaseFile,
  readWholeDatabase,
  withDatabaseFile,
} from '../engines/index.ts';
import { BackupError } from './backup-error.ts';
import { describeFile, type Manifest, manifestFile } from './manifest.ts';
import { copyMetadata, copyServerMetadata, readMetadata } from './metadata-copy.ts';

/** Where a copy of an embedded database comes from: a running server, or the file itself when none runs. */
export type TakeDatabase = (
  database: { readonly id: number; readonly file: string },
  take: (path: string) => Promise<void>,
) => Promise<void>;

export interface BackupRequest {
  readonly dataFolder: string;
  /** Where the metadata are when they are not in the folder. */
  readonly metadataUrl: string | null;
  /** The folder that the backup becomes. */
  readonly target: string;
  readonly hasResults: boolean;
  readonly takeDatabase: TakeDatabase;
  readonly childEntry: string;
  readonly version: string;
  readonly now: () => Date;
}

/**
 * Makes a backup. The metadata come first and the databases after them, so that no dataset misses its table; all is read
 * whole before the folder gets its name.
 */
export async function makeBackup(request: BackupRequest): Promise<Manifest> {
  const { target } = request;
  if (existsSync(target) && readdirSync(target).length > 0)
    throw new BackupError(`${target} exists already and is not touched. Name a folder that does not exist.`);
  const part = join(dirname(target), `.${basename(target)}.part-${randomBytes(6).toString('hex')}`);
  try {
    await mkdir(join(part, engineFolder), { recursive: true, mode: 0o700 });
    const manifest = await fill(part, request);
    await writeFile(join(part, manifestFile), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    for (const { path } of [...manifest.files, { path: manifestFile }]) await flush(join(part, path));
    await rename(part, target);
    return manifest;
  } catch (error) {
    await rm(part, { recursive: true, force: true });
    throw error;
  }
}

async function fill(part: string, request: BackupRequest): Promise<Manifest> {
  const { dataFolder, childEntry, version, now } = request;
  const createdOn = now().toISOString();
  if (request.metadataUrl === null) copyMetadata(dataFolder, join(part, 'metadata.db'));
  else await copyServerMetadata(request.metadataUrl, join(part, 'metadata.db'), createdOn);
  const { migrations, databases } = readMetadata(join(part, 'metadata.db'));
  await copyFile(join(dataFolder, 'secret.key'), join(part, 'secret.key'));
  const paths = ['metadata.db', 'secret.key'];
  for (const database of databases) {
    const name = findDatabaseFile(database);
    if (!name || !existsSync(join(dataFolder, engineFolder, name))) continue;
    const file = join(part, engineFolder, name);
    const live = join(dataFolder, engineFolder, name);
    await request.takeDatabase({ id: database.id, file: live }, (path) => moveFile(path, file));
    await withDatabaseFile({ file, childEntry }, readWholeDatabase);
    paths.push(`${engineFolder}/${name}`);
  }
  if (request.hasResults) paths.push(...(await copyResults(dataFolder, part)));
  const files = [];
  for (const path of paths) {
    await chmod(join(part, path), 0o600);
    files.push(await describeFile(part, path));
  }
  return { format: 1, version, created_on: createdOn, migrations, files };
}

/** A result that is still being written, or goes meanwhile, is passed over: it is asked for again like any that is gone. */
async function copyResults(dataFolder: string, part: string): Promise<readonly string[]> {
  const folder = join(engineFolder, 'results');
  await mkdir(join(part, folder), { recursive: true, mode: 0o700 });
  const names = await readdir(join(dataFolder, folder)).catch((): string[] => []);
  const whole = names.filter((name) => isDatabaseFile(name) && !names.includes(`${name}.wal`));
  const copied: string[] = [];
  for (const name of whole) {
    const isCopied = await copyFile(join(dataFolder, folder, name), join(part, folder, name)).then(
      () => true,
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error;
        return false;
      },
    );
    if (isCopied) copied.push(`${engineFolder}/results/${name}`);
  }
  return copied;
}

/** Onto another disk a file can only be copied. */
async function moveFile(from: string, to: string): Promise<void> {
  await rename(from, to).catch(async (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EXDEV') throw error;
    await copyFile(from, to);
  });
}

/** On the disk, not only in the system's memory. */
export async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r+');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
