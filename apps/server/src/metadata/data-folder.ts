import { accessSync, constants, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'libsql';
import { StoreError } from './store.ts';

export interface DataFolder {
  readonly path: string;
  release(): void;
}

/**
 * Makes the data folder this process's own. The lock is the operating system's on an open file, so that it ends with the
 * process however that ends.
 */
export function claimDataFolder(path: string, pid: number): DataFolder {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    accessSync(path, constants.W_OK);
  } catch (error) {
    throw new StoreError(
      `The data folder ${path} cannot be written (${(error as Error).message}). Choose another with --data or mend its permissions.`,
    );
  }
  const pidFile = join(path, 'server.pid');
  const lock = new Database(join(path, 'server.lock'));
  try {
    lock.exec(
      'pragma locking_mode = exclusive; begin exclusive; create table if not exists lock (x integer); commit; begin exclusive;',
    );
  } catch (error) {
    lock.close();
    if ((error as { readonly code?: string }).code !== 'SQLITE_BUSY') throw error;
    throw new StoreError(
      `The data folder ${path} is in use by another Powerset process${readPid(pidFile)}. Stop that one, or choose another folder with --data.`,
    );
  }
  writeFileSync(pidFile, `${pid}\n`);
  return { path, release: () => lock.close() };
}

function readPid(pidFile: string): string {
  try {
    const pid = readFileSync(pidFile, 'utf8').trim();
    return pid ? ` (process ${pid})` : '';
  } catch {
    return '';
  }
}
