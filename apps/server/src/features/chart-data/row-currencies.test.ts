import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let datasetId: number;

beforeAll(async () => {
  running = await startInProcess();
  const { engines, store } = running.app.services;
  const { id: databaseId } = await store.selectFrom('databases').select('id').executeTakeFirstOrThrow();
  const engine = await engines.getEmbedded(databaseId);
  await engine.runTrusted(`CREATE TABLE orders AS SELECT * FROM (VALUES
    ('North', 'EUR', 100), ('North', ' eur ', 50), ('North', NULL, 10), ('South', 'USD', 80), ('South', 'EUR', 20),
    ('West', NULL, 5), ('East', 'a long description', 7)) t(shop, code, amount)`);
  const given = { database: databaseId, schema: 'main', table_name: 'orders', currency_code_column: 'code' };
  datasetId = (await running.admin.post('/api/v1/dataset/', given)).json.id;
});
afterAll(() => running.stop());

type Json = Readonly<Record<string, unknown>>;

const taken = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'amount' }, label: 'taken' };
const ofRows = { symbol: 'AUTO', symbolPosition: 'prefix' };
const of = (...shops: readonly string[]) => ({ filters: [{ col: 'shop', op: 'IN', val: shops }] });

const send = (query: Json, form: Json | undefined, more: Json = {}) =>
  running.admin.post('/api/v1/chart/data', {
    datasource: { id: datasetId, type: 'table' },
    queries: [{ metrics: [taken], ...query }],
    ...(form ? { form_data: form } : {}),
    ...more,
  });
const currencyOf = async (query: Json, form: Json | undefined = { currency_format: ofRows }) =>
  (await send(query, form)).json.result[0].detected_currency;

async function changeDataset(fields: Json): Promise<void> {
  const answer = await running.admin.put(`/api/v1/dataset/${datasetId}`, fields);
  expect(answer.status).toBe(200);
}

describe('the currency that rows name', () => {
  it('is told where all rows that pass the filters name one, in whatever case it is written', async () => {
    const [told] = (await send(of('North'), { currency_format: ofRows })).json.result;
    expect([told.detected_currency, told.currency_code_column]).toEqual(['EUR', 'code']);
    expect(await currencyOf({ extras: { where: "shop = 'North'", having: 'SUM(amount) > 1000' } })).toBe('EUR');
  });

  it('is none where they name several, none, or what is no code', async () => {
    expect(await currencyOf(of('North', 'South'))).toBeNull();
    expect(await currencyOf(of('West'))).toBeNull();
    expect(await currencyOf(of('East'))).toBeNull();
  });

  it('is looked for only where a chart asks for it: by its form, a column of its own, or a metric of the dataset', async () => {
    expect(await currencyOf(of('North'), { currency_format: { symbol: 'USD', symbolPosition: 'prefix' } })).toBe(
      undefined,
    );
    expect(await currencyOf(of('North'), {})).toBe(undefined);
    expect(await currencyOf(of('North'), { column_config: { taken: { currencyFormat: ofRows } } })).toBe('EUR');
    await changeDataset({
      metrics: [{ metric_name: 'revenue', expression: 'SUM(amount)', currency: ofRows }],
    });
    expect(await currencyOf({ ...of('North'), metrics: ['revenue'] }, {})).toBe('EUR');
    expect(await currencyOf(of('North'), {})).toBe(undefined);
  });

  it('is that of the rows which whoever asks may read', async () => {
    const alpha = await running.signInAs('bound', ['Alpha']);
    const rule = {
      ...{ name: 'North alone', filter_type: 'Regular', clause: "shop = 'North'", tables: [datasetId] },
      roles: [
        (
          await running.app.services.store
            .selectFrom('roles')
            .select('id')
            .where('name', '=', 'Alpha')
            .executeTakeFirstOrThrow()
        ).id,
      ],
    };
    expect((await running.admin.post('/api/v1/rowlevelsecurity/', rule)).status).toBe(201);
    const body = {
      datasource: { id: datasetId, type: 'table' },
      queries: [{ metrics: [taken] }],
      form_data: { currency_format: ofRows },
    };
    expect((await running.admin.post('/api/v1/chart/data', body)).json.result[0].detected_currency).toBeNull();
    expect((await alpha.post('/api/v1/chart/data', body)).json.result[0].detected_currency).toBe('EUR');
  });

  it('comes from the cache with the rows, and anew where it is asked anew', async () => {
    const form = { currency_format: ofRows };
    const first = (await send(of('South'), form)).json.result[0];
    expect([first.detected_currency, first.is_cached]).toEqual([null, false]);
    const again = (await send(of('South'), form)).json.result[0];
    expect([again.detected_currency, again.is_cached]).toEqual([null, true]);
    const { engines, store } = running.app.services;
    const { id } = await store.selectFrom('databases').select('id').executeTakeFirstOrThrow();
    await (await engines.getEmbedded(id)).runTrusted("UPDATE orders SET code = 'GBP' WHERE shop = 'South'");
    expect((await send(of('South'), form, { force: true })).json.result[0].detected_currency).toBe('GBP');
  });

  it('is not missed by a chart whose dataset lost the column', async () => {
    await changeDataset({ currency_code_column: 'gone' });
    const { status, json } = await send(of('North'), { currency_format: ofRows });
    expect([status, json.result[0].detected_currency, json.result[0].data]).toEqual([200, undefined, [{ taken: 160 }]]);
  });
});
