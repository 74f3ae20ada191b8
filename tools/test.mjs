/**
 * npm test: everything that guards the product, from a fresh checkout. Installs what is missing, builds, then runs the
 * checks, the unit and API tests, and the journeys in Chromium. `--only check|unit|e2e` runs one part of it.
 */
import { accessSync, constants, existsSync, mkdirSync, rmSync, statfsSync } from 'node:fs';
import { availableParallelism, tmpdir, totalmem } from 'node:os';
import { join } from 'node:path';
import { installIfStale } from './install.mjs';
import { runCommand } from './run-command.mjs';
import { listFiles, projectRoot } from './sources.mjs';
import { countPlaywright, countVitest, listFailedJourneys, printTable } from './test-report.mjs';

const resultsFolder = join(projectRoot, 'test-results');
const say = (line) => console.log(line);

/** A runner that hangs is ended and counted as failed; far above what a slow machine needs. */
const unitLimitMs = 30 * 60_000;
const journeysLimitMs = 45 * 60_000;
const tracesLimitMs = 8 * 60_000;
const mostTraced = 20;

const stages = [
  { name: 'build', parts: ['unit', 'e2e'], run: runBuild },
  { name: 'check', parts: ['check'], run: runCheck },
  { name: 'unit', parts: ['unit'], run: runUnit },
  { name: 'e2e', parts: ['e2e'], run: runJourneys },
];

/** Colours make a log of megabytes where nobody looks at a terminal. */
const runnerEnv = process.env.CI ? { ...process.env, NO_COLOR: '1', FORCE_COLOR: undefined } : process.env;

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
  const done = await runCommand(process.execPath, [vitest, ...args], {
    cwd: projectRoot,
    env: runnerEnv,
    limitMs: unitLimitMs,
  });
  return withExitCode(countVitest(report), done, 'vitest');
}

async function runJourneys() {
  if (listFiles(projectRoot, ['e2e'], (path) => path.endsWith('.e2e.ts')).length === 0)
    return { passed: 0, failed: 0, skipped: 0 };
  const { ensureChromium } = await import('./system-packages.mjs');
  const env = {
    ...runnerEnv,
    POWERSET_CHROMIUM: await ensureChromium(say),
    PLAYWRIGHT_JSON_OUTPUT_FILE: join(resultsFolder, 'playwright.json'),
  };
  const playwright = join(projectRoot, 'node_modules/@playwright/test/cli.js');
  const args = ['test', '--config=e2e/playwright.config.ts', `--reporter=${process.env.CI ? 'dot' : 'list'},json`];
  const options = { cwd: projectRoot, env, limitMs: journeysLimitMs };
  const done = await runCommand(process.execPath, [playwright, ...args], options);
  const failed = listFailedJourneys(env.PLAYWRIGHT_JSON_OUTPUT_FILE).slice(0, mostTraced);
  if (failed.length > 0) {
    say(`\nTracing what failed into test-results/traces; it counts as failed whatever comes of it now.`);
    const tracing = ['--trace=on', '--output=test-results/traces', '--reporter=line'];
    await runCommand(process.execPath, [playwright, 'test', args[1], ...tracing, ...failed], {
      ...options,
      limitMs: tracesLimitMs,
    });
  }
  return withExitCode(countPlaywright(env.PLAYWRIGHT_JSON_OUTPUT_FILE), done, 'playwright');
}

/** A runner that fails although it counted no failure (an error outside any test) is a failure, and says so. */
function withExitCode(counts, { code, end }, runner) {
  if (code === 0) return counts;
  const reason = end ?? `ended with status ${code}`;
  if (end || counts.failed === 0)
    console.error(`${runner} ${reason}; ${counts.failed} tests are known to have failed.`);
  return counts.failed === 0 ? { ...counts, failed: 1 } : counts;
}

async function runStage({ name, run }) {
  say(`\n== ${name}`);
  const startedAt = performance.now();
  const counts = await run().catch((error) => {
    console.error(`${name}: ${error.message}`);
    return { passed: 0, failed: 1, skipped: 0 };
  });
  return { name, ...counts, seconds: (performance.now() - startedAt) / 1000 };
}

/** What explains a failure on somebody else's machine. */
function describeMachine() {
  const gigabytes = (bytes) => `${(bytes / 1024 ** 3).toFixed(1)} GB`;
  const memory = Math.min(totalmem(), process.constrainedMemory?.() || Number.POSITIVE_INFINITY);
  const { bavail, bsize } = statfsSync(tmpdir());
  return [
    `Node ${process.versions.node} on ${process.platform}-${process.arch}`,
    `${availableParallelism()} cores`,
    `${gigabytes(memory)} of memory`,
    `${gigabytes(bavail * bsize)} free in ${tmpdir()}`,
  ].join(', ');
}

function findObstacle() {
  for (const folder of [projectRoot, tmpdir()]) {
    try {
      accessSync(folder, constants.W_OK);
    } catch {
      return `${folder} cannot be written. ${folder === projectRoot ? 'Mend its permissions' : 'Set TMPDIR to a folder that can be'}.`;
    }
  }
  return null;
}

async function prepare() {
  const obstacle = findObstacle();
  if (obstacle) throw new Error(obstacle);
  say(describeMachine());
  await installIfStale(projectRoot, say);
  rmSync(resultsFolder, { recursive: true, force: true });
  mkdirSync(resultsFolder, { recursive: true });
}

async function main(argv) {
  const only = argv.includes('--only') ? argv[argv.indexOf('--only') + 1] : null;
  const wanted = stages.filter(({ parts }) => !only || parts.includes(only));
  if (wanted.length === 0) {
    console.error('--only takes check, unit or e2e');
    return 2;
  }
  await prepare();
  const done = [];
  for (const stage of wanted) done.push(await runStage(stage));
  if (existsSync(join(projectRoot, 'docs/requirements.md')) && !only)
    await runCommand(process.execPath, ['tools/coverage.mjs', '--short'], { cwd: projectRoot });
  return printTable(done).failed > 0 ? 1 : 0;
}

process.exitCode = await main(process.argv.slice(2)).catch((error) => {
  console.error(`npm test cannot run: ${error.message}`);
  return 1;
});
