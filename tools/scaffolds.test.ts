import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fill, spellings } from './scaffold.mjs';
import { projectRoot } from './sources.mjs';

/** Compilers and test runners start many times over; far above what a slow machine needs. */
const limitMs = 360_000;

const skipped = new Set(['node_modules', 'dist', '.cache', 'test-results']);
let copy = '';

/** A copy of the sources; what is installed is linked, our own packages are those of the copy. */
beforeAll(() => {
  copy = mkdtempSync(join(tmpdir(), 'powerset-copy-'));
  for (const name of readdirSync(projectRoot)) {
    if (skipped.has(name) || name === '.git' || name === 'data') continue;
    cpSync(join(projectRoot, name), join(copy, name), {
      recursive: true,
      filter: (path) => !skipped.has(basename(path)),
    });
  }
  linkInstalled();
});
afterAll(() => rmSync(copy, { recursive: true }));

function linkInstalled(): void {
  const installed = join(projectRoot, 'node_modules');
  mkdirSync(join(copy, 'node_modules/@powerset'), { recursive: true });
  for (const name of readdirSync(installed)) {
    if (name !== '@powerset') symlinkSync(join(installed, name), join(copy, 'node_modules', name));
  }
  for (const folder of ['packages', 'apps']) {
    for (const name of readdirSync(join(copy, folder))) {
      linkWorkspace(join(folder, name));
      const own = join(projectRoot, folder, name, 'node_modules');
      if (existsSync(own)) symlinkSync(own, join(copy, folder, name, 'node_modules'));
    }
  }
  linkWorkspace('testkit');
}

function linkWorkspace(folder: string): void {
  const manifest = join(copy, folder, 'package.json');
  if (existsSync(manifest))
    symlinkSync(join(copy, folder), join(copy, 'node_modules', JSON.parse(readFileSync(manifest, 'utf8')).name));
}

/** Runs a Node program in the copy, away from the test runner that runs this test. */
function run(...args: readonly string[]): { readonly status: number | null; readonly output: string } {
  const env = Object.fromEntries(
    Object.entries(process.env).filter(([name]) => !/^VITEST|^TEST$|^NODE_OPTIONS$/.test(name)),
  );
  const { status, stdout, stderr } = spawnSync(process.execPath, [...args], {
    cwd: copy,
    env: { ...env, NO_COLOR: '1' },
    encoding: 'utf8',
  });
  return { status, output: `${stdout}${stderr}` };
}

function typeProblems(config: string, name: string): readonly string[] {
  const { output } = run('node_modules/typescript/bin/tsc', '-p', config);
  return output.split('\n').filter((line) => line.includes(name));
}

function lintProblems(...paths: readonly string[]): string {
  const { status, output } = run('node_modules/@biomejs/biome/bin/biome', 'check', '--diagnostic-level=warn', ...paths);
  return status === 0 ? '' : output;
}

/** The house's own rules, as far as they speak of the new room. */
function ruleProblems(name: string): readonly string[] {
  return run('tools/check.mjs', '--only', 'import')
    .output.split('\n')
    .filter((line) => line.includes(name));
}

describe('tools/new-chart', () => {
  it(
    'makes a chart that passes its own tests, the types, the lint and the import law',
    () => {
      expect(run('tools/new-chart.mjs', 'top-sellers')).toMatchObject({ status: 0 });
      const folder = 'packages/charts/src/top-sellers';
      expect(run('node_modules/vitest/vitest.mjs', 'run', folder).output).toMatch(/4 passed/);
      expect(typeProblems('tsconfig.web.json', 'top-sellers')).toEqual([]);
      expect(lintProblems(folder)).toBe('');
      expect(ruleProblems('top-sellers')).toEqual([]);
      expect(readFileSync(join(copy, 'packages/charts/src/definitions.ts'), 'utf8')).toContain(
        './top-sellers/index.ts',
      );
    },
    limitMs,
  );

  it('overwrites nothing', () => {
    expect(run('tools/new-chart.mjs', 'top-sellers')).toMatchObject({
      status: 1,
      output: expect.stringContaining('exists already'),
    });
  });
});

describe('tools/new-plugin', () => {
  it(
    'makes a plugin outside of the repository that passes the types and is built without anything installed',
    () => {
      const folder = mkdtempSync(join(tmpdir(), 'powerset-plugin-'));
      expect(run('tools/new-plugin.mjs', 'top-sellers', join(folder, 'source'))).toMatchObject({ status: 0 });
      expect(run('node_modules/typescript/bin/tsc', '-p', join(folder, 'source')).output).toBe('');
      expect(run(join(folder, 'source/build.mjs'), '--to', join(folder, 'plugins'))).toMatchObject({ status: 0 });
      const files = readdirSync(join(folder, 'plugins/top-sellers')).sort();
      expect(files).toEqual(['chart.js', 'plugin.json', 'thumbnail.svg', 'view.js']);
      expect(readFileSync(join(folder, 'plugins/top-sellers/chart.js'), 'utf8')).not.toMatch(/^import /m);
      rmSync(folder, { recursive: true });
    },
    limitMs,
  );

  it('asks for a folder', () => {
    expect(run('tools/new-plugin.mjs', 'top-sellers')).toMatchObject({
      status: 2,
      output: expect.stringContaining('usage: node tools/new-plugin.mjs <name> <folder>'),
    });
  });
});

describe('tools/new-feature', () => {
  it(
    'makes a feature on every floor that passes its own tests, the types, the lint, the import law and the budgets',
    () => {
      expect(run('tools/new-feature.mjs', 'weekly-targets')).toMatchObject({ status: 0 });
      const folders = ['apps/server/src/features/weekly-targets', 'apps/web/src/features/weekly-targets'];
      expect(run('node_modules/vitest/vitest.mjs', 'run', folders[0] ?? '').output).toMatch(/3 passed/);
      expect(typeProblems('tsconfig.json', 'weekly-targets')).toEqual([]);
      expect(typeProblems('tsconfig.web.json', 'weekly-targets')).toEqual([]);
      expect(lintProblems(...folders, 'packages/contract/src/weekly-targets.ts')).toBe('');
      expect(ruleProblems('weekly-targets')).toEqual([]);
      expect(run('tools/check.mjs', '--only', 'budgets')).toMatchObject({ status: 0 });
    },
    limitMs,
  );
});

describe('tools/new-engine', () => {
  it(
    'makes an engine that passes its own tests, the types, the lint and the import law',
    () => {
      expect(run('tools/new-engine.mjs', 'tiny-store')).toMatchObject({ status: 0 });
      const folder = 'apps/server/src/engines/tiny-store';
      expect(run('node_modules/vitest/vitest.mjs', 'run', folder).output).toMatch(/7 passed/);
      expect(typeProblems('tsconfig.json', 'tiny-store')).toEqual([]);
      expect(lintProblems(folder)).toBe('');
      expect(ruleProblems('tiny-store')).toEqual([]);
    },
    limitMs,
  );
});

describe('scaffolds', () => {
  it('take lower-case names with hyphens only', () => {
    expect(spellings('weekly-targets')).toMatchObject({
      __Pascal__: 'WeeklyTargets',
      __snake__: 'weekly_targets',
      __Title__: 'Weekly targets',
    });
    for (const name of ['', 'Weekly', '../x', 'a_b', '-a', 'a--b']) expect(spellings(name)).toBeNull();
  });

  it('fill every place of a template', () => {
    expect(fill('__Pascal__ and __kebab__', { __Pascal__: 'A', __kebab__: 'a' })).toBe('A and a');
  });
});
