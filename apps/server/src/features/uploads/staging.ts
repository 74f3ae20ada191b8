import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, open, readdir, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { FileFormat } from '../../engines/index.ts';
import { AppError, notFound } from '../../http/index.ts';
import { plainName, sniffKind } from './file-kind.ts';

export interface StagedFile {
  readonly id: string;
  readonly path: string;
  readonly name: string;
  readonly format: FileFormat;
  readonly size: number;
  readonly userId: number;
  readonly databaseId: number;
  readonly takenAt: number;
  /** What its last preview found out; a load goes by it. */
  readonly found?: FoundInFile;
}

export interface FoundInFile {
  readonly dateFormat: string | null;
  /** How many rows it has, or about as many; null when that is not known. */
  readonly rowEstimate: number | null;
  /** Detected type of each column. */
  readonly types: ReadonlyMap<string, string>;
}

interface Incoming {
  readonly name: string;
  readonly stream: Readable & { readonly truncated?: boolean };
  readonly userId: number;
  readonly databaseId: number;
}

interface Owner {
  readonly userId: number;
  readonly databaseId: number;
}

/** Files between their arrival and their loading; each belongs to who brought it. */
export interface Staging {
  take(incoming: Incoming): Promise<StagedFile>;
  get(id: string, owner: Owner): StagedFile;
  /** The file with what a preview found out about it. */
  remember(id: string, found: FoundInFile): void;
  discard(id: string): Promise<void>;
  /** Removes what an earlier process left behind: files, and whatever was being made of them. */
  sweep(): Promise<void>;
}

/** Where the lines that a load could not read are kept for their download. */
export function rejectsPath(folder: string, jobId: string): string {
  return join(folder, `rejected-${jobId}.csv`);
}

const headBytes = 4096;
const keptMs = 24 * 60 * 60 * 1000;
const keptPerPerson = 10;

export interface StagingOptions {
  readonly folder: string;
  readonly maxMb: number;
  readonly now: () => Date;
}

export function createStaging({ folder, maxMb, now }: StagingOptions): Staging {
  const files = new Map<string, StagedFile>();
  const discard = async (id: string) => {
    const file = files.get(id);
    files.delete(id);
    if (file) await rm(file.path, { force: true });
  };
  return {
    take: async (incoming) => {
      await mkdir(folder, { recursive: true });
      await Promise.all(findForgotten([...files.values()], incoming.userId, now().getTime()).map(discard));
      await removeOldRejects(folder, now().getTime());
      const id = randomUUID();
      const raw = join(folder, `upload-${id}.part`);
      try {
        await pipeline(incoming.stream, createWriteStream(raw, { mode: 0o600 }));
        if (incoming.stream.truncated) throw tooLarge(maxMb);
        const name = plainName(incoming.name);
        const { format, extension } = sniffKind(name, await readHead(raw));
        const path = join(folder, `upload-${id}${extension}`);
        await rename(raw, path);
        const { size } = await stat(path);
        const { userId, databaseId } = incoming;
        const file: StagedFile = { id, path, name, format, size, userId, databaseId, takenAt: now().getTime() };
        files.set(id, file);
        return file;
      } catch (error) {
        await rm(raw, { force: true });
        throw (error as NodeJS.ErrnoException).code === 'ENOSPC' ? diskFull() : error;
      }
    },
    get: (id, { userId, databaseId }) => {
      const file = files.get(id);
      if (!file || file.userId !== userId || file.databaseId !== databaseId) throw notFound();
      return file;
    },
    remember: (id, found) => {
      const file = files.get(id);
      if (file) files.set(id, { ...file, found });
    },
    discard,
    sweep: async () => {
      const names = await readdir(folder).catch(() => []);
      await Promise.all(names.map((name) => rm(join(folder, name), { force: true, recursive: true })));
    },
  };
}

/** Files that nobody came back for, and those above what one person may leave lying. */
function findForgotten(files: readonly StagedFile[], userId: number, time: number): readonly string[] {
  const old = files.filter((file) => time - file.takenAt > keptMs);
  const own = files.filter((file) => file.userId === userId && !old.includes(file));
  return [...old, ...own.slice(0, Math.max(0, own.length - keptPerPerson + 1))].map((file) => file.id);
}

async function removeOldRejects(folder: string, time: number): Promise<void> {
  const names = (await readdir(folder)).filter((name) => name.startsWith('rejected-'));
  for (const name of names) {
    const path = join(folder, name);
    const age =
      time -
      (await stat(path)
        .then(({ mtimeMs }) => mtimeMs)
        .catch(() => time));
    if (age > keptMs) await rm(path, { force: true });
  }
}

async function readHead(path: string): Promise<Uint8Array> {
  const handle = await open(path, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

function tooLarge(maxMb: number): AppError {
  return new AppError('PAYLOAD_TOO_LARGE_ERROR', {
    params: {
      message: `The file is larger than ${maxMb} MB, the most that may be uploaded. Split it, or compress it.`,
    },
  });
}

function diskFull(): AppError {
  return new AppError('UPLOAD_ERROR', {
    params: {
      message: 'The disk of the server is full. Ask your administrator to free some space, then upload again.',
    },
  });
}
