// Writes src/definitions.ts, types.ts, names.ts, examples.ts, views.ts and thumbnails.ts from the folders present. With --check it only says whether they are fresh.
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { chartSource, listChartFolders } from './chart-folders.mjs';

const charts = listChartFolders();

const camel = (folder) => folder.replace(/-(\w)/g, (_, letter) => letter.toUpperCase());

const definitions = `// Written by tools/make-chart-registry.mjs from the folders present; run it again instead of editing.
import type { ChartDefinition } from '@powerset/chart-kit';
${charts.map(({ folder }) => `import { chart as ${camel(folder)} } from './${folder}/index.ts';`).join('\n')}

/** Every chart type that can be drawn. */
export const chartDefinitions: readonly ChartDefinition[] = [
${charts.map(({ folder }) => `  ${camel(folder)},`).join('\n')}
];

/** The chart type of a \`viz_type\`, if it is one that can be drawn. */
export function findChartDefinition(key: string): ChartDefinition | undefined {
  return chartDefinitions.find((definition) => definition.key === key);
}
`;

const atOnce = charts.filter(({ isLater }) => !isLater);
const later = charts.filter(({ isLater }) => isLater);

/** A key as a property is named: in quotes where it is no word. */
const property = (key) => (/^[a-z_]\w*$/.test(key) ? key : `'${key}'`);

const importOf = ({ folder, isLater }) =>
  isLater
    ? `import { facts as ${camel(folder)} } from './${folder}/facts.ts';`
    : `import { chart as ${camel(folder)} } from './${folder}/index.ts';`;

const typeImports = [
  ...charts.map((chart) => [chart.folder, importOf(chart)]),
  ['shared', "import { createChartTypes, type LaterType } from './shared/chart-types.ts';"],
]
  .sort(([left], [right]) => (left < right ? -1 : 1))
  .map(([, line]) => line);

const types = `// Written by tools/make-chart-registry.mjs from the folders present; run it again instead of editing.
import type { ChartDefinition } from '@powerset/chart-kit';
${typeImports.join('\n')}

const atOnce: readonly ChartDefinition[] = [
${atOnce.map(({ folder }) => `  ${camel(folder)},`).join('\n')}
];
const later: readonly LaterType[] = [${later.map(({ folder }) => `\n  { facts: ${camel(folder)}, load: () => import('./${folder}/index.ts') },`).join('')}${later.length > 0 ? '\n' : ''}];

/** Chart types as pages know them: those that most dashboards show, and of the others the facts until one is used. */
export const chartTypes = createChartTypes(atOnce, later);
`;

const views = `// Written by tools/make-chart-registry.mjs from the folders present; run it again instead of editing.
import { type LazyView, lazyView } from './shared/lazy-view.ts';

/** The view of each chart type by its key; the code of a view arrives when it is first drawn. */
export const chartViews: Record<string, LazyView> = {
${charts.map(({ folder, key }) => `  ${property(key)}: lazyView(() => import('./${folder}/View.tsx')),`).join('\n')}
};

export type { BrushChoices, Brushing, ChosenSlices } from './shared/brush-choices.ts';
export { Chart, type ChartProps } from './shared/Chart.tsx';
export { ChartMotion, type EnterDrawing, FirstDrawing } from './shared/chart-motion.ts';
export { type ChartPicture, chartPicturesIn, type HostedPicture } from './shared/chart-pictures.ts';
export { type ChartInput, toDrawContext, toModelContext } from './shared/draw-chart.ts';
export { emptySettings } from './shared/find-undrawn.ts';
export { type MapTiles, MapTilesContext } from './shared/maps/map-tiles.ts';
export { type MarkFacts, type MarkFilter, valueFilter } from './shared/mark-facts.ts';
export type { NotePlace, NoteTarget, Noting } from './shared/noting.ts';
export type { ChartMenuLayer, ChartMenuRequest, ChartViewProps } from './shared/view-props.ts';
`;

const examples = `// Written by tools/make-chart-registry.mjs from the folders present; run it again instead of editing.
import type { ChartExample } from '@powerset/chart-kit';
${charts.map(({ folder }) => `import { examples as ${camel(folder)} } from './${folder}/examples.ts';`).join('\n')}

/** Each chart type's examples by its key. Apart from the definitions, so that no visitor loads them. */
export const chartExamples: Readonly<Record<string, readonly ChartExample[]>> = {
${charts.map(({ folder, key }) => `  ${property(key)}: ${camel(folder)},`).join('\n')}
};
`;

const thumbnails = `// Written by tools/make-chart-registry.mjs from the folders present; run it again instead of editing.
${charts.map(({ folder }) => `import ${camel(folder)} from './${folder}/thumbnail.svg';`).join('\n')}

/** The address of each chart type's picture in the gallery, by its key. */
export const chartThumbnails: Readonly<Record<string, string>> = {
${charts.map(({ folder, key }) => `  ${property(key)}: ${camel(folder)},`).join('\n')}
};
`;

const nameOf = ({ folder }) => {
  const facts = join(chartSource, folder, 'facts.ts');
  const text = readFileSync(existsSync(facts) ? facts : join(chartSource, folder, 'index.ts'), 'utf8');
  return /name: ('[^']+'|"[^"]+")/.exec(text)?.[1];
};

const names = `// Written by tools/make-chart-registry.mjs from the folders present; run it again instead of editing.

/** The name of each chart type by its key, for whoever shows no chart. */
export const chartNames: Record<string, string> = {
${charts.map((chart) => `  ${property(chart.key)}: ${nameOf(chart)},`).join('\n')}
};
`;

const files = {
  'definitions.ts': definitions,
  'types.ts': types,
  'examples.ts': examples,
  'names.ts': names,
  'views.ts': views,
};
if (charts.every(({ folder }) => existsSync(join(chartSource, folder, 'thumbnail.svg'))))
  files['thumbnails.ts'] = thumbnails;

const stale = Object.entries(files).filter(([name, text]) => {
  const path = join(chartSource, name);
  return !existsSync(path) || readFileSync(path, 'utf8') !== text;
});
if (process.argv.includes('--check')) {
  if (stale.length > 0) {
    console.error(
      `Not fresh: ${stale.map(([name]) => name).join(', ')}. Run: node packages/charts/tools/make-chart-registry.mjs`,
    );
    process.exit(1);
  }
} else {
  for (const [name, text] of stale) writeFileSync(join(chartSource, name), text);
}
