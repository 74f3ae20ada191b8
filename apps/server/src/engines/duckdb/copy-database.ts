import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import type { EngineProcess } from './child-process.ts';

/** Has a child copy its whole database into a new file of the staging folder, however long it takes, and gives its path. */
export async function copyDatabase(
  child: EngineProcess,
  { stagingFolder, signal }: { readonly stagingFolder: string; readonly signal: AbortSignal | undefined },
): Promise<string> {
  const name = `copy_${randomUUID().replaceAll('-', '')}`;
  const target = join(stagingFolder, `${name}.duckdb`);
  await child.request('copy', { target, name }, { signal });
  return target;
}
