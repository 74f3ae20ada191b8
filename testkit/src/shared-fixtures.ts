import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { projectRoot } from './server-process.ts';

/**
 * Public sample files that may lie beside the checkout. Undefined when they do not: the test says that it was passed
 * over (`it.skipIf(!sharedFixture('x.csv'))`), since what is essential is proven with data that tests make.
 */
export function sharedFixture(name: string): string | undefined {
  const path = join(projectRoot, '../shared/fixtures/data', name);
  return existsSync(path) ? path : undefined;
}
