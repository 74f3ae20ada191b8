import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';

const partEnding = '.part';
const leftMs = 3_600_000;

export interface SweepLimits {
  readonly maxAgeMs: number;
  readonly maxBytes: number;
  readonly now: Date;
}

interface SweptFolder {
  readonly folder: string;
  readonly remove: (resultId: string) => Promise<void>;
}

/** Removes what is too old, and the oldest while all together are too big. Returns how many went. */
export async function sweepResults(
  { folder, remove }: SweptFolder,
  { maxAgeMs, maxBytes, now }: SweepLimits,
): Promise<number> {
  let bytes = 0;
  let removed = 0;
  await removeParts(folder, now);
  for (const { resultId, size, changedAt } of await listFiles(folder)) {
    bytes += size;
    if (now.getTime() - changedAt <= maxAgeMs && bytes <= maxBytes) continue;
    await remove(resultId);
    removed++;
  }
  return removed;
}

/** What was being fetched when its process ended. */
async function removeParts(folder: string, now: Date): Promise<void> {
  for (const name of (await readdir(folder)).filter((one) => one.endsWith(partEnding))) {
    const file = path.join(folder, name);
    const found = await stat(file).catch(() => null);
    if (found && now.getTime() - found.mtimeMs > leftMs) await rm(file, { force: true });
  }
}

/** Newest first. */
async function listFiles(folder: string): Promise<{ resultId: string; size: number; changedAt: number }[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.duckdb'));
  const files = await Promise.all(
    names.map(async (name) => {
      const found = await stat(path.join(folder, name)).catch(() => null);
      return found ? [{ resultId: name.slice(0, -'.duckdb'.length), size: found.size, changedAt: found.mtimeMs }] : [];
    }),
  );
  return files.flat().sort((one, other) => other.changedAt - one.changedAt);
}
