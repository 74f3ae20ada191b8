/**
 * npm run drill: kills, fills, cuts and wears out what the product promises to survive, says what was seen, and writes
 * bench/DRILLS.md. `-- kill soak` holds some drills and writes their parts; `--minutes 5` shortens the soak; `--rounds 10` kills more often;
 * `upgrade --from FOLDER` starts with a built checkout of the version before.
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { installIfStale } from './install.mjs';
import { projectRoot } from './sources.mjs';
import { isBuilt } from './stamps.mjs';

const say = (line) => console.log(line);

function readArguments(args) {
  const options = {
    minutes: { type: 'string', default: '60' },
    rounds: { type: 'string', default: '5' },
    from: { type: 'string' },
  };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const { minutes, rounds, from } = values;
  return { words: positionals, minutes: Number(minutes), rounds: Number(rounds), from: from && resolve(from), say };
}

await installIfStale(projectRoot, say);
if (!isBuilt(projectRoot)) {
  const { build } = await import('./build.mjs');
  if (!(await build(projectRoot, { say }))) process.exit(1);
}
const { loadTypeScript } = await import('./run-typescript.mjs');
const { runDrills } = await loadTypeScript('bench/drills/main.ts');
const { failed } = await runDrills(readArguments(process.argv.slice(2)));
// The table is written by columns of unknown width; the formatter lines them up as the check wants them.
spawnSync(
  process.execPath,
  [join(projectRoot, 'node_modules/@biomejs/biome/bin/biome'), 'format', '--write', 'bench/DRILLS.md'],
  { cwd: projectRoot },
);
// A server that a broken drill left behind must not keep the command from ending.
process.exit(failed > 0 ? 1 : 0);
