import { createServer as createSilentServer } from 'node:net';
import {
  newSshKey,
  type SshAccount,
  type SshServer,
  type SshServerOptions,
  startSshServer,
} from '@powerset/testkit/ssh-server';
import { afterEach, describe, expect, it } from 'vitest';
import { failureOf } from '../duckdb/engine-fixture.ts';
import type { Engine } from '../engine.ts';
import { MetHostKey } from '../host-keys.ts';
import { openPostgresql } from '../postgresql/index.ts';
import { type Said, startWire, type WireFixture } from '../postgresql/wire-fixture.ts';
import { serveSockets } from '../remote/socket-fixture.ts';
import { readScript } from '../script-reading.ts';
import { noResults } from '../servers/server-fixture.ts';
import { type SshServer as Address, Tunnel, type TunnelOptions } from './index.ts';
import { readPrivateKey } from './key-fixture.ts';

const limits = { maxRows: 10_000, timeoutMs: 8000, fairnessKey: 'ada' };
const ada: SshAccount = { user: 'ada', password: 'a password' };
const ends: (() => Promise<unknown> | unknown)[] = [];
afterEach(async () => {
  for (const end of ends.splice(0).reverse()) await end();
});

async function startSsh(options: Partial<SshServerOptions> = {}): Promise<SshServer> {
  const ssh = await startSshServer({ accounts: [ada], ...options });
  ends.push(() => ssh.stop());
  return ssh;
}

/** A database with one number in it. */
async function startDatabase(answer: (sql: string) => Said | null = () => null): Promise<WireFixture> {
  const wire = await startWire((sql) => {
    if (/^(?:BEGIN|SET|COMMIT|ROLLBACK)/.test(sql)) return { tag: sql.split(' ')[0] ?? '' };
    return answer(sql) ?? (sql.includes('hang') ? null : { columns: [['n', 23]], rows: [['7']] });
  });
  ends.push(() => wire.stop());
  return wire;
}

function makeTunnel(address: Partial<Address> & { readonly port: number }, options: Partial<TunnelOptions> = {}) {
  const tunnel = new Tunnel({
    server: { host: '127.0.0.1', user: 'ada', password: 'a password', privateKey: null, ...address },
    hostKeys: new MetHostKey(null),
    readPrivateKey,
    policy: { allowsPrivateHosts: true },
    log: () => undefined,
    ...options,
  });
  ends.push(() => tunnel.close());
  return tunnel;
}

async function openEngine(tunnel: Tunnel, port: number, host = '127.0.0.1'): Promise<Engine> {
  const engine = await openPostgresql({
    ...{ host, port, user: 'u', password: null, database: 'd', sslMode: 'disable', serverCertificate: null },
    policy: { allowsPrivateHosts: false, tunnel },
    ...{ resultSink: noResults, readLongScript: readScript, log: () => undefined },
  });
  ends.push(() => engine.close().catch(() => undefined));
  return engine;
}

const read = async (engine: Engine, sql = 'SELECT 7 AS n') =>
  (await engine.run({ ...limits, sql })).table.columns[0]?.values;

describe('a database behind an SSH server', () => {
  it('is read through one connection to that server, however many connections to the database there are', async () => {
    const [ssh, wire] = [await startSsh(), await startDatabase()];
    const engine = await openEngine(makeTunnel({ port: ssh.port }), wire.port);
    const answers = await Promise.all([read(engine), read(engine), read(engine)]);
    expect(answers).toEqual([[7], [7], [7]]);
    expect(ssh.counts).toMatchObject({ signedIn: 1, open: 1 });
    expect(ssh.asked.length).toBeGreaterThan(1);
    expect(new Set(ssh.asked)).toEqual(new Set([`127.0.0.1:${wire.port}`]));
  });

  it('is found by the name that it has there, and guarded is the SSH server alone', async () => {
    const [ssh, wire] = [await startSsh(), await startDatabase()];
    const behind = await openEngine(makeTunnel({ port: ssh.port }), wire.port, 'localhost');
    expect(await read(behind)).toEqual([7]);
    expect(ssh.asked[0]).toBe(`localhost:${wire.port}`);
    const guarded = makeTunnel({ port: ssh.port }, { policy: { allowsPrivateHosts: false } });
    const failure = await failureOf(read(await openEngine(guarded, wire.port)));
    expect(failure).toMatchObject({ code: 'CONNECTION_INVALID_HOSTNAME_ERROR' });
    expect(failure.message).toContain('POWERSET_ALLOW_PRIVATE_HOSTS');
    const metadata = makeTunnel({ host: '169.254.169.254', port: 22 });
    expect((await failureOf(read(await openEngine(metadata, wire.port)))).code).toBe(
      'CONNECTION_INVALID_HOSTNAME_ERROR',
    );
  });

  it.each(['ed25519', 'rsa', 'ecdsa'] as const)(
    'lets in who has a private key (%s), also one with a password',
    async (type) => {
      for (const passphrase of [undefined, 'only mine']) {
        const { private: text, public: openKey } = newSshKey(type, passphrase);
        const [ssh, wire] = [await startSsh({ accounts: [{ user: 'ada', openKey }] }), await startDatabase()];
        const privateKey = { text, passphrase: passphrase ?? null };
        const engine = await openEngine(makeTunnel({ port: ssh.port, password: null, privateKey }), wire.port);
        expect(await read(engine)).toEqual([7]);
      }
    },
  );

  it('opens a key once, however often it signs in, and blames none that took too long', async () => {
    const { private: text, public: openKey } = newSshKey('ed25519');
    const [ssh, wire] = [await startSsh({ accounts: [{ user: 'ada', openKey }] }), await startDatabase()];
    let readings = 0;
    const signIn = { port: ssh.port, password: null, privateKey: { text, passphrase: null } };
    const engine = await openEngine(
      makeTunnel(signIn, {
        readPrivateKey: async (key) => {
          readings += 1;
          return readings === 1 ? null : readPrivateKey(key);
        },
      }),
      wire.port,
    );
    expect(await failureOf(read(engine))).toMatchObject({
      code: 'ENGINE_UNAVAILABLE_ERROR',
      message: 'The private key takes too long to open. Try again in a moment.',
    });
    expect(await read(engine)).toEqual([7]);
    ssh.cutAll();
    await expect.poll(() => ssh.counts.open).toBe(0);
    expect(await read(engine)).toEqual([7]);
    expect([ssh.counts.signedIn, readings]).toEqual([2, 2]);
  });

  it('lets in who is asked for the password in a dialog', async () => {
    const [ssh, wire] = [await startSsh({ accounts: [{ ...ada, isAsked: true }] }), await startDatabase()];
    expect(await read(await openEngine(makeTunnel({ port: ssh.port }), wire.port))).toEqual([7]);
  });

  it('is read again, by a new sign-in, after the SSH server was cut off', async () => {
    const [ssh, wire] = [await startSsh(), await startDatabase()];
    const engine = await openEngine(makeTunnel({ port: ssh.port }), wire.port);
    await read(engine);
    ssh.cutAll();
    await expect.poll(() => ssh.counts.open).toBe(0);
    expect(await read(engine)).toEqual([7]);
    expect(ssh.counts).toMatchObject({ signedIn: 2, open: 1 });
  });

  it('ends a query that runs while the tunnel is cut, or asks it again, and is as before afterwards', async () => {
    let hung = 0;
    const wire = await startDatabase((sql) => {
      if (!sql.includes('hang')) return null;
      hung += 1;
      return hung > 1 ? { columns: [['n', 23]], rows: [['8']] } : null;
    });
    const ssh = await startSsh();
    const engine = await openEngine(makeTunnel({ port: ssh.port }), wire.port);
    const asked = read(engine, 'SELECT 7 AS hang');
    await expect.poll(() => hung).toBe(1);
    ssh.cutAll();
    expect(await asked).toEqual([8]);
    expect(await read(engine)).toEqual([7]);
  });

  it('leaves nothing open once it is closed', async () => {
    const [ssh, wire] = [await startSsh(), await startDatabase()];
    const tunnel = makeTunnel({ port: ssh.port });
    const engine = await openEngine(tunnel, wire.port);
    await read(engine);
    await engine.close();
    tunnel.close();
    await expect.poll(() => ssh.counts.open).toBe(0);
    expect((await failureOf(read(await openEngine(tunnel, wire.port)))).code).toBe('ENGINE_UNAVAILABLE_ERROR');
  });

  it('carries an answer of many megabytes as it is', async () => {
    const rows = Array.from({ length: 4000 }, (_, at) => [`${at} ${'x'.repeat(1000)}`]);
    const [ssh, wire] = [await startSsh(), await startDatabase(() => ({ columns: [['t', 25]], rows }))];
    const engine = await openEngine(makeTunnel({ port: ssh.port }), wire.port);
    expect(await read(engine)).toEqual(rows.map(([text]) => text));
  });
});

describe('what is wrong with a tunnel', () => {
  const failing = async (address: Parameters<typeof makeTunnel>[0], options: Partial<TunnelOptions> = {}) => {
    const wire = await startDatabase();
    return failureOf(read(await openEngine(makeTunnel(address, options), wire.port)));
  };

  it('is told at the field: a wrong password, and nobody is asked again at once', async () => {
    const ssh = await startSsh();
    const wire = await startDatabase();
    const engine = await openEngine(makeTunnel({ port: ssh.port, password: 'wrong' }), wire.port);
    const failures = [await failureOf(read(engine)), await failureOf(read(engine))];
    for (const failure of failures)
      expect(failure).toMatchObject({
        code: 'CONNECTION_ACCESS_DENIED_ERROR',
        message: 'The SSH server "127.0.0.1" does not let this user in with this password.',
        invalid: ['ssh_tunnel.username', 'ssh_tunnel.password'],
      });
    expect(ssh.counts.refused).toBe(1);
  });

  it('is told of private keys: not known, encrypted, with a wrong password, no key at all', async () => {
    const { public: openKey } = newSshKey();
    const ssh = await startSsh({ accounts: [{ user: 'ada', openKey }] });
    const withKey = (text: string, passphrase: string | null = null) =>
      failing({ port: ssh.port, password: null, privateKey: { text, passphrase } });
    const locked = newSshKey('ed25519', 'only mine').private;
    expect((await withKey(newSshKey().private)).message).toContain('with this private key');
    expect(await withKey(locked)).toMatchObject({
      message: 'The private key is encrypted. Enter its passphrase.',
      invalid: ['ssh_tunnel.private_key_password'],
    });
    expect((await withKey(locked, 'another')).message).toBe('The passphrase of the private key is wrong.');
    expect(await withKey('-----BEGIN RSA PRIVATE KEY-----\nAAAA\n-----END RSA PRIVATE KEY-----')).toMatchObject({
      message: 'The private key cannot be read. Paste all of it, in the format of OpenSSH, PuTTY or PEM.',
      invalid: ['ssh_tunnel.private_key'],
    });
    expect((await withKey(openKey)).message).toContain('cannot be read');
  });

  it('is told of servers that are not there, that are none, and that never answer', async () => {
    const gone = await startSsh();
    await gone.stop();
    expect(await failing({ port: gone.port })).toMatchObject({
      code: 'CONNECTION_PORT_CLOSED_ERROR',
      invalid: ['ssh_tunnel.server_address', 'ssh_tunnel.server_port'],
    });
    expect((await failing({ host: 'nowhere.invalid', port: 22 })).code).toBe('CONNECTION_INVALID_HOSTNAME_ERROR');
    const web = await serveSockets((socket) => void socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'));
    ends.push(web.stop);
    expect((await failing({ port: web.port })).message).toContain('is no SSH server');
    const silent = await serveSockets(() => undefined);
    ends.push(silent.stop);
    expect(await failing({ port: silent.port })).toMatchObject({
      code: 'CONNECTION_DATABASE_TIMEOUT',
      message: `The SSH server "127.0.0.1" does not answer on port ${silent.port}.`,
    });
  }, 20_000);

  it('is told of forwarding: refused, to what is closed, and without an answer', async () => {
    const ssh = await startSsh();
    ssh.setForwarding('refuse');
    expect((await failing({ port: ssh.port })).message).toContain('may not connect on to 127.0.0.1:');
    ssh.setForwarding('allow');
    const closed = createSilentServer();
    await new Promise<void>((resolve) => closed.listen(0, '127.0.0.1', resolve));
    const { port } = closed.address() as { port: number };
    await new Promise((resolve) => closed.close(resolve));
    const engine = await openEngine(makeTunnel({ port: ssh.port }), port);
    expect(await failureOf(read(engine))).toMatchObject({
      code: 'CONNECTION_PORT_CLOSED_ERROR',
      message: `The SSH server "127.0.0.1" cannot reach 127.0.0.1:${port}.`,
    });
    ssh.setForwarding('silent');
    const failure = await failing({ port: ssh.port });
    expect(failure.code).toBe('CONNECTION_DATABASE_TIMEOUT');
    expect(failure.message).toContain('gets no answer from');
  }, 20_000);

  it('is told of a server whose key has changed, before anybody signs in', async () => {
    const first = await startSsh();
    const hostKeys = new MetHostKey(null);
    const wire = await startDatabase();
    await read(await openEngine(makeTunnel({ port: first.port }, { hostKeys }), wire.port));
    expect(hostKeys.fingerprint).toBe(first.fingerprint);
    const other = await startSsh();
    const failure = await failing({ port: other.port }, { hostKeys });
    expect(failure.invalid).toEqual(['ssh_tunnel.host_key']);
    expect(failure.message).toContain(`is ${other.fingerprint}, and should be ${first.fingerprint}`);
    expect(other.counts).toMatchObject({ signedIn: 0, refused: 0 });
  });

  it('is told of a server that offers nothing that is safe', async () => {
    const ssh = await startSsh({ algorithms: { kex: ['diffie-hellman-group1-sha1'] } });
    expect((await failing({ port: ssh.port })).message).toContain('no encryption that is safe today');
  });
});

describe('a private key', () => {
  it('is read in every form that PEM and OpenSSH have', async () => {
    const { generateKeyPairSync } = await import('node:crypto');
    const pem = { type: 'pkcs8', format: 'pem' } as const;
    const keys = [generateKeyPairSync('ed25519'), generateKeyPairSync('ec', { namedCurve: 'P-256' })];
    for (const { privateKey } of [...keys, generateKeyPairSync('rsa', { modulusLength: 2048 })]) {
      const plain = String(privateKey.export(pem));
      const locked = String(privateKey.export({ ...pem, cipher: 'aes-256-cbc', passphrase: 'mine' }));
      const whole = await readPrivateKey({ text: plain, passphrase: null });
      expect(whole).toHaveProperty('key');
      expect(await readPrivateKey({ text: locked, passphrase: 'mine' })).toEqual(whole);
      expect(await readPrivateKey({ text: locked, passphrase: null })).toEqual({ problem: 'encrypted' });
      expect(await readPrivateKey({ text: locked, passphrase: 'not' })).toEqual({ problem: 'passphrase' });
    }
    for (const text of ['', 'nonsense', '-----BEGIN OPENSSH PRIVATE KEY-----\nAAAA\n-----END OPENSSH PRIVATE KEY-----'])
      expect(await readPrivateKey({ text, passphrase: null })).toHaveProperty('problem');
  });
});
