import { generateKeyPairSync } from 'node:crypto';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { strToU8, zipSync } from 'fflate';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { stringify } from 'yaml';
import { type ServiceFixture, startService } from '../../engines/warehouse/service-fixture.ts';

const secret = String(
  generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ type: 'pkcs8', format: 'pem' }),
);
const mask = 'XXXXXXXXXX';
const field = (name: string, type: string) => ({ name, type, mode: 'NULLABLE' });
const row = (...values: unknown[]) => ({ f: values.map((v) => ({ v })) });

describe('a warehouse that is signed in to by secret options', () => {
  let started: InProcessApp;
  let service: ServiceFixture;
  let id: number;
  const keyFile = () => ({
    ...{ type: 'service_account', project_id: 'shop-1', client_email: 'bi@shop-1.iam', private_key: secret },
    token_uri: `http://127.0.0.1:${service.port}/token`,
  });
  const connection = async () => (await started.admin.get(`/api/v1/database/${id}/connection`)).json.result;

  beforeAll(async () => {
    service = await startService(({ url, body }) => {
      if (url === '/token') return { access_token: 't', expires_in: 3600 };
      if (url.includes('/tables/orders'))
        return {
          type: 'TABLE',
          schema: { fields: [field('region', 'STRING'), field('amount', 'NUMERIC'), field('at', 'DATETIME')] },
        };
      if (url.includes('/tables')) return { tables: [{ tableReference: { tableId: 'orders' }, type: 'TABLE' }] };
      if (url.includes('/datasets')) return { datasets: [{ datasetReference: { datasetId: 'sales' } }] };
      const isGrouped = body.includes('GROUP BY');
      const fields = isGrouped ? [field('region', 'STRING'), field('x', 'NUMERIC')] : [field('n', 'INTEGER')];
      return {
        jobReference: { jobId: 'j' },
        jobComplete: true,
        schema: { fields },
        rows: isGrouped ? [row('North', '3.5')] : [row('1')],
      };
    });
    started = await startInProcess();
    const made = await started.admin.post('/api/v1/database/', {
      ...{ engine: 'bigquery', driver: 'bigquery', configuration_method: 'dynamic_form', database_name: 'Lake' },
      parameters: {
        credentials_info: JSON.stringify(keyFile()),
        query: { api_endpoint: `http://127.0.0.1:${service.port}`, location: 'EU' },
      },
    });
    expect(made.status, made.text).toBe(201);
    id = made.json.id;
  });
  afterAll(async () => {
    await started.stop();
    await service.stop();
  });
  beforeEach(() => started.app.services.engines.forget(id));

  it('shows everything of them but the secret ones, which stay where they come back masked [API-075] [API-076]', async () => {
    const shown = await connection();
    const options = JSON.parse(shown.masked_encrypted_extra);
    expect(options.credentials_info).toMatchObject({ client_email: 'bi@shop-1.iam', private_key: mask });
    expect(JSON.stringify(shown)).not.toContain(secret.slice(40, 80));
    expect(shown.parameters).toMatchObject({ project: 'shop-1', query: { location: 'EU' } });
    const same = await started.admin.put(`/api/v1/database/${id}`, {
      ...{ sqlalchemy_uri: shown.sqlalchemy_uri, masked_encrypted_extra: shown.masked_encrypted_extra },
    });
    expect(same.status, same.text).toBe(200);
    expect(await started.admin.get(`/api/v1/database/${id}/schemas/`)).toMatchObject({ json: { result: ['sales'] } });
    const renamed = JSON.stringify({
      credentials_info: { ...options.credentials_info, client_email: 'new@shop-1.iam' },
    });
    expect((await started.admin.put(`/api/v1/database/${id}`, { masked_encrypted_extra: renamed })).status).toBe(200);
    expect(JSON.parse((await connection()).masked_encrypted_extra).credentials_info.client_email).toBe(
      'new@shop-1.iam',
    );
    const [row] = await started.app.services.store.selectFrom('databases').selectAll().where('id', '=', id).execute();
    expect(JSON.stringify(row)).not.toContain('PRIVATE KEY');
  });

  it('sends no secret that is kept to another place', async () => {
    const { masked_encrypted_extra } = await connection();
    const { sqlalchemy_uri: own } = await connection();
    const other = `${String(own).split('?')[0]}?api_endpoint=${encodeURIComponent('http://127.0.0.1:9')}`;
    for (const sqlalchemy_uri of ['bigquery://other-1', other]) {
      const body = { sqlalchemy_uri, masked_encrypted_extra };
      for (const elsewhere of [
        await started.admin.put(`/api/v1/database/${id}`, body),
        await started.admin.post('/api/v1/database/test_connection/', { ...body, id }),
      ]) {
        expect([sqlalchemy_uri, elsewhere.status]).toEqual([sqlalchemy_uri, 422]);
        expect(Object.keys(elsewhere.json.message)).toEqual(['masked_encrypted_extra']);
      }
    }
  });

  it('answers charts by what its own SQL calls their labels', async () => {
    const tables = await started.admin.get(`/api/v1/database/${id}/tables/?q=(schema_name:sales)`);
    expect(tables.json.result.map(({ value }: { value: string }) => value)).toEqual(['orders']);
    const dataset = await started.admin.post('/api/v1/dataset/', {
      database: id,
      schema: 'sales',
      table_name: 'orders',
    });
    expect(dataset.status, dataset.text).toBe(201);
    const answer = await started.admin.post('/api/v1/chart/data', {
      datasource: { id: dataset.json.id, type: 'table' },
      queries: [
        {
          columns: ['region'],
          metrics: [
            { expressionType: 'SIMPLE', column: { column_name: 'amount' }, aggregate: 'SUM', label: 'SUM(amount)' },
          ],
          time_range: '2024-01-01 : 2024-02-01',
          granularity: 'at',
          row_limit: 10,
        },
      ],
    });
    expect(answer.status, answer.text).toBe(200);
    expect(answer.json.result[0].data).toEqual([{ region: 'North', 'SUM(amount)': 3.5 }]);
    const asked = service.heard.map(({ body }) => body).find((body) => body.includes('GROUP BY')) ?? '';
    expect(JSON.parse(asked).query).toContain("`at` >= DATETIME '2024-01-01 00:00:00'");
    expect(JSON.parse(asked).query).toMatch(/SUM\(`amount`\) AS `SUM_amount__[0-9a-f]{8}`/);
  });

  it('says that its options are wrong before anything is kept', async () => {
    const body = { engine: 'bigquery', configuration_method: 'dynamic_form', database_name: 'Wrong' };
    const parameters = { project: 'p-1', credentials_info: 'no JSON' };
    const answer = await started.admin.post('/api/v1/database/', { ...body, parameters });
    expect([answer.status, answer.json.errors[0].error_type]).toEqual([400, 'CONNECTION_ACCESS_DENIED_ERROR']);
    const unused = { database_name: 'X', sqlalchemy_uri: 'duckdb:///x.duckdb', masked_encrypted_extra: '{"a":1}' };
    expect((await started.admin.post('/api/v1/database/', unused)).status).toBe(422);
  });

  it('comes with its options in a bundle; where they are masked there they wait to be entered, and what is known stays', async () => {
    const uuid = '00000000-0000-4000-8000-000000000021';
    const send = async (options: object, overwrite: boolean) => {
      const file = {
        ...{
          database_name: 'Moved',
          sqlalchemy_uri: `bigquery://shop-1?api_endpoint=http://127.0.0.1:${service.port}`,
        },
        ...{ uuid, version: '1.0.0', masked_encrypted_extra: JSON.stringify(options) },
      };
      const metadata = { version: '1.0.0', type: 'Database', timestamp: '2026-01-01T00:00:00+00:00' };
      const files = {
        'x/metadata.yaml': strToU8(stringify(metadata)),
        'x/databases/Moved.yaml': strToU8(stringify(file)),
      };
      const form = new FormData();
      form.append('formData', new Blob([zipSync(files).slice()]), 'bundle.zip');
      if (overwrite) form.append('overwrite', 'true');
      const answer = await started.admin.post('/api/v1/database/import/', undefined, { form });
      expect(answer.status, answer.text).toBe(200);
      return answer.json.warnings ?? [];
    };
    const masked = { credentials_info: { ...keyFile(), private_key: mask } };
    expect(await send(masked, false)).toEqual([
      'databases/Moved.yaml: `masked_encrypted_extra` is masked and was left out: enter it at the connection.',
    ]);
    expect(await send({ credentials_info: keyFile() }, true)).toEqual([]);
    expect(await send(masked, true)).toEqual([]);
    const list = await started.admin.get('/api/v1/database/?q=(filters:!((col:database_name,opr:eq,value:Moved)))');
    const moved = list.json.result[0].id;
    expect((await started.admin.get(`/api/v1/database/${moved}/schemas/`)).json.result).toEqual(['sales']);
    const exported = await started.admin.get(`/api/v1/database/export/?q=!(${moved})`);
    expect(exported.text).not.toContain('PRIVATE KEY');
  });
});
