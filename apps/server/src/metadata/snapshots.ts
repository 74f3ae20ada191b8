import { copyFileSync, existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';

const keptSnapshots = 3;
const dayMs = 86_400_000;

function folderOf(file: string): string {
  return join(dirname(file), 'snapshots');
}

function listSnapshots(file: string): readonly string[] {
  const folder = folderOf(file);
  if (!existsSync(folder)) return [];
  return readdirSync(folder)
    .filter((name) => name.endsWith('.db'))
    .sort();
}

/** Copies the store's file, whose log must have been folded into it, and forgets the oldest copies. */
export function takeSnapshot(file: string, stamp: string): void {
  const folder = folderOf(file);
  mkdirSync(folder, { recursive: true });
  const copy = join(folder, `metadata-${stamp.replace(/[:.]/g, '-')}.db`);
  copyFileSync(file, `${copy}.part`);
  renameSync(`${copy}.part`, copy);
  for (const name of listSnapshots(file).slice(0, -keptSnapshots)) rmSync(join(folder, name));
}

/** At most one a day, so that restarts one after the other do not push out the copy of a better day. */
export function takeDailySnapshot(file: string, now: Date): void {
  const newest = listSnapshots(file).at(-1);
  const age = newest ? now.getTime() - statSync(join(folderOf(file), newest)).mtimeMs : Number.POSITIVE_INFINITY;
  if (age >= dayMs) takeSnapshot(file, now.toISOString());
}

/** What to do when the store's file is not what it was, naming the newest copy there is. */
export function describeWayBack(file: string): string {
  const newest = listSnapshots(file).at(-1);
  const restore = 'take a backup back with `powerset restore FOLDER`';
  return newest
    ? `Put snapshots/${newest} in its place as metadata.db (with the server stopped), or ${restore}.`
    : `There is no copy in snapshots/ yet: ${restore}.`;
}
