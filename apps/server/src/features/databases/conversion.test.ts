import { passwordMask } from '@powerset/contract';
import { apiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { databaseKinds } from '../../engines/index.ts';

const path = '/api/v1/database/validate_parameters/';
let started: InProcessApp;
beforeAll(async () => {
  started = await startInProcess();
});
afterAll(() => started.stop());

const convert = async (body: object) => {
  const whole = { configuration_method: 'dynamic_form', converts: true, ...body };
  const { status, json } = await started.admin.post(path, whole);
  return { status, json, result: json.result };
};
const parameters = {
  ...{ host: 'nowhere.invalid', port: 5433, username: 'ada', password: 'p@ss:/?#', database: 'shop' },
  ...{ encryption: true, query: {} },
};
const uri = 'postgresql://ada:p%40ss%3A%2F%3F%23@nowhere.invalid:5433/shop?sslmode=require';

describe('a way to connect', () => {
  it('is said in the other, with the password that was typed and without anything being opened', async () => {
    expect((await convert({ engine: 'postgresql', parameters })).result).toEqual({ sqlalchemy_uri: uri });
    const back = await convert({ engine: 'postgresql', sqlalchemy_uri: uri });
    expect(back.result).toEqual({ parameters });
  });

  it('keeps the mask of a password that is kept, whichever connection is named', async () => {
    const id = (await started.admin.get('/api/v1/database/')).json.result[0].id;
    const masked = await convert({ id, engine: 'postgresql', parameters: { ...parameters, password: passwordMask } });
    const { sqlalchemy_uri: shown } = masked.result;
    expect(shown).toBe(uri.replace('p%40ss%3A%2F%3F%23', passwordMask));
    const back = await convert({ id, engine: 'postgresql', sqlalchemy_uri: shown });
    expect(back.result.parameters.password).toBe(passwordMask);
  });

  it('is carried over as far as it was typed, and a URI only once it can be read', async () => {
    const half = await convert({ engine: 'postgresql', parameters: { host: 'db.example.com', username: 'ada' } });
    expect(half.result.sqlalchemy_uri).toMatch(/^postgresql:\/\/ada@db\.example\.com/);
    for (const broken of ['postgresql://db', 'nothing', 'postgresql://a:b@h/x?odd=1']) {
      const { status, json } = await convert({ engine: 'postgresql', sqlalchemy_uri: broken });
      expect([broken, status >= 400 && status < 500, JSON.stringify(json)]).toEqual([
        broken,
        true,
        expect.stringContaining('sqlalchemy_uri'),
      ]);
    }
    const other = await convert({ engine: 'mysql', sqlalchemy_uri: uri });
    expect([other.status, JSON.stringify(other.json)]).toEqual([422, expect.stringContaining('PostgreSQL')]);
    const port = await convert({ engine: 'postgresql', parameters: { ...parameters, port: 'many' } });
    expect([port.status, port.json.errors[0].error_type]).toEqual([422, 'CONNECTION_INVALID_PORT_ERROR']);
  });

  it('takes what fields say beside the URI along', async () => {
    const catalog = { sales: 'https://docs.google.com/spreadsheets/d/abc/edit#gid=0' };
    const extra = '{"engine_params":{"timeout":5}}';
    const { result } = await convert({ engine: 'gsheets', parameters: { catalog }, extra });
    expect(JSON.parse(result.extra)).toEqual({ engine_params: { timeout: 5, catalog } });
    const back = await convert({ engine: 'gsheets', sqlalchemy_uri: result.sqlalchemy_uri, extra: result.extra });
    expect(back.result.parameters.catalog).toEqual(catalog);
  });

  it('that is empty breaks no kind of database', async () => {
    for (const { backend } of databaseKinds) {
      const { status } = await convert({ engine: backend, parameters: {} });
      expect([backend, status < 500]).toEqual([backend, true]);
    }
  });

  it('is said to nobody who may not connect databases', async () => {
    const body = { engine: 'postgresql', configuration_method: 'dynamic_form', converts: true, parameters };
    expect((await apiClient(started.url).post(path, body)).status).toBe(401);
    const reader = await started.signInAs('reader', ['Gamma']);
    expect((await reader.post(path, body)).status).toBe(403);
  });
});
