import { createHmac, timingSafeEqual } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Readable, Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { setTimeout as pause } from 'node:timers/promises';
import { EngineError } from '../engine.ts';
import { FairQueue } from '../fair-queue.ts';
import type { ResultPlace } from './result-place.ts';
import type { SweepLimits } from './sweep.ts';

/** Results of the SQL editor where all processes reach them: they survive whoever made them. */
export interface SharedResults {
  /** Keeps the file of a result; settles when it is there. */
  keep(resultId: string, file: string, signal?: AbortSignal): Promise<void>;
  /** The same without failing, and again where the place is away for a while. Whoever calls waits for it for a moment at most. */
  keepSoon(resultId: string, file: string): Promise<void>;
  /** Writes the result to a file; false where none is kept. A result that was damaged is refused in a sentence. */
  bring(resultId: string, file: string): Promise<boolean>;
  /** Removes what is too old, and the oldest while all together are too big; at most every few minutes. */
  sweep(limits: SweepLimits): Promise<void>;
  /** Lets what is being kept come to its end, for a while. */
  close(): Promise<void>;
}

export interface SharedResultsOptions {
  readonly place: ResultPlace;
  /** Signs what is kept, so that no file is opened that another wrote. */
  readonly key: Uint8Array;
  readonly warn: (error: unknown, words: string) => void;
}

const ending = '.result';
/** Of results, and of what is being written: whatever else lies there is somebody's. */
const ourNames = /^(?:(?:-?\d+-\d+-)?[0-9a-f-]{36}\.result|\.part-[0-9a-f-]{36})$/;
const sealBytes = 32;
/** What a bucket takes in one piece. */
const largestBytes = 5 * 1024 ** 3 - sealBytes;
const copiesAtOnce = 4;
const longestMs = 10 * 60_000;
const closingMs = 3000;
/** Most results are there by then; nobody waits longer to see his rows. */
const momentMs = 300;
const sweepEveryMs = 10 * 60_000;
const pausesMs = [5_000, 30_000, 120_000];
/** More that wait to be kept stay where they are. */
const longestLine = 500;

export function openSharedResults(options: SharedResultsOptions): SharedResults {
  return new PlacedResults(options);
}

class PlacedResults implements SharedResults {
  /** Whoever keeps a result waits for none that is fetched. */
  private readonly puts = new FairQueue(copiesAtOnce);
  private readonly gets = new FairQueue(copiesAtOnce);
  private readonly closing = new AbortController();
  private readonly waiting = new Set<Promise<void>>();
  private sweptAt = Number.NEGATIVE_INFINITY;

  constructor(private readonly options: SharedResultsOptions) {}

  async keep(resultId: string, file: string, signal = this.closing.signal): Promise<void> {
    const { size } = await stat(file);
    if (size > largestBytes) throw new Error('It is too large.');
    const limit = AbortSignal.any([signal, this.closing.signal, AbortSignal.timeout(longestMs)]);
    const body = () => Readable.from(sealed(createReadStream(file, { end: size - 1 }), this.hmacOf(resultId)));
    const putting = { name: resultId + ending, bytes: size + sealBytes, body, signal: limit };
    await this.puts.take('keep', limit, () => this.options.place.put(putting));
  }

  async keepSoon(resultId: string, file: string): Promise<void> {
    if (this.waiting.size >= longestLine) return;
    const keeping = this.keepAgain(resultId, file).finally(() => this.waiting.delete(keeping));
    this.waiting.add(keeping);
    await Promise.race([keeping, pause(momentMs, undefined, { ref: false })]);
  }

  private async keepAgain(resultId: string, file: string): Promise<void> {
    for (const pauseMs of [...pausesMs, null]) {
      try {
        return await this.keep(resultId, file);
      } catch (error) {
        if (this.closing.signal.aborted) return;
        this.options.warn(error, 'a result could not be kept in the storage of results');
        if (pauseMs === null) return;
      }
      await pause(pauseMs, undefined, { signal: this.closing.signal, ref: false }).catch(() => undefined);
    }
  }

  bring(resultId: string, file: string): Promise<boolean> {
    const limit = AbortSignal.any([this.closing.signal, AbortSignal.timeout(longestMs)]);
    return this.gets.take('bring', limit, () => this.copy(resultId, file, limit));
  }

  private async copy(resultId: string, file: string, signal: AbortSignal): Promise<boolean> {
    const found = await this.options.place.get(resultId + ending, signal).catch((error: unknown) => {
      if (error instanceof EngineError) throw error;
      this.options.warn(error, 'the storage of results could not be read');
      throw problem('The storage of results does not answer. Try again in a moment.');
    });
    if (!found) return false;
    await mkdir(path.dirname(file), { recursive: true });
    const part = `${file}.part`;
    const seal = new Unsealing(found.bytes, this.hmacOf(resultId));
    try {
      await pipeline(found.body, seal, createWriteStream(part, { mode: 0o600 }), { signal });
      if (!seal.isWhole()) throw problem('The kept rows of this result are damaged. Run its query again.');
      await rename(part, file);
      return true;
    } catch (error) {
      await rm(part, { force: true });
      throw error;
    }
  }

  async sweep({ maxAgeMs, maxBytes, now }: SweepLimits): Promise<void> {
    if (performance.now() - this.sweptAt < sweepEveryMs) return;
    this.sweptAt = performance.now();
    const { place } = this.options;
    const signal = AbortSignal.any([this.closing.signal, AbortSignal.timeout(longestMs)]);
    const files = (await place.list(signal)).toSorted((one, other) => other.changedMs - one.changedMs);
    let bytes = 0;
    for (const file of files) {
      if (!ourNames.test(file.name)) continue;
      // What is no result may be one that is being written.
      const isOld = now.getTime() - file.changedMs > (file.name.endsWith(ending) ? maxAgeMs : longestMs * 2);
      bytes += file.bytes;
      if (isOld || bytes > maxBytes) await place.remove(file.name, signal);
    }
  }

  async close(): Promise<void> {
    await Promise.race([Promise.all(this.waiting), pause(closingMs, undefined, { ref: false })]);
    this.closing.abort(new Error('The server stops.'));
    this.options.place.close();
  }

  /** A file under another result's name is none of it. */
  private hmacOf(resultId: string) {
    return createHmac('sha256', this.options.key).update(`result ${resultId}\n`);
  }
}

function problem(message: string): EngineError {
  return new EngineError({ code: 'ENGINE_UNAVAILABLE_ERROR', message });
}

async function* sealed(body: Readable, hmac: ReturnType<typeof createHmac>): AsyncGenerator<Buffer> {
  for await (const part of body) {
    hmac.update(part);
    yield part;
  }
  yield hmac.digest();
}

/** Lets the rows through, and holds the seal back that comes behind them. */
class Unsealing extends Transform {
  private left: number;
  private seal = Buffer.alloc(0);

  constructor(
    bytes: number,
    private readonly hmac: ReturnType<typeof createHmac>,
  ) {
    super();
    this.left = Math.max(0, bytes - sealBytes);
  }

  override _transform(part: Buffer, _encoding: string, done: (error: Error | null, data?: Buffer) => void): void {
    const rows = part.subarray(0, this.left);
    this.left -= rows.length;
    this.hmac.update(rows);
    // More than a seal is none.
    if (this.seal.length <= sealBytes) this.seal = Buffer.concat([this.seal, part.subarray(rows.length)]);
    done(null, rows);
  }

  isWhole(): boolean {
    return this.left === 0 && this.seal.length === sealBytes && timingSafeEqual(this.hmac.digest(), this.seal);
  }
}
