import { createHash } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, readFile, realpath, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { Coalescer } from '../../cache/index.ts';
import { eachInTurns, mapInTurns } from '../../turns/index.ts';
import { FairQueue } from '../fair-queue.ts';
import { type ObjectCache, partEnding } from './object-cache.ts';
import { type Bringing, fileGone, type LakeObject, type LakeSource, lakeError, maxDescriptionBytes } from './source.ts';
import { ObjectChanged, StorageClient, type StorageSettings } from './storage-client.ts';
import { listObjects } from './storage-list.ts';

export interface StorageOptions {
  readonly settings: StorageSettings;
  /** Which buckets may be read: `host/bucket`, with `*` for any letters. */
  readonly allowed: readonly string[];
  readonly cache: ObjectCache;
}

const fetchesAtOnce = 6;
/** Where they lie is worked out in about a millisecond. */
const placesAtOnce = 200;

/** The bucket of a connection: one that the administrator opened, on a host that may be called. */
export async function openStorage({ settings, allowed, cache }: StorageOptions): Promise<LakeSource> {
  const { host, port, bucket, prefix, accessKeyId } = settings;
  const names = [`${host}/${bucket}`, `${host}:${port}/${bucket}`];
  if (!allowed.some((pattern) => names.some((name) => isLike(name, pattern))))
    throw lakeError(
      'CONNECTION_UNKNOWN_DATABASE_ERROR',
      `The bucket "${host}/${bucket}" is not open. An administrator names those that are, by POWERSET_LAKE_BUCKETS.`,
    );
  await cache.open();
  // What one key may read is no copy for another.
  const own = createHash('sha256')
    .update(JSON.stringify([host, port, bucket, prefix, accessKeyId]))
    .digest('hex');
  const folder = path.join(await realpath(cache.folder), own.slice(0, 24));
  await mkdir(folder, { recursive: true });
  return new StorageSource(folder, settings, cache);
}

function isLike(name: string, pattern: string): boolean {
  const parts = pattern
    .toLowerCase()
    .split('*')
    .map((part) => part.replace(/[^\w]/g, '\\$&'));
  return new RegExp(`^${parts.join('[^/]*')}$`).test(name.toLowerCase());
}

class StorageSource implements LakeSource {
  readonly name: string;
  readonly keepsCopies = true;
  private readonly client: StorageClient;
  private readonly fetches = new Coalescer<void>();
  private readonly turns = new FairQueue(fetchesAtOnce);
  private listed = new Map<string, LakeObject>();

  constructor(
    readonly folder: string,
    private readonly settings: StorageSettings,
    private readonly cache: ObjectCache,
  ) {
    this.client = new StorageClient(settings);
    this.name = settings.prefix === '' ? settings.bucket : path.posix.basename(settings.prefix);
  }

  async list(signal: AbortSignal): Promise<readonly LakeObject[]> {
    const objects = await listObjects(this.client, this.settings.prefix, signal);
    const listed = new Map<string, LakeObject>();
    await eachInTurns(objects, (object) => listed.set(object.path, object));
    this.listed = listed;
    return objects;
  }

  async read(object: LakeObject, signal: AbortSignal): Promise<Buffer> {
    const found = this.find(object);
    if (found.bytes > maxDescriptionBytes)
      throw lakeError('GENERIC_DB_ENGINE_ERROR', `The file "${object.path}" is too large for what describes a table.`);
    const [file = ''] = await this.bring({ objects: [found], signal });
    return readFile(path.join(this.folder, file));
  }

  async bring({ objects, signal, onProgress }: Bringing): Promise<readonly string[]> {
    const missing: LakeObject[] = [];
    let total = 0;
    const places = await mapInTurns(objects, placesAtOnce, (object) => {
      const found = this.find(object);
      const place = toPlace(found);
      if (!this.cache.has(path.join(this.folder, place))) {
        missing.push(found);
        total += found.bytes;
      }
      return `./${place}`;
    });
    if (missing.length > 0) {
      const giveBack = await this.cache.reserve(total);
      let fetched = 0;
      await allOrNone(missing, signal, async (object, stop) => {
        await this.fetch(object, stop);
        fetched += object.bytes;
        onProgress?.(total === 0 ? 1 : fetched / total);
      }).finally(giveBack);
    }
    return places;
  }

  async close(): Promise<void> {
    this.client.close();
  }

  /** As it was listed last. */
  private find({ path: name }: LakeObject): LakeObject {
    const found = this.listed.get(name);
    if (!found) throw fileGone(name);
    return found;
  }

  private fetch(object: LakeObject, signal: AbortSignal): Promise<void> {
    const file = path.join(this.folder, toPlace(object));
    return this.fetches.join({
      key: file,
      signal,
      start: (shared) => this.turns.take('', shared, () => this.download(object, { file, signal: shared })),
    });
  }

  /** A copy that broke off goes on where it ended: the object has to be the same for it. */
  private async download(
    { path: name, bytes, version }: LakeObject,
    { file, signal }: { readonly file: string; readonly signal: AbortSignal },
  ): Promise<void> {
    await mkdir(path.dirname(file), { recursive: true });
    const part = `${file}${partEnding}`;
    this.cache.forget(part);
    const start = await stat(part).then(
      ({ size }) => (size < bytes ? size : 0),
      () => 0,
    );
    const key = this.settings.prefix === '' ? name : `${this.settings.prefix}/${name}`;
    const range: Record<string, string> = start > 0 ? { Range: `bytes=${start}-` } : {};
    try {
      const answer = await this.client.get({ key, headers: { 'If-Match': version, ...range }, signal });
      const from = answer.statusCode === 206 ? start : 0;
      const target = createWriteStream(part, { flags: from > 0 ? 'a' : 'w' });
      await pipeline(answer, notBeyond(bytes - from), target, { signal });
      if ((await stat(part)).size !== bytes) throw new ObjectChanged();
      await rename(part, file);
      this.cache.add(file, bytes);
    } catch (error) {
      // It waits for whoever asks again, and counts until then.
      if (!(error instanceof ObjectChanged)) this.cache.add(part, (await stat(part).catch(() => ({ size: 0 }))).size);
      signal.throwIfAborted();
      if (!(error instanceof ObjectChanged)) throw this.client.toFailure(error);
      await rm(part, { force: true });
      throw fileGone(name);
    }
  }
}

/** Where the copy of an object lies: in folders as its own, that may name values, and by what it holds. */
/** A text that names copies, with the names that their objects have. */
export function withoutMarks(text: string): string {
  return text.replace(/\.[0-9a-f]{12}(?=(?:\.\w+)*['"])/g, '');
}

function toPlace({ path: name, version }: LakeObject): string {
  const { dir, base } = path.posix.parse(name);
  const mark = createHash('sha1').update(version).digest('hex').slice(0, 12);
  const [first = base, ...endings] = base.split('.');
  return path.posix.join(dir, [first, mark, ...endings].join('.'));
}

/** More than was listed is another object, or none that ends. */
function notBeyond(bytes: number): Transform {
  let seen = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      seen += chunk.length;
      done(seen > bytes ? new ObjectChanged() : null, chunk);
    },
  });
}

/**
 * Does all of it, a few at a time, and stops the rest as soon as one fails. Whoever begins all at once asks ten thousand times to
 * be told of one signal, which is looked through each time.
 */
async function allOrNone(
  objects: readonly LakeObject[],
  signal: AbortSignal,
  work: (object: LakeObject, stop: AbortSignal) => Promise<void>,
): Promise<void> {
  const controller = new AbortController();
  const stop = AbortSignal.any([signal, controller.signal]);
  const left = objects.values();
  const goOn = async () => {
    for (const object of left) await work(object, stop);
  };
  try {
    await Promise.all(Array.from({ length: fetchesAtOnce }, goOn));
  } catch (error) {
    controller.abort(error);
    throw error;
  }
}
