/** Copies a folder of templates, with the words of a name put in for its places. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { listFiles } from './sources.mjs';

/** A kebab-case name in every spelling that templates use; null when it is none. */
export function spellings(name) {
  if (!/^[a-z][a-z0-9]*(-[a-z0-9]+)*$/.test(name)) return null;
  const words = name.split('-');
  const capital = (word) => word[0].toUpperCase() + word.slice(1);
  const pascal = words.map(capital).join('');
  return {
    __kebab__: name,
    __snake__: words.join('_'),
    __Pascal__: pascal,
    __camel__: pascal[0].toLowerCase() + pascal.slice(1),
    __words__: words.join(' '),
    __Title__: capital(words.join(' ')),
    __WORDS__: words.join(' ').toUpperCase(),
  };
}

export function fill(text, places) {
  return Object.entries(places).reduce((filled, [place, word]) => filled.replaceAll(place, word), text);
}

/**
 * Writes `templates/<kind>/<path>.txt` to `<target>/<path>`; returns the written paths. Nothing is overwritten.
 */
export function copyTemplates({ root, kind, target, places }) {
  const from = `tools/templates/${kind}`;
  const files = listFiles(root, [from]).map((path) => ({
    path,
    to: join(target, fill(path.slice(from.length + 1).replace(/\.txt$/, ''), places)),
  }));
  const taken = files.find(({ to }) => existsSync(join(root, to)));
  if (taken) throw new Error(`${taken.to} exists already`);
  for (const { path, to } of files) {
    mkdirSync(dirname(join(root, to)), { recursive: true });
    writeFileSync(join(root, to), fill(readFileSync(join(root, path), 'utf8'), places));
  }
  return files.map(({ to }) => to);
}

/** Puts a text before or after the first match of an anchor; an error that names the file when it is not there. */
export function insertAt({ root, path, anchor, text, where = 'after' }) {
  const document = readFileSync(join(root, path), 'utf8');
  const match = anchor.exec(document);
  if (!match) throw new Error(`${path} has changed: there is no place for\n${text}`);
  const at = where === 'after' ? match.index + match[0].length : match.index;
  writeFileSync(join(root, path), document.slice(0, at) + text + document.slice(at));
}

/** Reads the one name that a scaffold takes; says how to call it when there is none. */
export function readName(argv, usage) {
  const places = spellings(argv[0] ?? '');
  if (places) return places;
  console.error(`usage: ${usage}\nThe name is written in lower case with hyphens, for example weekly-targets.`);
  process.exit(2);
}
