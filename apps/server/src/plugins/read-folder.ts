import { createHash } from 'node:crypto';
import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { type FramePage, toFramePage } from './frame-page.ts';

/** A plugin's files, as they were when the server started. */
export interface PluginFiles {
  readonly folder: string;
  readonly code: string;
  /** The page that its own view draws in; null where the page of charts draws its options. */
  readonly frame: FramePage | null;
  readonly thumbnail: string;
  readonly version: string;
}

export interface UnreadFolder {
  readonly folder: string;
  readonly error: string;
}

export const mostPlugins = 50;
const mostBytes = 2 * 1024 * 1024;

/** Each folder of the folder that is not hidden; what cannot be read of it is said beside the others. */
export async function readPluginFolder(path: string): Promise<readonly (PluginFiles | UnreadFolder)[]> {
  const entries = await readdir(path, { withFileTypes: true });
  const folders = entries
    .filter((entry) => !entry.name.startsWith('.') && !entry.isFile())
    .map(({ name }) => name)
    .sort();
  const read = await Promise.all(folders.slice(0, mostPlugins).map((folder) => readPlugin(path, folder)));
  const unread = folders
    .slice(mostPlugins)
    .map((folder) => ({ folder, error: `At most ${mostPlugins} plugins are read; this one is over.` }));
  return [...read, ...unread];
}

async function readPlugin(path: string, folder: string): Promise<PluginFiles | UnreadFolder> {
  try {
    const textOf = (name: string) => readText(join(path, folder, name));
    const [code, view, thumbnail] = await Promise.all(['chart.js', 'view.js', 'thumbnail.svg'].map(textOf));
    if (!code) return { folder, error: 'It has no chart.js, or an empty one.' };
    const version = createHash('sha256')
      .update(JSON.stringify([code, view, thumbnail]))
      .digest('hex')
      .slice(0, 16);
    const frame = view ? toFramePage(view) : null;
    return { folder, code, frame, thumbnail: thumbnail ?? plainThumbnail, version };
  } catch (error) {
    return { folder, error: `It cannot be read: ${error instanceof Error ? error.message : String(error)}` };
  }
}

async function readText(path: string): Promise<string | null> {
  const found = await stat(path).catch(() => null);
  if (!found?.isFile()) return null;
  if (found.size > mostBytes) throw new Error('one of its files is larger than 2 MB.');
  return readFile(path, 'utf8');
}

/** For a plugin that brings no picture. */
const plainThumbnail =
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 140 88"><g fill="#7f8aa0"><rect x="34" y="48" width="14" height="20" rx="2"/><rect x="54" y="34" width="14" height="34" rx="2"/><rect x="74" y="42" width="14" height="26" rx="2"/><rect x="94" y="22" width="14" height="46" rx="2"/></g></svg>';
