import { isUtf8 } from 'node:buffer';
import { randomUUID } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip } from 'node:zlib';
import { uploadFailure } from './upload-failure.ts';

export type Encoding = 'utf-8' | 'utf-16le' | 'utf-16be' | 'windows-1252';

/** A file that DuckDB can read: plain text in UTF-8, in a folder it may open. */
export interface PreparedFile {
  readonly path: string;
  readonly bytes: number;
  readonly encoding: Encoding;
  readonly isCompressed: boolean;
  readonly remove: () => Promise<void>;
}

const maxUnpackedBytes = 50_000_000_000;

/** Unpacks, transcodes and copies only where that is needed. */
export async function prepareText(file: string, stagingFolder: string, wanted?: Encoding): Promise<PreparedFile> {
  const { size } = await stat(file).catch(() =>
    Promise.reject(uploadFailure('The uploaded file is gone. Upload it again.')),
  );
  if (size === 0) throw uploadFailure('The file is empty (0 bytes).');
  const isCompressed = await hasGzipMagic(file);
  const plain = isCompressed ? await unpack(file, stagingFolder) : file;
  const removePlain = async () => {
    if (plain !== file) await rm(plain, { force: true });
  };
  try {
    const encoding = wanted ?? (await detectEncoding(plain));
    const isHere = path.dirname(path.resolve(plain)) === path.resolve(stagingFolder);
    if (encoding === 'utf-8' && isHere)
      return { path: plain, bytes: (await stat(plain)).size, encoding, isCompressed, remove: removePlain };
    const target = stagingPath(stagingFolder, 'text');
    await pipeline(createReadStream(plain), decoder(encoding), createWriteStream(target));
    await removePlain();
    const remove = () => rm(target, { force: true });
    return { path: target, bytes: (await stat(target)).size, encoding, isCompressed, remove };
  } catch (error) {
    await removePlain();
    throw error;
  }
}

export function stagingPath(folder: string, extension: string): string {
  return path.join(folder, `staged-${randomUUID()}.${extension}`);
}

export async function hasGzipMagic(file: string): Promise<boolean> {
  const head = await readHead(file, 2);
  return head[0] === 0x1f && head[1] === 0x8b;
}

export async function readHead(file: string, bytes: number): Promise<Buffer> {
  const handle = await open(file, 'r');
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(bytes), 0, bytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

async function unpack(file: string, stagingFolder: string): Promise<string> {
  const target = stagingPath(stagingFolder, 'unpacked');
  let bytes = 0;
  const limit = new Transform({
    transform(chunk: Buffer, _, done) {
      bytes += chunk.length;
      done(bytes > maxUnpackedBytes ? uploadFailure('The compressed file unpacks to more than 50 GB.') : null, chunk);
    },
  });
  try {
    await pipeline(createReadStream(file), createGunzip(), limit, createWriteStream(target));
  } catch (error) {
    await rm(target, { force: true });
    throw error instanceof Error && 'code' in error
      ? uploadFailure('The compressed file is damaged and cannot be unpacked.')
      : error;
  }
  return target;
}

/** By byte order mark, by zero bytes, by validity of the whole file: one wrong byte late in it would lose lines. */
async function detectEncoding(file: string): Promise<Encoding> {
  const head = await readHead(file, 4096);
  if (head[0] === 0xff && head[1] === 0xfe) return 'utf-16le';
  if (head[0] === 0xfe && head[1] === 0xff) return 'utf-16be';
  const zeros = countZeros(head);
  if (zeros.odd > head.length / 5) return 'utf-16le';
  if (zeros.even > head.length / 5) return 'utf-16be';
  if (zeros.odd + zeros.even > 0) throw uploadFailure('The file is not text. Choose the format that fits it.');
  return (await isUtf8File(file)) ? 'utf-8' : 'windows-1252';
}

function countZeros(bytes: Uint8Array): { odd: number; even: number } {
  const counts = { odd: 0, even: 0 };
  for (const [index, byte] of bytes.entries()) {
    if (byte === 0) counts[index % 2 === 0 ? 'even' : 'odd']++;
  }
  return counts;
}

async function isUtf8File(file: string): Promise<boolean> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of createReadStream(file, { highWaterMark: 1 << 20 })) {
    const bytes: Buffer = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const end = wholeCharacters(bytes);
    if (!isUtf8(bytes.subarray(0, end))) return false;
    rest = bytes.subarray(end);
  }
  return rest.length === 0;
}

/** Where the last complete character of a chunk ends. */
function wholeCharacters(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(4, bytes.length); back++) {
    const byte = bytes[bytes.length - back]!;
    if (byte < 0x80) return bytes.length;
    if (byte >= 0xc0) return back >= characterLength(byte) ? bytes.length : bytes.length - back;
  }
  return bytes.length;
}

function characterLength(lead: number): number {
  if (lead >= 0xf0) return 4;
  return lead >= 0xe0 ? 3 : 2;
}

function decoder(encoding: Encoding): Transform {
  const text = new TextDecoder(encoding);
  return new Transform({
    transform(chunk: Buffer, _, done) {
      done(null, text.decode(chunk, { stream: true }));
    },
    flush(done) {
      done(null, text.decode());
    },
  });
}
