import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';

const sourceOf = (file: string) => readFileSync(new URL(file, import.meta.url), 'utf8');
const all = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map((match) => match[1] ?? '');

describe('the list of shortcuts', () => {
  it('names every key that the text of the SQL editor binds by itself', () => {
    const bound = all(sourceOf('SqlCodeEditor.tsx'), /key: '(Mod-[^']+)'/g);
    const listed = all(sourceOf('../use-bench-shortcuts.ts'), /keys: '([^']+)'/g).map((keys) => keys.toLowerCase());
    expect(bound.length).toBeGreaterThan(4);
    const wanted = bound.map((key) => key.replace('Mod', 'Ctrl').replaceAll('-', ' ').toLowerCase());
    expect(wanted.filter((keys) => !listed.includes(keys))).toEqual([]);
  });
});
