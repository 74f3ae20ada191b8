import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { mutate, testsOf, verdictOf } from './mutate.mjs';
import { mutations } from './mutations/index.mjs';
import { findTests, readRequirements } from './requirement-tests.mjs';

const root = join(import.meta.dirname, '..');
const read = (path: string): string => readFileSync(join(root, path), 'utf8');
const found = (row: string, ...paths: readonly string[]) =>
  testsOf(
    row,
    paths.map((path) => ({ path, ids: [row] })),
  );

describe('the table of mutations', () => {
  it('finds every text that it takes out, once', () => {
    for (const mutation of mutations) expect(mutate(read(mutation.file), mutation)).not.toBe(read(mutation.file));
  });

  it('names rows that there are, each once, and that a test names', () => {
    const ids = new Set(readRequirements(read('docs/requirements.md')).map(({ id }: { id: string }) => id));
    const tests = findTests(root);
    const rows = mutations.flatMap(({ row }) => row ?? []);
    expect(rows.filter((row) => !ids.has(row))).toEqual([]);
    expect(rows.filter((row, at) => rows.indexOf(row) !== at)).toEqual([]);
    expect(rows.filter((row) => testsOf(row, tests).files.length === 0)).toEqual([]);
    expect(rows.length).toBeGreaterThanOrEqual(50);
  });
});

describe('features that no row names', () => {
  const features = mutations.filter(({ row }) => !row);

  it('name a test that there is by a part of its title, each another way of taking one out', () => {
    for (const { test = '', title = '' } of features) expect(read(test)).toContain(title);
    const taken = features.map(({ file, find }) => `${file} ${find}`);
    expect(new Set(taken).size).toBe(taken.length);
    expect(features.length).toBeGreaterThanOrEqual(190);
  });
});

describe('a mutation', () => {
  const mutation = { row: 'SQL-001', file: 'a.ts', find: 'say(text)', put: '$&' };

  it('puts its text in as it is', () => {
    expect(mutate('if (x) say(text);', mutation)).toBe('if (x) $&;');
  });

  it('refuses when the feature was moved or stands twice', () => {
    expect(() => mutate('say(words);', mutation)).toThrow('SQL-001: the text to take out stands 0 times in a.ts');
    expect(() => mutate('say(text); say(text);', mutation)).toThrow('2 times');
  });

  it('is judged by unit tests, and by journeys where no other test names the row', () => {
    expect(found('SQL-001', 'apps/web/src/a.test.ts', 'e2e/a.e2e.ts')).toEqual({
      kind: 'unit',
      files: ['apps/web/src/a.test.ts'],
    });
    expect(found('SQL-001', 'e2e/a.e2e.ts', 'e2e/a.e2e.ts')).toEqual({ kind: 'journeys', files: ['e2e/a.e2e.ts'] });
  });

  it('is found by a test that fails, not by one that no longer loads or never ran', () => {
    expect(verdictOf({ passed: 3, failed: 1, broken: 0 })).toBe('red');
    expect(verdictOf({ passed: 3, failed: 0, broken: 0 })).toBe('GREEN');
    expect(verdictOf({ passed: 0, failed: 0, broken: 1 })).toBe('does not load');
    expect(verdictOf({ passed: 0, failed: 0, broken: 0 })).toBe('no test ran');
  });
});
