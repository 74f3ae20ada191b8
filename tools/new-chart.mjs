/**
 * node tools/new-chart.mjs <name>: a chart type that works, with its tests, to be turned into another.
 */
import { join } from 'node:path';
import { runCommand } from './run-command.mjs';
import { copyTemplates, readName } from './scaffold.mjs';
import { projectRoot } from './sources.mjs';

const places = readName(process.argv.slice(2), 'node tools/new-chart.mjs <name>');
const folder = `packages/charts/src/${places.__kebab__}`;
for (const path of copyTemplates({ root: projectRoot, kind: 'chart', target: folder, places }))
  console.log(`  ${path}`);
const registry = join(projectRoot, 'packages/charts/tools/make-chart-registry.mjs');
const { code } = await runCommand(process.execPath, [registry], { cwd: projectRoot });
console.log(`Next: node_modules/.bin/vitest run ${folder}`);
console.log(
  'Then: node apps/web/tools/extract-texts.mjs collects its texts, to be translated in apps/web/src/i18n/de.json.',
);
process.exitCode = code;
