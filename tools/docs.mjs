/**
 * npm run docs: writes the help as a folder of pages that any web server can publish, `dist/help` unless told otherwise
 * (`-- FOLDER`, which is emptied first).
 */
import { existsSync, readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { writeHelp } from './help/site.mjs';
import { projectRoot } from './sources.mjs';

/** Only what an earlier run wrote is emptied. */
function mayEmpty(folder) {
  return !existsSync(folder) || readdirSync(folder).length === 0 || existsSync(join(folder, 'search-index.js'));
}

const [named] = process.argv.slice(2);
const folder = named ? resolve(named) : join(projectRoot, 'dist/help');
if (mayEmpty(folder)) {
  const { problems, count } = writeHelp(projectRoot, folder);
  for (const problem of problems) console.error(problem);
  console.log(`${count} pages in ${folder}`);
  process.exitCode = problems.length > 0 ? 1 : 0;
} else {
  console.error(`${folder} holds other files; name an empty folder`);
  process.exitCode = 1;
}
