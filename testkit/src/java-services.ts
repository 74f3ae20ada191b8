import { existsSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { startProcess } from './running-process.ts';
import type { Place, Started } from './service-place.ts';

/** Made by `npm run test:services`: the server and, beside it, the Java that suits it. */
const cache = fileURLToPath(new URL('../../.cache', import.meta.url));

/** Its Java's program, where both are installed. */
export function javaOf(name: 'trino' | 'presto' | 'spark'): string {
  return join(cache, name, 'java/bin/java');
}

/** One process that coordinates and works, with two catalogs that can be written: `memory`, which its address names, and `second`. */
export function startTrino(place: Place): Started {
  const flags = [
    '--enable-native-access=ALL-UNNAMED',
    '--sun-misc-unsafe-memory-access=allow',
    '-Djdk.attach.allowAttachSelf=true',
  ];
  return startFamily(place, { name: 'trino', main: 'io.trino.server.TrinoServer', flags, settings: [] });
}

/** As Trino; it finds its workers by a service of its own, which has to be on. */
export function startPresto(place: Place): Started {
  const opened = ['java.base/java.lang', 'java.base/java.lang.invoke', 'java.base/java.util', 'java.base/java.nio'];
  const flags = [...opened.map((name) => `--add-opens=${name}=ALL-UNNAMED`), '-Djdk.attach.allowAttachSelf=true'];
  const settings = ['discovery-server.enabled=true', 'query.max-total-memory-per-node=600MB'];
  return startFamily(place, { name: 'presto', main: 'com.facebook.presto.server.PrestoServer', flags, settings });
}

interface FamilyMember {
  readonly name: 'trino' | 'presto';
  readonly main: string;
  readonly flags: readonly string[];
  readonly settings: readonly string[];
}

function startFamily(
  { program, folder, port, args: more, machine, address }: Place,
  { name, main, flags, settings }: FamilyMember,
): Started {
  const server = join(cache, name, 'server');
  const config = join(folder, 'etc/config.properties');
  mkdirSync(join(folder, 'etc/catalog'), { recursive: true });
  writeLines(config, [
    ...['coordinator=true', 'node-scheduler.include-coordinator=true', `plugin.dir=${join(server, 'plugin')}`],
    ...[`http-server.http.port=${port}`, `discovery.uri=http://${address}:${port}`],
    ...['query.max-memory=500MB', 'query.max-memory-per-node=500MB', 'memory.heap-headroom-per-node=300MB'],
    ...settings,
    ...more,
  ]);
  for (const catalog of ['memory', 'second'])
    writeLines(join(folder, `etc/catalog/${catalog}.properties`), [
      'connector.name=memory',
      'memory.max-data-per-node=128MB',
    ]);
  const node = [
    ...['node.environment=test', 'node.id=test', `node.data-dir=${folder}`],
    ...[`node.bind-ip=${address}`, `node.internal-address=${address}`],
  ];
  const properties = [...node, `config=${config}`].map((property) => `-D${property}`);
  const args = ['-Xmx1400m', ...flags, ...properties, '-cp', join(server, 'lib/*'), main];
  return {
    running: startProcess({ command: program, args, cwd: folder, machine }),
    url: `${name}://tests@${address}:${port}/memory`,
    isReady: async () => {
      const answer = await fetch(`http://${address}:${port}/v1/info`);
      // It says so while it starts, and before it has found itself as a worker it runs nothing.
      return answer.ok && (await answer.text()).includes('"starting":false');
    },
  };
}

/** Spark's Thrift server, with its tables and their list in the folder. */
export function startSpark({ folder, port, args: more }: Place): Started {
  const home = sparkHome();
  const settings = {
    'spark.ui.enabled': 'false',
    'spark.sql.warehouse.dir': join(folder, 'warehouse'),
    'spark.sql.shuffle.partitions': '2',
    'spark.sql.session.timeZone': 'UTC',
    'spark.driver.bindAddress': '127.0.0.1',
    'spark.driver.host': '127.0.0.1',
    // A database in its memory, as a catalog.
    'spark.sql.catalog.second': 'org.apache.spark.sql.execution.datasources.v2.jdbc.JDBCTableCatalog',
    'spark.sql.catalog.second.url': 'jdbc:derby:memory:second;create=true',
    'spark.sql.catalog.second.driver': 'org.apache.derby.jdbc.EmbeddedDriver',
  };
  const args = [
    ...['--class', 'org.apache.spark.sql.hive.thriftserver.HiveThriftServer2'],
    ...['--master', 'local[2]', '--driver-memory', '1g', '--driver-java-options', '-Duser.timezone=UTC'],
    ...Object.entries(settings).flatMap(([name, value]) => ['--conf', `${name}=${value}`]),
    ...more.filter((one) => one.startsWith('spark.')).flatMap((one) => ['--conf', one]),
    'spark-internal',
    ...['--hiveconf', `hive.server2.thrift.port=${port}`, '--hiveconf', 'hive.server2.thrift.bind.host=127.0.0.1'],
    ...more.filter((one) => one.startsWith('hive.')).flatMap((one) => ['--hiveconf', one]),
  ];
  const env = { ...process.env, SPARK_HOME: home, JAVA_HOME: join(cache, 'spark/java'), SPARK_LOCAL_IP: '127.0.0.1' };
  return {
    running: startProcess({ command: join(home, 'bin/spark-submit'), args, cwd: folder, env }),
    url: `hive://tests@127.0.0.1:${port}/default`,
    isReady: () => listens(port),
  };
}

function sparkHome(): string {
  const libraries = join(cache, 'spark/lib');
  const homes = readdirSync(libraries).map((version) => join(libraries, version, 'site-packages/pyspark'));
  const home = homes.find((folder) => existsSync(join(folder, 'bin/spark-submit')));
  if (!home) throw new Error(`There is no Spark in ${dirname(libraries)}.`);
  return home;
}

function listens(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.once('error', () => resolve(false));
  });
}

function writeLines(file: string, lines: readonly string[]): void {
  writeFileSync(file, `${lines.join('\n')}\n`);
}
