/**
 * npm run coverage: which rows of docs/requirements.md does a test name in its title?
 * `npm run coverage -- SQL DSH --missing` lists what an area lacks; `--short` prints the sum.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findTests, readRequirements } from './requirement-tests.mjs';
import { projectRoot } from './sources.mjs';

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
  const proven = new Set(findTests(projectRoot).flatMap(({ ids }) => ids));
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
  const unknown = [...proven].filter((id) => !rows.some((row) => row.id === id));
  if (unknown.length > 0) console.log(`named by a test but in no row: ${unknown.join(' ')}`);
  console.log(
    `requirement rows named by a test: ${counted.filter(({ id }) => proven.has(id)).length} of ${counted.length}`,
  );
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? '').href) main(process.argv.slice(2));
