import { closeSync, mkdirSync, openSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import Database from 'libsql';
import { StoreError } from './store-error.ts';

export interface DataFolder {
  readonly path: string;
  release(): void;
}

/**
 * Makes the data folder this process's own. The lock is the operating system's on an open file, so that it ends with the
 * process however that ends.
 */
export function claimDataFolder(path: string, pid: number): DataFolder {
  const lockFile = join(path, 'server.lock');
  try {
    makeFolder(path);
    closeSync(openSync(lockFile, 'a'));
  } catch (error) {
    throw new StoreError(
      `The data folder ${path} cannot be written (${(error as Error).message}). Choose another with --data or mend its permissions.`,
    );
  }
  const pidFile = join(path, 'server.pid');
  const lock = new Database(lockFile);
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

/** With its parents, one by one: Node's own way never ends where a folder exists and takes none, as `/proc`. */
function makeFolder(path: string): void {
  if (isFolder(path)) return;
  const parent = dirname(path);
  if (parent !== path) makeFolder(parent);
  try {
    mkdirSync(path, { mode: 0o700 });
  } catch (error) {
    // Another process may have made it meanwhile.
    if (!isFolder(path)) throw error;
  }
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

function readPid(pidFile: string): string {
  try {
    const pid = readFileSync(pidFile, 'utf8').trim();
    return pid ? ` (process ${pid})` : '';
  } catch {
    return '';
  }
}
