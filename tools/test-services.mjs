/**
 * npm run test:services: the tests against databases of other makers. Installs their servers from Debian's packages
 * where missing, starts each on a free loopback port with a temporary folder, runs *.services.test.ts, stops them.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installIfStale } from './install.mjs';
import { runCommand } from './run-command.mjs';
import { projectRoot } from './sources.mjs';
import { installPackages } from './system-packages.mjs';

const services = [
  {
    name: 'postgresql',
    // The client alone makes the folder too.
    isInstalled: () => foldersIn('/usr/lib/postgresql').some((folder) => existsSync(join(folder, 'bin/postgres'))),
  },
  { name: 'mariadb-server', isInstalled: () => existsSync('/usr/sbin/mariadbd') },
  { name: 'redis-server', isInstalled: () => existsSync('/usr/bin/redis-server') },
  {
    name: 'clickhouse-server',
    isInstalled: () =>
      ['/usr/bin/clickhouse', '/usr/bin/clickhouse-server', '/usr/sbin/clickhouse-server'].some(existsSync),
  },
];

function foldersIn(folder) {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}

await installIfStale(projectRoot, (line) => console.log(line));
for (const { name } of services.filter(({ isInstalled }) => !isInstalled())) {
  console.log(`Installing ${name} ...`);
  const problem = await installPackages([name]);
  if (problem) console.log(`${name} could not be installed (${problem}); its tests are passed over.`);
}
const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs');
const args = [vitest, 'run', '--config', 'vitest.services.config.ts', ...process.argv.slice(2)];
process.exitCode = (await runCommand(process.execPath, args, { cwd: projectRoot })).code;
