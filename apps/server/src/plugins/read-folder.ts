import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type FramePage, toFramePage } from './frame-page.ts';
import { type PluginFacts, readManifest } from './manifest.ts';

/** A plugin's files, as they were when the server started. */
export interface PluginFiles {
  readonly folder: string;
  readonly facts: PluginFacts;
  /** The code of its definition, which pages hand to a frame. */
  readonly code: string;
  /** The page that its own view draws in; null where the page of charts draws its options. */
  readonly frame: FramePage | null;
  readonly thumbnail: string;
  readonly version: string;
}

export interface UnreadFolder {
  readonly folder: string;
  /** What it says of itself, where that could be read. */
  readonly facts: PluginFacts | null;
  readonly error: string;
}

export type ReadFolder = (PluginFiles & { readonly error: null }) | UnreadFolder;

export const mostPlugins = 50;
const mostBytes = 2 * 1024 * 1024;

/** Each folder of the folder that is not hidden; what cannot be read of it is said beside the others. */
export async function readPluginFolder(path: string): Promise<readonly ReadFolder[]> {
  const entries = await readdir(path, { withFileTypes: true });
  const folders = entries
    .filter((entry) => !entry.name.startsWith('.') && !entry.isFile())
    .map(({ name }) => name)
    .sort();
  const read = await Promise.all(folders.slice(0, mostPlugins).map((folder) => readPlugin(path, folder)));
  const unread = folders
    .slice(mostPlugins)
    .map((folder) => ({ folder, facts: null, error: `At most ${mostPlugins} plugins are read; this one is over.` }));
  return [...read, ...unread];
}

const fileNames = ['plugin.json', 'chart.js', 'view.js', 'thumbnail.svg'];

async function readPlugin(path: string, folder: string): Promise<ReadFolder> {
  try {
    const texts = await Promise.all(fileNames.map((name) => readText(join(path, folder, name))));
    return toPlugin(folder, texts);
  } catch (error) {
    return { folder, facts: null, error: reasonOf(error) };
  }
}

function toPlugin(folder: string, texts: readonly (string | null)[]): ReadFolder {
  const [manifest, code, view, thumbnail] = texts;
  const { facts, error } = manifest ? readManifest(manifest) : noManifest;
  if (!code) return { folder, facts, error: 'It has no chart.js, or an empty one.' };
  if (error !== null || facts === null) return { folder, facts, error: error ?? noManifest.error };
  const version = createHash('sha256').update(JSON.stringify(texts)).digest('hex').slice(0, 16);
  const frame = view ? toFramePage(view) : null;
  return { folder, facts, code, frame, thumbnail: thumbnail ?? plainThumbnail, version, error: null };
}

const noManifest = {
  facts: null,
  error: 'It has no plugin.json, which the build writes: build it again with this installation.',
};

class TooLarge extends Error {}

/** Where the folder lies is for whoever reads the server's log, not for whoever meets a chart. */
function reasonOf(error: unknown): string {
  if (error instanceof TooLarge) return 'It cannot be read: one of its files is larger than 2 MB.';
  const code = error instanceof Error && 'code' in error ? String(error.code) : 'unknown';
  return `It cannot be read; the system says ${code}.`;
}

async function readText(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) return null;
  if (found.size > mostBytes) throw new TooLarge();
  return readFile(path, 'utf8');
}

/** For a plugin that brings no picture. */
const plainThumbnail =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 140 88"><g fill="#7f8aa0"><rect x="34" y="48" width="14" height="20" rx="2"/><rect x="54" y="34" width="14" height="34" rx="2"/><rect x="74" y="42" width="14" height="26" rx="2"/><rect x="94" y="22" width="14" height="46" rx="2"/></g></svg>';
