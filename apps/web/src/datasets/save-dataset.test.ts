import { describe, expect, it } from 'vitest';
import { ApiError, createClient } from '../api/index.ts';
import {
  canSave,
  createExploreAddress,
  defaultExploreForm,
  saveDataset,
  saveModes,
  suggestDatasetName,
  toDatasetSql,
} from './save-dataset.ts';

const source = { name: 'Sales', sql: 'SELECT 1;\n', databaseId: 3, schema: 'uploads', templateParams: null };

/** A server that answers every call with one body and remembers what it was asked. */
function serverOf(status: number, body: object) {
  const calls: { path: string; method: string; body: Record<string, unknown> | null }[] = [];
  const api = createClient({
    fetch: async (input, init) => {
      calls.push({
        path: String(input),
        method: init?.method ?? 'GET',
        body: typeof init?.body === 'string' ? JSON.parse(init.body) : null,
      });
      return new Response(JSON.stringify(body), { status, headers: { 'content-type': 'application/json' } });
    },
  });
  api.setCsrfToken('token');
  return { api, calls };
}

describe('saving a query as a dataset', () => {
  it('has two modes, save as new (1) and overwrite existing (2) [DST-027]', () => {
    expect(saveModes).toEqual({ saveNew: '1', overwrite: '2' });
  });

  it('needs a name for a new dataset, and a dataset to overwrite [DST-028, DST-029]', () => {
    expect(canSave({ mode: '1', name: '  ', existingId: 4 })).toBe(false);
    expect(canSave({ mode: '1', name: 'Sales', existingId: null })).toBe(true);
    expect(canSave({ mode: '2', name: 'Sales', existingId: null })).toBe(false);
    expect(canSave({ mode: '2', name: '', existingId: 4 })).toBe(true);
  });

  it('suggests the name of the query or Untitled Dataset, and the date and time [DST-031]', () => {
    const now = new Date(2024, 1, 3, 4, 5, 6);
    expect(suggestDatasetName('Sales', 'Untitled Dataset', now)).toBe('Sales 02/03/2024 04:05:06');
    expect(suggestDatasetName('', 'Untitled Dataset', now)).toBe('Untitled Dataset 02/03/2024 04:05:06');
    expect(suggestDatasetName('x'.repeat(400), '', now)).toHaveLength(250);
  });

  it('leaves the end of the statement out', () => {
    expect(toDatasetSql("SELECT ';' ;; \n")).toBe("SELECT ';'");
  });

  it('creates with database, schema and SQL, and overwrites the query and columns of an existing one [DST-027]', async () => {
    const { api, calls } = serverOf(201, { id: 9 });
    const tell = () => undefined;
    expect(await saveDataset({ api, tell }, source, { mode: '1', name: ' New ', existingId: null })).toBe(9);
    expect(calls[0]).toMatchObject({
      path: '/api/v1/dataset/',
      method: 'POST',
      body: { database: 3, schema: 'uploads', sql: 'SELECT 1', table_name: 'New' },
    });
    expect(await saveDataset({ api, tell }, source, { mode: '2', name: '', existingId: 5 })).toBe(5);
    expect(calls[1]).toMatchObject({
      path: '/api/v1/dataset/5?override_columns=true',
      method: 'PUT',
      body: { sql: 'SELECT 1', database_id: 3, schema: 'uploads' },
    });
  });

  it.each([
    { mode: '1', name: 'Sales', existingId: null },
    { mode: '2', name: '', existingId: 5 },
  ] as const)('tells what the server said and throws it on, in the mode $mode [DST-033]', async (choice) => {
    const { api } = serverOf(422, { message: 'Dataset Sales already exists' });
    const told: unknown[] = [];
    const saving = saveDataset({ api, tell: (error) => told.push(error) }, source, choice);
    await expect(saving).rejects.toThrow('Dataset Sales already exists');
    expect(told).toHaveLength(1);
    expect(told[0]).toBeInstanceOf(ApiError);
  });

  it('starts its chart from 1000 rows without metrics and groups, under a key in the address [DST-034, DST-035]', async () => {
    expect(defaultExploreForm(7)).toEqual({ datasource: '7__table', row_limit: 1000, metrics: [], groupby: [] });
    const { api, calls } = serverOf(201, { key: 'abc' });
    expect(await createExploreAddress(api, 7, { row_limit: 50 })).toBe(
      '/explore/?form_data_key=abc&datasource_type=table&datasource_id=7',
    );
    expect(JSON.parse(String(calls[0]?.body?.form_data))).toMatchObject({ datasource: '7__table', row_limit: 50 });
  });
});
