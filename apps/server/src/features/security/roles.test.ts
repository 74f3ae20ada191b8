import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type ApiClient, apiClient } from '@powerset/testkit';
import { makeDataset } from '@powerset/testkit/factories';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const path = '/api/v1/security/roles/';
const pairsPath = '/api/v1/security/permissions-resources/';

let running: InProcessApp;
let admin: ApiClient;
let gamma: ApiClient;
let databaseId: number;
let datasetId: number;

beforeAll(async () => {
  running = await startInProcess();
  admin = running.admin;
  gamma = await running.signInAs('gamma', ['Gamma']);
  const { engines, store } = running.app.services;
  databaseId = (await store.selectFrom('databases').select('id').executeTakeFirstOrThrow()).id;
  const engine = await engines.getEmbedded(databaseId);
  await engine.runTrusted(
    `CREATE TABLE visits AS SELECT i AS id, ['EU','US'][1 + i % 2] AS region FROM range(10) r(i)`,
  );
  const made = await admin.post('/api/v1/dataset/', { database: databaseId, schema: 'main', table_name: 'visits' });
  datasetId = made.json.id;
});
afterAll(() => running.stop());

interface Pair {
  readonly id: number;
  readonly permission: { readonly name: string };
  readonly view_menu: { readonly name: string };
}

const ask = (q: string) => `?q=${encodeURIComponent(q)}`;
const textFilter = (column: string, text: string, operator = 'eq') =>
  JSON.stringify({ filters: [{ col: column, opr: operator, value: text }], page_size: -1 });

/** The ids of the pairs of a permission, by what they are on. */
async function pairsOf(permission: string): Promise<Readonly<Record<string, number>>> {
  const answer = await admin.get(`${pairsPath}${ask(textFilter('permission.name', permission))}`);
  expect(answer.status, answer.text).toBe(200);
  return Object.fromEntries(answer.json.result.map((pair: Pair) => [pair.view_menu.name, pair.id]));
}

async function roleId(name: string): Promise<number> {
  return (await admin.get(`${path}${ask(textFilter('name', name))}`)).json.result[0].id;
}

async function makeRole(name: string): Promise<number> {
  const made = await admin.post(path, { name });
  expect(made.status, made.text).toBe(201);
  return made.json.id;
}

const permissionsOf = async (id: number) => (await admin.get(`${path}${id}/permissions/`)).json.result;
const grant = (id: number | string, ids: unknown) =>
  admin.post(`${path}${id}/permissions`, { permission_view_menu_ids: ids });

describe('the lists of roles and permissions', () => {
  it('name roles, permissions, what they are on, and the pairs of both, page by page', async () => {
    const roles = (await admin.get(path)).json;
    expect(roles.result.map(({ name }: { name: string }) => name)).toEqual(
      expect.arrayContaining(['Admin', 'Alpha', 'Gamma', 'Public', 'sql_lab']),
    );
    for (const [list, name] of [
      ['permissions', 'datasource_access'],
      ['resources', `[Powerset].[visits](id:${datasetId})`],
    ]) {
      const found = await admin.get(`/api/v1/security/${list}/${ask(textFilter('name', name ?? ''))}`);
      expect([found.status, found.json.count, found.json.result]).toEqual([200, 1, [{ id: expect.any(Number), name }]]);
    }
    const [first, second] = await Promise.all(
      [0, 1].map((page) => admin.get(`${pairsPath}${ask(`(page:${page},page_size:5,order_column:id)`)}`)),
    );
    expect([first?.json.result.length, second?.json.result.length]).toEqual([5, 5]);
    expect(new Set([...(first?.json.ids ?? []), ...(second?.json.ids ?? [])]).size).toBe(10);
    expect(first?.json.count).toBeGreaterThan(100);
    expect(first?.json.result[0]).toMatchObject({
      id: expect.any(Number),
      permission: { name: expect.any(String) },
      view_menu: { name: expect.any(String) },
    });
  });

  it('are read one by one, by the numbers of the lists, and say what may be done with them', async () => {
    for (const [path, named] of [
      ['permissions', { name: expect.any(String) }],
      ['resources', { name: expect.any(String) }],
      ['permissions-resources', { permission: { name: expect.any(String) }, view_menu: { name: expect.any(String) } }],
    ] as const) {
      const url = `/api/v1/security/${path}/`;
      const [first] = (await running.admin.get(url)).json.result;
      const one = await running.admin.get(`${url}${first.id}`);
      expect([one.status, one.json]).toMatchObject([200, { id: first.id, result: first }]);
      expect(one.json.show_columns).toEqual(Object.keys(first));
      expect(first).toEqual({ id: expect.any(Number), ...named });
      expect((await running.admin.get(`${url}999999`)).status).toBe(404);
      expect((await running.admin.get(`${url}abc`)).status).toBe(404);
      expect((await running.admin.get(`${url}_info?q=(keys:!(permissions))`)).json).toEqual({
        permissions: ['can_read'],
      });
      const alpha = await running.signInAs(`alpha-${path}`, ['Alpha']);
      for (const part of ['1', '_info']) expect((await alpha.get(`${url}${part}`)).status).toBe(403);
    }
  });

  it('tell who has a role and what data it opens', async () => {
    const id = await makeRole('Listed');
    const views = await pairsOf('datasource_access');
    const visits = `[Powerset].[visits](id:${datasetId})`;
    await grant(id, [views[visits], (await pairsOf('can_read')).Chart]);
    await running.signInAs('listed', ['Gamma', 'Listed']);
    const listed = async (name: string) => (await admin.get(`${path}${ask(textFilter('name', name))}`)).json.result[0];
    expect(await listed('Listed')).toEqual({
      id,
      name: 'Listed',
      is_built_in: false,
      user_count: 1,
      used_by: 'users',
      sees_all_data: false,
      data_grants: { count: 1, names: [visits] },
    });
    expect(await listed('Alpha')).toMatchObject({ is_built_in: true, sees_all_data: true });
    expect((await admin.get(`${path}_info?q=(keys:!(permissions))`)).json.permissions).toEqual([
      'can_read',
      'can_write',
    ]);
  });

  it('hold the data that there is now, under the same id whatever it is called', async () => {
    const { datasetId: id, databaseId: database } = await makeDataset(running, 'plans');
    const before = await pairsOf('datasource_access');
    const databases = await pairsOf('database_access');
    expect(await pairsOf('schema_access')).toHaveProperty('[plans database].[main]');
    const { store } = running.app.services;
    await store.updateTable('databases').set({ database_name: 'drafts' }).where('id', '=', database).execute();
    const after = await pairsOf('datasource_access');
    expect(after[`[drafts].[plans](id:${id})`]).toBe(before[`[plans database].[plans](id:${id})`]);
    expect((await pairsOf('database_access'))[`[drafts].(id:${database})`]).toBe(
      databases[`[plans database].(id:${database})`],
    );
    await store.deleteFrom('datasets').where('id', '=', id).execute();
    expect(Object.values(await pairsOf('datasource_access'))).not.toContain(after[`[drafts].[plans](id:${id})`]);
  });

  it.each([path, pairsPath, '/api/v1/security/permissions/', '/api/v1/security/resources/'])(
    'say what is wrong with a question to %s',
    async (list) => {
      for (const q of ['(filters:!((col:secret,opr:eq,value:1)))', '(order_column:secret)', '(page:']) {
        const answer = await admin.get(`${list}${ask(q)}`);
        expect([answer.status, Object.keys(answer.json.message)]).toEqual([400, ['q']]);
      }
    },
  );
});

describe('a role', () => {
  it('is made, read, renamed and deleted', async () => {
    const id = await makeRole('  Analysts ');
    const version = { last_modified_time: expect.any(Number) };
    const { json } = await admin.get(`${path}${id}`);
    expect(json.result).toEqual({ id, name: 'Analysts', groups: [], ...version });
    expect(await permissionsOf(id)).toEqual([]);
    const renamed = await admin.put(`${path}${id}`, { name: 'Planners' });
    expect([renamed.status, renamed.json]).toEqual([200, { id, result: { name: 'Planners' }, ...version }]);
    expect((await admin.put(`${path}${id}`, { name: 'planners' })).status).toBe(200);
    expect((await admin.delete(`${path}${id}`)).json).toEqual({ message: 'OK' });
    expect((await admin.get(`${path}${id}`)).status).toBe(404);
  });

  it('goes with others, all or none', async () => {
    const ids = [await makeRole('First'), await makeRole('Second')];
    expect((await admin.delete(`${path}?q=!(${[...ids, await roleId('Gamma')].join()})`)).status).toBe(422);
    expect((await admin.delete(`${path}?q=!(${[...ids, 4711].join()})`)).status).toBe(404);
    expect((await admin.delete(`${path}?q=!(x)`)).status).toBe(400);
    expect((await admin.get(`${path}${ids[0]}`)).status).toBe(200);
    expect((await admin.delete(`${path}?q=!(${ids.join()})`)).json).toEqual({ message: 'Deleted 2 roles' });
    expect((await admin.get(`${path}${ids[0]}`)).status).toBe(404);
  });

  it.each([
    [{}, 400],
    [{ name: '' }, 400],
    [{ name: 7 }, 400],
    [{ name: 'two\nlines' }, 400],
    [{ name: 'x'.repeat(65) }, 400],
    [{ name: '   ' }, 422],
    [{ name: 'Gamma' }, 422],
    [{ name: ' aDMIN ' }, 422],
  ])('is not called %o', async (body, status) => {
    const id = await makeRole(`Kept ${JSON.stringify(body).slice(0, 30)} ${status}`);
    for (const answer of [await admin.post(path, body), await admin.put(`${path}${id}`, body)])
      expect([answer.status, Object.keys(answer.json.message)]).toEqual([status, ['name']]);
  });

  it('that is missing is not found', async () => {
    for (const id of ['4711', 'x']) {
      const answers = [
        await admin.get(`${path}${id}`),
        await admin.put(`${path}${id}`, { name: 'New' }),
        await admin.delete(`${path}${id}`),
        await admin.get(`${path}${id}/permissions/`),
        await grant(id, []),
      ];
      expect(answers.map(({ status }) => status)).toEqual([404, 404, 404, 404, 404]);
    }
  });

  it('is the business of administrators alone', async () => {
    const id = await makeRole('Secretaries');
    for (const [client, status] of [
      [gamma, 403],
      [apiClient(running.url), 401],
    ] as const) {
      const answers = [
        await client.get(path),
        await client.get(pairsPath),
        await client.get('/api/v1/security/permissions/'),
        await client.get('/api/v1/security/resources/'),
        await client.get(`${path}${id}`),
        await client.get(`${path}${id}/permissions/`),
        await client.post(path, { name: 'Mine' }),
        await client.put(`${path}${id}`, { name: 'Mine' }),
        await client.post(`${path}${id}/permissions/`, { permission_view_menu_ids: [] }),
        await client.delete(`${path}${id}`),
      ];
      expect(answers.map((answer) => answer.status)).toEqual(answers.map(() => status));
    }
    expect((await admin.get(`${path}${id}`)).json.result.name).toBe('Secretaries');
  });

  it('stays while a user, a dashboard or a row-level rule would be left open without it', async () => {
    const { store, now } = running.app.services;
    const id = await makeRole('Needed');
    const user = await admin.post('/api/v1/security/users/', {
      username: 'needy',
      password: 'a password for tests',
      roles: [id],
    });
    const refused = async (word: string, use: string) => {
      const listed = (await admin.get(`${path}${ask(textFilter('name', 'Needed'))}`)).json.result[0];
      expect(listed.used_by).toBe(use);
      const answer = await admin.delete(`${path}${id}`);
      expect([answer.status, answer.json.message]).toEqual([422, expect.stringContaining(word)]);
    };
    await refused('users', 'users');
    await admin.put(`/api/v1/security/users/${user.json.id}`, { roles: [await roleId('Gamma')] });
    const dashboard = (await admin.post('/api/v1/dashboard/', { dashboard_title: 'Of a role' })).json.id;
    await store.insertInto('dashboard_roles').values({ dashboard_id: dashboard, role_id: id }).execute();
    await refused('dashboards', 'dashboards');
    await store.deleteFrom('dashboard_roles').execute();
    const stamp = now().toISOString();
    const rule = await store
      .insertInto('row_level_rules')
      .values({ name: 'EU', filter_type: 'Regular', clause: "region = 'EU'", created_on: stamp, changed_on: stamp })
      .returning('id')
      .executeTakeFirstOrThrow();
    await store.insertInto('row_level_rule_roles').values({ rule_id: rule.id, role_id: id }).execute();
    await refused('row-level', 'rules');
    await store.deleteFrom('row_level_rule_roles').execute();
    expect((await admin.delete(`${path}${id}`)).status).toBe(200);
  });
});

describe('two administrators at one role', () => {
  const versionOf = async (id: number) => (await admin.get(`${path}${id}`)).json.result.last_modified_time;

  it('are told of each other: the later one reads who saved, and saves over what he then knows', async () => {
    const second = await running.signInAs('second_admin', ['Admin']);
    const id = await makeRole('Contested');
    const read = await versionOf(id);
    const charts = (await pairsOf('can_read')).Chart ?? 0;
    const granted = await second.post(`${path}${id}/permissions`, {
      permission_view_menu_ids: [charts],
      last_modified_time: read,
    });
    expect([granted.status, granted.json.last_modified_time]).toEqual([200, await versionOf(id)]);
    expect(granted.json.last_modified_time).toBeGreaterThan(read);
    const late = [
      await admin.put(`${path}${id}`, { name: 'Mine', last_modified_time: read }),
      await admin.post(`${path}${id}/permissions`, { permission_view_menu_ids: [], last_modified_time: read }),
    ];
    for (const { status, json } of late) {
      expect([status, json.errors[0].message]).toEqual([
        409,
        'This role was saved by second_admin after you opened it.',
      ]);
      expect(json.errors[0].extra).toMatchObject({
        changed_by_name: 'second_admin',
        last_modified_time: granted.json.last_modified_time,
      });
    }
    expect((await admin.get(`${path}${id}`)).json.result.name).toBe('Contested');
    expect(await permissionsOf(id)).toHaveLength(1);
    const over = await admin.put(`${path}${id}`, {
      name: 'Mine',
      last_modified_time: granted.json.last_modified_time,
    });
    expect([over.status, over.json.result.name]).toEqual([200, 'Mine']);
  });

  it('overwrite each other where a program does not say what it has read', async () => {
    const id = await makeRole('Overwritten');
    const charts = (await pairsOf('can_read')).Chart ?? 0;
    expect((await grant(id, [charts])).status).toBe(200);
    expect((await grant(id, [])).status).toBe(200);
    expect((await admin.put(`${path}${id}`, { name: 'Written over', last_modified_time: null })).status).toBe(200);
    const wrong = await admin.put(`${path}${id}`, { name: 'x', last_modified_time: 'yesterday' });
    expect([wrong.status, Object.keys(wrong.json.message)]).toEqual([400, ['last_modified_time']]);
  });

  it('never save at once: of two that name the same version one is refused', async () => {
    const id = await makeRole('Raced');
    const last_modified_time = await versionOf(id);
    const answers = await Promise.all(
      ['One', 'Other'].map((name) => admin.put(`${path}${id}`, { name, last_modified_time })),
    );
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });
});

describe('schemas that can be granted', () => {
  const schemas = async () => Object.keys(await pairsOf('schema_access'));

  it('are those of the databases themselves, with a dataset or without, and open what is put there later', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => sockets.push(socket.on('error', () => undefined)));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { engines, store } = running.app.services;
    const engine = await engines.getEmbedded(databaseId);
    await engine.runTrusted('CREATE SCHEMA "plans of 2030"');
    const { databaseId: silent } = await makeDataset(running, 'silent');
    const { port } = server.address() as AddressInfo;
    await store
      .updateTable('databases')
      .set({ backend: 'postgresql', sqlalchemy_uri: `postgresql://u@127.0.0.1:${port}/d` })
      .where('id', '=', silent)
      .execute();
    const view = '[Powerset].[plans of 2030]';
    await expect.poll(schemas, { timeout: 20_000 }).toContain(view);
    // The one that says nothing keeps nobody from the others, nor from what is known of it.
    expect(await schemas()).toContain('[silent database].[main]');
    const found = await admin.get(`${pairsPath}${ask(textFilter('view_menu.name', 'plans of', 'ct'))}`);
    expect([found.json.count, found.json.result[0].view_menu.name]).toEqual([1, view]);
    const id = await makeRole('Planners of 2030');
    expect((await grant(id, [found.json.result[0].id])).status).toBe(200);
    await engine.runTrusted('CREATE TABLE "plans of 2030".ideas AS SELECT 1 AS n');
    const planner = await running.signInAs('planner', ['Gamma', 'sql_lab', 'Planners of 2030']);
    const tables = await planner.get(`/api/v1/database/${databaseId}/tables/${ask("(schema_name:'plans of 2030')")}`);
    expect([tables.status, tables.json.result.map(({ value }: { value: string }) => value)]).toEqual([200, ['ideas']]);
    expect((await admin.get(`/api/v1/security/resources/${ask(textFilter('name', view))}`)).json.count).toBe(1);
    server.close();
    for (const socket of sockets) socket.destroy();
  });
});

describe('the permissions of a role', () => {
  it('are said anew as a whole', async () => {
    const id = await makeRole('Readers');
    const charts = (await pairsOf('can_read')).Chart ?? 0;
    const database = (await pairsOf('database_access'))[`[Powerset].(id:${databaseId})`] ?? 0;
    expect((await grant(id, [charts, database, charts])).json.result.permission_view_menu_ids.sort()).toEqual(
      [charts, database].sort(),
    );
    expect(await permissionsOf(id)).toEqual(
      expect.arrayContaining([
        { id: charts, permission_name: 'can_read', view_menu_name: 'Chart' },
        { id: database, permission_name: 'database_access', view_menu_name: `[Powerset].(id:${databaseId})` },
      ]),
    );
    await grant(id, [charts]);
    expect(await permissionsOf(id)).toHaveLength(1);
  });

  it.each([
    [undefined, 400],
    ['all', 400],
    [[1.5], 400],
    [[987_654], 422],
    [[-1], 422],
  ])('are not %o, and stay as they were', async (ids, status) => {
    const id = await makeRole(`Careful ${JSON.stringify(ids)}`);
    const charts = (await pairsOf('can_read')).Chart ?? 0;
    await grant(id, [charts]);
    const answer = await grant(id, ids);
    expect([answer.status, Object.keys(answer.json.message)[0]]).toEqual([
      status,
      expect.stringMatching(/^permission_view_menu_ids/),
    ]);
    expect(await permissionsOf(id)).toHaveLength(1);
  });

  it('of built-in roles can be added to; their own, their names and Admin stay', async () => {
    const alpha = await roleId('Alpha');
    const own = await permissionsOf(alpha);
    const queries = (await pairsOf('all_query_access')).all_query_access ?? 0;
    expect((await grant(alpha, [queries])).json.result.permission_view_menu_ids).toHaveLength(own.length + 1);
    await grant(alpha, []);
    expect(await permissionsOf(alpha)).toEqual(own);
    for (const name of ['Admin', 'Alpha', 'Gamma', 'sql_lab', 'Public']) {
      const id = await roleId(name);
      expect((await admin.put(`${path}${id}`, { name: 'Other' })).status, name).toBe(422);
      expect((await admin.delete(`${path}${id}`)).status, name).toBe(422);
      expect((await admin.put(`${path}${id}`, { name })).status, name).toBe(200);
    }
    const everything = await permissionsOf(await roleId('Admin'));
    const answer = await grant(await roleId('Admin'), []);
    expect([answer.status, answer.json.message]).toEqual([422, expect.stringContaining('Admin')]);
    expect(await permissionsOf(await roleId('Admin'))).toEqual(everything);
  });
});

describe('a grant on data', () => {
  const chartOf = (client: ApiClient) =>
    client.post('/api/v1/chart/data', {
      datasource: { id: datasetId, type: 'table' },
      queries: [{ columns: ['region'], metrics: [], row_limit: 10 }],
    });

  it.each(['database_access', 'schema_access', 'datasource_access'])(
    'by %s shows a chart’s data to a user of Gamma from the next request on, and hides it again',
    async (permission) => {
      const id = await roleId('Gamma');
      const views = await pairsOf(permission);
      const view = Object.keys(views).find((name) => /^\[Powerset\]\.(\(id|\[main\]|\[visits\])/.test(name)) ?? '';
      for (let round = 0; round < 2; round += 1) {
        expect((await chartOf(gamma)).status).toBe(403);
        expect((await grant(id, [views[view]])).status).toBe(200);
        // Often enough that what a person may read is remembered.
        for (let time = 0; time < 3; time += 1) {
          const seen = await chartOf(gamma);
          expect([seen.status, seen.json.result?.[0].rowcount]).toEqual([200, 2]);
        }
        expect((await gamma.get('/api/v1/dataset/')).json.count).toBe(1);
        expect((await grant(id, [])).status).toBe(200);
        expect((await chartOf(gamma)).status).toBe(403);
        expect((await gamma.get('/api/v1/dataset/')).json.count).toBe(0);
      }
    },
  );

  it('lets a user of sql_lab ask a database, until it is taken away', async () => {
    const clerk = await running.signInAs('clerk', ['sql_lab']);
    const run = () =>
      clerk.post('/api/v1/sqllab/execute/', {
        client_id: crypto.randomUUID().slice(0, 11),
        database_id: databaseId,
        schema: 'main',
        sql: 'select count(*) as n from visits',
        runAsync: false,
      });
    const id = await roleId('sql_lab');
    const databases = await pairsOf('database_access');
    expect((await run()).status).toBe(403);
    await grant(id, [databases[`[Powerset].(id:${databaseId})`]]);
    const seen = await run();
    expect([seen.status, seen.json.data]).toEqual([200, [{ n: 10 }]]);
    await grant(id, []);
    expect((await run()).status).toBe(403);
  });

  it('through a role of one’s own goes with the role', async () => {
    const id = await makeRole('Visits');
    await grant(id, [(await pairsOf('datasource_access'))[`[Powerset].[visits](id:${datasetId})`]]);
    const guest = await running.signInAs('guest', ['Gamma', 'Visits']);
    expect((await chartOf(guest)).status).toBe(200);
    const person = (await guest.get('/api/v1/me/')).json.result.id;
    await admin.put(`/api/v1/security/users/${person}`, { roles: [await roleId('Gamma')] });
    expect((await chartOf(guest)).status).toBe(403);
    expect((await admin.delete(`${path}${id}`)).status).toBe(200);
  });
});

describe('what permissions are on', () => {
  const resourcesPath = '/api/v1/security/resources/';
  const reason = /follow from the product and its data/;

  it('is made, changed and removed by nobody, which is said to who may change roles', async () => {
    const resource = (await admin.get(`${resourcesPath}${ask('(page_size:1)')}`)).json.result[0].id;
    const pair = (await admin.get(`${pairsPath}${ask('(page_size:1)')}`)).json.result[0].id;
    const numbers = { permission_id: 1, view_menu_id: 1 };
    for (const answer of [
      await admin.post(resourcesPath, { name: 'Mine' }),
      await admin.put(`${resourcesPath}${resource}`, { name: 'Mine' }),
      await admin.delete(`${resourcesPath}${resource}`),
      await admin.post(pairsPath, numbers),
      await admin.put(`${pairsPath}${pair}`, numbers),
      await admin.delete(`${pairsPath}${pair}`),
    ])
      expect([answer.status, answer.json.message]).toEqual([422, expect.stringMatching(reason)]);
    expect((await admin.get(`${pairsPath}${pair}`)).status).toBe(200);
  });

  it('is refused to others, and where it is not there or not understood', async () => {
    for (const place of [resourcesPath, pairsPath]) {
      const body = place === pairsPath ? { permission_id: 1, view_menu_id: 1 } : { name: 'Mine' };
      for (const [client, status] of [
        [gamma, 403],
        [apiClient(running.url), 401],
      ] as const) {
        expect((await client.post(place, body)).status).toBe(status);
        expect((await client.put(`${place}1`, body)).status).toBe(status);
        expect((await client.delete(`${place}1`)).status).toBe(status);
      }
      expect((await admin.put(`${place}999999`, body)).status).toBe(404);
      expect((await admin.delete(`${place}999999`)).status).toBe(404);
      expect((await admin.post(place, { other: 1 })).json.message).toHaveProperty('other');
    }
  });
});

describe('somebody who may change roles and is no administrator', () => {
  it('widens neither the own role nor another by what is not had, and leaves what a role has', async () => {
    const { store, accounts } = running.app.services;
    const keepers = await makeRole('Keepers');
    const others = await makeRole('Others');
    const [reads, writes] = [await pairsOf('can_read'), await pairsOf('can_write')];
    await store
      .insertInto('role_permissions')
      .values([
        { role_id: keepers, permission: 'can_write', view: 'Role' },
        { role_id: keepers, permission: 'can_read', view: 'Role' },
        { role_id: others, permission: 'can_write', view: 'Log' },
      ])
      .execute();
    accounts.forget();
    const keeper = await running.signInAs('keeper', ['Keepers']);
    const give = (id: number, ids: readonly (number | undefined)[]) =>
      keeper.post(`${path}${id}/permissions`, { permission_view_menu_ids: ids });
    for (const own of [await give(keepers, [writes.User]), await keeper.put(`${path}${keepers}`, { name: 'Chiefs' })])
      expect([own.status, own.json.message]).toEqual([422, 'Only an administrator can change a role that you hold.']);
    const more = await give(others, [writes.Log, writes.User]);
    expect(more.status, more.text).toBe(422);
    expect(more.json.message.permission_view_menu_ids).toEqual([
      'You cannot give "can_write on User", as you do not have it yourself.',
    ]);
    const data = (await pairsOf('database_access'))[`[Powerset].(id:${databaseId})`];
    expect((await give(others, [data])).status).toBe(422);
    expect(await permissionsOf(others)).toHaveLength(1);
    expect((await give(others, [writes.Log, reads.Role])).status).toBe(200);
    expect(await permissionsOf(others)).toHaveLength(2);
    expect((await grant(others, [writes.User])).status).toBe(200);
  });
});
