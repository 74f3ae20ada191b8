/**
 * The lock file names the packages of every platform: `npm ci` refuses one that was written where some were missing.
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

export const title = 'Lock file';

export function check({ root }) {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8'));
  const present = new Set(
    Object.keys(packages).map((path) => path.slice(path.lastIndexOf('node_modules/') + 'node_modules/'.length)),
  );
  return Object.values(packages).flatMap(({ optionalDependencies = {} }) =>
    Object.keys(optionalDependencies)
      .filter((name) => !present.has(name))
      .map((name) => ({
        path: 'package-lock.json',
        line: 1,
        message: `${name} is missing: npm ci would refuse the file`,
      })),
  );
}
