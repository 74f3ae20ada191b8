/**
 * npm run test:services: the tests against databases and a directory of other makers. Installs their servers from Debian's packages
 * where missing (and today's ClickHouse engine from PyPI, since Debian's is old), starts each on a free loopback port with a temporary folder, runs *.services.test.ts, stops them.
 */
import { existsSync, readdirSync } from 'node:fs';
import { rm, writeFile } from 'node:fs/promises';
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
  { name: 'slapd', isInstalled: () => existsSync('/usr/sbin/slapd') },
  {
    name: 'clickhouse-server',
    isInstalled: () =>
      ['/usr/bin/clickhouse', '/usr/bin/clickhouse-server', '/usr/sbin/clickhouse-server'].some(existsSync),
  },
];

const chdb = join(projectRoot, '.cache/chdb');

/** Made whole or not at all: a folder that was left half made is made anew. */
async function installChdb() {
  const python = join(chdb, 'bin/python');
  if (existsSync(join(chdb, 'ready'))) return;
  console.log('Installing chdb ...');
  await rm(chdb, { recursive: true, force: true });
  const made = await runCommand('python3', ['-m', 'venv', chdb], { isQuiet: true });
  const installed =
    made.code === 0 ? await runCommand(python, ['-m', 'pip', 'install', '-q', 'chdb-core==26.9.0']) : made;
  if (installed.code === 0) await writeFile(join(chdb, 'ready'), '');
  else {
    await rm(chdb, { recursive: true, force: true });
    console.log(`chdb could not be installed (status ${installed.code}); its tests are passed over.`);
  }
}

function foldersIn(folder) {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}

await installIfStale(projectRoot, (line) => console.log(line));
for (const { name } of services.filter(({ isInstalled }) => !isInstalled())) {
  console.log(`Installing ${name} ...`);
  const problem = await installPackages([name]);
  if (problem) console.log(`${name} could not be installed (${problem}); its tests are passed over.`);
}
await installChdb();
const vitest = join(projectRoot, 'node_modules/vitest/vitest.mjs');
const args = [vitest, 'run', '--config', 'vitest.services.config.ts', ...process.argv.slice(2)];
process.exitCode = (await runCommand(process.execPath, args, { cwd: projectRoot })).code;
