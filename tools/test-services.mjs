/**
 * npm run test:services: the tests against databases and a directory of other makers. Installs their servers from Debian's packages
 * where missing (and from PyPI and Maven Central what Debian does not have: `service-programs.mjs`), starts each on a free loopback
 * port with a temporary folder, runs *.services.test.ts, stops them. `--without trino,spark` leaves some out, `--with presto` takes
 * a large one in; whatever else is said goes to Vitest.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { installIfStale } from './install.mjs';
import { runCommand } from './run-command.mjs';
import { installPrograms, readWanted } from './service-programs.mjs';
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
  { name: 'krb5-kdc', isInstalled: () => existsSync('/usr/sbin/krb5kdc') },
  { name: 'krb5-admin-server', isInstalled: () => existsSync('/usr/sbin/kadmin.local') },
  { name: 'libkrb5-dev', isInstalled: () => existsSync('/usr/include/gssapi/gssapi.h') },
  { name: 'libfaketime', isInstalled: () => foldersIn('/usr/lib').some((name) => existsSync(join(name, 'faketime'))) },
  { name: 'slapd', isInstalled: () => existsSync('/usr/sbin/slapd') },
  {
    name: 'clickhouse-server',
    isInstalled: () =>
      ['/usr/bin/clickhouse', '/usr/bin/clickhouse-server', '/usr/sbin/clickhouse-server'].some(existsSync),
  },
];

function foldersIn(folder) {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}

const { wanted, rest, problem: mistake } = readWanted(process.argv.slice(2));
if (mistake) {
  console.error(mistake);
  process.exit(2);
}
await installIfStale(projectRoot, (line) => console.log(line));
for (const { name } of services.filter(({ isInstalled }) => !isInstalled())) {
  console.log(`Installing ${name} ...`);
  const problem = await installPackages([name]);
  if (problem) console.log(`${name} could not be installed (${problem}); its tests are passed over.`);
}
await installPrograms(join(projectRoot, '.cache'), wanted, (line) => console.log(line));
const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs');
const args = [vitest, 'run', '--config', 'vitest.services.config.ts', ...rest];
const env = { ...process.env, POWERSET_TEST_PROGRAMS: wanted.join(',') };
process.exitCode = (await runCommand(process.execPath, args, { cwd: projectRoot, env })).code;
