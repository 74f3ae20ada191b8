import { strToU8, Unzip, UnzipInflate, zipSync } from 'fflate';
import { AppError } from '../../http/index.ts';

/** Texts by path; the archive's one outer folder is not part of the path. */
export type BundleFiles = ReadonlyMap<string, string>;

export const archiveLimits = {
  packedBytes: 20 * 1024 * 1024,
  entries: 3000,
  fileBytes: 5 * 1024 * 1024,
  totalBytes: 40 * 1024 * 1024,
  /** Documents shrink well, but not without end; small archives are never refused for it. */
  ratio: 150,
  ratioFromBytes: 2 * 1024 * 1024,
  nameLength: 500,
} as const;

// Small enough that what one step unpacks stays within a few megabytes.
const stepBytes = 4096;

export function refuseBundle(message: string, status = 422): AppError {
  return new AppError('GENERIC_COMMAND_ERROR', { params: { message }, status });
}

/** Reads an archive's YAML files within limits that do not rest on what the archive says of itself. */
export function readArchive(bytes: Uint8Array): BundleFiles {
  if (!isArchive(bytes)) throw refuseBundle('Not a ZIP file');
  const found = unpack(bytes);
  const root = findRoot([...found.keys()]);
  const inside = [...found].filter(([name]) => name.startsWith(root));
  return new Map(inside.map(([name, text]) => [name.slice(root.length), text]));
}

function isArchive(bytes: Uint8Array): boolean {
  const [p, k, kind] = bytes;
  return p === 0x50 && k === 0x4b && (kind === 3 || kind === 5);
}

function unpack(bytes: Uint8Array): Map<string, string> {
  const names = new Set<string>();
  const texts = new Map<string, string>();
  const meter = createMeter(bytes.length);
  const unzip = new Unzip((file) => {
    if (names.size >= archiveLimits.entries)
      throw refuseBundle(`The file holds more than ${archiveLimits.entries} entries.`);
    checkName(file.name);
    if (names.has(file.name)) throw refuseBundle(`The file holds ${shown(file.name)} twice.`);
    names.add(file.name);
    if (!isDocumentName(file.name)) return;
    if (file.compression !== 0 && file.compression !== 8)
      throw refuseBundle(`${shown(file.name)} is packed in a way that cannot be read.`);
    const chunks: Uint8Array[] = [];
    file.ondata = (error, chunk, isLast) => {
      if (error) throw error;
      meter.add(file.name, chunk.length);
      chunks.push(chunk.slice());
      if (isLast) texts.set(file.name, toText(file.name, chunks));
    };
    file.start();
  });
  unzip.register(UnzipInflate);
  try {
    for (let start = 0; start < bytes.length; start += stepBytes)
      unzip.push(bytes.subarray(start, start + stepBytes), start + stepBytes >= bytes.length);
  } catch (error) {
    if (error instanceof AppError) throw error;
    throw refuseBundle('The ZIP file is damaged.');
  }
  return texts;
}

function createMeter(packed: number) {
  const sizes = new Map<string, number>();
  let total = 0;
  return {
    add: (name: string, length: number) => {
      const size = (sizes.get(name) ?? 0) + length;
      sizes.set(name, size);
      total += length;
      if (size > archiveLimits.fileBytes) throw refuseBundle(`${shown(name)} is too large.`);
      if (total > archiveLimits.totalBytes) throw refuseBundle('The unpacked file is too large.');
      if (total > archiveLimits.ratioFromBytes && total > packed * archiveLimits.ratio)
        throw refuseBundle('The file unpacks to far more than it should.');
    },
  };
}

/** Nothing is ever written under these names; but who sends such names means no good. */
function checkName(name: string): void {
  const parts = name.split('/');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: such characters are what is looked for
  const isOdd = /[\u0000-\u001f\\]|^[A-Za-z]:/.test(name) || name.startsWith('/') || parts.includes('..');
  if (isOdd || name.length > archiveLimits.nameLength)
    throw refuseBundle(`The file holds an entry with a forbidden name: ${shown(name)}`);
}

function isDocumentName(name: string): boolean {
  const parts = name.split('/');
  return /\.ya?ml$/i.test(name) && !parts.some((part) => part.startsWith('.') || part === '__MACOSX');
}

function toText(name: string, chunks: readonly Uint8Array[]): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw refuseBundle(`${shown(name)} is not text in UTF-8.`);
  }
}

/** The folder that holds everything: the one with `metadata.yaml`. */
function findRoot(names: readonly string[]): string {
  const roots = names.filter((name) => /^([^/]+\/)?metadata\.yaml$/.test(name));
  if (roots.length > 1) throw refuseBundle('The file holds more than one metadata.yaml.');
  if (roots[0]) return roots[0].slice(0, -'metadata.yaml'.length);
  const [first = ''] = names;
  return first.includes('/') ? first.slice(0, first.indexOf('/') + 1) : '';
}

function shown(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: such characters are what is taken out
  return name.replace(/[\u0000-\u001f]/g, '?').slice(0, 100);
}

/** Packs texts into an archive with one outer folder. */
export function writeArchive(root: string, files: BundleFiles, at: Date): Uint8Array {
  const entries = [...files].map(([name, text]) => [`${root}/${name}`, strToU8(text)] as const);
  return zipSync(Object.fromEntries(entries), { level: 6, mtime: at });
}
