import { type ApiClient, apiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { countLines } from './versions.ts';

let running: InProcessApp;
let analyst: ApiClient;
const path = '/api/v1/saved_query/';
const query = { label: 'Orders', db_id: 1, schema: 'main', sql: 'select 1\nfrom orders' };

beforeAll(async () => {
  running = await startInProcess();
  analyst = await running.signInAs('analyst', ['Alpha', 'sql_lab']);
});
afterAll(() => running.stop());

const save = async () => (await analyst.post(path, query)).json.id as number;
const versions = async (id: number, q = '') => (await analyst.get(`${path}${id}/versions/${q && `?q=${q}`}`)).json;

describe('versions of a saved query', () => {
  it('are kept with each save that changes something, with who, when and what', async () => {
    const id = await save();
    await analyst.put(`${path}${id}`, { sql: 'select 2\nfrom orders\nwhere true' });
    await analyst.put(`${path}${id}`, { sql: 'select 2\nfrom orders\nwhere true' });
    await analyst.put(`${path}${id}`, { label: 'All orders', schema: null });
    const { count, result } = await versions(id);
    expect(count).toBe(3);
    expect(result.map(({ number, label, changed_fields }: typeof result) => [number, label, changed_fields])).toEqual([
      [3, 'All orders', ['label', 'schema']],
      [2, 'Orders', ['sql']],
      [1, 'Orders', []],
    ]);
    expect(result[1]).toMatchObject({
      lines_added: 2,
      lines_removed: 1,
      restored_from: null,
      changed_by: { first_name: 'analyst' },
      changed_on_delta_humanized: 'now',
    });
    expect((await versions(id, '(page:1,page_size:2)')).result).toHaveLength(1);
    const first = (await analyst.get(`${path}${id}/versions/1`)).json.result;
    expect(first).toMatchObject({ ...query, number: 1, database: { id: 1, database_name: 'Powerset' } });
  });

  it('are brought back as a new version, unless the query was saved meanwhile', async () => {
    const id = await save();
    const { last_modified_time } = (await analyst.put(`${path}${id}`, { sql: 'select 3', label: 'Three' })).json;
    const stale = await analyst.post(`${path}${id}/versions/1/restore`, {
      last_modified_time: last_modified_time - 60,
    });
    expect(stale.status).toBe(409);
    const restored = await analyst.post(`${path}${id}/versions/1/restore`, { last_modified_time });
    expect(restored.json, restored.text).toEqual({ id, last_modified_time: expect.any(Number) });
    expect((await analyst.get(`${path}${id}`)).json.result).toMatchObject(query);
    expect((await versions(id)).result[0]).toMatchObject({
      number: 3,
      restored_from: 1,
      changed_fields: ['label', 'sql'],
    });
  });

  it('are the last hundred, keep what was written past them, and go with their query', async () => {
    const id = await save();
    for (let at = 0; at < 101; at += 1) await analyst.put(`${path}${id}`, { sql: `select ${at} as n` });
    const { store } = running.app.services;
    await store.updateTable('saved_queries').set({ sql: 'select imported' }).where('id', '=', id).execute();
    const { count, result } = await versions(id, '(page_size:100)');
    expect([count, result[0].number, result.at(-1).number]).toEqual([100, 103, 4]);
    expect((await analyst.get(`${path}${id}/versions/103`)).json.result.sql).toBe('select imported');
    await store.updateTable('saved_queries').set({ sql: 'select imported again' }).where('id', '=', id).execute();
    await analyst.put(`${path}${id}`, { sql: 'select written over it' });
    expect((await analyst.get(`${path}${id}/versions/104`)).json.result.sql).toBe('select imported again');
    await analyst.delete(`${path}${id}`);
    const left = await store.selectFrom('saved_query_versions').select('id').where('saved_query_id', '=', id).execute();
    expect(left).toEqual([]);
  });

  it('are their owner’s alone, who may save queries', async () => {
    const id = await save();
    const other = await running.signInAs('other', ['Alpha', 'sql_lab']);
    const gamma = await running.signInAs('gamma', ['Gamma']);
    const calls = [
      (client: ApiClient, of = id) => client.get(`${path}${of}/versions/`),
      (client: ApiClient, of = id) => client.get(`${path}${of}/versions/1`),
      (client: ApiClient, of = id) => client.post(`${path}${of}/versions/1/restore`, {}),
    ];
    for (const call of calls) {
      expect((await call(apiClient(running.url))).status).toBe(401);
      expect((await call(gamma)).status).toBe(403);
      expect((await call(other)).status).toBe(404);
      expect((await call(analyst, 4711)).status).toBe(404);
      expect((await call(analyst)).status).toBe(200);
    }
    expect((await analyst.get(`${path}${id}/versions/9`)).status).toBe(404);
    expect((await analyst.post(`${path}${id}/versions/9/restore`, {})).status).toBe(404);
    const invalid = await analyst.post(`${path}${id}/versions/1/restore`, { last_modified_time: 'x' });
    expect([invalid.status, Object.keys(invalid.json.message)]).toEqual([400, ['last_modified_time']]);
  });

  it('count lines that came and went, moved ones not', () => {
    expect(countLines('a\nb\nc', 'c\na\nd\nd')).toEqual({ lines_added: 2, lines_removed: 1 });
    expect(countLines('a\na\na', 'a\na')).toEqual({ lines_added: 0, lines_removed: 1 });
  });
});
