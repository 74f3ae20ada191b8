import { execFileSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, statfsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A disk of its own needs the right to mount one; elsewhere what needs one is passed over. */
export function canMountDisks(): boolean {
  if (process.platform !== 'linux' || process.getuid?.() !== 0) return false;
  try {
    execFileSync('unshare', ['-m', 'true'], { stdio: 'ignore' });
    return true;
  } catch {
    return false;
  }
}

export interface MountedDisk {
  readonly path: string;
  readonly setReadOnly: (isReadOnly: boolean) => void;
  /** Takes all that is left of the disk, and gives the way to give it back. */
  readonly fill: () => () => void;
  readonly unmount: () => void;
}

/** A small disk in memory. */
export function mountDisk(path: string, megabytes: number): MountedDisk {
  mkdirSync(path, { recursive: true });
  execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${megabytes}m`, 'tmpfs', path]);
  return {
    path,
    setReadOnly: (isReadOnly) => {
      execFileSync('mount', ['-o', `remount,${isReadOnly ? 'ro' : 'rw'}`, path]);
    },
    fill: () => fillDisk(path),
    unmount: () => {
      execFileSync('umount', ['-l', path]);
    },
  };
}

function fillDisk(path: string): () => void {
  const filler = join(path, 'filler');
  for (let step = 0; step < 64; step += 1) {
    const { bavail, bsize } = statfsSync(path);
    if (bavail === 0) break;
    try {
      writeFileSync(`${filler}${step}`, Buffer.alloc(bavail * bsize));
    } catch (error) {
      // Somebody else wrote meanwhile: then there is less to take.
      if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error;
    }
  }
  return () => {
    for (const name of readdirSync(path).filter((one) => one.startsWith('filler'))) rmSync(join(path, name));
  };
}
