import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { chartSource, listChartFolders } from '../../../packages/charts/tools/chart-folders.mjs';

const importedFrom = /(?:from|import)\s*'(\.[^']+)'/g;
/** Views are loaded when they are drawn, and those of most dashboards are. */
const viewsFrom = /import\('(\.[^']+)'\)/g;
const typeImports = /import type [\s\S]*?;/g;

/**
 * The modules of charts that pages need before they use a type that few pages draw. What only such types share comes with
 * them, although several of them need it.
 */
export function chartsAtOnce(): ReadonlySet<string> {
  const later = listChartFolders()
    .filter(({ isLater }) => isLater)
    .map(({ folder }) => join(chartSource, folder, '/'));
  const isLater = (path: string) => !path.endsWith('/facts.ts') && later.some((folder) => path.startsWith(folder));
  const reached = new Set<string>();
  const waiting = ['types.ts', 'views.ts', 'older-types/index.ts'].map((file) => join(chartSource, file));
  for (let path = waiting.pop(); path !== undefined; path = waiting.pop()) {
    if (reached.has(path) || isLater(path) || !path.startsWith(chartSource) || !existsSync(path)) continue;
    reached.add(path);
    const code = readFileSync(path, 'utf8').replaceAll(typeImports, '');
    const places = [...code.matchAll(importedFrom), ...(path.endsWith('/views.ts') ? code.matchAll(viewsFrom) : [])];
    for (const [, place = ''] of places) waiting.push(join(dirname(path), place));
  }
  return reached;
}
