import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const read = (path: string): string => readFileSync(join(import.meta.dirname, '..', path), 'utf8');

// That a decision is written down proves nothing of it: what was decided has tests of its own, which name the rows.
it('what the specification leaves open is settled in docs/decisions.md', () => {
  const open = [...read('docs/requirements.md').matchAll(/^\| ([A-Z]{3}-\d{3}) \| Decide and document:/gm)].map(
    ([, id]) => id as string,
  );
  const settled = new Set([...read('docs/decisions.md').matchAll(/^\| ([A-Z]{3}-\d{3}) \|/gm)].map(([, id]) => id));
  expect(open.filter((id) => !settled.has(id))).toEqual([]);
});
