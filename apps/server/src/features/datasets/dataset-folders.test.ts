import { apiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { strFromU8, unzipSync } from 'fflate';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';

let started: InProcessApp;
let id: number;

beforeAll(async () => {
  started = await startInProcess();
  const database = (await started.admin.get('/api/v1/database/')).json.ids[0];
  const sql = "select 1 as amount, 'EUR' as currency, 'Lund' as city, 'north' as region";
  id = (await started.admin.post('/api/v1/dataset/', { database, schema: 'main', table_name: 'sales', sql })).json.id;
});
afterAll(() => started.stop());

const read = async (of = id) => (await started.admin.get(`/api/v1/dataset/${of}`)).json.result;
const put = (body: object) => started.admin.put(`/api/v1/dataset/${id}`, body);
const column = (name: string) => ({ type: 'column', name });
const folder = (name: string, children: readonly object[]) => ({ type: 'folder', name, children });

interface Column {
  readonly column_name: string;
  readonly type: string;
}

interface Node {
  readonly name: string;
  readonly children?: readonly Node[];
}

/** Folders without what the server numbers. */
function plain(folders: readonly Node[] | null): unknown {
  return folders?.map(({ name, children }) => (children ? { [name]: plain(children) } : name)) ?? null;
}

const places = [folder('Place', [column('city'), folder('Wide', [column('region')])]), folder('Money', [])];
const plainPlaces = [{ Place: ['city', { Wide: ['region'] }] }, { Money: [] }];

describe('folders of a dataset', () => {
  it('order its columns and metrics for its editor and for Explore [API-013]', async () => {
    expect((await read()).folders).toBe(null);
    const { metrics } = await read();
    const count = { type: 'metric', uuid: metrics[0].uuid };
    const money = { ...folder('Money', [count, column('amount')]), description: 'What it brings' };
    const saved = await put({ folders: [folder('Place', [column('city')]), money, column('region')] });
    expect(saved.status, saved.text).toBe(200);
    const { folders } = await read();
    expect(plain(folders)).toEqual([{ Place: ['city'] }, { Money: ['count', 'amount'] }]);
    expect(folders[1]).toMatchObject({ description: 'What it brings', uuid: expect.stringMatching(/^[\da-f-]{36}$/) });
    expect(folders[1].children[0]).toEqual({ type: 'metric', uuid: metrics[0].uuid, name: 'count' });
    // What was read is taken as it is.
    expect((await put({ folders })).status).toBe(200);
    expect((await read()).folders).toEqual(folders);
    const explored = await started.admin.get(`/api/v1/explore/?datasource_type=table&datasource_id=${id}`);
    expect(explored.json.result.dataset.folders).toEqual(folders);
    expect((await put({ folders: null })).status).toBe(200);
    expect((await read()).folders).toBe(null);
  });

  it('forget a column that is gone, and find one again that came under another UUID', async () => {
    await put({ folders: places });
    const { columns } = await read();
    const sent = columns.map(({ column_name, type }: Column) => ({ column_name, type }));
    const without = sent.filter((one: Column) => one.column_name !== 'region');
    const changed = await started.admin.put(`/api/v1/dataset/${id}?override_columns=true`, { columns: without });
    expect(changed.status, changed.text).toBe(200);
    expect(plain((await read()).folders)).toEqual([{ Place: ['city', { Wide: [] }] }, { Money: [] }]);
    await started.admin.put(`/api/v1/dataset/${id}?override_columns=true`, { columns: sent });
    expect(plain((await read()).folders)).toEqual(plainPlaces);
  });

  it.each([
    [
      'an unknown column',
      [folder('A', [column('nothing')])],
      'folders.0.children.0',
      'The dataset has no column "nothing".',
    ],
    [
      'a column twice',
      [folder('A', [column('city')]), folder('B', [column('city')])],
      'folders.1.children.0',
      '"city" is in two folders.',
    ],
    [
      'two of one name',
      [folder('A', []), folder(' A', [])],
      'folders.1.name',
      'There are two folders called "A" beside each other.',
    ],
    ['a name of their headings', [folder('Metrics', [])], 'folders.0.name', 'A folder cannot be called "Metrics".'],
  ])('are refused with %s, and stay as they were', async (_what, folders, field, message) => {
    await put({ folders: places });
    const refused = await put({ folders, description: 'not kept' });
    expect([refused.status, refused.json.message]).toEqual([422, { [field]: [message] }]);
    expect(plain((await read()).folders)).toEqual(plainPlaces);
    expect((await read()).description).not.toBe('not kept');
  });

  it('are refused four deep, by who may not change the dataset, and of a dataset that is not there', async () => {
    const deep = folder('1', [folder('2', [folder('3', [folder('4', [])])])]);
    expect((await put({ folders: [deep] })).status).toBe(422);
    const gina = await started.signInAs('gina', ['Gamma']);
    expect((await gina.put(`/api/v1/dataset/${id}`, { folders: [] })).status).toBe(403);
    expect((await apiClient(started.url).put(`/api/v1/dataset/${id}`, { folders: [] })).status).toBe(401);
    expect((await started.admin.put('/api/v1/dataset/9999', { folders: [] })).status).toBe(404);
  });

  it('and the column with currencies go with copies, bundles and versions', async () => {
    await put({ folders: places, currency_code_column: 'currency' });
    const body = { base_model_id: id, table_name: 'copied' };
    const copy = (await started.admin.post('/api/v1/dataset/duplicate', body)).json.id;
    const copied = await read(copy);
    expect([plain(copied.folders), copied.currency_code_column]).toEqual([plainPlaces, 'currency']);
    expect(copied.folders[0].children[0].uuid).not.toBe((await read()).folders[0].children[0].uuid);

    const exported = await fetch(`${started.url}/api/v1/dataset/export/?q=!(${id})`, {
      headers: started.admin.headers,
    });
    const zip = new Uint8Array(await exported.arrayBuffer());
    const file = Object.entries(unzipSync(zip)).find(([name]) => name.includes('/datasets/'))?.[1];
    const document = parse(strFromU8(file ?? new Uint8Array()));
    expect([plain(document.folders), document.currency_code_column]).toEqual([plainPlaces, 'currency']);
    await put({ folders: null, currency_code_column: null });
    expect((await read()).currency_code_column).toBe(null);
    const form = new FormData();
    form.set('formData', new Blob([zip]), 'sales.zip');
    form.set('overwrite', 'true');
    const imported = await fetch(`${started.url}/api/v1/dataset/import/`, {
      method: 'POST',
      headers: started.admin.headers,
      body: form,
    });
    expect(imported.status, await imported.text()).toBe(200);
    const back = await read();
    expect([plain(back.folders), back.currency_code_column]).toEqual([plainPlaces, 'currency']);

    await put({ folders: [folder('Later', [column('city')])] });
    const versions = (await started.admin.get(`/api/v1/dataset/${id}/versions/`)).json.result;
    expect(versions[0].changed_fields).toEqual(['folders']);
    const restored = await started.admin.post(`/api/v1/dataset/${id}/versions/${versions[1].number}/restore`, {});
    expect(restored.status, restored.text).toBe(200);
    expect(plain((await read()).folders)).toEqual(plainPlaces);
  });
});
