import type { ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let alpha: ApiClient;
let gamma: ApiClient;
const path = '/api/v1/annotation_layer/';
const sale = { short_descr: 'Sale', start_dttm: '2026-01-05T00:00:00', end_dttm: '2026-01-09T12:30:00' };

beforeAll(async () => {
  running = await startInProcess();
  alpha = await running.signInAs('alpha', ['Alpha']);
  gamma = await running.signInAs('gamma', ['Gamma']);
});
afterAll(() => running.stop());

async function newLayer(name: string): Promise<number> {
  const created = await running.admin.post(path, { name });
  expect(created.status, created.text).toBe(201);
  return created.json.id;
}

describe('annotation layers', () => {
  it('are created, read, changed and deleted', async () => {
    const created = await alpha.post(path, { name: 'Releases', descr: 'What went live' });
    expect([created.status, created.json.result]).toEqual([201, { name: 'Releases', descr: 'What went live' }]);
    const { id } = created.json;
    expect((await gamma.get(`${path}${id}`)).json.result).toMatchObject({
      id,
      name: 'Releases',
      descr: 'What went live',
      changed_on_delta_humanized: 'now',
      created_by: { first_name: expect.any(String) },
    });
    expect((await alpha.put(`${path}${id}`, { name: 'Deployments' })).json).toEqual({
      id,
      result: { name: 'Deployments' },
    });
    expect((await alpha.get(`${path}${id}?q=(columns:!(name,descr))`)).json.result).toEqual({
      name: 'Deployments',
      descr: 'What went live',
    });
    expect((await alpha.delete(`${path}${id}`)).json).toEqual({ message: 'OK' });
    expect((await alpha.get(`${path}${id}`)).status).toBe(404);
    expect((await alpha.put(`${path}${id}`, { descr: 'x' })).status).toBe(404);
    expect((await alpha.delete(`${path}${id}`)).status).toBe(404);
  });

  it('are found by name and description, in order, page by page', async () => {
    for (const name of ['Sales', 'Holidays', '100%_']) await newLayer(name);
    const list = async (q: string) => (await gamma.get(`${path}?q=${encodeURIComponent(q)}`)).json;
    const all = await list('(order_column:name,order_direction:asc,page_size:2)');
    expect([all.count, all.result.map((row: { name: string }) => row.name)]).toEqual([3, ['100%_', 'Holidays']]);
    expect((await list("(filters:!((col:name,opr:annotation_layer_all_text,value:'%_')))")).count).toBe(1);
    expect((await list('(filters:!((col:name,opr:annotation_layer_all_text,value:SAL)))')).result[0].name).toBe(
      'Sales',
    );
    expect((await list('(order_column:secret)')).message).toBeDefined();
    expect((await gamma.get(`${path}related/created_by`)).json.result.length).toBeGreaterThan(0);
    expect((await gamma.get(`${path}related/nothing`)).status).toBe(404);
    const info = await gamma.get(`${path}_info?q=(keys:!(permissions))`);
    expect(info.json).toEqual({ permissions: ['can_read'] });
    expect((await alpha.get(`${path}_info`)).json.permissions).toEqual(['can_read', 'can_write']);
  });

  it('have names of their own, and refuse what makes no sense by naming the field', async () => {
    const id = await newLayer('Only one');
    const twin = await running.admin.post(path, { name: 'Only one' });
    expect([twin.status, twin.json.message]).toEqual([422, { name: ['Name must be unique'] }]);
    const other = await newLayer('Another');
    expect((await running.admin.put(`${path}${other}`, { name: 'Only one' })).status).toBe(422);
    expect((await running.admin.put(`${path}${id}`, { name: 'Only one' })).status).toBe(200);
    expect((await running.admin.post(path, {})).json.message).toHaveProperty('name');
    expect((await running.admin.post(path, { name: 'x'.repeat(251) })).status).toBe(400);
    expect((await running.admin.post(path, { name: 'x', nope: 1 })).json.message).toEqual({ nope: ['Unknown field.'] });
  });

  it('keep what stands in them: a layer goes when it is empty, several go together or not at all', async () => {
    const [full, empty, third] = [await newLayer('Full'), await newLayer('Empty'), await newLayer('Third')];
    const { id } = (await running.admin.post(`${path}${full}/annotation/`, sale)).json;
    const refused = await running.admin.delete(`${path}${full}`);
    expect([refused.status, refused.json.message]).toEqual([422, 'Annotation layer has associated annotations.']);
    expect((await running.admin.delete(`${path}?q=!(${full},${empty})`)).json.message).toBe(
      'One of the annotation layers has associated annotations.',
    );
    expect((await running.admin.get(`${path}${empty}`)).status).toBe(200);
    await running.admin.delete(`${path}${full}/annotation/${id}`);
    expect((await running.admin.delete(`${path}?q=!(${full},${empty})`)).json.message).toBe(
      'Deleted 2 annotation layers',
    );
    expect((await running.admin.delete(`${path}?q=!(${third})`)).json.message).toBe('Deleted 1 annotation layer');
    expect((await running.admin.delete(`${path}?q=!(${third})`)).status).toBe(404);
    expect((await running.admin.delete(`${path}?q=abc`)).status).toBe(400);
  });

  it('are read by everyone who may read annotations and written by those who may write them', async () => {
    const id = await newLayer('Ladder');
    for (const url of [path, `${path}${id}`, `${path}${id}/annotation/`, `${path}_info`]) {
      expect((await gamma.get(url)).status).toBe(200);
      expect((await fetch(running.url + url)).status).toBe(401);
    }
    expect((await gamma.post(path, { name: 'no' })).status).toBe(403);
    expect((await gamma.put(`${path}${id}`, { name: 'no' })).status).toBe(403);
    expect((await gamma.delete(`${path}${id}`)).status).toBe(403);
    expect((await gamma.post(`${path}${id}/annotation/`, sale)).status).toBe(403);
    expect((await gamma.delete(`${path}${id}/annotation/?q=!(1)`)).status).toBe(403);
    const editor = await running.signInAs('sql', ['sql_lab']);
    expect((await editor.get(path)).status).toBe(403);
  });
});

describe('annotations of a layer', () => {
  it('are created, listed by time, read, changed and deleted, alone and together', async () => {
    const layer = await newLayer('Campaigns');
    const own = `${path}${layer}/annotation/`;
    const created = await alpha.post(own, { ...sale, long_descr: 'Everything must go', json_metadata: '{"a":1}' });
    expect(created.status, created.text).toBe(201);
    const { id } = created.json;
    expect((await gamma.get(`${own}${id}`)).json.result).toMatchObject({
      id,
      layer: { id: layer, name: 'Campaigns' },
      ...sale,
      long_descr: 'Everything must go',
      json_metadata: '{"a":1}',
    });
    const later = await alpha.post(own, {
      ...sale,
      short_descr: 'Later',
      start_dttm: '2026-01-07',
      end_dttm: '2026-01-08T00:00:00+02:00',
    });
    expect(later.status, later.text).toBe(201);
    const list = (await gamma.get(`${own}?q=(order_column:start_dttm,order_direction:desc)`)).json;
    expect(list.result.map((row: Record<string, string>) => [row.short_descr, row.start_dttm, row.end_dttm])).toEqual([
      ['Later', '2026-01-07T00:00:00', '2026-01-07T22:00:00'],
      ['Sale', sale.start_dttm, sale.end_dttm],
    ]);
    expect(
      (await gamma.get(`${own}?q=(filters:!((col:short_descr,opr:annotation_all_text,value:MUST)))`)).json.count,
    ).toBe(1);
    expect((await alpha.put(`${own}${id}`, { end_dttm: '2026-02-01T00:00:00' })).json).toEqual({
      id,
      result: { end_dttm: '2026-02-01T00:00:00' },
    });
    expect((await gamma.get(`${own}${id}`)).json.result.end_dttm).toBe('2026-02-01T00:00:00');
    const third = (await alpha.post(own, { ...sale, short_descr: 'Third' })).json.id;
    expect((await alpha.delete(`${own}${id}`)).json).toEqual({ message: 'OK' });
    expect((await alpha.get(`${own}${id}`)).status).toBe(404);
    expect((await alpha.delete(`${own}?q=!(${later.json.id},${third})`)).json.message).toBe('Deleted 2 annotations');
    expect((await alpha.delete(`${own}?q=!(${third})`)).status).toBe(404);
  });

  it('belong to one layer, and a layer that is not there has none', async () => {
    const [one, other] = [await newLayer('One'), await newLayer('Other')];
    const { id } = (await running.admin.post(`${path}${one}/annotation/`, sale)).json;
    expect((await running.admin.get(`${path}${other}/annotation/${id}`)).status).toBe(404);
    expect((await running.admin.put(`${path}${other}/annotation/${id}`, { short_descr: 'x' })).status).toBe(404);
    expect((await running.admin.delete(`${path}${other}/annotation/${id}`)).status).toBe(404);
    expect((await running.admin.post(`${path}${other}/annotation/`, sale)).status).toBe(201);
    expect((await running.admin.get(`${path}98765/annotation/`)).status).toBe(404);
    expect((await running.admin.post(`${path}98765/annotation/`, sale)).status).toBe(404);
  });

  it('refuse what makes no sense, naming the field', async () => {
    const own = `${path}${await newLayer('Strict')}/annotation/`;
    const refusal = async (change: object) => {
      const answer = await running.admin.post(own, { ...sale, ...change });
      return [answer.status, answer.json.message];
    };
    expect(await refusal({ end_dttm: '2026-01-01' })).toEqual([
      422,
      { end_dttm: ['End date must be after start date'] },
    ]);
    expect(await refusal({ end_dttm: sale.start_dttm })).toEqual([201, undefined]);
    expect(await refusal({})).toEqual([422, { short_descr: ['Short description must be unique for this layer'] }]);
    expect(await refusal({ short_descr: 'b', start_dttm: 'tomorrow' })).toEqual([
      400,
      { start_dttm: ['Not a valid datetime.'] },
    ]);
    expect(await refusal({ short_descr: 'b', json_metadata: '{' })).toEqual([
      400,
      { json_metadata: ['JSON not valid'] },
    ]);
    expect((await refusal({ short_descr: '' }))[0]).toBe(400);
    expect((await refusal({ short_descr: 'x'.repeat(501) }))[0]).toBe(400);
    const { short_descr: _name, ...nameless } = sale;
    expect((await running.admin.post(own, nameless)).json.message).toHaveProperty('short_descr');
    const { id } = (await running.admin.post(own, { ...sale, short_descr: 'c' })).json;
    expect((await running.admin.put(`${own}${id}`, { start_dttm: '2027-01-01' })).json.message).toEqual({
      end_dttm: ['End date must be after start date'],
    });
  });
});
