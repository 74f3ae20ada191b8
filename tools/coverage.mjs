/**
 * npm run coverage: which rows of docs/requirements.md does a test name? A test proves a row by carrying its id in
 * brackets in its title. `npm run coverage -- SQL DSH --missing` lists what an area lacks; `--short` prints the sum.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { listFiles, projectRoot } from './sources.mjs';

const testFolders = ['packages', 'apps', 'testkit', 'e2e', 'tools'];

/** Rows of the ledger, in its order: `{id, text}`. */
export function readRequirements(markdown) {
  return markdown.split('\n').flatMap((line) => {
    const match = /^\|\s*([A-Z]{3}-\d{3})\s*\|\s*(.*?)\s*\|\s*[^|]*\|\s*$/.exec(line);
    return match ? [{ id: match[1], text: match[2] }] : [];
  });
}

/** Ids in the titles of a test file's tests; a title is the rest of the line after `it(` or `test(`, or the next line. */
export function idsInTitles(text) {
  const titles = text.matchAll(/\b(?:it|test)(?:\.\w+)*\s*(?:\([^)]*\)\s*)?\(\s*[`'"]([^\n]*)/g);
  return [...titles].flatMap(([, title]) => [...title.matchAll(/\b([A-Z]{3}-\d{3})\b/g)].map(([, id]) => id));
}

function findProven(root) {
  const proven = new Map();
  for (const path of listFiles(root, testFolders, (name) => /\.(test|spec|e2e)\.(ts|tsx|mts)$/.test(name))) {
    for (const id of idsInTitles(readFileSync(join(root, path), 'utf8')))
      proven.set(id, [...(proven.get(id) ?? []), path]);
  }
  return proven;
}

function groupByArea(rows, areas) {
  const wanted = rows.filter(({ id }) => areas.length === 0 || areas.includes(id.slice(0, 3)));
  const groups = new Map();
  for (const row of wanted) groups.set(areaOf(row), [...(groups.get(areaOf(row)) ?? []), row]);
  return groups;
}

function areaOf({ id }) {
  return id.slice(0, 3);
}

function main(argv) {
  const rows = readRequirements(readFileSync(join(projectRoot, 'docs/requirements.md'), 'utf8'));
  const proven = findProven(projectRoot);
  const groups = groupByArea(
    rows,
    argv.filter((argument) => !argument.startsWith('--')),
  );
  const counted = [...groups.values()].flat();
  for (const [area, list] of argv.includes('--short') ? [] : groups) {
    const missing = list.filter(({ id }) => !proven.has(id));
    console.log(`${area}  ${String(list.length - missing.length).padStart(3)} of ${String(list.length).padStart(3)}`);
    for (const { id, text } of argv.includes('--missing') ? missing : [])
      console.log(`    ${id}  ${text.slice(0, 150)}`);
  }
  const unknown = [...proven.keys()].filter((id) => !rows.some((row) => row.id === id));
  if (unknown.length > 0) console.log(`named by a test but in no row: ${unknown.join(' ')}`);
  console.log(
    `requirement rows named by a test: ${counted.filter(({ id }) => proven.has(id)).length} of ${counted.length}`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2));
