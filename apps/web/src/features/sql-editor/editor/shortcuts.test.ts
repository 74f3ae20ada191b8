import { readdirSync, readFileSync } from 'node:fs';
import { join, relative } from 'node:path';
import { describe, expect, it } from 'vitest';

const sources = join(import.meta.dirname, '../../..');
const packages = join(import.meta.dirname, '../../../../../../packages');

/** What every part of its kind does with these keys: no shortcuts of the product. */
const ofFurniture = /^(Enter|Escape|Tab|Backspace|Home|End|PageUp|PageDown|ContextMenu|Arrow\w+| )$/;

/** Who lists the keys that are listened to in a folder. */
const areas: readonly { readonly folder: string; readonly lists: string }[] = [
  { folder: join(packages, 'ui/src/grid'), lists: join(sources, 'shell/grid-keys.ts') },
  { folder: join(packages, 'charts/src'), lists: join(sources, 'features/explore') },
  ...['dashboards', 'explore', 'sql-editor', 'home', 'lists', 'security', 'schedules', 'databases'].map((name) => ({
    folder: join(sources, 'features', name),
    lists: join(sources, 'features', name),
  })),
  { folder: join(sources, 'lists'), lists: join(sources, 'lists') },
  { folder: join(sources, 'shell'), lists: join(sources, 'shell') },
];

function filesIn(path: string): readonly string[] {
  if (/\.tsx?$/.test(path)) return [path];
  return readdirSync(path, { recursive: true, encoding: 'utf8' })
    .filter((name) => /(?<!\.test)\.tsx?$/.test(name))
    .map((name) => join(path, name));
}

/** Keys that a source compares with what was pressed, as the list writes them. */
function listenedTo(text: string): readonly string[] {
  return text.split('\n').flatMap((line) => {
    const bound = [...line.matchAll(/key: '(Mod-[^']+)'/g)].map(([, key = '']) =>
      key.replace('Mod', 'Ctrl').replaceAll('-', ' '),
    );
    const compared = [...line.matchAll(/\bkey === '(.|[A-Z]\w+)'/g)].map(([, key = '']) => key);
    const command = /hasCommand|ctrlKey|metaKey/.test(line) && !/!\w*\(event\)/.test(line) ? 'Ctrl ' : '';
    const shift = /shiftKey/.test(line) ? 'Shift ' : '';
    const named = compared
      .filter((key) => !ofFurniture.test(key) || (key === ' ' && command + shift !== ''))
      .map((key) => `${command}${shift}${key === ' ' ? 'Space' : key}`);
    return [...bound, ...named].map((keys) => keys.toLowerCase());
  });
}

function listedBy(path: string): ReadonlySet<string> {
  const texts = filesIn(path).map((file) => readFileSync(file, 'utf8'));
  return new Set(
    texts
      .filter((text) => /useShortcut|useListedKeys/.test(text))
      .flatMap((text) => [...text.matchAll(/keys: '([^']+)'/g)].map(([, keys = '']) => keys.toLowerCase())),
  );
}

describe('the list of shortcuts', () => {
  it('names every key that the product listens to: what hears one lists it', () => {
    const heard = areas.flatMap(({ folder, lists }) => {
      const listed = listedBy(lists);
      return filesIn(folder).flatMap((file) =>
        listenedTo(readFileSync(file, 'utf8')).map((keys) => ({
          keys,
          file: relative(join(packages, '..'), file),
          isListed: listed.has(keys),
        })),
      );
    });
    expect(heard.length).toBeGreaterThan(12);
    expect(heard.filter(({ isListed }) => !isListed).map(({ file, keys }) => `${file}: ${keys}`)).toEqual([]);
  });
});
