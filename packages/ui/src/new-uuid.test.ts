import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from '@powerset/testkit';
import { expect, it, vi } from 'vitest';
import { newUuid } from './new-uuid.ts';

it('makes ids as the browser does, also where it does not', () => {
  const { getRandomValues } = crypto;
  vi.stubGlobal('crypto', { getRandomValues: getRandomValues.bind(crypto) });
  const made = Array.from({ length: 1000 }, newUuid);
  vi.unstubAllGlobals();
  expect(new Set(made).size).toBe(1000);
  for (const id of made) expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

it('is what pages use, as is copyText, since a page without TLS has neither of the browser’s own', () => {
  const folders = ['apps/web/src', ...['ui', 'charts'].map((name) => `packages/${name}/src`)];
  const sources = folders.flatMap((folder) =>
    readdirSync(join(projectRoot, folder), { recursive: true, encoding: 'utf8' })
      .filter((file) => /(?<!\.test)\.tsx?$/.test(file))
      .map((file) => join(folder, file)),
  );
  const own = 'packages/ui/src/display/CopyButton.tsx';
  const direct = sources.filter(
    (file) =>
      file !== own &&
      /crypto\.(randomUUID|subtle)|navigator\.clipboard/.test(readFileSync(join(projectRoot, file), 'utf8')),
  );
  expect(sources.length).toBeGreaterThan(500);
  expect(direct).toEqual([]);
});
