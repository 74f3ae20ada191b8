import { chmodSync, existsSync, mkdirSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { asNobodySpecial, makeTempFolder } from '@powerset/testkit';
import { expect, it } from 'vitest';
import { claimDataFolder } from './data-folder.ts';

it('a data folder is made with its parents, for its owner alone', async () => {
  const temp = await makeTempFolder('powerset-claim');
  const path = join(temp.path, 'one', 'two');
  claimDataFolder(path, 1).release();
  expect(statSync(path).mode & 0o777).toBe(0o700);
  await temp.remove();
});

it.skipIf(!existsSync('/proc/self'))('a data folder where the system takes none is refused at once', () => {
  for (const path of ['/proc/powerset', '/proc/powerset/data'])
    expect(() => claimDataFolder(path, 1)).toThrow(
      /^The data folder \/proc\/powerset.* cannot be written \(.*Choose another with --data/,
    );
});

it('a data folder that is a file, or lies in one, is refused', async () => {
  const temp = await makeTempFolder('powerset-claim');
  const file = join(temp.path, 'file');
  writeFileSync(file, '');
  for (const path of [file, join(file, 'data')])
    expect(() => claimDataFolder(path, 1)).toThrow(/cannot be written \(.*Choose another with --data/);
  await temp.remove();
});

it('a data folder that may only be read is refused, as is one that would have to be made there', async () => {
  const temp = await makeTempFolder('powerset-claim');
  chmodSync(temp.path, 0o755);
  const path = join(temp.path, 'readable');
  mkdirSync(path, { mode: 0o555 });
  await asNobodySpecial(() => {
    for (const asked of [path, join(path, 'data')])
      expect(() => claimDataFolder(asked, 1)).toThrow(/cannot be written \(EACCES.*mend its permissions/);
  });
  await temp.remove();
});
