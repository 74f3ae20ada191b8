import { mkdirSync, mkdtempSync, rmSync, utimesSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { readSource } from './checks/syntax.mjs';
import { toConfigTable, withTable } from './make-config-table.mjs';
import { readRequirements, testsIn } from './requirement-tests.mjs';
import { buildStamp, isBuilt, isInstalled, markBuilt, markInstalled } from './stamps.mjs';
import { countPlaywright, countVitest, listFailedJourneys, printTable } from './test-report.mjs';

let root = '';
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), 'powerset-tools-'));
});
afterEach(() => {
  rmSync(root, { recursive: true });
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(root, path)), { recursive: true });
  writeFileSync(join(root, path), text);
}

describe('stamps', () => {
  const lock = (version: string): string => JSON.stringify({ packages: { '': {}, 'node_modules/a': { version } } });

  it('ask for an installation when there is none, or when the lock file changes', () => {
    write('package-lock.json', lock('1.0.0'));
    expect(isInstalled(root)).toBe(false);
    markInstalled(root);
    expect(isInstalled(root)).toBe(true);
    write('package-lock.json', lock('2.0.0'));
    expect(isInstalled(root)).toBe(false);
  });

  it('take what npm itself has installed at the locked versions', () => {
    write('package-lock.json', lock('1.0.0'));
    write('node_modules/.package-lock.json', lock('1.0.0'));
    expect(isInstalled(root)).toBe(true);
  });

  it('ask for a build when a source changes, and not when only a test does', () => {
    for (const path of ['package-lock.json', 'apps/server/dist/main.js', 'apps/web/dist/index.html']) write(path, '');
    write('apps/server/src/main.ts', 'one');
    expect(isBuilt(root)).toBe(false);
    markBuilt(root, buildStamp(root));
    write('apps/server/src/main.test.ts', 'a test');
    expect(isBuilt(root)).toBe(true);
    utimesSync(join(root, 'apps/server/src/main.ts'), new Date(), new Date('2030-01-01'));
    expect(isBuilt(root)).toBe(false);
  });

  it('ask for a build when what was built is gone', () => {
    write('package-lock.json', '');
    markBuilt(root, buildStamp(root));
    expect(isBuilt(root)).toBe(false);
  });
});

describe('the closing table', () => {
  it('counts tests, files that do not load, and runs that wrote nothing', () => {
    const broken = { status: 'failed', assertionResults: [] };
    const failing = { status: 'failed', assertionResults: [{}] };
    write(
      'v.json',
      JSON.stringify({ numPassedTests: 7, numFailedTests: 1, numPendingTests: 2, testResults: [broken, failing] }),
    );
    write('p.json', JSON.stringify({ stats: { expected: 3, unexpected: 1, flaky: 1, skipped: 0 }, errors: [{}] }));
    expect(countVitest(join(root, 'v.json'))).toEqual({ passed: 7, failed: 2, skipped: 2 });
    expect(countPlaywright(join(root, 'p.json'))).toEqual({ passed: 4, failed: 2, skipped: 0 });
    expect(countVitest(join(root, 'none.json')).failed).toBe(1);
  });

  it('names the journeys that failed where they stand, also those of groups, each once', () => {
    const spec = (line: number, ok: boolean) => ({ file: 'a.e2e.ts', line, ok });
    const group = { specs: [spec(20, false)] };
    const suites = [{ specs: [spec(3, true), spec(9, false)], suites: [group, group] }];
    write('q.json', JSON.stringify({ suites }));
    expect(listFailedJourneys(join(root, 'q.json'))).toEqual(['e2e/a.e2e.ts:9', 'e2e/a.e2e.ts:20']);
    expect(listFailedJourneys(join(root, 'missing.json'))).toEqual([]);
  });

  it('closes with one plain line that sums every stage', () => {
    const lines: string[] = [];
    const stage = { name: 'unit', passed: 5, failed: 0, skipped: 1, seconds: 1.5 };
    printTable([stage, { ...stage, name: 'e2e', failed: 2 }], (line: string) => lines.push(line));
    expect(lines.at(-1)).toBe('10 passed, 2 failed');
  });
});

describe('coverage of the requirements', () => {
  it('reads the rows of the ledger', () => {
    expect(readRequirements('| id | requirement | spec |\n| SQL-001 | Several `a|b` tabs. | 1 §1 |')).toEqual([
      { id: 'SQL-001', text: 'Several `a|b` tabs.' },
    ]);
  });

  const idsIn = (...lines: readonly string[]): readonly string[] => {
    write('some.test.ts', lines.join('\n'));
    return testsIn(readSource(root, 'some.test.ts')).flatMap(({ ids }: { ids: readonly string[] }) => ids);
  };

  it('reads ids from the titles of tests only', () => {
    const ids = idsIn(
      "it('runs SQL [SQL-002]', () => {});",
      "test('stops [SQL-004, SQL-005]', async () => { await test.step('at once [SQL-097]', stop); });",
      "it.each([1])('each [SQL-006]', () => {});",
      'it(`of every kind [SQL-007]`, () => {});',
      "describe('a group [SQL-096]', () => { it('tests [SQL-008]', () => {}); });",
      '// SQL-099 in a comment',
      "expect('SQL-098');",
      'const lines = ["it(\'a fixture [SQL-095]\', () => {});"];',
    );
    expect(ids).toEqual(['SQL-002', 'SQL-004', 'SQL-005', 'SQL-006', 'SQL-007', 'SQL-008']);
  });

  it('counts nothing that is skipped, to do, or left out by a condition', () => {
    const ids = idsIn(
      "it.skip('skipped [SQL-001]', () => {});",
      "it.todo('to do [SQL-002]');",
      "test.fixme('broken [SQL-003]', () => {});",
      "it.skipIf(!url)('without a service [SQL-004]', () => {});",
      "describe.skip('a group', () => { it('inside [SQL-005]', () => {}); });",
      "describe.skipIf(!url)('a service', () => { it('inside [SQL-006]', () => {}); });",
      "test.describe.skip('journeys', () => { test('inside [SQL-007]', () => {}); });",
      "test('skips itself [SQL-008]', async () => { test.skip(service === null, 'none here'); });",
      "test('runs [SQL-009]', async () => { await page.goto('/'); });",
    );
    expect(ids).toEqual(['SQL-009']);
  });
});

describe('the table of settings', () => {
  const option = {
    env: 'POWERSET_PORT',
    option: '--port',
    kind: 'integer',
    default: 8088,
    min: 0,
    max: 65535,
    description: 'Port | TCP',
  };

  it('has a row for each option of the server', () => {
    const [, , row] = toConfigTable([option]).split('\n');
    expect(row).toBe('| `POWERSET_PORT` | `--port` | integer, 0 to 65535 | `8088` | Port \\| TCP |');
  });

  it('is put between the markers of a document, whatever stood there', () => {
    const begin = '<!-- configuration table: begin (npm run build:config) -->';
    const end = '<!-- configuration table: end -->';
    expect(withTable(`a\n${begin}\nold\n${end}\nb`, 'new')).toBe(`a\n${begin}\n\nnew\n\n${end}\nb`);
    expect(withTable('no markers', 'new')).toBeNull();
  });
});
