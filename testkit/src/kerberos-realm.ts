import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { freePort } from './free-port.ts';
import { javaOf } from './java-services.ts';
import { startProcess, waitUntilReady } from './running-process.ts';
import { makeTempFolder } from './temp-folder.ts';

/** A directory of tickets with some names in it, on loopback. */
export interface KerberosRealm {
  readonly realm: string;
  readonly folder: string;
  /** What the system's library has to be told to ask here; `name` asks by its keytab. */
  variablesOf(name: string): Readonly<Record<string, string>>;
  readonly settingsFile: string;
  keytabOf(name: string): string;
  stop(): Promise<void>;
}

const programs = ['/usr/sbin/krb5kdc', '/usr/sbin/kadmin.local', '/usr/sbin/kdb5_util'];
const realm = 'EXAMPLE.TEST';

/** Made by `npm run test:services`; null where it is not there. */
export function kerberosPackage(): string | null {
  const folder = fileURLToPath(new URL('../../.cache/kerberos/node_modules', import.meta.url));
  try {
    createRequire(join(folder, 'place.js'))('kerberos');
    return folder;
  } catch {
    return null;
  }
}

export function hasKerberosServer(): boolean {
  return programs.every((path) => existsSync(path));
}

/** Whether the Java of a service lets people in by messages of SASL: small builds of it lack that module. */
export function hasKerberosJava(name: Parameters<typeof javaOf>[0]): boolean {
  const facts = join(dirname(dirname(javaOf(name))), 'release');
  const modules = existsSync(facts) ? /^MODULES="([^"]*)"/m.exec(readFileSync(facts, 'utf8'))?.[1] : undefined;
  return modules === undefined || modules.split(' ').includes('jdk.security.jgss');
}

/** Starts a KDC that knows these names: `powerset`, `hive/localhost`. */
export async function startKerberosRealm(names: readonly string[]): Promise<KerberosRealm> {
  const temp = await makeTempFolder('powerset-kerberos');
  const folder = temp.path;
  const port = await freePort();
  const settingsFile = join(folder, 'krb5.conf');
  const profile = join(folder, 'kdc.conf');
  writeFileSync(settingsFile, clientSettings(port));
  writeFileSync(profile, serverSettings(folder, port));
  const env = { ...process.env, KRB5_CONFIG: settingsFile, KRB5_KDC_PROFILE: profile };
  const run = (program: string, args: readonly string[]) => execFileSync(program, args, { env, stdio: 'pipe' });
  const keytabOf = (name: string) => join(folder, `${name.replace('/', '-')}.keytab`);
  run('/usr/sbin/kdb5_util', ['create', '-s', '-r', realm, '-P', 'secret']);
  for (const name of names) {
    run('/usr/sbin/kadmin.local', ['-q', `addprinc -randkey ${name}`]);
    run('/usr/sbin/kadmin.local', ['-q', `ktadd -k ${keytabOf(name)} ${name}`]);
  }
  const running = startProcess({ command: '/usr/sbin/krb5kdc', args: ['-n'], cwd: folder, env });
  const isReady = async () => running.logs().includes('starting');
  await waitUntilReady(running, isReady, { name: 'krb5kdc', timeoutMs: 20_000 });
  return {
    ...{ realm, folder, settingsFile, keytabOf },
    variablesOf: (name) => ({
      KRB5_CONFIG: settingsFile,
      KRB5_CLIENT_KTNAME: keytabOf(name),
      KRB5CCNAME: 'MEMORY:tests',
    }),
    stop: async () => {
      await running.stop('SIGTERM');
      await temp.remove();
    },
  };
}

const clientSettings = (port: number) => `[libdefaults]
  default_realm = ${realm}
  dns_lookup_kdc = false
  dns_lookup_realm = false
  dns_canonicalize_hostname = false
  rdns = false
  udp_preference_limit = 1
[realms]
  ${realm} = {
    kdc = 127.0.0.1:${port}
  }
[domain_realm]
  localhost = ${realm}
`;

const serverSettings = (folder: string, port: number) => `[kdcdefaults]
  kdc_listen = 127.0.0.1:${port}
  kdc_tcp_listen = 127.0.0.1:${port}
[realms]
  ${realm} = {
    database_name = ${join(folder, 'principal')}
    key_stash_file = ${join(folder, 'stash')}
    acl_file = ${join(folder, 'acl')}
  }
`;
