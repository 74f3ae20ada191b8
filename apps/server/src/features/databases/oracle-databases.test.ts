import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse, stringify } from 'yaml';
import { refuse, startTnsService, type TnsService } from '../../engines/oracle/tns-service-fixture.ts';

const uuid = '00000000-0000-4000-8000-000000000177';

/** As the reference exports a database whose driver is an older one. */
const document = {
  database_name: 'Shop',
  sqlalchemy_uri: 'oracle+cx_oracle://reader:XXXXXXXXXX@db.example.com:1521/?encoding=UTF-8&service_name=shop',
  ...{ cache_timeout: null, expose_in_sqllab: true, allow_run_async: false, allow_ctas: false, allow_cvas: false },
  ...{ allow_dml: false, allow_csv_upload: false, impersonate_user: false, extra: {}, version: '1.0.0', uuid },
};

describe('a database on Oracle', () => {
  let started: InProcessApp;
  let service: TnsService;
  const form = (parameters: object = {}) => ({
    ...{ engine: 'oracle', driver: 'oracledb', configuration_method: 'dynamic_form', database_name: 'Form' },
    parameters: {
      ...{ host: '127.0.0.1', port: service.port, username: 'ada', password: 's', database: 'shop' },
      ...parameters,
    },
  });

  beforeAll(async () => {
    service = await startTnsService(() => refuse(12514));
    started = await startInProcess();
  }, 60_000);
  afterAll(async () => {
    await started.stop();
    await service.stop();
  });

  it('that a bundle of the reference brings opens here, and is exported with the driver that it named', async () => {
    const entries = {
      'bundle/metadata.yaml': { version: '1.0.0', type: 'Database', timestamp: '2026-01-01T00:00:00+00:00' },
      'bundle/databases/Shop.yaml': document,
    };
    const archive = zipSync(
      Object.fromEntries(Object.entries(entries).map(([name, value]) => [name, strToU8(stringify(value))])),
    );
    const sent = new FormData();
    sent.append('formData', new Blob([archive.slice()]), 'bundle.zip');
    sent.append('passwords', JSON.stringify({ 'databases/Shop.yaml': 'a password' }));
    const answer = await started.admin.post('/api/v1/database/import/', undefined, { form: sent });
    expect([answer.status, answer.json], answer.text).toEqual([200, { message: 'OK' }]);
    const { result } = (await started.admin.get('/api/v1/database/?q=(page_size:100)')).json;
    const { id } = result.find((row: { readonly uuid: string }) => row.uuid === uuid);
    const connection = (await started.admin.get(`/api/v1/database/${id}/connection`)).json.result;
    expect(connection).toMatchObject({ backend: 'oracle', opening_problem: null, default_schema: 'reader' });
    const exported = unzipSync((await started.admin.get(`/api/v1/database/export/?q=!(${id})`)).bytes);
    const files = Object.entries(exported).filter(([file]) => file.includes('/databases/'));
    expect(files.map(([, bytes]) => parse(strFromU8(bytes)).sqlalchemy_uri)).toEqual([document.sqlalchemy_uri]);
  });

  it('is refused before it is kept where the listener knows no such service, and says so', async () => {
    const made = await started.admin.post('/api/v1/database/', form());
    expect(made.status, made.text).toBe(400);
    expect(made.text).toContain('The database \\"shop\\" does not exist, or may not be opened.');
    const tested = await started.admin.post('/api/v1/database/test_connection/', {
      sqlalchemy_uri: `oracle+oracledb://ada:s@127.0.0.1:${service.port}/XE`,
    });
    expect([tested.status, tested.json.errors[0].message], tested.text).toEqual([
      400,
      'The database "XE" does not exist, or may not be opened.',
    ]);
    expect(service.asked.map((asked) => /\((?:SERVICE_NAME|SID)=\w+\)/.exec(asked)?.[0])).toEqual([
      '(SERVICE_NAME=shop)',
      '(SID=XE)',
    ]);
    expect(made.text + tested.text).not.toContain('ada:s');
  });

  it('has a form that asks for a service or a SID', async () => {
    const { databases } = (await started.admin.get('/api/v1/database/available/')).json;
    const kind = databases.find(({ engine }: { readonly engine: string }) => engine === 'oracle');
    expect(kind).toMatchObject({
      ...{ name: 'Oracle', available_drivers: ['oracledb'] },
      parameters: { required: ['host', 'port', 'database', 'username'], properties: { port: { default: 1521 } } },
    });
    const missing = await started.admin.post('/api/v1/database/validate_parameters/', form({ database: '' }));
    expect(missing.status, missing.text).toBe(422);
    expect(missing.text).toContain('database');
    const broken = await started.admin.post('/api/v1/database/', form({ database: 'a)(b' }));
    expect(broken.status, broken.text).toBe(422);
    expect(broken.text).toContain('letters, digits, points');
  });
});
