import type { ApiClient } from '@powerset/testkit';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addRole, canary, type DrillWorld, startDrillWorld } from './drill-world-fixture.ts';

let world: DrillWorld;
beforeAll(async () => {
  world = await startDrillWorld();
});
afterAll(() => world.running.stop());

const makeVirtual = (client: ApiClient, sql: string, more: object = {}) =>
  client.post('/api/v1/dataset/', {
    database: world.databaseId,
    schema: 'main',
    table_name: `v${crypto.randomUUID()}`,
    sql,
    ...more,
  });
const chart = (client: ApiClient, id: number, query: object, more: object = {}) =>
  client.post('/api/v1/chart/data', { datasource: { id, type: 'table' }, queries: [query], ...more });

describe('a virtual dataset', () => {
  it('reads only what its maker may read, when it is made', async () => {
    for (const sql of [
      'SELECT * FROM pay',
      'SELECT * FROM hr.pay',
      'SELECT * FROM sales, (SELECT name FROM pay)',
      'WITH RECURSIVE pay AS (SELECT name FROM pay UNION ALL SELECT name FROM pay WHERE false) SELECT * FROM pay',
      'SELECT 1 AS one; DELETE FROM sales',
      'DELETE FROM sales',
      'WITH x AS (DELETE FROM sales RETURNING *) SELECT * FROM x',
      "SELECT * FROM read_text('/etc/passwd')",
      'EXPLAIN ANALYZE SELECT * FROM pay',
      'SELECT 1) AS x; DELETE FROM sales; SELECT * FROM (SELECT 1',
    ]) {
      const answer = await makeVirtual(world.mallory, sql);
      expect([sql, answer.status >= 400]).toEqual([sql, true]);
      expect(answer.text).not.toContain(canary);
    }
    expect((await makeVirtual(world.mallory, 'SELECT region FROM sales')).status).toBe(201);
  });

  it('finds bare names in the schema that it claims, and falls back to no other', async () => {
    for (const sql of ['SELECT * FROM pay', 'SELECT * FROM sales']) {
      const answer = await makeVirtual(world.schemer, sql, { schema: 'open' });
      expect([sql, answer.status]).toEqual([sql, 422]);
      expect(answer.text).toContain('does not exist in the schema open');
      expect(answer.text).not.toContain(canary);
    }
    expect((await makeVirtual(world.schemer, 'SELECT * FROM items', { schema: 'open' })).status).toBe(201);
  });

  it('is checked again at every change', async () => {
    const { json } = await makeVirtual(world.mallory, 'SELECT region FROM sales');
    const path = `/api/v1/dataset/${json.id}`;
    for (const body of [
      { sql: 'SELECT * FROM pay' },
      { sql: 'SELECT * FROM pay', schema: 'open' },
      { sql: '', table_name: 'pay' },
      { sql: null, table_name: 'pay', schema: 'hr' },
    ]) {
      const answer = await world.mallory.put(path, body);
      expect([body, answer.status >= 400]).toEqual([body, true]);
    }
    expect((await world.mallory.get(path)).json.result.sql).toBe('SELECT region FROM sales');
  });

  it('under the name of a secret table opens nothing', async () => {
    await makeVirtual(world.mallory, 'SELECT region AS name FROM sales', { schema: 'hr', table_name: 'pay' });
    const answer = await world.mallory.post('/api/v1/sqllab/execute/', {
      database_id: world.databaseId,
      sql: 'SELECT * FROM hr.pay',
    });
    expect(answer.status).toBe(403);
    const physical = await world.mallory.post('/api/v1/dataset/get_or_create/', {
      database_id: world.databaseId,
      schema: 'hr',
      table_name: 'pay',
    });
    expect(
      (await chart(world.mallory, physical.json.result?.table_id ?? 0, { columns: ['name'], metrics: [] })).text,
    ).not.toContain(canary);
  });

  it('of somebody else is neither seen, copied, changed nor removed', async () => {
    const { json } = await makeVirtual(world.admin, 'SELECT * FROM pay');
    const { mallory } = world;
    const answers = await Promise.all([
      mallory.get(`/api/v1/dataset/${json.id}`),
      mallory.put(`/api/v1/dataset/${json.id}`, { owners: [1, 2, 3] }),
      mallory.delete(`/api/v1/dataset/${json.id}`),
      mallory.put(`/api/v1/dataset/${json.id}/refresh`, {}),
      mallory.get(`/api/v1/dataset/${json.id}/related_objects`),
    ]);
    expect(answers.map((answer) => answer.status)).toEqual([404, 404, 404, 404, 404]);
    const copy = await mallory.post('/api/v1/dataset/duplicate', { base_model_id: json.id, table_name: 'mine' });
    expect(copy.status).toBe(422);
  });
});

const hostile = [
  '(SELECT max(name) FROM pay)',
  '(FROM pay)',
  '(TABLE pay)',
  '(WITH x AS (FROM pay) FROM x)',
  '(SELECT max(region) FROM sales)',
  'max(region)) FROM sales; DELETE FROM sales; --',
  'max(region) FROM pay --',
  'max(region)), (SELECT max(name) FROM pay',
  '$€$ /* $€$, (SELECT max(name) FROM pay), $€$ */ $€$',
  "(SELECT content FROM read_text('/etc/passwd'))",
  "getenv('HOME')",
  'current_query()',
];

describe('SQL that comes with a chart', () => {
  it('reaches nothing beyond the dataset, wherever it stands', async () => {
    const id = world.openDataset;
    const metric = { expressionType: 'SQL', label: 'm' };
    const plain = { ...metric, sqlExpression: 'COUNT(*)' };
    const others: unknown[] = [];
    for (const sql of hostile) {
      const queries = [
        { metrics: [{ ...metric, sqlExpression: sql }] },
        { columns: [{ expressionType: 'SQL', label: 'c', sqlExpression: sql }], metrics: [] },
        { columns: [sql], metrics: [plain] },
        { metrics: [plain], extras: { where: `region = ${sql}` } },
        { metrics: [plain], extras: { having: `max(region) = ${sql}` } },
        {
          metrics: [plain],
          filters: [{ col: { expressionType: 'SQL', label: 'f', sqlExpression: sql }, op: '==', val: 'x' }],
        },
        { columns: ['region'], metrics: [plain], orderby: [[{ ...metric, label: 'o', sqlExpression: sql }, true]] },
        {
          columns: ['region'],
          metrics: [plain],
          series_columns: ['region'],
          series_limit: 3,
          series_limit_metric: { ...metric, label: 'o', sqlExpression: sql },
        },
        { columns: ['region'], metrics: [plain], orderby: [[sql, true]] },
        { columns: ['region'], metrics: [plain], granularity: sql, time_range: 'Last year' },
        {
          columns: ['region'],
          metrics: [plain],
          granularity: 'at',
          is_timeseries: true,
          extras: { time_grain_sqla: sql },
        },
      ];
      for (const query of queries) {
        const answer = await chart(world.mallory, id, query);
        expect([sql, query, answer.text.includes(canary)]).toEqual([sql, query, false]);
        if (answer.status !== 400) others.push([answer.status, sql, JSON.stringify(query)]);
      }
    }
    expect(others).toEqual([]);
    const rows = await chart(world.mallory, id, { metrics: [plain] });
    expect(rows.json.result[0].data).toEqual([{ m: 100 }]);
  });

  it('is data where it is a value, a label or a name', async () => {
    for (const text of [
      `'; DELETE FROM sales; --`,
      `" FROM pay --`,
      `x") FROM pay; --`,
      `\\' OR 1=1 --`,
      '__proto__',
      'constructor',
      '\u0000',
    ]) {
      const labelled = await chart(world.mallory, world.openDataset, {
        columns: [{ expressionType: 'SQL', label: text, sqlExpression: 'region' }],
        metrics: [{ expressionType: 'SQL', label: `${text}2`, sqlExpression: 'COUNT(*)' }],
        filters: [{ col: 'region', op: 'NOT IN', val: [text] }],
      });
      expect([text, labelled.status]).toEqual([text, 200]);
      expect(labelled.json.result[0].colnames).toEqual([text, `${text}2`]);
      const found = await chart(world.mallory, world.openDataset, {
        columns: ['region'],
        metrics: [],
        filters: [{ col: 'region', op: 'ILIKE', val: `%${text}%` }],
      });
      expect([text, found.json.result?.[0].data]).toEqual([text, []]);
    }
  });

  it('is refused with 400 when names of steps, operators or options are hostile', async () => {
    for (const rule of [
      { operation: '__proto__', options: {} },
      { operation: 'constructor', options: {} },
      { operation: 'toString', options: {} },
      {
        operation: 'pivot',
        options: {
          index: ['__proto__'],
          columns: ['constructor'],
          aggregates: { __proto__x: { operator: 'constructor' } },
        },
      },
      {
        operation: 'aggregate',
        options: { groupby: ['region'], aggregates: { x: { operator: '__proto__', column: 'm' } } },
      },
      { operation: 'rolling', options: { rolling_type: 'constructor', window: 2, columns: { m: 'm' } } },
    ]) {
      const answer = await chart(world.mallory, world.openDataset, {
        columns: ['region'],
        metrics: [{ expressionType: 'SQL', label: 'm', sqlExpression: 'COUNT(*)' }],
        post_processing: [rule],
      });
      expect([rule.operation, answer.status]).toEqual([rule.operation, 400]);
    }
    for (const query of [
      { columns: ['region'], metrics: ['constructor'] },
      { columns: ['region'], metrics: ['count'], filters: [{ col: 'region', op: 'constructor', val: 'x' }] },
      {
        columns: ['region'],
        metrics: ['count'],
        extras: { time_grain_sqla: 'constructor' },
        granularity: 'at',
        is_timeseries: true,
      },
      { columns: ['region'], metrics: ['count'], row_limit: -1 },
      { columns: ['region'], metrics: ['count'], row_offset: -5 },
    ]) {
      expect([JSON.stringify(query), (await chart(world.mallory, world.openDataset, query)).status]).toEqual([
        JSON.stringify(query),
        400,
      ]);
    }
  });

  it('of a forbidden dataset is refused at every door', async () => {
    const { mallory, secretDataset: id } = world;
    const saved = await world.admin.post('/api/v1/chart/', {
      slice_name: 'Secret chart',
      viz_type: 'table',
      datasource_id: id,
      datasource_type: 'table',
      params: JSON.stringify({ note: canary }),
      query_context: JSON.stringify({
        datasource: { id, type: 'table' },
        queries: [{ columns: ['name'], metrics: [] }],
      }),
    });
    const chartId = saved.json.id as number;
    const missing = 987_654;
    const doors = (dataset: number, one: number) =>
      Promise.all([
        chart(mallory, dataset, { columns: ['name'], metrics: [] }),
        chart(mallory, dataset, { columns: ['name'], metrics: [] }, { result_type: 'query' }),
        chart(mallory, dataset, { columns: ['name'], metrics: [] }, { result_type: 'columns' }),
        mallory.get(`/api/v1/datasource/table/${dataset}/column/name/values/`),
        mallory.post(`/api/v1/datasource/samples?datasource_id=${dataset}&datasource_type=table`, {}),
        mallory.get(`/superset/fetch_datasource_metadata?datasourceKey=${dataset}__table`),
        mallory.get(`/api/v1/explore/?datasource_id=${dataset}&datasource_type=table`),
        mallory.get(`/api/v1/chart/${one}`),
        mallory.get(`/api/v1/chart/${one}/data/`),
        mallory.get(`/api/v1/explore/?slice_id=${one}`),
        mallory.get(`/api/v1/explore/?slice_id=${one}&datasource_id=${world.openDataset}&datasource_type=table`),
        mallory.put(`/api/v1/chart/${one}`, { owners: [2, 3] }),
        mallory.delete(`/api/v1/chart/${one}`),
        mallory.delete(`/api/v1/chart/?q=!(${one})`),
        mallory.post(`/api/v1/chart/${one}/favorites/`),
      ]);
    const answers = await doors(id, chartId);
    for (const answer of answers) {
      expect(answer.status).toBeGreaterThanOrEqual(400);
      expect(answer.text).not.toContain(canary);
      expect(answer.text).not.toContain('Secret chart');
    }
    // What belongs to a chart cannot be told from a chart that does not exist.
    const unknown = await doors(missing, missing);
    expect(answers.slice(7).map((answer) => [answer.status, answer.text])).toEqual(
      unknown.slice(7).map((answer) => [answer.status, answer.text]),
    );
    const batch = await mallory.post('/api/v1/chart/data/batch', {
      requests: [
        { key: 'a', payload: { datasource: { id, type: 'table' }, queries: [{ columns: ['name'], metrics: [] }] } },
      ],
    });
    expect(batch.text).not.toContain(canary);
    expect(JSON.parse(batch.text).status).toBe(403);
    const link = await mallory.post('/api/v1/explore/permalink', {
      formData: { datasource: `${world.openDataset}__table`, slice_id: chartId, viz_type: 'table' },
    });
    expect((await mallory.get(`/api/v1/explore/?permalink_key=${link.json.key}`)).text).not.toContain(canary);
  });

  it('is not shown in lists, counts, choices and related objects of who may not see it', async () => {
    const { mallory, admin, openDataset, secretDataset } = world;
    const made = await admin.post('/api/v1/dashboard/', { dashboard_title: `Hidden ${canary}`, published: false });
    await admin.post('/api/v1/chart/', {
      slice_name: `Open chart`,
      viz_type: 'table',
      datasource_id: openDataset,
      datasource_type: 'table',
      dashboards: [made.json.id],
    });
    for (const path of [
      '/api/v1/dashboard/',
      '/api/v1/chart/',
      '/api/v1/dataset/',
      '/api/v1/dataset/distinct/schema',
      '/api/v1/chart/related/dashboards',
      '/api/v1/chart/related/datasource',
      '/api/v1/dashboard/related/owners',
      `/api/v1/dashboard/${made.json.id}`,
      `/api/v1/dashboard/${made.json.id}/charts`,
      `/api/v1/dashboard/${made.json.id}/datasets`,
      `/api/v1/dataset/${openDataset}/related_objects`,
      `/api/v1/database/${world.databaseId}/related_objects/`,
      '/api/v1/query/',
      '/api/v1/saved_query/',
      '/api/v1/log/recent_activity/',
    ]) {
      expect([path, (await mallory.get(path)).text.includes(canary)]).toEqual([path, false]);
    }
    const list = await mallory.get(`/api/v1/dataset/?q=(filters:!((col:id,opr:eq,value:${secretDataset})))`);
    expect([list.json.count, list.json.ids]).toEqual([0, []]);
    const explore = await admin.get('/api/v1/chart/?q=(filters:!((col:slice_name,opr:eq,value:%27Open chart%27)))');
    const seen = await mallory.get(`/api/v1/explore/?slice_id=${explore.json.ids[0]}`);
    expect(seen.status).toBe(200);
    expect(seen.text).not.toContain(canary);
  });
});

describe('a visitor with a public role', () => {
  it('draws charts but sees no SQL, not even in errors', async () => {
    const { running, visitor, openDataset, admin } = world;
    const { store, accounts } = running.app.services;
    const publicRole = await store
      .selectFrom('roles')
      .select('id')
      .where('name', '=', 'Public')
      .executeTakeFirstOrThrow();
    const own = await addRole(running, 'For visitors', []);
    expect(own).toBeGreaterThan(0);
    const pairs = [
      ['can_read', 'Chart'],
      ['can_read', 'Dashboard'],
      ['can_read', 'Dataset'],
      ['can_read', 'Explore'],
      ['can_explore', 'Superset'],
      ['can_samples', 'Datasource'],
      ['datasource_access', `[Powerset].[sales](id:${openDataset})`],
    ] as const;
    for (const [permission, view] of pairs)
      await store.insertInto('role_permissions').values({ role_id: publicRole.id, permission, view }).execute();
    accounts.forget();
    const dashboard = await admin.post('/api/v1/dashboard/', { dashboard_title: 'Public', published: true });
    const saved = await admin.post('/api/v1/chart/', {
      slice_name: 'Public chart',
      viz_type: 'table',
      datasource_id: openDataset,
      datasource_type: 'table',
      dashboards: [dashboard.json.id],
      query_context: JSON.stringify({
        datasource: { id: openDataset, type: 'table' },
        queries: [{ columns: ['region'], metrics: ['count'] }],
      }),
    });
    const data = await chart(visitor, openDataset, { columns: ['region'], metrics: ['count'] });
    expect(data.status).toBe(200);
    expect(data.json.result[0].data).toHaveLength(2);
    const answers = [
      data,
      await visitor.get(`/api/v1/chart/${saved.json.id}/data/`),
      await visitor.post('/api/v1/chart/data/batch', {
        requests: [
          {
            key: 'a',
            payload: {
              datasource: { id: openDataset, type: 'table' },
              queries: [{ columns: ['region'], metrics: ['count'] }],
            },
          },
          {
            key: 'b',
            payload: {
              datasource: { id: openDataset, type: 'table' },
              queries: [{ columns: ['nowhere + 1'], metrics: ['count'] }],
            },
          },
        ],
      }),
      await chart(visitor, openDataset, { columns: ['nowhere + 1'], metrics: ['count'] }),
      await chart(visitor, openDataset, { columns: ['CAST(region AS INTEGER) + 7'], metrics: ['count'] }),
      await chart(visitor, openDataset, { columns: ['region'], metrics: [] }, { result_type: 'query' }),
      await visitor.get(`/api/v1/dashboard/${dashboard.json.id}/datasets`),
      await visitor.get(`/api/v1/dashboard/${dashboard.json.id}/charts`),
      await visitor.post(`/api/v1/datasource/samples?datasource_id=${openDataset}&datasource_type=table`, {}),
      await visitor.get(`/api/v1/explore/?slice_id=${saved.json.id}`),
      await visitor.get(`/api/v1/dataset/${openDataset}`),
      await visitor.get('/api/v1/dataset/'),
      await visitor.get(`/superset/fetch_datasource_metadata?datasourceKey=${openDataset}__table`),
    ];
    for (const answer of answers) expect(answer.text).not.toMatch(/SELECT|LINE \d|GROUP BY|"expression":"/);
  });
});
