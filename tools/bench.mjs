/**
 * npm run bench: measures what the product promises about speed, prints it, and writes bench/RESULTS.md.
 * `-- chart-query start` runs some cases; `--rounds 15`; `--scales 1,10,100` sets the sizes of the example shop (0: none),
 * of which `--keep folder` keeps what was generated for the next time. `--against folder` loads dashboards from here and from
 * another built checkout in turns instead.
 */
import { spawnSync } from 'node:child_process';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { installIfStale } from './install.mjs';
import { projectRoot } from './sources.mjs';
import { isBuilt } from './stamps.mjs';
import { ensureChromium } from './system-packages.mjs';

const say = (line) => console.log(line);

function readArguments(args) {
  const options = {
    rounds: { type: 'string', default: '9' },
    scales: { type: 'string', default: '1,10' },
    keep: { type: 'string' },
    against: { type: 'string' },
  };
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  return {
    words: positionals,
    rounds: Number(values.rounds),
    scales: values.scales.split(',').map(Number).filter(Boolean),
    keep: values.keep ? resolve(values.keep) : null,
    against: values.against ? resolve(values.against) : null,
    say,
  };
}

await installIfStale(projectRoot, say);
if (!isBuilt(projectRoot)) {
  const { build } = await import('./build.mjs');
  if (!(await build(projectRoot, { say }))) process.exit(1);
}
process.env.POWERSET_CHROMIUM = await ensureChromium(say);
const { loadTypeScript } = await import('./run-typescript.mjs');
const given = readArguments(process.argv.slice(2));
if (given.against) {
  const { runTurns } = await loadTypeScript('bench/turns.ts');
  await runTurns({ other: given.against, rounds: given.rounds, say });
  process.exit(0);
}
const { runBench } = await loadTypeScript('bench/main.ts');
const { failed } = await runBench(given);
// The table is written by columns of unknown width; the formatter lines them up as the check wants them.
spawnSync(
  process.execPath,
  [join(projectRoot, 'node_modules/@biomejs/biome/bin/biome'), 'format', '--write', 'bench/RESULTS.md'],
  {
    cwd: projectRoot,
  },
);
process.exitCode = failed > 0 ? 1 : 0;
