import type { ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const path = '/api/v1/rowlevelsecurity/';

let running: InProcessApp;
let alpha: ApiClient;
let datasetId: number;
let alphaRole: number;

beforeAll(async () => {
  running = await startInProcess();
  const { engines, store } = running.app.services;
  const { id: databaseId } = await store.selectFrom('databases').select('id').executeTakeFirstOrThrow();
  const engine = await engines.getEmbedded(databaseId);
  await engine.runTrusted(
    `CREATE TABLE sales AS SELECT ['EU','US','ASIA'][1 + i % 3] AS region FROM range(30) AS r(i)`,
  );
  const table = { database: databaseId, schema: 'main', table_name: 'sales' };
  datasetId = (await running.admin.post('/api/v1/dataset/', table)).json.id;
  alpha = await running.signInAs('alpha', ['Alpha']);
  const role = await store.selectFrom('roles').select('id').where('name', '=', 'Alpha').executeTakeFirstOrThrow();
  alphaRole = role.id;
});
afterAll(() => running.stop());

const ruleOf = (change: object) => ({
  name: 'Europe',
  filter_type: 'Regular',
  tables: [datasetId],
  roles: [alphaRole],
  clause: "region = 'EU'",
  ...change,
});

async function newRule(change: object): Promise<number> {
  const made = await running.admin.post(path, ruleOf(change));
  expect(made.status, made.text).toBe(201);
  return made.json.id;
}

/** The regions that somebody reads. */
async function regionsOf(client: ApiClient): Promise<readonly string[]> {
  const query = { columns: ['region'], metrics: [], orderby: [['region', true]], row_limit: 10 };
  const asked = { datasource: { id: datasetId, type: 'table' }, queries: [query] };
  const { json } = await client.post('/api/v1/chart/data', asked);
  return json.result[0].data.map((row: { region: string }) => row.region);
}

describe('row-level rules', () => {
  it('bind from the next query on, are read, changed, and gone with their rows', async () => {
    expect(await regionsOf(alpha)).toEqual(['ASIA', 'EU', 'US']);
    const made = await running.admin.post(path, ruleOf({ description: 'Only ours', group_key: ' ' }));
    expect([made.status, made.json.result.name]).toEqual([201, 'Europe']);
    const { id } = made.json;
    expect((await running.admin.get(`${path}${id}`)).json).toMatchObject({
      id,
      result: {
        id,
        name: 'Europe',
        description: 'Only ours',
        filter_type: 'Regular',
        group_key: null,
        clause: "region = 'EU'",
        tables: [{ id: datasetId, table_name: 'sales' }],
        roles: [{ id: alphaRole, name: 'Alpha' }],
        changed_on_delta_humanized: 'now',
      },
    });
    expect(await regionsOf(alpha)).toEqual(['EU']);
    expect(await regionsOf(running.admin)).toEqual(['ASIA', 'EU', 'US']);
    const changed = await running.admin.put(`${path}${id}`, { clause: "region = 'US'" });
    expect(changed.json).toEqual({ id, result: { clause: "region = 'US'" } });
    expect(await regionsOf(alpha)).toEqual(['US']);
    await running.admin.put(`${path}${id}`, { filter_type: 'Base' });
    expect([await regionsOf(alpha), await regionsOf(running.admin)]).toEqual([['ASIA', 'EU', 'US'], ['US']]);
    expect((await running.admin.delete(`${path}${id}`)).json).toEqual({ message: 'OK' });
    expect(await regionsOf(running.admin)).toEqual(['ASIA', 'EU', 'US']);
    expect((await running.admin.get(`${path}${id}`)).status).toBe(404);
    expect((await running.admin.put(`${path}${id}`, { name: 'x' })).status).toBe(404);
    expect((await running.admin.delete(`${path}${id}`)).status).toBe(404);
  });

  it('bind who holds their role through a group, until the group loses it or its member', async () => {
    const groups = '/api/v1/security/groups/';
    const roleId = (await running.admin.post('/api/v1/security/roles/', { name: 'European' })).json.id;
    const member = await running.signInAs('member', ['Alpha']);
    const memberId = (await member.get('/api/v1/me/')).json.result.id;
    const group = { name: 'Europeans', roles: [roleId], users: [memberId] };
    const rule = await newRule({ roles: [roleId] });
    expect(await regionsOf(member)).toEqual(['ASIA', 'EU', 'US']);
    const made = await running.admin.post(groups, group);
    expect(made.status, made.text).toBe(201);
    const { id } = made.json;
    expect([await regionsOf(member), await regionsOf(alpha)]).toEqual([['EU'], ['ASIA', 'EU', 'US']]);
    await running.admin.put(`${groups}${id}`, { roles: [] });
    expect(await regionsOf(member)).toEqual(['ASIA', 'EU', 'US']);
    await running.admin.put(`${groups}${id}`, { roles: [roleId] });
    expect(await regionsOf(member)).toEqual(['EU']);
    await running.admin.put(`${groups}${id}`, { users: [] });
    expect(await regionsOf(member)).toEqual(['ASIA', 'EU', 'US']);
    await running.admin.delete(`${groups}${id}`);
    await running.admin.delete(`${path}${rule}`);
  });

  it('of one key are alternatives, and must be met beside those of other keys', async () => {
    const ids = [
      await newRule({ name: 'EU', group_key: 'market' }),
      await newRule({ name: 'US', group_key: 'market', clause: "region = 'US'" }),
    ];
    expect(await regionsOf(alpha)).toEqual(['EU', 'US']);
    ids.push(await newRule({ name: 'Short names', clause: "length(region) = 2 AND region < 'F'" }));
    expect(await regionsOf(alpha)).toEqual(['EU']);
    expect((await running.admin.delete(`${path}?q=!(${ids.join()})`)).json.message).toBe('Deleted 3 rules');
    expect((await running.admin.delete(`${path}?q=!(${ids.join()})`)).status).toBe(404);
    expect(await regionsOf(alpha)).toEqual(['ASIA', 'EU', 'US']);
  });

  it('are found by words, role and dataset, in order, page by page, with what a picker needs', async () => {
    const ids = [await newRule({ name: 'b', clause: "region = 'EU'" }), await newRule({ name: 'a', roles: [] })];
    const list = async (q: string) => (await running.admin.get(`${path}?q=${encodeURIComponent(q)}`)).json;
    const named = async (q: string) => (await list(q)).result.map((row: { name: string }) => row.name);
    expect(await named('(order_column:name,order_direction:asc)')).toEqual(['a', 'b']);
    expect((await list('(order_column:name,order_direction:asc,page_size:1)')).count).toBe(2);
    expect(await named(`(filters:!((col:roles,opr:rel_m_m,value:!(${alphaRole}))))`)).toEqual(['b']);
    expect(await named(`(filters:!((col:tables,opr:rel_m_m,value:!(${datasetId + 1}))))`)).toEqual([]);
    expect(await named('(filters:!((col:name,opr:rule_all_text,value:REGION)),order_column:name)')).toEqual(['b', 'a']);
    const related = async (column: string) => (await running.admin.get(`${path}related/${column}`)).json.result;
    expect((await related('tables')).map(({ text }: { text: string }) => text)).toContain('sales');
    expect((await related('roles')).map(({ text }: { text: string }) => text)).toContain('Alpha');
    expect((await related('created_by')).length).toBeGreaterThan(1);
    expect((await running.admin.get(`${path}related/nothing`)).status).toBe(404);
    expect((await running.admin.get(`${path}_info?q=(keys:!(permissions))`)).json).toEqual({
      permissions: ['can_read', 'can_write'],
    });
    await running.admin.delete(`${path}?q=!(${ids.join()})`);
  });

  it('refuse what makes no sense by naming the field, and leave everything as it was', async () => {
    const id = await newRule({ name: 'Only one' });
    const refusal = async (change: object) => {
      const { status, json } = await running.admin.post(path, ruleOf(change));
      return [status, json.message];
    };
    expect(await refusal({ name: 'Only one' })).toEqual([422, { name: ['Name must be unique'] }]);
    expect(await refusal({ name: 'x', tables: [98765] })).toEqual([422, { tables: ['Some datasets do not exist'] }]);
    expect(await refusal({ name: 'x', roles: [98765] })).toEqual([422, { roles: ['Some roles do not exist'] }]);
    expect((await refusal({ name: 'x', tables: [] }))[0]).toBe(400);
    expect((await refusal({ name: 'x', filter_type: 'Sometimes' }))[1]).toHaveProperty('filter_type');
    for (const clause of ['region = ', "region = 'EU') OR (1 = 1", '1 = 1 FROM t; DROP TABLE sales; SELECT 1'])
      expect(await refusal({ name: 'x', clause }), clause).toEqual([422, { clause: [expect.any(String)] }]);
    expect((await refusal({ name: 'x', clause: '' }))[1]).toHaveProperty('clause');
    const spoilt = await running.admin.put(`${path}${id}`, { name: 'Spoilt', clause: 'region =' });
    expect([spoilt.status, spoilt.json.message]).toEqual([422, { clause: [expect.any(String)] }]);
    expect((await running.admin.get(`${path}${id}`)).json.result.name).toBe('Only one');
    expect((await running.admin.post(path, ruleOf({ name: 'x', nope: 1 }))).json.message).toEqual({
      nope: ['Unknown field.'],
    });
    await running.admin.delete(`${path}${id}`);
  });

  it('are administrators’ alone, to read as well', async () => {
    const id = await newRule({ name: 'Secret' });
    for (const url of [path, `${path}${id}`, `${path}_info`, `${path}related/roles`]) {
      expect((await alpha.get(url)).status, url).toBe(403);
      expect((await fetch(running.url + url)).status, url).toBe(401);
    }
    expect((await alpha.post(path, ruleOf({ name: 'no' }))).status).toBe(403);
    expect((await alpha.put(`${path}${id}`, { name: 'no' })).status).toBe(403);
    expect((await alpha.delete(`${path}${id}`)).status).toBe(403);
    expect((await alpha.delete(`${path}?q=!(${id})`)).status).toBe(403);
    await running.admin.delete(`${path}${id}`);
  });
});

describe('what somebody sees', () => {
  const preview = `${path}preview`;
  const idOf = async (client: ApiClient) => (await client.get('/api/v1/me/')).json.result.id;

  async function seenBy(userId: number, rule?: object) {
    const answer = await running.admin.post(preview, { user_id: userId, dataset_id: datasetId, ...(rule && { rule }) });
    expect(answer.status, answer.text).toBe(200);
    return answer.json.result;
  }

  it('is shown under the rules that are saved, and names them', async () => {
    const alphaId = await idOf(alpha);
    expect(await seenBy(alphaId)).toMatchObject({ rules: [], is_readable: true, count: 30, all_count: 30 });
    const id = await newRule({ name: 'Seen' });
    const seen = await seenBy(alphaId);
    expect(seen).toMatchObject({
      rules: [{ id, name: 'Seen', clause: "region = 'EU'" }],
      count: 10,
      all_count: 30,
      colnames: ['region'],
    });
    expect(seen.data).toEqual(Array.from({ length: 10 }, () => ({ region: 'EU' })));
    await running.admin.delete(`${path}${id}`);
  });

  it('is shown with a rule that is tried, in the place of the saved one, and nobody else is bound by it', async () => {
    const alphaId = await idOf(alpha);
    const id = await newRule({ name: 'Saved' });
    const tried = { ...ruleOf({ name: 'Saved', clause: "region IN ('US', 'ASIA')" }), id };
    expect(await seenBy(alphaId, tried)).toMatchObject({ count: 20, rules: [{ id, clause: tried.clause }] });
    expect(await seenBy(alphaId, { ...ruleOf({ name: '' }), id: null, clause: "region = 'US'" })).toMatchObject({
      count: 0,
      rules: [{ id }, { id: null }],
    });
    const either = { ...ruleOf({ name: 'More', group_key: 'places', clause: "region = 'US'" }), id: null };
    expect((await seenBy(alphaId, { ...either, filter_type: 'Base', roles: [alphaRole] })).count).toBe(10);
    expect(await regionsOf(alpha)).toEqual(['EU']);
    expect((await seenBy(await idOf(running.admin), tried)).count).toBe(30);
    await running.admin.delete(`${path}${id}`);
    expect((await seenBy(alphaId)).count).toBe(30);
  });

  it('knows who asks where a clause is a template', async () => {
    const clause = "region = '{{ 'US' if current_username() == 'alpha' else 'EU' }}'";
    expect((await seenBy(await idOf(alpha), { ...ruleOf({ clause }), id: null })).data[0]).toEqual({ region: 'US' });
  });

  it('is nothing where the person may not read the dataset, and the rules are named all the same', async () => {
    const gamma = await running.signInAs('nothing', ['Gamma']);
    const rule = { ...ruleOf({ filter_type: 'Base', roles: [] }), id: null };
    expect(await seenBy(await idOf(gamma), rule)).toEqual({
      rules: [{ id: null, name: 'Europe', clause: "region = 'EU'" }],
      is_readable: false,
      count: null,
      all_count: 30,
      colnames: [],
      data: [],
    });
  });

  it('is asked for by administrators alone, of people and datasets that there are, with clauses that can be read', async () => {
    const body = { user_id: await idOf(alpha), dataset_id: datasetId };
    expect((await fetch(`${running.url}${preview}`, { method: 'POST' })).status).toBe(401);
    expect((await alpha.post(preview, body)).status).toBe(403);
    const wrong = async (change: object) => (await running.admin.post(preview, { ...body, ...change })).json.message;
    expect(await wrong({ user_id: 9999 })).toEqual({ user_id: ['This person does not exist.'] });
    expect(await wrong({ dataset_id: 9999 })).toEqual({ dataset_id: ['This dataset does not exist.'] });
    const rule = { ...ruleOf({ clause: "region = 'EU') OR (1 = 1" }), id: null };
    expect(Object.keys(await wrong({ rule }))).toEqual(['clause']);
    expect((await running.admin.post(preview, { user_id: 'x' })).status).toBe(400);
  });
});
