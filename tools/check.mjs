/**
 * npm run check: types, lint, formatting, the import law, cycles, budgets and what else keeps the house in order.
 * `--only <part of a title>` runs a part; `--summary` prints figures as well.
 */
import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { runCommand } from './run-command.mjs';
import { listFiles, projectRoot } from './sources.mjs';
import { typeProjects } from './type-projects.mjs';

const sourceFolders = ['packages', 'apps', 'testkit', 'e2e', 'bench'];
const mostShown = 40;

const biomeOptions = [
  '--colors=off',
  '--reporter=github',
  '--diagnostic-level=warn',
  '--error-on-warnings',
  '--max-diagnostics=none',
];

const commands = [
  ...typeProjects.map(({ title, file }) => ({
    title,
    file,
    args: ['node_modules/typescript/bin/tsc', '-p', file],
  })),
  {
    title: 'Lint and format',
    file: 'biome.json',
    args: ['node_modules/@biomejs/biome/bin/biome', 'check', ...biomeOptions, '.'],
    toLine: lineOfBiome,
  },
  {
    title: 'Text catalogue',
    file: 'apps/web/tools/extract-texts.mjs',
    args: ['apps/web/tools/extract-texts.mjs', '--check'],
  },
  {
    title: 'Chart registry',
    file: 'packages/charts/tools/make-chart-registry.mjs',
    args: ['packages/charts/tools/make-chart-registry.mjs', '--check'],
  },
  { title: 'Configuration table', file: 'apps/server/src/config.ts', args: ['tools/make-config-table.mjs', '--check'] },
];

/** `::error title=rule,file=path,line=1,...::message` as `path:1 rule: message`; other lines are left out. */
function lineOfBiome(text) {
  const match = /^::\w+ title=([^,]*),file=([^,]*),line=(\d+)[^:]*::(.*)/.exec(text);
  return match ? `${relative(projectRoot, match[2])}:${match[3]} ${match[1]}: ${match[4]}` : null;
}

async function runCommands(isWanted, report) {
  for (const { title, file, args, toLine = (text) => text } of commands) {
    if (!isWanted(title) || !existsSync(join(projectRoot, file)) || !existsSync(join(projectRoot, args[0]))) continue;
    const startedAt = performance.now();
    const { code, output } = await runCommand(process.execPath, args, { cwd: projectRoot, isQuiet: true });
    report({
      title,
      isGood: code === 0,
      startedAt,
      lines: code === 0 ? [] : output.trim().split('\n').map(toLine).filter(Boolean),
    });
  }
}

async function runChecks(isWanted, isSummary, report) {
  const { checks } = await import('./checks/index.mjs');
  const { readSource } = await import('./checks/syntax.mjs');
  const sources = listFiles(projectRoot, sourceFolders, (path) => /\.tsx?$/.test(path)).map((path) =>
    readSource(projectRoot, path),
  );
  for (const check of checks.filter(({ title }) => isWanted(title))) {
    const startedAt = performance.now();
    const problems = check.check({ root: projectRoot, sources });
    const lines = problems.map(({ path, line, message }) => `${path}:${line} ${message}`);
    const summary = isSummary && check.summary ? check.summary({ root: projectRoot, sources }).split('\n') : [];
    report({ title: check.title, isGood: problems.length === 0, startedAt, lines: [...lines, ...summary] });
  }
}

/** Runs what is wanted and returns `{passed, failed}`. */
export async function runAll(argv) {
  const onlyAt = argv.indexOf('--only');
  const only = onlyAt < 0 ? '' : argv[onlyAt + 1].toLowerCase();
  const isWanted = (title) => title.toLowerCase().includes(only);
  const counts = { passed: 0, failed: 0 };
  const report = ({ title, isGood, startedAt, lines }) => {
    counts[isGood ? 'passed' : 'failed'] += 1;
    console.log(`${isGood ? 'ok  ' : 'FAIL'} ${title} (${((performance.now() - startedAt) / 1000).toFixed(1)} s)`);
    for (const line of lines.slice(0, mostShown)) console.log(`     ${line}`);
    if (lines.length > mostShown) console.log(`     ... and ${lines.length - mostShown} more`);
  };
  await runCommands(isWanted, report);
  await runChecks(isWanted, argv.includes('--summary'), report);
  return counts;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) {
  const { passed, failed } = await runAll(process.argv.slice(2));
  console.log(`check: ${passed} passed, ${failed} failed`);
  process.exitCode = failed > 0 ? 1 : 0;
}
