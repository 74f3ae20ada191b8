/**
 * Walks the project's own files: what is written by hand, never what is installed or built.
 */
import { readdirSync, statSync } from 'node:fs';
import { dirname, join, relative, sep } from 'node:path';
import { fileURLToPath } from 'node:url';

export const projectRoot = dirname(dirname(fileURLToPath(import.meta.url)));

const skippedFolders = new Set([
  'node_modules',
  'dist',
  '.git',
  '.cache',
  'test-results',
  'playwright-report',
  '.powerset-data',
]);

/** Every file under the folders, as paths relative to the root with forward slashes, sorted. */
export function listFiles(root, folders, accepts = () => true) {
  const found = [];
  for (const folder of folders) visit(join(root, folder), found);
  return found
    .map((path) => relative(root, path).split(sep).join('/'))
    .filter(accepts)
    .sort();
}

function visit(path, found) {
  const entry = statSync(path, { throwIfNoEntry: false });
  if (!entry) return;
  if (entry.isFile()) {
    found.push(path);
    return;
  }
  for (const child of readdirSync(path, { withFileTypes: true })) {
    if (child.isDirectory() && !skippedFolders.has(child.name)) visit(join(path, child.name), found);
    if (child.isFile()) found.push(join(path, child.name));
  }
}
