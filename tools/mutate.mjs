/**
 * npm run mutate: takes the feature of a row out, one row after the other, in a copy of the tree, and runs the tests that
 * name the row. A row whose tests stay green is proven by nothing, and is printed. A feature that no row names is taken
 * out for one test, which the table names by a part of its title. `-- SQL-037 LST` takes some rows or areas, `--features`
 * what no row names (`--features packages/charts` those of a folder), `--only unit|journeys` those that such tests prove,
 * `--list` shows what is there.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { mutations } from './mutations/index.mjs';
import { findTests } from './requirement-tests.mjs';
import { runCommand } from './run-command.mjs';
import { projectRoot } from './sources.mjs';

const copyFolder = join(projectRoot, '.cache/mutate');
const notCopied = new Set(['node_modules', 'dist', '.git', '.cache', 'test-results', 'playwright-report']);
const runLimitMs = 10 * 60_000;

/**
 * `text` with the feature taken out. Refuses when the place is no longer there, or no longer the only one.
 * @param {string} text
 * @param {{ row?: string, title?: string, file: string, find: string, put: string }} mutation
 */
export function mutate(text, { row, title, file, find, put }) {
  const places = text.split(find).length - 1;
  if (places !== 1)
    throw new Error(`${row ?? title}: the text to take out stands ${places} times in ${file}; mend the table`);
  return text.replace(find, () => put);
}

/** The tests that are to go red: journeys only for rows that no other test names. */
export function testsOf(row, tests) {
  const naming = tests.filter(({ ids }) => ids.includes(row));
  const units = naming.filter(({ path }) => !isJourney(path));
  const chosen = units.length > 0 ? units : naming;
  return { kind: units.length > 0 ? 'unit' : 'journeys', files: [...new Set(chosen.map(({ path }) => path))] };
}

/** The same of a feature that no row names: the one test that the table names. */
export function testsOfMutation(mutation, tests) {
  if (mutation.row) return testsOf(mutation.row, tests);
  return { kind: isJourney(mutation.test) ? 'journeys' : 'unit', files: [mutation.test] };
}

const nameOf = ({ row, title }) => row ?? title;

function isJourney(path) {
  return path.endsWith('.e2e.ts');
}

/** Without node_modules; packages of ours are those of the copy, all others are shared with the tree. */
function copyTree() {
  rmSync(copyFolder, { recursive: true, force: true });
  mkdirSync(copyFolder, { recursive: true });
  for (const name of readdirSync(projectRoot).filter((entry) => !notCopied.has(entry)))
    cpSync(join(projectRoot, name), join(copyFolder, name), { recursive: true, filter: isCopied });
  for (const folder of ['.', 'packages', 'apps', 'testkit'].flatMap(foldersWithModules)) linkModules(folder);
}

function isCopied(path) {
  return !notCopied.has(relative(dirname(path), path));
}

function foldersWithModules(folder) {
  const candidates = folder === '.' || folder === 'testkit' ? [folder] : childrenOf(folder);
  return candidates.filter((path) => existsSync(join(projectRoot, path, 'node_modules')));
}

function childrenOf(folder) {
  return readdirSync(join(projectRoot, folder)).map((name) => join(folder, name));
}

function linkModules(folder) {
  const modules = join(folder, 'node_modules');
  mkdirSync(join(copyFolder, modules), { recursive: true });
  for (const name of readdirSync(join(projectRoot, modules)).filter((entry) => !entry.startsWith('.vite'))) {
    const [from, to] = [join(projectRoot, modules, name), join(copyFolder, modules, name)];
    if (name === '@powerset') cpSync(from, to, { recursive: true, verbatimSymlinks: true });
    else symlinkSync(from, to);
  }
}

/** Runners look for titles by a pattern. */
const literally = (title) => title.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&');

/** How many of the tests that a pattern finds passed and failed, and how many files did not even load. */
const runners = {
  async unit(pattern, files) {
    const report = join(copyFolder, 'test-results/mutate.json');
    rmSync(report, { force: true });
    const args = ['run', ...files, '-t', pattern, '--reporter=json', `--outputFile=${report}`];
    const { output } = await runInCopy('node_modules/vitest/vitest.mjs', args);
    if (!existsSync(report)) throw new Error(`${pattern}: the tests did not run\n${output}`);
    const { numPassedTests, numFailedTests, testResults } = JSON.parse(readFileSync(report, 'utf8'));
    const broken = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0);
    return { passed: numPassedTests, failed: numFailedTests, broken: broken.length };
  },
  async journeys(pattern, files) {
    const built = await runInCopy('tools/build.mjs', []);
    if (built.code !== 0) return { passed: 0, failed: 0, broken: 1 };
    const report = join(copyFolder, 'test-results/mutate.json');
    rmSync(report, { force: true });
    const args = ['test', '--config=e2e/playwright.config.ts', '--reporter=json', '--workers=1', ...files];
    const { output } = await runInCopy('node_modules/@playwright/test/cli.js', [...args, '-g', pattern], {
      PLAYWRIGHT_JSON_OUTPUT_FILE: report,
    });
    if (!existsSync(report)) throw new Error(`${pattern}: the journeys did not run\n${output}`);
    const { expected, unexpected, flaky } = JSON.parse(readFileSync(report, 'utf8')).stats;
    return { passed: expected + flaky, failed: unexpected, broken: 0 };
  },
};

function runInCopy(script, args, env = {}) {
  const options = { cwd: copyFolder, env: { ...process.env, ...env }, isQuiet: true, limitMs: runLimitMs };
  return runCommand(process.execPath, [join(copyFolder, script), ...args], options);
}

async function judge(mutation, { kind, files }) {
  const path = join(copyFolder, mutation.file);
  const text = readFileSync(path, 'utf8');
  writeFileSync(path, mutate(text, mutation));
  try {
    return verdictOf(await runners[kind](literally(nameOf(mutation)), files));
  } finally {
    writeFileSync(path, text);
  }
}

export function verdictOf({ passed, failed, broken }) {
  if (broken > 0) return 'does not load';
  if (failed > 0) return 'red';
  return passed > 0 ? 'GREEN' : 'no test ran';
}

/** Without a mutation every test has to pass; otherwise a red one says nothing. */
async function findRedBefore(wanted) {
  const red = [];
  for (const kind of ['unit', 'journeys']) {
    const some = wanted.filter(({ tests }) => tests.kind === kind);
    if (some.length === 0) continue;
    const rows = some.map(({ mutation }) => nameOf(mutation));
    const files = [...new Set(some.flatMap(({ tests }) => tests.files))];
    const verdict = verdictOf(await runners[kind](rows.map(literally).join('|'), files));
    if (verdict !== 'GREEN') red.push(`${kind}: ${verdict}`);
  }
  return red;
}

function wantedMutations(argv, tests) {
  const kind = argv.includes('--only') ? argv[argv.indexOf('--only') + 1] : null;
  const named = argv.filter((word) => /^[A-Z]{3}(-\d{3})?$/.test(word));
  const folder = argv.find((word) => word.includes('/')) ?? '';
  return mutations
    .filter(({ row, file }) => !(row && argv.includes('--features')) && file.startsWith(folder))
    .filter(({ row }) => named.length === 0 || named.some((name) => row?.startsWith(name)))
    .map((mutation) => ({ mutation, tests: testsOfMutation(mutation, tests) }))
    .filter(({ tests: { kind: own } }) => kind === null || own === kind);
}

async function main(argv) {
  const wanted = wantedMutations(argv, findTests(projectRoot));
  for (const { mutation } of wanted) mutate(readFileSync(join(projectRoot, mutation.file), 'utf8'), mutation);
  if (argv.includes('--list')) {
    for (const { mutation, tests } of wanted)
      console.log(`${mutation.row ?? 'feature'}  ${mutation.what}  (${tests.files.join(', ')})`);
    return 0;
  }
  copyTree();
  const redBefore = argv.includes('--trust') ? [] : await findRedBefore(wanted);
  if (redBefore.length > 0) {
    console.log(`Before anything is taken out: ${redBefore.join(', ')}`);
    return 1;
  }
  let bad = 0;
  for (const { mutation, tests } of wanted) {
    const verdict = await judge(mutation, tests);
    if (verdict !== 'red') bad += 1;
    console.log(`${mutation.row ?? 'feature'}  ${verdict.padEnd(13)} ${mutation.what}`);
  }
  rmSync(copyFolder, { recursive: true, force: true });
  console.log(`${wanted.length - bad} of ${wanted.length} are proven: their tests fail without the feature`);
  return bad === 0 ? 0 : 1;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) process.exitCode = await main(process.argv.slice(2));
