import { createHash } from 'node:crypto';
import { createReadStream, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { isDocument } from '../metadata/index.ts';
import { BackupError } from './backup-error.ts';

/** What a backup holds, with the means to see whether it still holds it. */
export interface Manifest {
  readonly format: 1;
  /** The version of the program that made it. */
  readonly version: string;
  readonly created_on: string;
  /** The steps that the metadata have behind them. */
  readonly migrations: readonly string[];
  readonly files: readonly FileEntry[];
}

export interface FileEntry {
  /** From the backup's folder, and from the data folder when it is taken back. */
  readonly path: string;
  readonly bytes: number;
  readonly sha256: string;
}

export const manifestFile = 'manifest.json';
/** No way out of the folder, and nothing but what a backup is made of. */
const knownPath = /^(metadata\.db|secret\.key|engine\/(results\/)?[\w-]{1,120}\.[a-z]{2,10})$/;

export async function describeFile(folder: string, path: string): Promise<FileEntry> {
  const file = join(folder, path);
  const hash = createHash('sha256');
  for await (const part of createReadStream(file)) hash.update(part as Buffer);
  return { path, bytes: statSync(file).size, sha256: hash.digest('hex') };
}

/** Reads what a backup says of itself. Throws where the folder is none. */
export function readManifest(folder: string): Manifest {
  const file = join(folder, manifestFile);
  if (!existsSync(file))
    throw new BackupError(`${folder} is no backup: it has no ${manifestFile}. Name the folder that a backup made.`);
  const manifest = parse(readFileSync(file, 'utf8'));
  if (!isManifest(manifest)) throw new BackupError(`${file} is damaged. Take another backup.`);
  return manifest;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function isManifest(value: unknown): value is Manifest {
  if (!isDocument(value) || value.format !== 1 || !Array.isArray(value.files) || !Array.isArray(value.migrations))
    return false;
  return value.files.every(
    (entry: unknown) => isDocument(entry) && typeof entry.path === 'string' && knownPath.test(entry.path),
  );
}

/** Throws where a file of the backup is missing or is not what was written. */
export async function checkFiles(folder: string, { files }: Manifest): Promise<void> {
  for (const entry of files) {
    if (!existsSync(join(folder, entry.path)))
      throw new BackupError(`The backup ${folder} is not whole: ${entry.path} is missing. Take another backup.`);
    const found = await describeFile(folder, entry.path);
    if (found.sha256 !== entry.sha256)
      throw new BackupError(
        `The backup ${folder} is damaged: ${entry.path} is not what was written. Take another backup.`,
      );
  }
}
