import { existsSync, readdirSync } from 'node:fs';
import { chmod, copyFile, mkdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { engineFolder, isDatabaseFile, readWholeDatabase, withDatabaseFile } from '../engines/index.ts';
import { allMigrations } from '../metadata/index.ts';
import { BackupError } from './backup-error.ts';
import { flush } from './make-backup.ts';
import { checkFiles, type Manifest, readManifest } from './manifest.ts';
import { readMetadata } from './metadata-copy.ts';

export interface RestoreRequest {
  readonly backup: string;
  readonly dataFolder: string;
  /** Puts aside what the data folder holds; otherwise one that holds something is refused. */
  readonly replaces: boolean;
  readonly childEntry: string;
  readonly now: () => Date;
}

export interface Restored {
  readonly manifest: Manifest;
  /** Where the data lie that were there before. */
  readonly putAside: string | null;
}

const ownFiles = ['metadata.db', 'metadata.db-wal', 'metadata.db-shm', 'secret.key', engineFolder];

/** Takes a backup back. The data folder must be claimed. The metadata come last: until then no server starts on it. */
export async function restoreBackup(request: RestoreRequest): Promise<Restored> {
  const { backup, dataFolder, replaces, childEntry, now } = request;
  const manifest = readManifest(backup);
  await checkFiles(backup, manifest);
  checkVersion(manifest);
  const held = ownFiles.filter((name) => existsSync(join(dataFolder, name)));
  if (held.length > 0 && !replaces)
    throw new BackupError(
      `${dataFolder} holds ${held[0]} already. Name an empty folder with --data, or put what is there aside with --replace.`,
    );
  const part = join(dataFolder, 'restore.part');
  await rm(part, { recursive: true, force: true });
  try {
    await copyIn({ backup, part, manifest, childEntry });
    const putAside = held.length > 0 ? await moveAside(dataFolder, held, now()) : null;
    for (const name of readdirSync(part).sort(metadataLast)) await rename(join(part, name), join(dataFolder, name));
    return { manifest, putAside };
  } finally {
    await rm(part, { recursive: true, force: true });
  }
}

function metadataLast(one: string, other: string): number {
  return Number(one === 'metadata.db') - Number(other === 'metadata.db');
}

function checkVersion({ migrations, version }: Manifest): void {
  const unknown = migrations.filter((name) => !allMigrations.some((known) => known.name === name));
  if (unknown.length > 0)
    throw new BackupError(
      `The backup was made by a newer version (${version}: ${unknown.join(', ')}). Take it back with that version.`,
    );
}

interface CopyingIn {
  readonly backup: string;
  readonly part: string;
  readonly manifest: Manifest;
  readonly childEntry: string;
}

async function copyIn({ backup, part, manifest, childEntry }: CopyingIn): Promise<void> {
  for (const { path } of manifest.files) {
    const file = join(part, path);
    await mkdir(dirname(file), { recursive: true, mode: 0o700 });
    await copyFile(join(backup, path), file);
    await chmod(file, 0o600);
    await flush(file);
  }
  readMetadata(join(part, 'metadata.db'));
  for (const { path } of manifest.files)
    if (dirname(path) === engineFolder && isDatabaseFile(path))
      await withDatabaseFile({ file: join(part, path), childEntry }, readWholeDatabase);
}

async function moveAside(dataFolder: string, names: readonly string[], now: Date): Promise<string> {
  const aside = join(dataFolder, `replaced-${now.toISOString().replace(/[:.]/g, '-')}`);
  await mkdir(aside, { mode: 0o700 });
  // The metadata go first, as they come last: a folder without them is not started on.
  for (const name of [...names].sort((one, other) => metadataLast(other, one)))
    await rename(join(dataFolder, name), join(aside, name));
  return aside;
}
