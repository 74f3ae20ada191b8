import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';

/** What is kept under a name, for whoever may read the place. */
export interface PlacedFile {
  readonly name: string;
  readonly bytes: number;
  readonly changedMs: number;
}

export interface Putting {
  readonly name: string;
  readonly bytes: number;
  /** Opened anew for each try. */
  readonly body: () => Readable;
  readonly signal: AbortSignal;
}

/** A place that all processes reach: a folder that all of them mount, or a bucket. */
export interface ResultPlace {
  put(putting: Putting): Promise<void>;
  /** Null where nothing is kept under the name. */
  get(name: string, signal: AbortSignal): Promise<{ readonly body: Readable; readonly bytes: number } | null>;
  list(signal: AbortSignal): Promise<readonly PlacedFile[]>;
  remove(name: string, signal: AbortSignal): Promise<void>;
  close(): void;
}

/** What is being written, or was left behind by who ended while he wrote. */
const partPrefix = '.part-';
const listedAtOnce = 20;

/** A file has its name once all of it is on the disk. */
export function openFolderPlace(folder: string): ResultPlace {
  return {
    put: async ({ name, body, signal }) => {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const part = path.join(folder, `${partPrefix}${randomUUID()}`);
      try {
        await pipeline(body(), createWriteStream(part, { flags: 'wx', mode: 0o600, flush: true }), { signal });
        await rename(part, path.join(folder, name));
      } catch (error) {
        await rm(part, { force: true });
        throw error;
      }
    },
    get: async (name) => {
      const file = path.join(folder, name);
      const found = await stat(file).catch((error: NodeJS.ErrnoException) => {
        if (error.code === 'ENOENT') return null;
        throw error;
      });
      return found && { body: createReadStream(file), bytes: found.size };
    },
    list: async () => {
      const names = await readdir(folder).catch(() => []);
      const found: PlacedFile[] = [];
      for (let at = 0; at < names.length; at += listedAtOnce) {
        const some = names.slice(at, at + listedAtOnce).map(async (name) => {
          const one = await stat(path.join(folder, name)).catch(() => null);
          return one?.isFile() ? [{ name, bytes: one.size, changedMs: one.mtimeMs }] : [];
        });
        found.push(...(await Promise.all(some)).flat());
      }
      return found;
    },
    remove: (name) => rm(path.join(folder, name), { force: true }),
    close: () => undefined,
  };
}
