/**
 * npm test: everything that guards the product, from a fresh checkout. Installs what is missing, builds, then runs the
 * checks, the unit and API tests, and the journeys in Chromium. `--only check|unit|e2e` runs one part of it.
 */
import { existsSync, mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { installIfStale } from './install.mjs';
import { runCommand } from './run-command.mjs';
import { listFiles, projectRoot } from './sources.mjs';
import { countPlaywright, countVitest, printTable } from './test-report.mjs';

const resultsFolder = join(projectRoot, 'test-results');
const say = (line) => console.log(line);

const stages = [
  { name: 'build', parts: ['unit', 'e2e'], run: runBuild },
  { name: 'check', parts: ['check'], run: runCheck },
  { name: 'unit', parts: ['unit'], run: runUnit },
  { name: 'e2e', parts: ['e2e'], run: runJourneys },
];

/** A good build counts for nothing, a bad one is a failure. */
async function runBuild() {
  const { build } = await import('./build.mjs');
  const { isBuilt } = await import('./stamps.mjs');
  const isGood = isBuilt(projectRoot) || (await build(projectRoot, { say }));
  return { passed: 0, failed: isGood ? 0 : 1, skipped: 0 };
}

async function runCheck() {
  const { runAll } = await import('./check.mjs');
  return { ...(await runAll([])), skipped: 0 };
}

async function runUnit() {
  const report = join(resultsFolder, 'vitest.json');
  const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs');
  const args = [
    'run',
    `--reporter=${process.env.CI ? 'dot' : 'default'}`,
    '--reporter=json',
    `--outputFile.json=${report}`,
  ];
  const { code } = await runCommand(process.execPath, [vitest, ...args], { cwd: projectRoot });
  return withExitCode(countVitest(report), code);
}

async function runJourneys() {
  if (listFiles(projectRoot, ['e2e'], (path) => path.endsWith('.e2e.ts')).length === 0)
    return { passed: 0, failed: 0, skipped: 0 };
  const { ensureChromium } = await import('./system-packages.mjs');
  const env = {
    ...process.env,
    POWERSET_CHROMIUM: await ensureChromium(say),
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(resultsFolder, 'playwright.json'),
  };
  const playwright = join(projectRoot, 'node_modules/@playwright/test/cli.js');
  const args = ['test', '--config=e2e/playwright.config.ts', `--reporter=${process.env.CI ? 'dot' : 'list'},json`];
  const { code } = await runCommand(process.execPath, [playwright, ...args], { cwd: projectRoot, env });
  return withExitCode(countPlaywright(env.PLAYWRIGHT_JSON_OUTPUT_FILE), code);
}

/** A runner that fails although it counted no failure (an error outside any test) is a failure. */
function withExitCode(counts, code) {
  return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

async function runStage({ name, run }) {
  say(`\n== ${name}`);
  const startedAt = performance.now();
  try {
    const counts = await run();
    return { name, ...counts, seconds: (performance.now() - startedAt) / 1000 };
  } catch (error) {
    console.error(error.message);
    return { name, passed: 0, failed: 1, skipped: 0, seconds: (performance.now() - startedAt) / 1000 };
  }
}

async function main(argv) {
  const only = argv.includes('--only') ? argv[argv.indexOf('--only') + 1] : null;
  const wanted = stages.filter(({ parts }) => !only || parts.includes(only));
  if (wanted.length === 0) {
    console.error('--only takes check, unit or e2e');
    return 2;
  }
  await installIfStale(projectRoot, say);
  rmSync(resultsFolder, { recursive: true, force: true });
  mkdirSync(resultsFolder, { recursive: true });
  const done = [];
  for (const stage of wanted) done.push(await runStage(stage));
  if (existsSync(join(projectRoot, 'docs/requirements.md')) && !only)
    await runCommand(process.execPath, ['tools/coverage.mjs', '--short'], { cwd: projectRoot });
  return printTable(done).failed > 0 ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2));
