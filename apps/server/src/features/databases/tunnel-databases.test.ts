import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { newSshKey, type SshServer, startSshServer } from '@powerset/testkit/ssh-server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startWire, type WireFixture } from '../../engines/postgresql/wire-fixture.ts';

const mask = 'XXXXXXXXXX';
const databasePassword = 'of the database';
const sshPassword = 'of the ssh server';
const { private: privateKey, public: openKey } = newSshKey('ed25519', 'opens the key');
const accounts = [
  { user: 'ada', password: sshPassword },
  { user: 'bob', openKey },
];

describe('a database behind an SSH tunnel', () => {
  let started: InProcessApp;
  let ssh: SshServer;
  let wire: WireFixture;
  let id: number;
  const uri = (password = databasePassword) =>
    `postgresql://reader:${encodeURIComponent(password)}@localhost:${wire.port}/shop`;
  const tunnel = (change: object = {}) => ({
    ...{ server_address: '127.0.0.1', server_port: ssh.port, username: 'ada', password: sshPassword },
    ...change,
  });
  const masked = (change: object = {}) => tunnel({ password: mask, ...change });
  const change = (body: object) => started.admin.put(`/api/v1/database/${id}`, body);
  const shown = async () => (await started.admin.get(`/api/v1/database/${id}/connection`)).json.result;
  const isRead = async () => (await started.admin.post(`/api/v1/database/${id}/sync_permissions/`, {})).status;

  beforeAll(async () => {
    wire = await startWire((sql) =>
      /^(?:BEGIN|SET|COMMIT|ROLLBACK)/.test(sql)
        ? { tag: sql.split(' ')[0] ?? '' }
        : { rows: [['1']], columns: [['n', 23]] },
    );
    ssh = await startSshServer({ accounts });
    started = await startInProcess();
    const made = await started.admin.post('/api/v1/database/', {
      ...{ database_name: 'Shop', sqlalchemy_uri: uri(), ssh_tunnel: tunnel() },
    });
    expect(made.status, made.text).toBe(201);
    for (const secret of [databasePassword, encodeURIComponent(databasePassword), sshPassword])
      expect(made.text).not.toContain(secret);
    id = made.json.id;
  });
  afterAll(async () => {
    await started.stop();
    await ssh.stop();
    await wire.stop();
  });

  it('is shown with its tunnel, secrets masked, and with the fingerprint of the server that was met', async () => {
    expect((await shown()).ssh_tunnel).toEqual({ id, ...masked(), host_key: ssh.fingerprint });
    for (const path of [`${id}`, `${id}/connection`, '']) {
      const { text } = await started.admin.get(`/api/v1/database/${path}`);
      expect(text).not.toContain(sshPassword);
    }
    expect((await shown()).engine_information.disable_ssh_tunneling).toBe(false);
    expect(await isRead()).toBe(200);
    expect(ssh.asked).toContain(`localhost:${wire.port}`);
  });

  it('keeps its secrets when masks come back, and when nothing is said of them', async () => {
    const { ssh_tunnel, sqlalchemy_uri } = await shown();
    for (const body of [
      { ssh_tunnel },
      { ssh_tunnel: { server_port: ssh.port } },
      { sqlalchemy_uri, ssh_tunnel, database_name: 'Shop' },
      { sqlalchemy_uri },
    ]) {
      const answer = await change(body);
      expect(answer.status, answer.text).toBe(200);
      expect(answer.text).not.toContain(sshPassword);
      expect((await shown()).ssh_tunnel).toEqual({ id, ...masked(), host_key: ssh.fingerprint });
    }
    const body = { database_name: 'Shop', sqlalchemy_uri, ssh_tunnel };
    expect((await started.admin.post('/api/v1/database/test_connection/', body)).json).toEqual({ message: 'OK' });
  });

  it('is tried with the secrets that it keeps while it is changed, where they would go to the same server', async () => {
    const { sqlalchemy_uri, ssh_tunnel, parameters } = await shown();
    const tried = (path: string, body: object) => started.admin.post(`/api/v1/database/${path}/`, body);
    const other = { database_name: 'Renamed', sqlalchemy_uri: `${sqlalchemy_uri}2`, ssh_tunnel };
    expect((await tried('test_connection', { ...other, id })).json).toEqual({ message: 'OK' });
    const fields = { ...other, engine: 'postgresql', sqlalchemy_uri: undefined, configuration_method: 'dynamic_form' };
    const form = { ...fields, parameters: { ...parameters, database: 'shop2' } };
    expect((await tried('validate_parameters', { ...form, id })).json).toEqual({ message: 'OK' });
    for (const stranger of [{}, { id: 4711 }]) {
      const answer = await tried('test_connection', { ...other, ...stranger });
      expect(answer.json.message).toEqual({ 'ssh_tunnel.password': ['The password is masked. Enter it.'] });
    }
    const elsewhere = { ...form, id, parameters: { ...parameters, host: '127.0.0.1' } };
    expect((await tried('validate_parameters', elsewhere)).json.message).toEqual({
      password: ['The host, port or user has changed. Enter the password again.'],
    });
  });

  it('sends what is known to no other server and as no other user', async () => {
    const words = 'The SSH server or its user has changed. Enter the password or the key again.';
    for (const other of [{ username: 'bob' }, { server_address: 'localhost' }, { server_port: 22 }]) {
      const answer = await change({ ssh_tunnel: masked(other) });
      expect([answer.status, answer.json.message]).toEqual([422, { 'ssh_tunnel.password': [words] }]);
    }
    const { sqlalchemy_uri } = await shown();
    const answer = await change({ sqlalchemy_uri, ssh_tunnel: tunnel({ server_address: 'localhost' }) });
    expect(answer.json.message).toEqual({
      password: ['The SSH tunnel has changed. Enter the password of the database again.'],
    });
  });

  it.each([
    ['no address', { server_address: '' }, 'server_address', 'Field is required'],
    ['an address that is none', { server_address: 'a b' }, 'server_address', 'The host must be a name or an address.'],
    ['no port', { server_port: null, server_address: 'h' }, 'server_port', null],
    ['a port that is none', { server_port: 70_000 }, 'server_port', 'The port must be between 1 and 65535.'],
    ['no user', { username: ' ' }, 'username', 'Field is required'],
    [
      'nothing to sign in with',
      { username: 'eve', password: null },
      'password',
      'Must provide credentials for the SSH Tunnel',
    ],
    [
      'a password and a key',
      { private_key: privateKey },
      'private_key',
      'Cannot have multiple credentials for the SSH Tunnel',
    ],
    [
      'a mask that stands for nothing',
      { password: null, private_key: mask },
      'private_key',
      'The password is masked. Enter it.',
    ],
    [
      'a fingerprint that is none',
      { host_key: 'SHA256:x' },
      'host_key',
      'The fingerprint must look like SHA256:…, as ssh-keygen -l writes it.',
    ],
  ])('is refused with %s, at that field', async (_name, wrong, field, words) => {
    for (const send of [
      () => change({ ssh_tunnel: tunnel(wrong) }),
      () =>
        started.admin.post('/api/v1/database/', {
          database_name: 'X',
          sqlalchemy_uri: uri(),
          ssh_tunnel: tunnel(wrong),
        }),
    ]) {
      const answer = await send();
      if (words === null && answer.status === 408) continue;
      expect(answer.status, answer.text).toBe(422);
      if (words) expect(answer.json.message).toEqual({ [`ssh_tunnel.${field}`]: [words] });
    }
  });

  it('is refused where its SSH server lets nobody in, and the fields are named', async () => {
    const answer = await change({ ssh_tunnel: tunnel({ password: 'wrong' }) });
    expect(answer.status).toBe(422);
    expect(answer.json.errors[0]).toMatchObject({
      message: 'The SSH server "127.0.0.1" does not let this user in with this password.',
      error_type: 'CONNECTION_ACCESS_DENIED_ERROR',
      extra: { invalid: ['ssh_tunnel.username', 'ssh_tunnel.password'] },
    });
    expect(await isRead()).toBe(200);
  });

  it('signs in with a private key and its password instead', async () => {
    const withKey = { ...tunnel({ username: 'bob', password: null }), private_key: privateKey };
    const locked = await change({ sqlalchemy_uri: uri(), ssh_tunnel: withKey });
    expect(locked.json.errors[0]).toMatchObject({
      message: 'The private key is encrypted. Enter its passphrase.',
      extra: { invalid: ['ssh_tunnel.private_key_password'] },
    });
    const changed = await change({
      ...{ sqlalchemy_uri: uri(), ssh_tunnel: { ...withKey, private_key_password: 'opens the key' } },
    });
    expect(changed.status, changed.text).toBe(200);
    expect(changed.text).not.toContain('PRIVATE KEY');
    const { ssh_tunnel } = await shown();
    expect(ssh_tunnel).toEqual({
      id,
      ...{ server_address: '127.0.0.1', server_port: ssh.port, username: 'bob' },
      ...{ private_key: mask, private_key_password: mask, host_key: ssh.fingerprint },
    });
    expect((await change({ ssh_tunnel })).status).toBe(200);
    expect(await isRead()).toBe(200);
    const row = await started.app.services.store
      .selectFrom('databases')
      .selectAll()
      .where('id', '=', id)
      .executeTakeFirst();
    expect(JSON.stringify(row)).not.toContain('PRIVATE KEY');
  });

  it('refuses a server whose key is another one, until its fingerprint is entered', async () => {
    const { port } = ssh;
    await ssh.stop();
    ssh = await startSshServer({ accounts, port });
    await started.app.services.engines.forget(id);
    const answer = await started.admin.post(`/api/v1/database/${id}/sync_permissions/`, {});
    expect(answer.status).not.toBe(200);
    expect(answer.text).toContain(`is ${ssh.fingerprint}, and should be `);
    const { ssh_tunnel } = await shown();
    const tried = { database_name: 'Shop', sqlalchemy_uri: (await shown()).sqlalchemy_uri };
    const test = (host_key: unknown) =>
      started.admin.post('/api/v1/database/test_connection/', { ...tried, ssh_tunnel: { ...ssh_tunnel, host_key } });
    expect((await test(ssh_tunnel.host_key)).json.errors[0].extra.invalid).toEqual(['ssh_tunnel.host_key']);
    expect((await test(ssh.fingerprint)).status).toBe(200);
    expect((await change({ ssh_tunnel: { ...ssh_tunnel, host_key: null } })).status).toBe(200);
    expect((await shown()).ssh_tunnel.host_key).toBe(ssh.fingerprint);
    expect(await isRead()).toBe(200);
  });

  it('learns the key of a server that was not met before, at its first use', async () => {
    const { store, engines } = started.app.services;
    await store.updateTable('databases').set({ ssh_host_key: null }).where('id', '=', id).execute();
    await engines.forget(id);
    expect((await shown()).ssh_tunnel.host_key).toBeNull();
    expect(await isRead()).toBe(200);
    expect((await shown()).ssh_tunnel.host_key).toBe(ssh.fingerprint);
  });

  it('loses its tunnel when that is deleted, by who may change databases, once', async () => {
    const path = `/api/v1/database/${id}/ssh_tunnel/`;
    expect((await fetch(`${started.url}${path}`, { method: 'DELETE' })).status).toBe(401);
    expect((await (await started.signInAs('gamma', ['Gamma'])).delete(path)).status).toBe(403);
    expect((await started.admin.delete('/api/v1/database/99999/ssh_tunnel/')).status).toBe(404);
    const asked = ssh.asked.length;
    expect((await started.admin.delete(path)).json).toEqual({ message: 'OK' });
    expect((await shown()).ssh_tunnel).toBeNull();
    expect((await started.admin.delete(path)).status).toBe(404);
    expect(await isRead()).toBe(200);
    expect(ssh.asked).toHaveLength(asked);
  });

  it('is not to be had for what is reached in another way', async () => {
    const answer = await started.admin.post('/api/v1/database/', {
      ...{ database_name: 'X', sqlalchemy_uri: 'bigquery://project/set', ssh_tunnel: tunnel() },
    });
    expect([answer.status, answer.json.message]).toEqual([
      400,
      { ssh_tunnel: ['No SSH tunnel can lead to this kind of database.'] },
    ]);
    const { databases } = (await started.admin.get('/api/v1/database/available/')).json;
    const tunnelled = databases.filter(
      (kind: { engine_information: { disable_ssh_tunneling: boolean } }) =>
        !kind.engine_information.disable_ssh_tunneling,
    );
    expect(tunnelled.map(({ engine }: { engine: string }) => engine)).toEqual(
      expect.arrayContaining([
        'postgresql',
        'mysql',
        'mariadb',
        'clickhousedb',
        'trino',
        'presto',
        'hive',
        'mssql',
        'oracle',
        'druid',
        'redshift',
        'starrocks',
      ]),
    );
    expect(tunnelled.map(({ engine }: { engine: string }) => engine)).not.toContain('bigquery');
  });
});

it('has no tunnel where an installation turns them off', async () => {
  const started = await startInProcess({ env: { POWERSET_FEATURES: '-SSH_TUNNELING' } });
  const made = await started.admin.post('/api/v1/database/', {
    ...{ database_name: 'Shop', sqlalchemy_uri: 'postgresql://u:p@127.0.0.1:1/d' },
    ssh_tunnel: { server_address: '127.0.0.1', server_port: 1, username: 'u', password: 'p' },
  });
  expect([made.status, made.json.errors[0].message]).toEqual([400, 'SSH Tunneling is not enabled']);
  const { databases } = (await started.admin.get('/api/v1/database/available/')).json;
  for (const { engine_information } of databases) expect(engine_information.disable_ssh_tunneling).toBe(true);
  await started.stop();
});
