import type { ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let alpha: ApiClient;
let gamma: ApiClient;
const path = '/api/v1/css_template/';

beforeAll(async () => {
  running = await startInProcess();
  alpha = await running.signInAs('alpha', ['Alpha']);
  gamma = await running.signInAs('gamma', ['Gamma']);
});
afterAll(() => running.stop());

async function newTemplate(template_name: string, css = '.grid-row { gap: 8px }'): Promise<number> {
  const created = await running.admin.post(path, { template_name, css });
  expect(created.status, created.text).toBe(201);
  return created.json.id;
}

describe('CSS templates', () => {
  it('are created, read, changed and deleted', async () => {
    const body = { template_name: 'Flat', css: '.chart-header { color: red }' };
    const created = await alpha.post(path, body);
    expect([created.status, created.json.result]).toEqual([201, body]);
    const { id } = created.json;
    expect((await gamma.get(`${path}${id}`)).json.result).toMatchObject({
      ...body,
      id,
      uuid: expect.stringMatching(/^[0-9a-f-]{36}$/),
      created_by: { first_name: expect.any(String) },
      changed_on_delta_humanized: 'now',
    });
    expect((await alpha.put(`${path}${id}`, { template_name: 'Flatter' })).json.result).toEqual({
      template_name: 'Flatter',
    });
    expect((await alpha.put(`${path}${id}`, { css: null })).status).toBe(200);
    expect((await alpha.get(`${path}${id}?q=(columns:!(template_name,css))`)).json.result).toEqual({
      template_name: 'Flatter',
      css: '',
    });
    expect((await alpha.delete(`${path}${id}`)).json).toEqual({ message: 'OK' });
    expect((await alpha.get(`${path}${id}`)).status).toBe(404);
    expect((await alpha.put(`${path}${id}`, { css: 'x' })).status).toBe(404);
    expect((await alpha.delete(`${path}${id}`)).status).toBe(404);
  });

  it('are found by name and by what stands in them, ordered by name alone, page by page', async () => {
    await newTemplate('Wide', '.dashboard { width: 100% }');
    await newTemplate('Narrow');
    await newTemplate('Dense');
    const list = async (q: string) => (await gamma.get(`${path}?q=${encodeURIComponent(q)}`)).json;
    const first = await list('(page_size:2)');
    expect([first.count, first.result.map((row: { template_name: string }) => row.template_name)]).toEqual([
      3,
      ['Dense', 'Narrow'],
    ]);
    expect(first.order_columns).toEqual(['template_name']);
    const found = "(filters:!((col:template_name,opr:css_template_all_text,value:'100%')))";
    expect((await list(found)).result).toMatchObject([{ template_name: 'Wide' }]);
    expect((await gamma.get(`${path}?q=(order_column:css,order_direction:asc)`)).status).toBe(400);
    expect((await gamma.get(`${path}related/changed_by`)).json.result.length).toBeGreaterThan(0);
    expect((await gamma.get(`${path}related/nothing`)).status).toBe(404);
    expect((await gamma.get(`${path}_info?q=(keys:!(permissions))`)).json).toEqual({ permissions: ['can_read'] });
  });

  it('are deleted together, as many as there are', async () => {
    const ids = [await newTemplate('One'), await newTemplate('Two')];
    expect((await running.admin.delete(`${path}?q=!(${ids})`)).json.message).toBe('Deleted 2 css templates');
    expect((await running.admin.delete(`${path}?q=!(${ids})`)).status).toBe(404);
    const last = await newTemplate('Three');
    expect((await running.admin.delete(`${path}?q=!(${last})`)).json.message).toBe('Deleted 1 css template');
    expect((await running.admin.delete(`${path}?q=abc`)).status).toBe(400);
  });

  it('refuse what no dashboard could take, naming the field', async () => {
    expect((await alpha.post(path, { css: '' })).json.message).toHaveProperty('template_name');
    expect((await alpha.post(path, { template_name: 'x'.repeat(251) })).json.message).toHaveProperty('template_name');
    const long = await alpha.post(path, { template_name: 'Long', css: 'x'.repeat(500_001) });
    expect([long.status, Object.keys(long.json.message)]).toEqual([400, ['css']]);
    expect((await alpha.post(path, { template_name: 'x', nope: 1 })).json.message).toEqual({
      nope: ['Unknown field.'],
    });
  });

  it('are read by everyone who may read them and written by those who may write them', async () => {
    const id = await newTemplate('Ladder');
    for (const url of [path, `${path}${id}`, `${path}_info`, `${path}related/created_by`]) {
      expect((await gamma.get(url)).status).toBe(200);
      expect((await fetch(running.url + url)).status).toBe(401);
    }
    expect((await gamma.post(path, { template_name: 'no' })).status).toBe(403);
    expect((await gamma.put(`${path}${id}`, { css: 'no' })).status).toBe(403);
    expect((await gamma.delete(`${path}${id}`)).status).toBe(403);
    expect((await gamma.delete(`${path}?q=!(${id})`)).status).toBe(403);
    const editor = await running.signInAs('sql', ['sql_lab']);
    expect((await editor.get(path)).status).toBe(403);
  });
});
