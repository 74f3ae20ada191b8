import type { ApiClient } from '@powerset/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DrillWorld, startDrillWorld } from './drill-world-fixture.ts';

let world: DrillWorld;
let hiddenChart = 0;
beforeAll(async () => {
  world = await startDrillWorld();
  const { admin } = world;
  const chart = { viz_type: 'table', datasource_type: 'table' };
  hiddenChart = (
    await admin.post('/api/v1/chart/', { ...chart, slice_name: 'Hidden', datasource_id: world.secretDataset })
  ).json.id;
  await admin.post('/api/v1/chart/', { ...chart, slice_name: 'Open', datasource_id: world.openDataset });
  await admin.post('/api/v1/dashboard/', { dashboard_title: 'Hidden', published: true });
});
afterAll(() => world.running.stop());

/** Names of two things, one that is there and hidden and one that is nowhere, put out of an answer. */
const blind = (text: string) => text.replace(/hidden_query|nowhere|hr\.pay|\bpay\b|hr\.none|\bnone\b/g, 'X');

describe('what is hidden is answered as what is not there', () => {
  const makers = [
    ['/api/v1/dataset/', 'database'],
    ['/api/v1/dataset/get_or_create/', 'database_id'],
  ] as const;

  it.each(makers)('by %s, for those who may not read the table', async (path, key) => {
    for (const who of [world.outsider, world.mallory, world.schemer])
      for (const schema of ['main', 'hr', null]) {
        const ask = (name: string) => who.post(path, { [key]: world.databaseId, schema, table_name: name });
        const [there, nowhere] = [await ask('pay'), await ask('none')];
        expect([there.status, blind(there.text)]).toEqual([nowhere.status, blind(nowhere.text)]);
        expect(there.status).toBeGreaterThanOrEqual(400);
        expect(there.text).not.toMatch(/already exists|table_id/);
      }
  });

  it('by the names of queries: one that nobody else may see is free', async () => {
    const make = (who: ApiClient, name: string) =>
      who.post('/api/v1/dataset/', {
        database: world.databaseId,
        schema: 'main',
        table_name: name,
        sql: 'SELECT region FROM main.sales',
      });
    expect((await make(world.admin, 'hidden_query')).status).toBe(201);
    const [taken, free] = [await make(world.mallory, 'hidden_query'), await make(world.mallory, 'nowhere')];
    expect([taken.status, free.status]).toEqual([201, 201]);
    expect((await make(world.mallory, 'hidden_query')).text).toContain('already exists');
    const renamed = await world.mallory.put(`/api/v1/dataset/${free.json.id}`, { table_name: 'pay' });
    expect([renamed.status, renamed.text]).toEqual([200, expect.not.stringContaining('exists')]);
    expect((await world.mallory.post('/api/v1/chart/data', salaries(free.json.id))).text).not.toContain('CANARY');
  });

  it('by an import of its own uuid, which makes another object and touches nothing', async () => {
    const { store } = world.running.app.services;
    const exported = (await world.admin.get(`/api/v1/chart/export/?q=!(${hiddenChart})`)).bytes;
    const before = await store.selectFrom('charts').selectAll().where('id', '=', hiddenChart).executeTakeFirstOrThrow();
    const importIt = async (overwrite: string) => {
      const form = new FormData();
      form.set('formData', new Blob([Buffer.from(exported)]), 'chart.zip');
      form.set('overwrite', overwrite);
      return world.mallory.send('POST', '/api/v1/chart/import/', { form });
    };
    for (const overwrite of ['false', 'true'])
      expect((await importIt(overwrite)).text).not.toMatch(/(chart|dataset) already exists/i);
    const after = await store.selectFrom('charts').selectAll().where('id', '=', hiddenChart).executeTakeFirstOrThrow();
    expect(after).toEqual(before);
  });
});

const salaries = (id: number) => ({
  datasource: { id, type: 'table' },
  queries: [{ columns: ['name'], metrics: [] }],
});

const pickers = [
  '/api/v1/chart/related/owners',
  '/api/v1/chart/related/created_by',
  '/api/v1/chart/related/changed_by',
  '/api/v1/dashboard/related/owners',
  '/api/v1/dashboard/related/created_by',
  '/api/v1/dashboard/related/changed_by',
  '/api/v1/dataset/related/owners',
  '/api/v1/dataset/related/created_by',
  '/api/v1/dataset/related/changed_by',
  '/api/v1/related/dataset/owners',
  '/api/v1/database/related/created_by',
  '/api/v1/database/related/changed_by',
];

const textsOf = async (who: ApiClient, path: string) => {
  const { json } = await who.get(path);
  return ((json.result ?? []) as { text: string }[]).map(({ text }) => text);
};

describe('the names of people', () => {
  it('are not for somebody who reads no data, except of those met in what is seen', async () => {
    const { outsider } = world;
    for (const path of pickers)
      expect([path, (await textsOf(outsider, path)).filter((text) => text !== 'outsider')]).toEqual([path, []]);
    const included = await outsider.get('/api/v1/chart/related/owners?q=(include_ids:!(1,2,3))');
    expect(included.json.result.map((one: { text: string }) => one.text)).toEqual(['outsider']);
    const roles = await textsOf(outsider, '/api/v1/dashboard/related/roles');
    expect(roles.sort()).toEqual(['Gamma', 'sql_lab']);
  });

  it('are not told by making somebody an owner', async () => {
    const { outsider, mallory } = world;
    const [there, nowhere] = [
      await outsider.post('/api/v1/dashboard/', { dashboard_title: 'Mine', owners: [1] }),
      await outsider.post('/api/v1/dashboard/', { dashboard_title: 'Mine', owners: [9999] }),
    ];
    expect([there.status, there.text]).toEqual([422, nowhere.text]);
    expect((await mallory.post('/api/v1/dashboard/', { dashboard_title: 'Ours', owners: [1] })).status).toBe(201);
  });

  it('are there to share with for who reads data, without addresses, and by their names only', async () => {
    const found = await world.mallory.get('/api/v1/chart/related/owners');
    expect(found.json.result.length).toBeGreaterThan(2);
    for (const { extra } of found.json.result) expect(extra).toEqual({});
    expect(found.text).not.toContain('@');
    await world.running.app.services.accounts.create({
      username: 'zz-login-name',
      password: 'a password for tests',
      firstName: 'Ada',
      lastName: 'Lovelace',
      roles: ['Gamma'],
    });
    expect(await textsOf(world.mallory, '/api/v1/chart/related/owners?q=(filter:zz-login)')).toEqual([]);
    expect(await textsOf(world.admin, '/api/v1/chart/related/owners?q=(filter:zz-login)')).toEqual(['Ada Lovelace']);
    const makers = await textsOf(world.mallory, '/api/v1/chart/related/created_by');
    expect(makers).not.toContain('Ada Lovelace');
  });

  it('carry no user name wherever they stand in objects', async () => {
    const { admin } = world;
    const ask = [
      'chart',
      'dashboard',
      'dataset',
      'database',
      'saved_query',
      'annotation_layer',
      'css_template',
      'theme',
    ].flatMap((kind) => [`/api/v1/${kind}/`, `/api/v1/${kind}/1`]);
    const more = [
      `/api/v1/explore/?slice_id=${hiddenChart}`,
      '/api/v1/dashboard/1/datasets',
      '/api/v1/dashboard/1/charts',
    ];
    const metadata = `/datasource/fetch_datasource_metadata?datasourceKey=${world.openDataset}__table`;
    for (const path of [...ask, ...more, metadata])
      expect([path, (await admin.get(path)).text]).toEqual([path, expect.not.stringContaining('"username"')]);
  });
});

/** A certificate of nobody. */
const own = `-----BEGIN CERTIFICATE-----
MIIBbTCCAROgAwIBAgIUIM7i9IrnF3LmjDWVqG5qIlIrDOowCgYIKoZIzj0EAwIw
DDEKMAgGA1UEAwwBeDAeFw0yNjExMjMwMDU5MTZaFw0zNjExMjAwMDU5MTZaMAwx
CjAIBgNVBAMMAXgwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARSVs2C9ACCV2af
GK0ZLeS9UDc1PEfzHsOABooV2EC3g86p4NEKYB3y+m+2PCcUyALxeLrrZ1dWfdIV
ZDDN9Ayvo1MwUTAdBgNVHQ4EFgQUnQwCWivxFki0WUqbIuZLu1FtmncwHwYDVR0j
BBgwFoAUnQwCWivxFki0WUqbIuZLu1FtmncwDwYDVR0TAQH/BAUwAwEB/zAKBggq
hkjOPQQDAgNIADBFAiAhns8w/P9Iy8rYx1QdIdtbETVUbU24nmyEqr9NGZIuMwIh
ANhiV3dIzlCRpSqFQNQxZoLn1vYA7YBoZAL2286wQcQj
-----END CERTIFICATE-----
`;

describe('a certificate of a server', () => {
  const test = (certificate: string) =>
    world.admin.post('/api/v1/database/', {
      database_name: 'Certified',
      sqlalchemy_uri: 'postgresql://a:b@127.0.0.1:1/c',
      server_cert: certificate,
    });

  it('that is none is refused, and named', async () => {
    const broken = own.replace(/[A-Za-z0-9]{20}/, 'A'.repeat(20));
    for (const text of [
      'abc',
      '-----BEGIN CERTIFICATE-----\nabc\n-----END CERTIFICATE-----',
      `${own}x`,
      broken,
      own.slice(0, 200),
    ]) {
      const answer = await test(text);
      expect([answer.status, Object.keys(answer.json.message)]).toEqual([422, ['server_cert']]);
    }
    for (const text of [own, `${own}\n${own}`]) expect((await test(text)).text).not.toContain('server_cert');
  });
});
