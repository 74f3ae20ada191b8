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
    isInstalled: () => existsSync('/usr/lib/postgresql') && readdirSync('/usr/lib/postgresql').length > 0,
  },
  { name: 'mariadb-server', isInstalled: () => existsSync('/usr/sbin/mariadbd') },
  { name: 'redis-server', isInstalled: () => existsSync('/usr/bin/redis-server') },
  {
    name: 'clickhouse-server',
    isInstalled: () => existsSync('/usr/bin/clickhouse') || existsSync('/usr/bin/clickhouse-server'),
  },
];

await installIfStale(projectRoot, (line) => console.log(line));
for (const { name } of services.filter(({ isInstalled }) => !isInstalled())) {
  console.log(`Installing ${name} ...`);
  if (!(await installPackages([name]))) console.log(`${name} could not be installed; its tests are passed over.`);
}
const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs');
const args = [vitest, 'run', '--config', 'vitest.services.config.ts', ...process.argv.slice(2)];
process.exitCode = (await runCommand(process.execPath, args, { cwd: projectRoot })).code;
