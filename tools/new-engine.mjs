/**
 * node tools/new-engine.mjs <name>: one more kind of database behind the engine interface. It works, on the client that
 * is at hand, until its own client is put into client.ts; then its names, types and error messages are set right.
 */
import { join } from 'node:path';
import { runCommand } from './run-command.mjs';
import { copyTemplates, readName } from './scaffold.mjs';
import { projectRoot } from './sources.mjs';

const places = readName(process.argv.slice(2), 'node tools/new-engine.mjs <name>');
const folder = `apps/server/src/engines/${places.__kebab__}`;
const written = copyTemplates({ root: projectRoot, kind: 'engine', target: folder, places });
const biome = join(projectRoot, 'node_modules/@biomejs/biome/bin/biome');
await runCommand(process.execPath, [biome, 'check', '--write', ...written], { cwd: projectRoot, isQuiet: true });
for (const path of written) console.log(`  ${path}`);
console.log(`Next: node_modules/.bin/vitest run ${folder}
Then: name it among the openers of apps/server/src/engines/engines.ts, and give it a dialect in packages/sql/src/dialects.`);
