import { execFileSync } from 'node:child_process';
import { appendFileSync, chownSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import { javaOf, startPresto, startSpark, startTrino } from './java-services.ts';
import {
  type Machine,
  type ProcessRequest,
  type RunningProcess,
  startProcess,
  waitUntilReady,
} from './running-process.ts';
import type { Place, Started } from './service-place.ts';
import { makeTempFolder, type TempFolder } from './temp-folder.ts';

/** Databases and a directory of other makers that tests may run against, each a real server on a loopback port. */
export const serviceNames = ['postgresql', 'mariadb', 'redis', 'clickhouse', 'chdb', 'fakesnow', 'slapd'] as const;
/** Large ones, which only their own tests ask for. */
export const largeServiceNames = ['trino', 'presto', 'spark'] as const;
export type ServiceName = (typeof serviceNames)[number] | (typeof largeServiceNames)[number];

export interface Service {
  readonly name: ServiceName;
  /** `scheme://user:password@host:port/database`; of the directory `ldap://host:port/base?ca=file`. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

/**
 * Address of a service that `npm run test:services` has started, undefined in a plain `npm test`:
 * `describe.skipIf(!serviceUrl('postgresql'))`.
 */
export function serviceUrl(name: ServiceName): string | undefined {
  return process.env[environmentName(name)];
}

export function environmentName(name: ServiceName): string {
  return `POWERSET_TEST_${name.toUpperCase()}_URL`;
}

export interface ServiceOptions {
  /** More arguments of its program; of servers of Java, settings as `name=value`. */
  readonly args?: readonly string[];
  /** Where it runs and listens; on this one's loopback when absent. */
  readonly machine?: Machine;
}

/** Starts a service with its data in a temporary folder; null when its program is not installed. */
export async function startService(name: ServiceName, options: ServiceOptions = {}): Promise<Service | null> {
  const program = findProgram(name);
  if (!program) return null;
  const temp = await makeTempFolder(`powerset-${name}`);
  const { args = [], machine } = options;
  const address = machine?.address ?? '127.0.0.1';
  const place = { program, folder: temp.path, port: await freePort(), args, machine, address };
  const { running, url, isReady } = starters[name](place);
  await waitUntilReady(running, async () => isReady(running), { name, timeoutMs: startMs });
  return { name, url, stop: () => stopService(running, temp) };
}

/** A server of Java takes twenty seconds alone, and minutes beside others. */
const startMs = 300_000;

async function stopService(running: RunningProcess, temp: TempFolder): Promise<void> {
  // SIGINT is PostgreSQL's fast stop, and an orderly one for the others.
  await running.stop('SIGINT');
  await temp.remove();
}

const starters: Readonly<Record<ServiceName, (place: Place) => Started>> = {
  postgresql: startPostgresql,
  mariadb: startMariadb,
  redis: startRedis,
  clickhouse: startClickhouse,
  chdb: (place) => startPython(place, { script: 'chdb-server.py', scheme: 'clickhouse://default' }),
  fakesnow: (place) => startPython(place, { script: 'fakesnow-server.py', scheme: 'snowflake://tests' }),
  trino: startTrino,
  presto: startPresto,
  spark: startSpark,
  slapd: startSlapd,
};

function findProgram(name: ServiceName): string | undefined {
  const candidates: Readonly<Record<ServiceName, readonly string[]>> = {
    postgresql: postgresqlPrograms(),
    mariadb: ['/usr/sbin/mariadbd', '/usr/sbin/mysqld'],
    redis: ['/usr/bin/redis-server'],
    clickhouse: ['/usr/sbin/clickhouse-server', '/usr/bin/clickhouse-server', '/usr/bin/clickhouse'],
    chdb: [pythonOf('chdb')],
    fakesnow: [pythonOf('fakesnow')],
    trino: [javaOf('trino')],
    presto: [javaOf('presto')],
    spark: [javaOf('spark')],
    slapd: ['/usr/sbin/slapd'],
  };
  return candidates[name].find((path) => existsSync(path));
}

/** Made by `npm run test:services`: a Python of its own with the package of that name. */
export function pythonOf(name: string): string {
  return fileURLToPath(new URL(`../../.cache/${name}/bin/python`, import.meta.url));
}

function postgresqlPrograms(): readonly string[] {
  const versions = '/usr/lib/postgresql';
  if (!existsSync(versions)) return [];
  return readdirSync(versions)
    .sort((a, b) => Number(b) - Number(a))
    .map((version) => join(versions, version, 'bin/postgres'))
    .filter(existsSync);
}

function startPostgresql({ program, folder, port, args: more, machine, address }: Place): Started {
  const owner = ownerOf('postgres', folder);
  const data = join(folder, 'data');
  const initdb = join(program, '../initdb');
  execFileSync(initdb, ['-D', data, '-U', 'powerset', '--auth=trust', '--encoding=UTF8', '--locale=C.UTF-8'], {
    ...owner,
    cwd: folder,
    stdio: 'pipe',
  });
  if (machine) appendFileSync(join(data, 'pg_hba.conf'), 'host all all samenet trust\n');
  // Suites run side by side: while one makes thousands of tables at once, another's locks must fit beside its.
  const settings = ['-c', 'fsync=off', '-c', 'max_locks_per_transaction=1024'];
  const args = ['-D', data, '-p', String(port), '-h', address, '-k', folder, ...settings, ...more];
  return {
    running: startIn(folder, { command: program, args, machine, ...owner }),
    url: `postgresql://powerset@${address}:${port}/postgres`,
    isReady: (running) => running.logs().includes('ready to accept connections'),
  };
}

function startMariadb({ program, folder, port, args: more, machine, address }: Place): Started {
  const owner = ownerOf('mysql', folder);
  const data = join(folder, 'data');
  execFileSync(
    '/usr/bin/mariadb-install-db',
    ['--no-defaults', `--datadir=${data}`, '--auth-root-authentication-method=normal', '--skip-test-db'],
    {
      ...owner,
      cwd: folder,
      stdio: 'pipe',
    },
  );
  // The database that the address names; the one of the installation would bring accounts without a name.
  const init = join(folder, 'init.sql');
  // Another machine is known by its address alone, as there is nobody to ask for its name.
  const fromAfar = machine ? "CREATE USER root@'%';\nGRANT ALL ON *.* TO root@'%';\n" : '';
  writeFileSync(init, `CREATE DATABASE IF NOT EXISTS test;\n${fromAfar}`);
  const args = [
    '--no-defaults',
    `--datadir=${data}`,
    `--port=${port}`,
    `--bind-address=${address}`,
    ...(machine ? ['--skip-name-resolve'] : []),
    `--socket=${join(folder, 'mariadb.sock')}`,
    `--init-file=${init}`,
    ...more,
  ];
  return {
    running: startIn(folder, { command: program, args, machine, ...owner }),
    url: `mysql://root@${address}:${port}/test`,
    isReady: (running) => running.logs().includes('ready for connections'),
  };
}

function startRedis({ program, folder, port, args: more, machine, address }: Place): Started {
  const network = ['--port', String(port), '--bind', address, ...(machine ? ['--protected-mode', 'no'] : [])];
  const args = [...network, '--dir', folder, '--save', '', '--appendonly', 'no', ...more];
  return {
    running: startIn(folder, { command: program, args, machine }),
    url: `redis://${address}:${port}/0`,
    isReady: (running) => running.logs().includes('Ready to accept connections'),
  };
}

function startClickhouse({ program, folder, port, machine, address }: Place): Started {
  const config = join(folder, 'config.xml');
  writeFileSync(config, clickhouseConfig(folder, port, address));
  writeFileSync(join(folder, 'users.xml'), clickhouseUsers(machine ? '::/0' : '127.0.0.1'));
  const args = [...(program.endsWith('-server') ? [] : ['server']), `--config-file=${config}`];
  return {
    running: startIn(folder, { command: program, args, machine }),
    url: `clickhouse://default@${address}:${port}/default`,
    isReady: async () => (await fetch(`http://${address}:${port}/ping`)).ok,
  };
}

/** A program of ours that puts an engine of PyPI behind its server's interface. */
function startPython({ program, folder, port }: Place, { script, scheme }: PythonService): Started {
  const path = fileURLToPath(new URL(script, import.meta.url));
  return {
    running: startIn(folder, { command: program, args: [path, String(port)] }),
    url: `${scheme}@127.0.0.1:${port}/default`,
    isReady: async () => (await fetch(`http://127.0.0.1:${port}/ping`)).ok,
  };
}

interface PythonService {
  readonly script: string;
  readonly scheme: string;
}

/** OpenLDAP with the three roots of a company and a reader; who signs in nowhere reads nothing. */
function startSlapd({ program, folder, port }: Place): Started {
  const base = 'dc=example,dc=com';
  const [key, certificate] = [join(folder, 'key.pem'), join(folder, 'cert.pem')];
  const subject = ['-subj', '/CN=localhost', '-addext', 'subjectAltName=DNS:localhost'];
  const made = ['req', '-x509', '-newkey', 'ec', '-pkeyopt', 'ec_paramgen_curve:prime256v1', '-nodes', '-days', '2'];
  execFileSync('openssl', [...made, '-keyout', key, '-out', certificate, ...subject], { stdio: 'ignore' });
  const config = join(folder, 'slapd.conf');
  writeFileSync(config, slapdConfig({ folder, base, key, certificate }));
  const entries = join(folder, 'entries.ldif');
  writeFileSync(entries, slapdEntries(base));
  execFileSync('/usr/sbin/slapadd', ['-f', config, '-l', entries], { stdio: 'pipe' });
  const address = `ldap://127.0.0.1:${port}`;
  return {
    running: startIn(folder, { command: program, args: ['-f', config, '-h', address, '-d', 'stats'] }),
    url: `${address}/${base}?ca=${certificate}`,
    isReady: (running) => running.logs().includes('slapd starting'),
  };
}

interface SlapdPlace {
  readonly folder: string;
  readonly base: string;
  readonly key: string;
  readonly certificate: string;
}

function slapdConfig({ folder, base, key, certificate }: SlapdPlace): string {
  const schemas = ['core', 'cosine', 'nis', 'inetorgperson'].map((name) => `include /etc/ldap/schema/${name}.schema`);
  return [
    ...schemas,
    ...['modulepath /usr/lib/ldap', 'moduleload back_mdb', 'moduleload memberof'],
    ...[`TLSCertificateFile ${certificate}`, `TLSCertificateKeyFile ${key}`, `pidfile ${folder}/slapd.pid`],
    ...['database mdb', `suffix "${base}"`, `directory ${folder}`, `rootdn "cn=root,${base}"`, 'rootpw secret'],
    // Of others it is 500 groups, by pages as well.
    `limits dn.exact="cn=reader,${base}" size=unlimited`,
    'overlay memberof',
    'access to attrs=userPassword by anonymous auth by * none',
    `access to dn.base="ou=people,${base}" by users read`,
    `access to * by dn.exact="cn=reader,${base}" read by self read by * none`,
    '',
  ].join('\n');
}

function slapdEntries(base: string): string {
  const units = ['people', 'groups'].map(
    (name) => `dn: ou=${name},${base}\nobjectClass: organizationalUnit\nou: ${name}\n`,
  );
  return [
    `dn: ${base}\nobjectClass: dcObject\nobjectClass: organization\no: Example\ndc: example\n`,
    ...units,
    `dn: cn=reader,${base}\nobjectClass: person\ncn: reader\nsn: reader\nuserPassword: reads alone\n`,
  ].join('\n');
}

/** Old and new servers read this; the root's name is that of the old ones. */
function clickhouseConfig(folder: string, port: number, address: string): string {
  return `<yandex>
  <logger><level>warning</level><console>true</console></logger>
  <http_port>${port}</http_port><listen_host>${address}</listen_host>
  <path>${folder}/data/</path><tmp_path>${folder}/tmp/</tmp_path>
  <users_config>users.xml</users_config><default_profile>default</default_profile>
  <default_database>default</default_database><mark_cache_size>5368709120</mark_cache_size>
</yandex>`;
}

const clickhouseUsers = (from: string) => `<yandex>
  <profiles><default/><reader><readonly>1</readonly></reader></profiles>
  <users><default><password></password><networks><ip>${from}</ip></networks>
    <profile>default</profile><quota>default</quota></default>
    <reader><password>p@ss:w/ör%d</password><networks><ip>${from}</ip></networks>
    <profile>reader</profile><quota>default</quota></reader></users>
  <quotas><default/></quotas>
</yandex>`;

function startIn(folder: string, request: ProcessRequest): RunningProcess {
  return startProcess({ ...request, cwd: folder });
}

/** PostgreSQL and MariaDB refuse to run as root: then their own account runs them, and owns the folder. */
function ownerOf(account: string, folder: string): { readonly uid?: number; readonly gid?: number } {
  if (process.getuid?.() !== 0) return {};
  const id = (flag: string): number => Number(execFileSync('id', [flag, account], { encoding: 'utf8' }));
  const owner = { uid: id('-u'), gid: id('-g') };
  chownSync(folder, owner.uid, owner.gid);
  return owner;
}
