import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type DrillWorld, startDrillWorld } from './drill-world-fixture.ts';

let world: DrillWorld;
let chartId: number;
beforeAll(async () => {
  world = await startDrillWorld();
  const { store, accounts } = world.running.app.services;
  const role = await store.selectFrom('roles').select('id').where('name', '=', 'Mallory').executeTakeFirstOrThrow();
  const rule = await store
    .insertInto('row_level_rules')
    .values({
      name: 'EU only',
      filter_type: 'Regular',
      clause: "region = 'EU'",
      created_on: '2026-01-01T00:00:00Z',
      changed_on: '2026-01-01T00:00:00Z',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  await store.insertInto('row_level_rule_roles').values({ rule_id: rule.id, role_id: role.id }).execute();
  await store
    .insertInto('row_level_rule_datasets')
    .values({ rule_id: rule.id, dataset_id: world.openDataset })
    .execute();
  accounts.forget();
  const saved = await world.admin.post('/api/v1/chart/', {
    slice_name: 'Sales',
    viz_type: 'table',
    datasource_id: world.openDataset,
    datasource_type: 'table',
    query_context: JSON.stringify({
      datasource: { id: world.openDataset, type: 'table' },
      queries: [{ columns: ['region'], metrics: ['count'] }],
    }),
  });
  chartId = saved.json.id;
});
afterAll(() => world.running.stop());

const fragment = fc.oneof(
  fc.constantFrom(
    '1=1',
    'true OR true',
    '1=1) OR (1=1',
    "region = 'US'",
    "region = 'US' OR 1=1",
    '1=1 -- ',
    '1=1 /*',
    "'x' OR '1'='1",
    'NOT (region = region) OR true',
    "region IN ('US')",
    '1=1; SELECT 1',
    "e'\\' OR true --'",
    '$€$ $€$ = $€$ $€$ OR true',
  ),
  fc.string({ maxLength: 20 }),
);
const query = fc.record(
  {
    filters: fc.array(
      fc.record({
        col: fc.constantFrom('region', 'id', 'amount'),
        op: fc.constantFrom('==', '!=', 'IN', 'NOT IN', 'LIKE', 'IS NULL', 'IS NOT NULL'),
        val: fc.oneof(fragment, fc.array(fragment, { maxLength: 3 })),
      }),
      { maxLength: 2 },
    ),
    extras: fc.record({ where: fragment, having: fragment }, { requiredKeys: [] }),
    orderby: fc.array(fc.tuple(fragment, fc.boolean()), { maxLength: 1 }),
    time_offsets: fc.constantFrom([], ['1 year ago']),
  },
  { requiredKeys: [] },
);

describe('row-level rules', () => {
  it('hold whatever is asked, at every door that gives rows', async () => {
    const { mallory, openDataset: id } = world;
    const count = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'n' };
    await fc.assert(
      fc.asyncProperty(query, async (part) => {
        const datasource = { id, type: 'table' };
        const grouped = { ...part, columns: ['region'], metrics: [count] };
        const answers = await Promise.all([
          mallory.post('/api/v1/chart/data', { datasource, queries: [grouped] }),
          mallory.post('/api/v1/chart/data', { datasource, queries: [{ ...part, result_type: 'drill_detail' }] }),
          mallory.post('/api/v1/chart/data', {
            datasource,
            queries: [{ ...part, columns: ['region'], metrics: [] }],
            result_type: 'samples',
          }),
          mallory.post(`/api/v1/datasource/samples?datasource_id=${id}&datasource_type=table&per_page=1000`, {
            filters: part.filters ?? [],
            extras: part.extras ?? {},
          }),
          mallory.post('/api/v1/chart/data/batch', {
            requests: [{ key: 'a', payload: { datasource, queries: [grouped] } }],
          }),
        ]);
        for (const answer of answers) {
          const body = JSON.parse(answer.text);
          const rows = body.result?.[0]?.data ?? body.result?.data ?? [];
          for (const row of rows) expect(row.region).toBe('EU');
          const columns = body.results?.[0]?.table.columns ?? [];
          expect(columns[0]?.values.every((value: unknown) => value === 'EU') ?? true).toBe(true);
        }
      }),
      { numRuns: 60 },
    );
  }, 120_000);

  it('hold for lists of values, saved charts, files and metrics without columns', async () => {
    const { mallory, openDataset: id } = world;
    expect((await mallory.get(`/api/v1/datasource/table/${id}/column/region/values/`)).json.result).toEqual(['EU']);
    expect((await mallory.get(`/api/v1/datasource/table/${id}/column/region/values/?q=US`)).json.result).toEqual([]);
    expect((await mallory.get(`/api/v1/chart/${chartId}/data/`)).json.result[0].data).toEqual([
      { region: 'EU', count: 50 },
    ]);
    const csv = await mallory.get(`/api/v1/chart/${chartId}/data/?format=csv`);
    expect(csv.text).not.toContain('US');
    const total = await mallory.post('/api/v1/chart/data', {
      datasource: { id, type: 'table' },
      queries: [{ metrics: ['count'] }],
    });
    expect(total.json.result[0].data).toEqual([{ count: 50 }]);
    const admin = await world.admin.get(`/api/v1/chart/${chartId}/data/`);
    expect(admin.json.result[0].data).toHaveLength(2);
    // What the administrator's answer left in the cache is not the other's.
    expect((await mallory.get(`/api/v1/chart/${chartId}/data/`)).json.result[0].data).toHaveLength(1);
  });
});

describe('secrets', () => {
  it('of other people stay theirs: queries, saved queries, tabs, kept forms and filter states', async () => {
    const { admin, mallory } = world;
    const run = await admin.post('/api/v1/sqllab/execute/', {
      database_id: world.databaseId,
      sql: "SELECT 'admins-own-4417' AS x",
      client_id: 'adminsrun',
    });
    const saved = await admin.post('/api/v1/saved_query/', {
      label: 'admins-own-4417',
      db_id: world.databaseId,
      sql: "SELECT 'admins-own-4417'",
    });
    const key = run.json.query.resultsKey;
    const doors: readonly (readonly [string, string])[] = [
      ['GET', `/api/v1/sqllab/results/?q=(key:%27${key}%27)`],
      ['GET', `/api/v1/sqllab/results/${key}/window`],
      ['GET', `/api/v1/sqllab/results/${key}/profile`],
      ['GET', '/api/v1/sqllab/export/adminsrun/'],
      ['GET', `/api/v1/query/${run.json.query.queryId}`],
      ['GET', `/api/v1/saved_query/${saved.json.id}`],
      ['PUT', `/api/v1/saved_query/${saved.json.id}`],
      ['DELETE', `/api/v1/saved_query/${saved.json.id}`],
      ['GET', '/api/v1/query/'],
      ['GET', '/api/v1/saved_query/'],
      ['GET', '/api/v1/query/updated_since?q=(last_updated_ms:0)'],
      ['GET', '/api/v1/sqllab/'],
    ];
    for (const [method, path] of doors) {
      const answer = await mallory.send(method, path, method === 'PUT' ? { body: { label: 'mine' } } : {});
      expect([path, answer.text.includes('admins-own-4417')]).toEqual([path, false]);
    }
    expect((await admin.get(`/api/v1/saved_query/${saved.json.id}`)).json.result.label).toBe('admins-own-4417');
    const stop = await mallory.post('/api/v1/query/stop', { client_id: 'adminsrun' });
    expect(stop.status).toBeGreaterThanOrEqual(400);
  });
});
