import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** Where the chart types' folders lie. */
export const chartSource = join(dirname(fileURLToPath(import.meta.url)), '..', 'src');

/** Every chart type that is here, in the order of its folder: `{ folder, key, isLater }`, later when it keeps its facts apart. */
export function listChartFolders() {
  return readdirSync(chartSource, { withFileTypes: true })
    .filter((entry) => entry.isDirectory() && isChart(entry.name))
    .map(({ name }) => ({ folder: name, key: keyOf(name), isLater: existsSync(factsOf(name)) }))
    .sort((left, right) => (left.folder < right.folder ? -1 : 1));
}

function isChart(folder) {
  return ['index.ts', 'View.tsx'].every((file) => existsSync(join(chartSource, folder, file)));
}

const factsOf = (folder) => join(chartSource, folder, 'facts.ts');

function keyOf(folder) {
  const path = existsSync(factsOf(folder)) ? factsOf(folder) : join(chartSource, folder, 'index.ts');
  const key = /key: '([^']+)'/.exec(readFileSync(path, 'utf8'))?.[1];
  if (!key) throw new Error(`${path} names no key`);
  return key;
}
