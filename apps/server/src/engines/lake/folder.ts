import type { Dirent } from 'node:fs';
import { constants } from 'node:fs';
import { access, readdir, readFile, realpath, stat } from 'node:fs/promises';
import path from 'node:path';
import { Stretch, sortInTurns } from '../../turns/index.ts';
import { isReadableName, isShownName, logFolders } from './shown-names.ts';
import {
  type Bringing,
  fileGone,
  type LakeObject,
  type LakeSource,
  lakeError,
  maxDescriptionBytes,
  maxObjects,
  tooManyFiles,
} from './source.ts';
import type { FilesPlace } from './uri.ts';

const maxDepth = 16;
const statsAtOnce = 32;
/** The folder of a connection: wherever links lead, it lies inside the one that the administrator opened. */
export async function openFolder(
  folders: Readonly<Record<string, string>>,
  { folder, path: inside }: FilesPlace,
): Promise<LakeSource> {
  const opened = Object.hasOwn(folders, folder) ? folders[folder] : undefined;
  if (opened === undefined)
    throw lakeError(
      'CONNECTION_ACCESS_DENIED_ERROR',
      `No folder "${folder}" is open for files. An administrator names those that are, by POWERSET_LAKE_FOLDERS.`,
    );
  const base = await realpath(opened).catch(() => null);
  const root = base && (await realpath(path.join(base, inside)).catch(() => null));
  if (!base || !root || !(await stat(root)).isDirectory())
    throw lakeError('CONNECTION_UNKNOWN_DATABASE_ERROR', `There is no folder "${nameOf({ folder, path: inside })}".`);
  if (!isInside(base, root))
    throw lakeError(
      'CONNECTION_ACCESS_DENIED_ERROR',
      `"${nameOf({ folder, path: inside })}" does not lie in the folder that the administrator opened for such files.`,
    );
  await access(root, constants.R_OK | constants.X_OK).catch(() => {
    throw lakeError(
      'CONNECTION_ACCESS_DENIED_ERROR',
      `The server may not read the folder "${nameOf({ folder, path: inside })}". Mend its permissions.`,
    );
  });
  return new FolderSource(root, path.basename(nameOf({ folder, path: inside })));
}

function nameOf({ folder, path: inside }: FilesPlace): string {
  return inside === '' ? folder : `${folder}/${inside}`;
}

function isInside(folder: string, file: string): boolean {
  const relative = path.relative(folder, file);
  return !relative.startsWith('..') && !path.isAbsolute(relative);
}

class FolderSource implements LakeSource {
  readonly keepsCopies = false;

  constructor(
    readonly folder: string,
    readonly name: string,
  ) {}

  async list(signal: AbortSignal): Promise<readonly LakeObject[]> {
    const found: LakeObject[] = [];
    const walk = { signal, seen: 0, stretch: new Stretch() };
    await this.walk('', walk, found);
    return sortInTurns(found, (a, b) => (a.path < b.path ? -1 : 1));
  }

  async read({ path: name }: LakeObject): Promise<Buffer> {
    const file = path.join(this.folder, await this.locate(name));
    if ((await stat(file)).size > maxDescriptionBytes)
      throw lakeError('GENERIC_DB_ENGINE_ERROR', `The file "${name}" is too large for what describes a table.`);
    return readFile(file);
  }

  async bring({ objects, signal }: Bringing): Promise<readonly string[]> {
    const files: string[] = [];
    const stretch = new Stretch();
    for (let start = 0; start < objects.length; start += statsAtOnce) {
      signal.throwIfAborted();
      if (stretch.isLong) await stretch.rest();
      const part = objects.slice(start, start + statsAtOnce);
      files.push(...(await Promise.all(part.map(async (object) => `./${await this.locate(object.path)}`))));
    }
    return files;
  }

  async close(): Promise<void> {}

  /** From the folder, without links. Where those lead out of it nothing is opened; the engine's own lock says the same once more. */
  private async locate(name: string): Promise<string> {
    const file = await realpath(path.join(this.folder, name)).catch(() => {
      throw fileGone(name);
    });
    const inside = path.relative(this.folder, file);
    if (isInside(this.folder, file) && isReadableName(inside)) return inside;
    throw lakeError('CONNECTION_ACCESS_DENIED_ERROR', `The file "${name}" lies outside the folder that was opened.`);
  }

  private async walk(inside: string, walk: Walk, found: LakeObject[]): Promise<void> {
    walk.signal.throwIfAborted();
    const entries = await readdir(path.join(this.folder, inside), { withFileTypes: true }).catch(() => []);
    const shown = entries.filter(({ name }) => isShownName(name, path.posix.basename(inside)));
    walk.seen += shown.length;
    if (walk.seen > maxObjects) throw tooManyFiles();
    const at = (name: string) => (inside === '' ? name : `${inside}/${name}`);
    for (let start = 0; start < shown.length; start += statsAtOnce) {
      if (walk.stretch.isLong) await walk.stretch.rest();
      const files = shown.slice(start, start + statsAtOnce).filter((entry) => !entry.isDirectory());
      for (const file of await Promise.all(files.map((entry) => this.look(at(entry.name), entry))))
        if (file) found.push(file);
    }
    const depth = inside.split('/').length;
    if (depth < maxDepth) for (const entry of foldersIn(shown)) await this.walk(at(entry.name), walk, found);
  }

  private async look(name: string, entry: Dirent): Promise<LakeObject | null> {
    try {
      const file = path.join(this.folder, entry.isSymbolicLink() ? await this.locate(name) : name);
      const facts = await stat(file);
      return facts.isFile() ? { path: name, bytes: facts.size, version: `${facts.size}-${facts.mtimeMs}` } : null;
    } catch {
      return null;
    }
  }
}

interface Walk {
  readonly signal: AbortSignal;
  seen: number;
  readonly stretch: Stretch;
}

/** Folders alone, never links to them: those could lead round and round. Beside a log the log alone says which files count. */
function foldersIn(entries: readonly Dirent[]): readonly Dirent[] {
  const folders = entries.filter((entry) => entry.isDirectory());
  const logs = folders.filter(({ name }) => logFolders.has(name));
  return logs.length > 0 ? logs : folders;
}
