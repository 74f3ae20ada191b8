import type { ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let started: InProcessApp;
let datasetId: number;
let gamma: ApiClient;

beforeAll(async () => {
  started = await startInProcess();
  const database = (await started.admin.get('/api/v1/database/')).json.ids[0];
  const engine = await started.app.services.engines.getEmbedded(database);
  await engine.runTrusted("create table main.sales as select range as id, 'shop' as shop, 1.5 as price from range(9)");
  await engine.runTrusted("create table main.secret as select 'CANARY' as x");
  const table = { database, schema: 'main', table_name: 'sales' };
  datasetId = (await started.admin.post('/api/v1/dataset/', table)).json.id;
  gamma = await started.signInAs('gina', ['Gamma']);
});
afterAll(() => started.stop());

const ask = (body: object, client = started.admin, path = `table/${datasetId}`) =>
  client.post(`/api/v1/datasource/${path}/validate_expression/`, body);
const check = async (expression: string, expression_type?: string) => {
  const answer = await ask({ expression, ...(expression_type ? { expression_type } : {}) });
  expect(answer.status, answer.text).toBe(200);
  return answer.json.result;
};

describe('SQL over a dataset', () => {
  it.each([
    ['upper(shop)', 'column'],
    ['SUM(price) / COUNT(*)', 'metric'],
    ["price > 1 AND shop = 'shop' -- so", 'where'],
    ['SUM(price) > 3', 'having'],
    ['price > 1', undefined],
  ])('has no mistakes where it fits: %s', async (sql, kind) => {
    expect(await check(sql, kind)).toEqual([]);
  });

  it.each([
    ['upper(shp)', 'column', /"?shp"?/, 1, 7],
    ['SUM(price) /\n  SUM(prce)', 'metric', /"?prce"?/, 2, 7],
    ['upper(', 'column', /./, 1, null],
    ['SUM(price) > 3', 'where', /WHERE.*aggregate|aggregate.*WHERE/i, 1, null],
    ['price > ', 'where', /./, 1, null],
  ])('says what is wrong with %s as a %s, and where', async (sql, kind, words, line, column) => {
    const [mistake] = await check(sql, kind);
    expect(mistake).toMatchObject({ message: expect.stringMatching(words), line_number: line });
    if (column !== null) expect([mistake.start_column, mistake.end_column]).toEqual([column, column]);
  });

  it('is read as a condition on groups where the clause says so', async () => {
    const answer = await ask({ expression: 'SUM(price) > 3', expression_type: 'where', clause: 'HAVING' });
    expect(answer.json.result).toEqual([]);
  });

  it.each(['(SELECT max(x) FROM secret)', 'price FROM secret --', "(SELECT * FROM read_csv('/etc/passwd'))"])(
    'reaches nothing else, and reads nothing: %s',
    async (sql) => {
      for (const kind of ['column', 'metric', 'where', 'having']) {
        const answer = await ask({ expression: sql, expression_type: kind });
        expect(answer.json.result, answer.text).toMatchObject([{ message: expect.any(String) }]);
        expect(answer.text).not.toMatch(/CANARY|root:x/);
      }
    },
  );

  it('is checked for those who may read the dataset, and in known words alone', async () => {
    const body = { expression: 'price', expression_type: 'column' };
    expect((await ask(body, gamma)).status).toBe(403);
    expect((await ask(body, started.admin, 'table/99999')).status).toBe(404);
    expect((await ask(body, started.admin, `spreadsheet/${datasetId}`)).status).toBe(400);
    expect((await ask({ ...body, expression_type: 'order' })).status).toBe(400);
    expect((await ask({ expression: '' })).status).toBe(400);
    const anonymous = await fetch(`${started.url}/api/v1/datasource/table/${datasetId}/validate_expression/`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    expect(anonymous.status).toBe(401);
  });
});
