/**
 * A test that names many rows stops at the first that fails and says nothing of the rest: its title names at most four,
 * all of them in docs/requirements.md.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { isTestPath, readRequirements, testsIn } from '../requirement-tests.mjs';
import { listFiles } from '../sources.mjs';
import { readSource } from './syntax.mjs';

export const title = 'Requirement titles';

const ledger = 'docs/requirements.md';
const mostRows = 4;

export function check({ root, sources }) {
  const rows = new Set(readRows(root).map(({ id }) => id));
  // The tools are checked by nothing else, and so are not among the sources.
  const tools = listFiles(root, ['tools'], isTestPath).map((path) => readSource(root, path));
  const others = sources.filter(({ path }) => isTestPath(path) && !path.startsWith('tools/'));
  return [...others, ...tools].flatMap(testsIn).flatMap((test) => problems(test, rows));
}

function readRows(root) {
  const path = join(root, ledger);
  return existsSync(path) ? readRequirements(readFileSync(path, 'utf8')) : [];
}

function problems({ path, line, ids }, rows) {
  const unknown = ids.filter((id) => !rows.has(id));
  return [
    ...(ids.length > mostRows
      ? [{ path, line, message: `names ${ids.length} rows: cut it into tests of at most ${mostRows}` }]
      : []),
    ...unknown.map((id) => ({ path, line, message: `${id} is no row of ${ledger}` })),
  ];
}
