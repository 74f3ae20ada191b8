import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';

const root = join(import.meta.dirname, '../..');

/** A box that says why a call failed, and offers nothing. */
const withoutWayOut = /<ErrorBox[^<]*errorText\([^<]*\/>/;

it('offers to ask again wherever something could not be read', () => {
  const files = readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.tsx'));
  const found = files.filter((name) => withoutWayOut.test(readFileSync(join(root, name), 'utf8')));
  expect(found).toEqual([]);
});
