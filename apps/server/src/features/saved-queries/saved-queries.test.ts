import type { ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let analyst: ApiClient;
const path = '/api/v1/saved_query/';
const query = { label: 'Orders by week', db_id: 1, schema: 'main', sql: 'select 1', template_parameters: '{"a":1}' };

beforeAll(async () => {
  running = await startInProcess();
  analyst = await running.signInAs('analyst', ['Alpha', 'sql_lab']);
});
afterAll(() => running.stop());

describe('saved queries', () => {
  it('are created, read, changed and deleted [SAV-001, API-010]', async () => {
    const created = await running.admin.post(path, query);
    expect(created.status, created.text).toBe(201);
    expect(created.json).toMatchObject({ id: expect.any(Number), result: query });
    const { id } = created.json;
    const read = (await running.admin.get(`${path}${id}`)).json;
    expect(read.result).toMatchObject({
      ...query,
      database: { id: 1, database_name: 'Powerset' },
      created_by: { id: 1 },
      changed_on_delta_humanized: 'now',
      sql_tables: [],
    });
    const changed = await running.admin.put(`${path}${id}`, { sql: 'select 2' });
    expect(changed.json).toEqual({ id, last_modified_time: expect.any(Number), result: { sql: 'select 2' } });
    expect((await running.admin.get(`${path}${id}`)).json.result).toMatchObject({
      label: query.label,
      sql: 'select 2',
    });
    expect((await running.admin.delete(`${path}${id}`)).json).toEqual({ message: 'OK' });
    expect((await running.admin.get(`${path}${id}`)).status).toBe(404);
    expect((await running.admin.delete(`${path}${id}`)).status).toBe(404);
  });

  it('take a change of all their fields [API-011]', async () => {
    const { id } = (await running.admin.post(path, { ...query, template_parameters: null })).json;
    const change = {
      label: 'Another name',
      db_id: 1,
      schema: 'main',
      sql: 'select {{ n }}',
      template_parameters: '{"n":2}',
      description: 'What it is for',
    };
    expect((await running.admin.put(`${path}${id}`, change)).json).toMatchObject({ id, result: change });
    const { db_id: database, ...rest } = change;
    expect((await running.admin.get(`${path}${id}`)).json.result).toMatchObject({
      ...rest,
      database: { id: database },
    });
    await running.admin.put(`${path}${id}`, { db_id: null, schema: null });
    const bare = (await running.admin.get(`${path}${id}`)).json.result;
    expect([bare.database, bare.schema, bare.sql]).toEqual([null, null, change.sql]);
    await running.admin.delete(`${path}${id}`);
  });

  it('name the tables that their SQL reads, and none where it cannot be read', async () => {
    const tablesOf = async (sql: string) => {
      const { id } = (await running.admin.post(path, { label: 'Tables', db_id: 1, schema: 'main', sql })).json;
      const q = encodeURIComponent(`(filters:!((col:label,opr:eq,value:Tables)))`);
      const list = (await running.admin.get(`${path}?q=${q}`)).json.result;
      const read = (await running.admin.get(`${path}${id}`)).json.result;
      await running.admin.delete(`${path}${id}`);
      expect(list.map(({ sql_tables }: typeof read) => sql_tables)).toEqual([read.sql_tables]);
      return read.sql_tables;
    };
    expect(
      await tablesOf(
        'with big as (select * from main.orders where id in (select id from returns)) select * from big; select 1 from returns',
      ),
    ).toEqual([
      { catalog: null, schema: 'main', table: 'orders' },
      { catalog: null, schema: null, table: 'returns' },
    ]);
    expect(await tablesOf('selct * frm orders')).toEqual([]);
    expect(await tablesOf('')).toEqual([]);
  });

  it('are listed with search over label, schema, description and SQL, and deleted together', async () => {
    const ids = [];
    for (const [label, sql] of [
      ['Revenue', 'select 100%_ from x'],
      ['Returns', 'select revenue from returns'],
      ['Stock', 'select 3'],
    ])
      ids.push((await running.admin.post(path, { ...query, label, sql })).json.id);
    const list = async (q: string) => (await running.admin.get(`${path}?q=${encodeURIComponent(q)}`)).json;
    const found = await list(
      '(filters:!((col:label,opr:all_text,value:REVENUE)),order_column:label,order_direction:asc)',
    );
    expect(found.result.map((row: { label: string }) => row.label)).toEqual(['Returns', 'Revenue']);
    expect((await list("(filters:!((col:label,opr:all_text,value:'100%_')))")).count).toBe(1);
    expect((await list('(filters:!((col:database,opr:rel_o_m,value:1)),page_size:2)')).result).toHaveLength(2);
    expect((await list('(filters:!((col:user_id,opr:eq,value:1)))')).message).toBeDefined();
    expect((await running.admin.get(`${path}distinct/schema`)).json.result).toEqual([{ text: 'main', value: 'main' }]);
    expect((await running.admin.get(`${path}related/database`)).json.result[0]).toMatchObject({ text: 'Powerset' });
    const one = await running.admin.delete(`${path}?q=!(${ids[0]})`);
    expect(one.json.message).toBe('Deleted 1 saved query');
    const two = await running.admin.delete(`${path}?q=!(${ids[1]},${ids[2]})`);
    expect(two.json.message).toBe('Deleted 2 saved queries');
    expect((await running.admin.delete(`${path}?q=!(12345)`)).status).toBe(404);
    expect((await running.admin.delete(`${path}?q=abc`)).status).toBe(400);
  });

  it('belong to their owner alone', async () => {
    const { id } = (await running.admin.post(path, query)).json;
    expect((await analyst.get(`${path}${id}`)).status).toBe(404);
    expect((await analyst.put(`${path}${id}`, { sql: 'x' })).status).toBe(404);
    expect((await analyst.delete(`${path}${id}`)).status).toBe(404);
    expect((await analyst.get(path)).json.count).toBe(0);
    const gamma = await running.signInAs('gamma', ['Gamma']);
    expect((await gamma.delete(`${path}${id}`)).status).toBe(403);
    expect((await fetch(running.url + path)).status).toBe(401);
  });

  it('are overwritten by who has seen the last save, or asks for no guard', async () => {
    const { id, last_modified_time: opened } = (await running.admin.post(path, query)).json;
    const read = async () => (await running.admin.get(`${path}${id}`)).json.result;
    const save = (sql: string, last_modified_time?: unknown) =>
      running.admin.put(`${path}${id}`, { sql, last_modified_time });
    expect((await read()).last_modified_time).toBe(opened);
    const first = await save('select 1', opened);
    expect(first.status, first.text).toBe(200);
    const late = await save('select 2', opened);
    expect([late.status, late.json.message]).toEqual([
      409,
      expect.stringMatching(/^This saved query was saved by .+ after you opened it\.$/),
    ]);
    expect((await read()).sql).toBe('select 1');
    expect(late.json.errors[0].extra.last_modified_time).toBe(first.json.last_modified_time);
    expect((await save('select 2', first.json.last_modified_time)).status).toBe(200);
    expect((await save('select 3')).status).toBe(200);
    expect((await save('x', 'now')).json.message).toHaveProperty('last_modified_time');
  });

  it('refuse what makes no sense, naming the field', async () => {
    expect((await running.admin.post(path, { ...query, label: '' })).json.message).toHaveProperty('label');
    expect((await running.admin.post(path, { ...query, nope: 1 })).json.message).toEqual({ nope: ['Unknown field.'] });
    const unknown = await running.admin.post(path, { ...query, db_id: 77 });
    expect([unknown.status, unknown.json.message]).toEqual([422, { db_id: ['Database does not exist'] }]);
    expect((await running.admin.post(path, { ...query, extra_json: '{' })).json.message).toEqual({
      extra_json: ['Must be JSON.'],
    });
    expect((await running.admin.put(`${path}abc`, {})).status).toBe(404);
  });

  it('say what the caller may do', async () => {
    const info = await running.admin.get(`${path}_info?q=(keys:!(permissions))`);
    expect(info.json.permissions).toEqual(['can_read', 'can_write', 'can_export']);
  });

  it('keep what is said of their schedule, by the older calls [API-007, API-008]', async () => {
    const schedule = {
      label: 'Nightly',
      db_id: 1,
      schema: 'main',
      sql: 'select 1',
      description: 'Of the night',
      extra_json: '{"schedule_info":{}}',
    };
    const created = await running.admin.post('/savedqueryviewapi/api/create', schedule);
    expect(created.status, created.text).toBe(200);
    const read = await running.admin.get(`/savedqueryviewapi/api/get/${created.json.id}`);
    expect([read.json.pk, read.json.result]).toEqual([created.json.id, { id: created.json.id, ...schedule }]);
    expect((await running.admin.post('/savedqueryviewapi/api/create', { label: 'x' })).status).toBe(400);
  });
});
