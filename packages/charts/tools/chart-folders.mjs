import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the chart types' folders lie. */
export const chartSource = join(dirname(fileURLToPath(import.meta.url)), '..', 'src');

/** Every chart type that is here, in the order of its folder: `{ folder, key }`. */
export function listChartFolders() {
  return readdirSync(chartSource, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && isChart(entry.name))
    .map(({ name }) => ({ folder: name, key: keyOf(name) }))
    .sort((left, right) => (left.folder < right.folder ? -1 : 1));
}

function isChart(folder) {
  return ['index.ts', 'View.tsx'].every((file) => existsSync(join(chartSource, folder, file)));
}

function keyOf(folder) {
  const key = /key: '([^']+)'/.exec(readFileSync(join(chartSource, folder, 'index.ts'), 'utf8'))?.[1];
  if (!key) throw new Error(`${folder}/index.ts names no key`);
  return key;
}
