import { deserialize, serialize } from 'node:v8';
import { strToU8, Unzip, UnzipInflate, type Zippable, zipSync } from 'fflate';
import { TaskError } from './task-error.ts';
import { readYaml, writeYaml } from './yaml.ts';

/** An archive of YAML documents that is to be read. */
export interface ArchiveTask {
  readonly kind: 'archive';
  readonly bytes: Uint8Array;
  /** Whose documents are wanted, besides those at the top. */
  readonly folders: readonly string[];
}

/** A document by its path, without the archive's one outer folder; `problem` says why it is none. */
export interface ArchiveDocument {
  readonly file: string;
  /** Its value as `v8.serialize` writes it: many are read one by one, between which others get their turn. */
  readonly packed: Uint8Array;
  readonly problem: string | null;
}

/** Documents that are to be written into an archive, with one outer folder unless that has no name. */
export interface PackTask {
  readonly kind: 'pack';
  readonly root: string;
  /** Values as `v8.serialize` writes them, one by one, so that sending many holds up nobody. */
  readonly documents: ReadonlyMap<string, Uint8Array>;
  /** What goes in as it is, packed already. */
  readonly files?: ReadonlyMap<string, Uint8Array>;
  readonly at: Date;
}

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

/** Reads an archive's documents within limits that do not rest on what the archive says of itself. */
export function readArchive({ bytes, folders }: ArchiveTask): readonly ArchiveDocument[] {
  if (!isArchive(bytes)) throw new TaskError('Not a ZIP file');
  const found = unpack(bytes);
  const root = findRoot([...found.keys()]);
  return [...found]
    .filter(([name]) => name.startsWith(root))
    .map(([name, text]) => ({ file: name.slice(root.length), text }))
    .filter(({ file }) => !file.includes('/') || folders.some((folder) => file.startsWith(`${folder}/`)))
    .map(({ file, text }) => readDocument(file, text));
}

function readDocument(file: string, text: string): ArchiveDocument {
  try {
    return { file, packed: serialize(readYaml(text)), problem: null };
  } catch (error) {
    return { file, packed: serialize(null), problem: (error as Error).message };
  }
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
      throw new TaskError(`The file holds more than ${archiveLimits.entries} entries.`);
    checkName(file.name);
    if (names.has(file.name)) throw new TaskError(`The file holds ${shown(file.name)} twice.`);
    names.add(file.name);
    if (!isDocumentName(file.name)) return;
    if (file.compression !== 0 && file.compression !== 8)
      throw new TaskError(`${shown(file.name)} is packed in a way that cannot be read.`);
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
    if (error instanceof TaskError) throw error;
    throw new TaskError('The ZIP file is damaged.');
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
      if (size > archiveLimits.fileBytes) throw new TaskError(`${shown(name)} is too large.`);
      if (total > archiveLimits.totalBytes) throw new TaskError('The unpacked file is too large.');
      if (total > archiveLimits.ratioFromBytes && total > packed * archiveLimits.ratio)
        throw new TaskError('The file unpacks to far more than it should.');
    },
  };
}

/** Nothing is ever written under these names; but who sends such names means no good. */
function checkName(name: string): void {
  const parts = name.split('/');
  // biome-ignore lint/suspicious/noControlCharactersInRegex: such characters are what is looked for
  const isOdd = /[\u0000-\u001f\\]|^[A-Za-z]:/.test(name) || name.startsWith('/') || parts.includes('..');
  if (isOdd || name.length > archiveLimits.nameLength)
    throw new TaskError(`The file holds an entry with a forbidden name: ${shown(name)}`);
}

function isDocumentName(name: string): boolean {
  const parts = name.split('/');
  return /\.ya?ml$/i.test(name) && !parts.some((part) => part.startsWith('.') || part === '__MACOSX');
}

function toText(name: string, chunks: readonly Uint8Array[]): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(Buffer.concat(chunks));
  } catch {
    throw new TaskError(`${shown(name)} is not text in UTF-8.`);
  }
}

/** The folder that holds everything: the one with `metadata.yaml`. */
function findRoot(names: readonly string[]): string {
  const roots = names.filter((name) => /^([^/]+\/)?metadata\.yaml$/.test(name));
  if (roots.length > 1) throw new TaskError('The file holds more than one metadata.yaml.');
  if (roots[0]) return roots[0].slice(0, -'metadata.yaml'.length);
  const [first = ''] = names;
  return first.includes('/') ? first.slice(0, first.indexOf('/') + 1) : '';
}

function shown(name: string): string {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: such characters are what is taken out
  return name.replace(/[\u0000-\u001f]/g, '?').slice(0, 100);
}

/** Packs documents into an archive. */
export function packArchive({ root, documents, files = new Map(), at }: PackTask): Uint8Array {
  const place = (name: string) => (root === '' ? name : `${root}/${name}`);
  const entries: Zippable = {};
  for (const [name, packed] of documents) entries[place(name)] = strToU8(writeYaml(deserialize(packed)));
  for (const [name, bytes] of files) entries[place(name)] = [bytes, { level: 0 }];
  return zipSync(entries, { level: 6, mtime: at });
}
