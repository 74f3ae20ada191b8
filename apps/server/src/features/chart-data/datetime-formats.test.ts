import type { ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let admin: ApiClient;
let database: number;
beforeAll(async () => {
  running = await startInProcess();
  admin = running.admin;
  [database] = (await admin.get('/api/v1/database/')).json.ids;
});
afterAll(() => running.stop());

async function makeDataset(name: string, days: readonly string[]): Promise<number> {
  const rows = days.map((day) => `('${day}')`).join(', ');
  const sql = `SELECT * FROM (VALUES ${rows}) AS t(day)`;
  const made = await admin.post('/api/v1/dataset/', { database, schema: 'main', table_name: name, sql });
  expect(made.status, made.text).toBe(201);
  return made.json.id;
}

async function setFormat(id: number, format: string | null): Promise<void> {
  const [column] = (await admin.get(`/api/v1/dataset/${id}`)).json.result.columns;
  const { id: columnId, column_name } = column;
  const columns = [{ id: columnId, column_name, is_dttm: true, datetime_format: format }];
  const saved = await admin.put(`/api/v1/dataset/${id}`, { columns });
  expect(saved.status, saved.text).toBe(200);
}

const formatOf = async (id: number) =>
  (await admin.get(`/api/v1/dataset/${id}`)).json.result.columns[0].datetime_format;

async function ask(id: number, column: unknown = 'day') {
  const queries = [{ columns: [column], metrics: [], orderby: [['day', true]] }];
  const asked = await admin.post('/api/v1/chart/data', { datasource: { id, type: 'table' }, queries });
  expect(asked.status, asked.text).toBe(200);
  return asked.json.result[0].data.map(({ day }: { day: unknown }) => day);
}

const april = [Date.UTC(2024, 3, 3), Date.UTC(2024, 3, 20)];

describe('the format in which texts of results are times', () => {
  it('makes times of a temporal column of texts, in a column and on an axis, and is asked anew when it changes', async () => {
    const id = await makeDataset('german days', ['03.04.2024', '20.04.2024']);
    await setFormat(id, '%d.%m.%Y');
    expect(await ask(id)).toEqual(april);
    const axis = { label: 'day', sqlExpression: 'day', expressionType: 'SQL', columnType: 'BASE_AXIS' };
    expect(await ask(id, { ...axis, isColumnReference: true })).toEqual(april);
    await setFormat(id, '%d.%Y.%m');
    expect(await ask(id)).toEqual(['03.04.2024', '20.04.2024']);
  });

  it('leaves texts where one of them is written otherwise, and an unknown letter changes nothing', async () => {
    const id = await makeDataset('mixed days', ['03.04.2024', 'in spring']);
    await setFormat(id, '%d.%m.%Y');
    expect(await ask(id)).toEqual(['03.04.2024', 'in spring']);
    const iso = await makeDataset('days', ['2024-04-03', '2024-04-20']);
    await setFormat(iso, '%Q');
    expect(await ask(iso)).toEqual(april);
  });

  it('is kept by a copy and a version, emptied by nothing, and bounded', async () => {
    const id = await makeDataset('kept days', ['03.04.2024']);
    await setFormat(id, '%d.%m.%Y');
    const copied = await admin.post('/api/v1/dataset/duplicate', { base_model_id: id, table_name: 'copied days' });
    expect(await formatOf(copied.json.id)).toBe('%d.%m.%Y');
    await setFormat(id, null);
    expect(await formatOf(id)).toBeNull();
    const { result: versions } = (await admin.get(`/api/v1/dataset/${id}/versions`)).json;
    const back = await admin.post(`/api/v1/dataset/${id}/versions/${versions[1].number}/restore`, {});
    expect(back.status, back.text).toBe(200);
    expect(await formatOf(id)).toBe('%d.%m.%Y');
    const columns = [{ column_name: 'more', datetime_format: '%'.repeat(101) }];
    const refused = await admin.put(`/api/v1/dataset/${id}`, { columns });
    expect([refused.status, refused.text]).toEqual([422, expect.stringContaining('datetime_format')]);
  });
});
