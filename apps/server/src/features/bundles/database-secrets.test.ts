import { type AddressInfo, createServer } from 'node:net';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { startWire } from '../../engines/postgresql/wire-fixture.ts';

let home: InProcessApp;
beforeAll(async () => {
  home = await startInProcess();
});
afterAll(() => home.stop());

const mask = 'XXXXXXXXXX';
const file = 'databases/Lake.yaml';
const client = {
  id: 'shop',
  secret: mask,
  scope: 'bigquery',
  authorization_request_uri: 'https://id.example.org/authorize',
  token_request_uri: 'https://id.example.org/token',
};
const options = { credentials_info: { client_email: 'a@b.org', private_key: mask }, oauth2_client_info: client };

const send = (number: number, form: Readonly<Record<string, string>>, change: object = {}) => {
  const database = {
    ...{ database_name: `Lake ${number}`, sqlalchemy_uri: `bigquery://shop-${number}`, version: '1.0.0' },
    ...{ uuid: `00000000-0000-4000-8000-00000000001${number}`, masked_encrypted_extra: JSON.stringify(options) },
    ...change,
  };
  const archive = zipSync({
    'x/metadata.yaml': strToU8(stringify({ version: '1.0.0', type: 'assets' })),
    [`x/${file}`]: strToU8(stringify(database)),
  });
  const body = new FormData();
  body.append('bundle', new Blob([archive.slice()]), 'bundle.zip');
  for (const [name, value] of Object.entries(form)) body.append(name, value);
  return home.admin.post('/api/v1/assets/import/', undefined, { form: body });
};
const secretsOf = (given: object) => ({ encrypted_extra_secrets: JSON.stringify({ [file]: given }) });
const both = {
  '$.credentials_info.private_key': 'pem-very-secret',
  "$.oauth2_client_info['secret']": 'client-very-secret',
};
const keptOf = async (number: number): Promise<string> => {
  const rows = await home.app.services.store.selectFrom('databases').selectAll().execute();
  const secret = rows.find(({ database_name }) => database_name === `Lake ${number}`)?.secret;
  return secret ? home.app.services.secrets.decrypt(secret) : '';
};

describe('secrets among the options of a database of a bundle [IMP-002]', () => {
  it('come beside the file by their paths, are kept sealed, and leave it again as masks', async () => {
    const answer = await send(1, secretsOf(both));
    expect([answer.status, answer.json]).toEqual([200, { message: 'OK' }]);
    const kept = JSON.parse(JSON.parse(await keptOf(1)).encrypted_extra);
    expect(kept).toEqual({
      credentials_info: { client_email: 'a@b.org', private_key: 'pem-very-secret' },
      oauth2_client_info: { ...client, secret: 'client-very-secret' },
    });
    const { bytes } = await home.admin.get('/api/v1/assets/export/');
    const documents = Object.entries(unzipSync(bytes));
    const texts = documents.map(([, packed]) => strFromU8(packed));
    expect(texts.join()).not.toContain('very-secret');
    const exported = texts.map((text) => parse(text)).find(({ database_name }) => database_name === 'Lake 1');
    expect(JSON.parse(exported.masked_encrypted_extra)).toEqual(options);
  });

  it('stay as they are where the masked file comes back without them', async () => {
    const before = await keptOf(1);
    expect((await send(1, { overwrite: 'true' })).json).toEqual({ message: 'OK' });
    expect(await keptOf(1)).toBe(before);
  });

  it('may come as whole texts', async () => {
    const whole = JSON.stringify({ credentials_info: { client_email: 'c@d.org', private_key: 'other-very-secret' } });
    expect((await send(2, { encrypted_extras: JSON.stringify({ [file]: whole }) })).status).toBe(200);
    expect(await keptOf(2)).toContain('other-very-secret');
  });

  it('are refused where their path leads nowhere, or where they are no texts, and none of them is told', async () => {
    const lost = ['$.nothing', '$.credentials_info.private_key.more', 'credentials_info', '$..private_key', '$.*'];
    for (const path of lost) {
      const answer = await send(3, secretsOf({ [path]: 'very-secret' }));
      expect([answer.status, answer.json.errors[0].extra[file].encrypted_extra_secrets]).toEqual([
        422,
        [`The file has nothing at ${path}.`],
      ]);
      expect(answer.text).not.toContain('very-secret');
    }
    for (const given of ['{', '[]', JSON.stringify({ [file]: 'x' }), JSON.stringify({ [file]: { '$.a': 1 } })]) {
      const answer = await send(3, { encrypted_extra_secrets: given });
      expect([answer.status, Object.keys(answer.json.message)]).toEqual([400, ['encrypted_extra_secrets']]);
    }
    expect(await keptOf(3)).toBe('');
  });
});

describe('databases that are imported with their passwords', () => {
  const imported = (number: number, port: number) =>
    send(
      number,
      { passwords: JSON.stringify({ [file]: 'of the shop' }) },
      {
        sqlalchemy_uri: `postgresql://reader:${mask}@127.0.0.1:${port}/shop?sslmode=disable`,
        masked_encrypted_extra: '',
      },
    );
  const warningOf = (problem: string) =>
    `${file}: The database was imported, but does not open (${problem.slice(0, -1)}).`;

  it('are tried, and those that do not open are named with the reason and kept', async () => {
    const wire = await startWire((sql) =>
      /^(?:BEGIN|SET|COMMIT|ROLLBACK)/.test(sql)
        ? { tag: sql.split(' ')[0] ?? '' }
        : { rows: [['1']], columns: [['n', 23]] },
    );
    expect((await imported(4, wire.port)).json).toEqual({ message: 'OK' });
    const closed = await imported(5, 9);
    const refused = 'Port 9 on hostname "127.0.0.1" refused the connection.';
    expect([closed.status, closed.json]).toEqual([200, { message: 'OK', warnings: [warningOf(refused)] }]);
    expect(JSON.parse(await keptOf(5)).password).toBe('of the shop');
    const health = (await home.admin.get('/api/v1/database/health/')).json.result;
    expect(health.map(({ problem }: { readonly problem: string | null }) => problem)).toContain(refused);
    await wire.stop();
  });

  it('hold up nobody for long where their server says nothing', async () => {
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    // A server has an address that is no path.
    const { port } = silent.address() as AddressInfo;
    const answer = await imported(6, port);
    expect([answer.status, answer.json.warnings]).toEqual([200, [warningOf('The database does not answer.')]]);
    silent.close();
  }, 30_000);
});
