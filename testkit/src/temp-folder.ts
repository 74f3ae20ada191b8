import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface TempFolder {
  readonly path: string;
  readonly remove: () => Promise<void>;
}

/** A new empty folder of the system's temporary files. */
export async function makeTempFolder(name = 'powerset'): Promise<TempFolder> {
  const path = await mkdtemp(join(tmpdir(), `${name}-`));
  return { path, remove: () => rm(path, { recursive: true, force: true, maxRetries: 5 }) };
}
