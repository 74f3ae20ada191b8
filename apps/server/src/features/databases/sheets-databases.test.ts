import { generateKeyPairSync } from 'node:crypto';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addressOf, type SheetsService, startSheetsService } from '../../engines/sheets/service-fixture.ts';

const { privateKey } = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'spki', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
});

describe('a database of sheets of Google', () => {
  let started: InProcessApp;
  let service: SheetsService;
  let id: number;

  const bodyOf = (catalog: unknown, more: object = {}) => ({
    ...{ engine: 'gsheets', driver: 'apsw', configuration_method: 'dynamic_form', database_name: 'Sheets' },
    parameters: { catalog, query: { api_endpoint: service.url }, ...more },
  });
  const key = () =>
    JSON.stringify({ client_email: 'robot@shop', private_key: privateKey, token_uri: `${service.url}/token` });
  const test = (catalog: unknown, more: object = {}) =>
    started.admin.post('/api/v1/database/test_connection/', bodyOf(catalog, more));

  beforeAll(async () => {
    service = await startSheetsService();
    service.sheets.set('orders-1234567', { csv: 'day,name,price\n2024-01-01,apple,3\n2024-02-01,pear,4\n' });
    service.sheets.set('secret-1234567', { csv: 'who,what\nann,x\nbo,y\n', isPrivate: true });
    started = await startInProcess({});
    const made = await started.admin.post('/api/v1/database/', bodyOf({ orders: addressOf('orders-1234567', 7) }));
    expect(made.status, made.text).toBe(201);
    id = made.json.id;
  });
  afterAll(async () => {
    await started.stop();
    await service.stop();
  });

  it('is made by its form, shown again by it, and kept as the reference keeps it', async () => {
    const { result } = (await started.admin.get(`/api/v1/database/${id}/connection`)).json;
    expect(result).toMatchObject({
      backend: 'gsheets',
      parameters: { catalog: { orders: addressOf('orders-1234567', 7) } },
      parameters_schema: { required: ['catalog'] },
    });
    expect(JSON.parse(result.extra)).toEqual({
      engine_params: { catalog: { orders: addressOf('orders-1234567', 7) } },
    });
    expect(service.heard[0]).toBe('GET /spreadsheets/d/orders-1234567/export?format=csv&gid=7 -');
  });

  it('has a table of each sheet, with types that fit its values, and answers charts', async () => {
    const tables = await started.admin.get(`/api/v1/database/${id}/tables/?q=(schema_name:main)`);
    expect(tables.json.result).toEqual([{ value: 'orders', type: 'table', extra: null }]);
    const dataset = await started.admin.post('/api/v1/dataset/', {
      database: id,
      schema: 'main',
      table_name: 'orders',
    });
    expect(dataset.status, dataset.text).toBe(201);
    const { columns } = (await started.admin.get(`/api/v1/dataset/${dataset.json.id}`)).json.result;
    expect(columns.map((one: { column_name: string; type: string }) => [one.column_name, one.type])).toEqual([
      ['day', 'DATE'],
      ['name', 'VARCHAR'],
      ['price', 'BIGINT'],
    ]);
    const answer = await started.admin.post('/api/v1/chart/data', {
      datasource: { id: dataset.json.id, type: 'table' },
      queries: [{ columns: [], metrics: [{ expressionType: 'SQL', sqlExpression: 'SUM(price)', label: 'total' }] }],
    });
    expect(answer.json.result?.[0]?.data, answer.text).toEqual([{ total: 7 }]);
  });

  it('shows a change of its sheets once the connection says so, and refuses one that is not there', async () => {
    const change = (catalog: object) =>
      started.admin.put(`/api/v1/database/${id}`, {
        ...bodyOf(catalog),
        masked_encrypted_extra: undefined,
      });
    const wrong = await change({ gone: addressOf('nothing-1234567') });
    expect(wrong.status).toBe(422);
    expect(wrong.json.errors[0]).toMatchObject({
      message: 'There is no sheet at the address of "gone".',
      extra: { invalid: ['catalog'], entry: { name: 'gone', part: 'address' } },
    });
    service.sheets.set('staff-12345678', { csv: 'name\nann\n' });
    const both = { orders: addressOf('orders-1234567', 7), staff: addressOf('staff-12345678') };
    const changed = await change(both);
    expect(changed.status, changed.text).toBe(200);
    const tables = await started.admin.get(`/api/v1/database/${id}/tables/?q=(schema_name:main)`);
    expect(tables.json.result.map(({ value }: { value: string }) => value)).toEqual(['orders', 'staff']);
  });

  it('reads what is not public by the key of a service account, which is shown to nobody', async () => {
    const catalog = { secret: addressOf('secret-1234567') };
    const closed = await test(catalog);
    expect(closed.json.errors[0]).toMatchObject({
      error_type: 'CONNECTION_ACCESS_DENIED_ERROR',
      message: expect.stringContaining('The sheet "secret" is not open.'),
      extra: { invalid: ['catalog'], entry: { name: 'secret', part: 'address' } },
    });
    const made = await started.admin.post('/api/v1/database/', {
      ...bodyOf(catalog, { service_account_info: key() }),
      database_name: 'Private',
    });
    expect(made.status, made.text).toBe(201);
    const [, claims = ''] = (service.assertions[0] ?? '').split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      iss: 'robot@shop',
      scope: 'https://www.googleapis.com/auth/drive.readonly',
    });
    const shown = await started.admin.get(`/api/v1/database/${made.json.id}/connection`);
    expect(JSON.parse(shown.json.result.masked_encrypted_extra).service_account_info).toMatchObject({
      client_email: 'robot@shop',
      private_key: 'XXXXXXXXXX',
    });
    expect(shown.text).not.toContain('PRIVATE KEY');
    const { masked_encrypted_extra } = shown.json.result;
    const elsewhere = await started.admin.put(`/api/v1/database/${made.json.id}`, {
      ...bodyOf(catalog),
      ...{ database_name: 'Private', parameters: { catalog, query: { api_endpoint: 'http://127.0.0.1:9' } } },
      masked_encrypted_extra,
    });
    expect([elsewhere.status, Object.keys(elsewhere.json.message)]).toEqual([422, ['masked_encrypted_extra']]);
    const again = await started.admin.put(`/api/v1/database/${made.json.id}`, {
      ...bodyOf(catalog),
      ...{ database_name: 'Private', masked_encrypted_extra },
    });
    expect(again.status, again.text).toBe(200);
  });

  it.each([
    [{}, 'Name at least one sheet.'],
    [{ ' ': addressOf('orders-1234567') }, 'Each sheet needs a name.'],
    [{ 'a.b': addressOf('orders-1234567') }, '"a.b" cannot be the name of a table.'],
    [{ a: addressOf('orders-1234567'), A: addressOf('orders-1234567') }, 'Two sheets are called "A".'],
    [{ a: 'https://example.org/spreadsheets/d/orders-1234567' }, 'must look like https://docs.google.com/'],
    [{ a: 'http://169.254.169.254/' }, 'must look like https://docs.google.com/'],
    [{ a: 7 }, 'must look like https://docs.google.com/'],
    ['x', 'The sheets must be addresses by name.'],
    [Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`s${n}`, addressOf('orders-1234567')])), 'at most 100'],
  ])('refuses in words what names no sheets: %j', async (catalog, words) => {
    const answer = await test(catalog);
    expect(answer.status, answer.text).toBeGreaterThanOrEqual(400);
    expect(answer.status).toBeLessThan(500);
    expect(answer.json.errors[0]).toMatchObject({
      message: expect.stringContaining(words),
      extra: { invalid: ['catalog'] },
    });
  });

  it.each([
    [
      { ok: addressOf('orders-1234567'), b: 'http://x' },
      { name: 'b', part: 'address' },
    ],
    [
      { ok: addressOf('orders-1234567'), 'a.b': addressOf('staff-12345678') },
      { name: 'a.b', part: 'name' },
    ],
    [
      { ok: addressOf('orders-1234567'), '': addressOf('staff-12345678') },
      { name: '', part: 'name' },
    ],
    [
      { ok: addressOf('orders-1234567'), b: addressOf('nothing-1234567') },
      { name: 'b', part: 'address' },
    ],
  ])('says which of several is wrong, and whether its name or its address is: %j', async (catalog, entry) => {
    expect((await test(catalog)).json.errors[0].extra).toMatchObject({ invalid: ['catalog'], entry });
  });

  it('goes nowhere but to the hosts of the service, and says what answers as no sheet', async () => {
    const catalog = { a: addressOf('strange-123456') };
    for (const [given, words] of [
      [{ csv: '', location: 'http://169.254.169.254/latest/meta-data' }, 'is not open'],
      [{ csv: '<html></html>', type: 'text/html' }, 'is not open'],
      [{ csv: '' }, 'is empty'],
    ] as const) {
      service.sheets.set('strange-123456', given);
      const answer = await test(catalog);
      expect(answer.json.errors[0].message).toContain(words);
    }
    service.sheets.set('strange-123456', { csv: 'n\n1\n', location: `${service.url}/moved/strange-123456` });
    expect((await test(catalog)).json).toEqual({ message: 'OK' });
  });

  it('opens as a bundle of the reference has it', async () => {
    const extra = { engine_params: { catalog: { orders: addressOf('orders-1234567') } } };
    const database = [
      'database_name: From elsewhere',
      `sqlalchemy_uri: "gsheets://?api_endpoint=${service.url}"`,
      'cache_timeout: null',
      'expose_in_sqllab: true',
      'allow_run_async: false',
      'allow_ctas: false',
      'allow_cvas: false',
      'allow_dml: false',
      'allow_csv_upload: false',
      `extra: ${JSON.stringify(extra)}`,
      'uuid: 11111111-1111-4111-8111-111111111111',
      'version: 1.0.0',
    ].join('\n');
    const archive = zipSync({
      'b/metadata.yaml': strToU8("version: 1.0.0\ntype: Database\ntimestamp: '2026-01-01T00:00:00+00:00'\n"),
      'b/databases/Elsewhere.yaml': strToU8(database),
    });
    const form = new FormData();
    form.append('formData', new Blob([archive.slice()]), 'bundle.zip');
    const sent = await started.admin.post('/api/v1/database/import/', undefined, { form });
    expect(sent.status, sent.text).toBe(200);
    const { result } = (await started.admin.get('/api/v1/database/')).json;
    const found = result.find((one: { database_name: string }) => one.database_name === 'From elsewhere');
    expect(found.opening_problem).toBeNull();
    const tables = await started.admin.get(`/api/v1/database/${found.id}/tables/?q=(schema_name:main)`);
    expect(tables.json.result).toEqual([{ value: 'orders', type: 'table', extra: null }]);
    const exported = await started.admin.get(`/api/v1/database/export/?q=!(${found.id})`);
    expect(exported.status).toBe(200);
  });
});
