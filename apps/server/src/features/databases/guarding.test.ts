import { readFileSync } from 'node:fs';
import { makeAuthority, makeTempFolder } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { isWeaker } from './guarding.ts';

const words = 'The connection is encrypted less strictly than before. Enter the password again.';
const refused = 'Port 9 on hostname "127.0.0.1" refused the connection.';

const isWeakerUri = (one: string, other: string) =>
  isWeaker({ maskedUri: other, certificate: undefined }, { maskedUri: one, certificate: undefined });

it.each([
  ['postgresql', 'postgresql://a:XXXXXXXXXX@h/d?sslmode=', ['disable', 'require', 'verify-ca', 'verify-full']],
  ['MySQL', 'mysql://a:XXXXXXXXXX@h/d?ssl_mode=', ['DISABLED', 'REQUIRED', 'VERIFY_CA', 'VERIFY_IDENTITY']],
  ['ClickHouse', 'clickhousedb://a:XXXXXXXXXX@h/d?secure=', ['false', 'true&verify=false', 'true']],
  ['SQL Server', 'mssql://a:XXXXXXXXXX@h/d?Encrypt=', ['no', 'yes&TrustServerCertificate=yes', 'yes']],
  ['Oracle', 'oracle://a:XXXXXXXXXX@h/?service_name=d&protocol=', ['tcp', 'tcps&ssl_server_dn_match=false', 'tcps']],
  ['Trino', 'trino://a:XXXXXXXXXX@h/d?http_scheme=', ['http', 'https&verify=false', 'https']],
  ['Hive', 'hive://a:XXXXXXXXXX@h/d?auth=LDAP&ssl=', ['false', 'true&verify=false', 'true']],
  ['Impala', 'impala://a:XXXXXXXXXX@h/d?auth_mechanism=LDAP&use_ssl=', ['false', 'true&verify=false', 'true']],
] as const)('ways to a server of %s are told from the weakest to the strongest', (_name, head, ways) => {
  const [first, ...others] = ways.map((way) => `${head}${way}`);
  let weaker = first ?? '';
  for (const stronger of others) {
    expect([isWeakerUri(stronger, weaker), isWeakerUri(weaker, stronger), isWeakerUri(weaker, weaker)]).toEqual([
      true,
      false,
      false,
    ]);
    weaker = stronger;
  }
});

describe('a password that is masked', () => {
  let started: InProcessApp;
  let [first, second] = ['', ''];
  const uriOf = (mode: string) => `postgresql://reader:XXXXXXXXXX@127.0.0.1:9/shop?sslmode=${mode}`;

  beforeAll(async () => {
    const folder = await makeTempFolder('guarding');
    const authorityOf = (name: string) => readFileSync(makeAuthority(folder.path, name).caFile, 'utf8').trim();
    [first, second] = [authorityOf('first'), authorityOf('second')];
    await folder.remove();
    started = await startInProcess();
  });
  afterAll(() => started.stop());

  async function save(mode: string, secret: object = {}): Promise<number> {
    const { store, secrets } = started.app.services;
    const stamp = '2026-01-01T00:00:00.000Z';
    const row = await store
      .insertInto('databases')
      .values({
        ...{ uuid: crypto.randomUUID(), database_name: `Shop ${crypto.randomUUID()}`, backend: 'postgresql' },
        ...{ sqlalchemy_uri: uriOf(mode), extra: '{}', configuration_method: 'sqlalchemy_form' },
        ...{ created_on: stamp, changed_on: stamp },
        secret: secrets.encrypt(JSON.stringify({ password: 'of the shop', ...secret })),
      })
      .returning('id')
      .executeTakeFirstOrThrow();
    return row.id;
  }

  /** What a change is answered: nothing listens there, so that one which is taken ends at the connection. */
  const answerTo = async (id: number, body: object) => {
    const { json } = await started.admin.put(`/api/v1/database/${id}`, body);
    return json.message ?? json.errors?.[0].error_type;
  };

  it('is asked for again where the connection would be encrypted less strictly, and not where it would be more', async () => {
    const id = await save('verify-ca');
    for (const mode of ['disable', 'require'])
      expect(await answerTo(id, { sqlalchemy_uri: uriOf(mode) })).toEqual({ password: [words] });
    expect(await answerTo(id, { sqlalchemy_uri: uriOf('verify-full') })).toBe(refused);
    const given = uriOf('disable').replace('XXXXXXXXXX', 'again');
    expect(await answerTo(id, { sqlalchemy_uri: given })).toBe(refused);
    const tried = await started.admin.post('/api/v1/database/test_connection/', {
      ...{ id, database_name: 'Tried', sqlalchemy_uri: uriOf('disable') },
    });
    expect([tried.status, tried.json.message]).toEqual([422, { password: [words] }]);
  });

  it('is asked for again where other authorities would vouch for the server', async () => {
    const known = await save('require', { server_cert: first });
    for (const server_cert of [second, ''])
      expect(await answerTo(known, { server_cert })).toEqual({ password: [words] });
    expect(await answerTo(known, { server_cert: first, sqlalchemy_uri: uriOf('require') })).toBeUndefined();
    expect(await answerTo(await save('verify-full'), { server_cert: first })).toEqual({ password: [words] });
    expect(await answerTo(await save('require'), { server_cert: first })).toBe(refused);
    expect(await answerTo(await save('disable', { server_cert: first }), { server_cert: second })).toBe(refused);
  });

  it('goes with secret options, which are asked for again as well', async () => {
    const id = await save('verify-full');
    const { store, secrets } = started.app.services;
    const extra = JSON.stringify({ auth_params: { token: 'of the shop' } });
    const uri = 'trino://reader@127.0.0.1:9/shop?http_scheme=https';
    await store
      .updateTable('databases')
      .set({
        backend: 'trino',
        sqlalchemy_uri: uri,
        secret: secrets.encrypt(JSON.stringify({ encrypted_extra: extra })),
      })
      .where('id', '=', id)
      .execute();
    const weaker = { sqlalchemy_uri: `${uri}&verify=false` };
    expect(await answerTo(id, weaker)).toEqual({
      masked_encrypted_extra: [words.replace('the password', 'the secret options')],
    });
    const masked = JSON.stringify({ auth_params: { token: 'XXXXXXXXXX' } });
    expect(await answerTo(id, { ...weaker, masked_encrypted_extra: masked })).toEqual({
      masked_encrypted_extra: ['A secret option is masked. Enter it.'],
    });
  });

  describe('of an Oracle database', () => {
    const uri = 'oracle+oracledb://reader:XXXXXXXXXX@127.0.0.1:9/?service_name=d&protocol=tcps';
    const walletOf = (pem: string, password?: string) =>
      JSON.stringify({ wallet: { pem, ...(password === undefined ? {} : { password }) } });
    const changed = { password: ['The wallet has changed. Enter the password again.'] };

    async function saveOracle(
      wallet: string | null,
      { to = uri, ...more }: { to?: string; server_cert?: string } = {},
    ) {
      const id = await save('verify-full');
      const { store, secrets } = started.app.services;
      const sealed = { password: 'of the shop', ...(wallet === null ? {} : { encrypted_extra: wallet }), ...more };
      const secret = secrets.encrypt(JSON.stringify(sealed));
      const row = { backend: 'oracle', sqlalchemy_uri: to, secret };
      await store.updateTable('databases').set(row).where('id', '=', id).execute();
      return id;
    }
    const given = (wallet: string, more: object = {}) => ({
      sqlalchemy_uri: uri,
      masked_encrypted_extra: wallet,
      ...more,
    });

    it('is asked for again where another wallet would vouch for the server', async () => {
      const id = await saveOracle(walletOf(first));
      expect(await answerTo(id, given(walletOf(second)))).toEqual(changed);
      expect(await answerTo(await saveOracle(null), given(walletOf(first)))).toEqual(changed);
      const typed = uri.replace('XXXXXXXXXX', 'again');
      expect(await answerTo(id, given(walletOf(second), { sqlalchemy_uri: typed }))).toBe(refused);
    });

    it('stays where the wallet does, is taken away, or has no say beside a certificate', async () => {
      const id = await saveOracle(walletOf(first, 'p'));
      for (const wallet of [walletOf('XXXXXXXXXX', 'XXXXXXXXXX'), walletOf(first, 'q'), '{}'])
        expect(await answerTo(id, given(wallet, { cache_timeout: 5 })), wallet).not.toEqual(changed);
      const vouched = await saveOracle(walletOf(first), { server_cert: second });
      expect(await answerTo(vouched, given(walletOf(second)))).toBe(refused);
    });

    it('is asked for again where another folder says what a name stands for', async () => {
      const named = (folders: string) => `oracle+oracledb://reader:XXXXXXXXXX@sales_high/?${folders}`;
      const id = await saveOracle(null, { to: named('wallet_location=sales&config_dir=names') });
      const place = { password: ['The host, port or user has changed. Enter the password again.'] };
      for (const folders of ['wallet_location=other&config_dir=names', 'wallet_location=sales&config_dir=other'])
        expect(await answerTo(id, { sqlalchemy_uri: named(folders) }), folders).toEqual(place);
    });
  });
});
