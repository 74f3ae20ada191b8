/**
 * node tools/new-plugin.mjs <name> <folder>: a chart type of one's own, outside of this repository, that works and is to be
 * turned into another.
 */
import { relative, resolve } from 'node:path';
import { copyTemplates, readName } from './scaffold.mjs';
import { projectRoot } from './sources.mjs';

const usage = 'node tools/new-plugin.mjs <name> <folder>';
const places = readName(process.argv.slice(2), usage);
const [, , , folder] = process.argv;
if (folder === undefined) {
  console.error(`usage: ${usage}\nThe folder is made where it is missing, for example ../top-sellers.`);
  process.exit(2);
}
const target = resolve(folder);
const home = relative(target, projectRoot).replaceAll('\\', '/');
for (const path of copyTemplates({
  root: projectRoot,
  kind: 'plugin',
  target: relative(projectRoot, target),
  places: { ...places, __powerset__: home },
}))
  console.log(`  ${path}`);
console.log(`Next, in ${folder}: npm run build -- --to <folder of plugins>`);
console.log('Then start the server with POWERSET_PLUGINS=<folder of plugins>.');
