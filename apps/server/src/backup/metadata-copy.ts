import { existsSync, statSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { closeStore, copyStore, openServerStore, openStore } from '../metadata/index.ts';
import { BackupError } from './backup-error.ts';

export interface MetadataContents {
  readonly migrations: readonly string[];
  readonly databases: readonly { readonly id: number; readonly backend: string; readonly sqlalchemy_uri: string }[];
}

/** Copies the metadata as they are at one moment; whoever writes to them meanwhile goes on. */
export function copyMetadata(dataFolder: string, target: string): void {
  const file = join(dataFolder, 'metadata.db');
  if (!existsSync(file) || statSync(file).size === 0)
    throw new BackupError(
      `${dataFolder} holds no metadata.db, so there is nothing to back up. Name the folder with --data.`,
    );
  const database = new Database(file);
  try {
    database.exec(`pragma busy_timeout = 5000; vacuum into '${target.replaceAll("'", "''")}'`);
  } finally {
    database.close();
  }
}

/** Copies the metadata of a server into a file, as they are at one moment. */
export async function copyServerMetadata(url: string, target: string, stamp: string): Promise<void> {
  const from = await openServerStore({ url, stamp: () => stamp });
  const to = await openStore(target, () => stamp);
  try {
    await copyStore(from, to);
  } finally {
    await closeStore(to);
    await from.destroy();
  }
}

/** Reads a copy whole, and what it says. Throws where it is damaged. */
export function readMetadata(file: string): MetadataContents {
  const database = new Database(file);
  try {
    const verdict = database.prepare('pragma integrity_check').all() as { readonly integrity_check: string }[];
    if (verdict[0]?.integrity_check !== 'ok') throw new BackupError(`${file} is damaged.`);
    const migrations = database.prepare('select name from schema_migrations order by name').all();
    const databases = database.prepare('select id, backend, sqlalchemy_uri from databases order by id').all();
    // The columns that were asked for.
    return {
      migrations: (migrations as { readonly name: string }[]).map(({ name }) => name),
      databases: databases as MetadataContents['databases'],
    };
  } catch (error) {
    if (error instanceof BackupError) throw error;
    throw new BackupError(`${file} is damaged (${(error as Error).message}).`);
  } finally {
    database.close();
  }
}
