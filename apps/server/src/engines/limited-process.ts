import { type ChildProcess, spawn } from 'node:child_process';
import { readFile } from 'node:fs/promises';

export interface LimitedProcess {
  readonly childEntry: string;
  /** Address space of the process; an allocation beyond it fails inside the child instead of starving the machine. */
  readonly addressSpaceLimitMb: number;
  /** A file that it shares with the server, as its descriptor 4. */
  readonly sharedFile?: number | null;
}

/** Starts a child that speaks over IPC. Nothing of the server's environment reaches it: that may hold secrets. */
export function spawnLimited(
  { childEntry, addressSpaceLimitMb, sharedFile }: LimitedProcess,
  environment: Readonly<Record<string, string>>,
): ChildProcess {
  const limit = Math.round(addressSpaceLimitMb * 1024);
  // `ulimit -v` is refused on systems without it; the child is then watched by its resident memory alone.
  const script = `ulimit -v ${limit} 2>/dev/null; exec "$0" "$@"`;
  return spawn('/bin/sh', ['-c', script, process.execPath, childEntry], {
    stdio: ['ignore', 'pipe', 'pipe', 'ipc', sharedFile ?? 'ignore'],
    serialization: 'advanced',
    env: { PATH: process.env.PATH, TZ: 'UTC', ...environment },
  });
}

/** Null where the system does not tell. */
export async function readResidentMb(pid: number | undefined): Promise<number | null> {
  if (pid === undefined || process.platform !== 'linux') return null;
  const pages = await readFile(`/proc/${pid}/statm`, 'utf8').then(
    (text) => Number(text.split(' ')[1]),
    () => null,
  );
  return pages === null ? null : (pages * 4096) / 1_048_576;
}
