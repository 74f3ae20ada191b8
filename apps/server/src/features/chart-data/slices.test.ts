import {
  type ChartBrush,
  type ChartSlicesLine,
  fromWireTable,
  type PostProcessingRule,
  type QueryFilter,
  type QueryObject,
  type ResultTable,
  type WireTable,
} from '@powerset/contract';
import { openSlices } from '@powerset/query/brushed';
import { type ApiClient, apiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

let running: InProcessApp;
let datasetId: number;
let bound: ApiClient;

beforeAll(async () => {
  running = await startInProcess({ now: () => new Date('2026-11-21T10:00:00Z') });
  const { engines, store } = running.app.services;
  const { id: database } = await store.selectFrom('databases').select('id').executeTakeFirstOrThrow();
  const engine = await engines.getEmbedded(database);
  await engine.runTrusted(`CREATE TABLE sales AS SELECT
    CASE WHEN i % 41 = 0 THEN NULL ELSE TIMESTAMP '2026-01-01' + to_hours(((i * 37) % 2400)::INTEGER) END AS at,
    (DATE '2026-01-01' + (i % 90)::INTEGER) AS day, 1767225600 + (i % 2000) * 3600 AS created_s,
    '2026-0' || (1 + i % 3) || '-1' || (i % 9) AS day_text,
    ['EU','US',NULL,'','O''Brien','Ä'][1 + i % 6] AS region, ['web','shop','fair'][1 + (i // 7) % 3] AS channel,
    (((i * 7919) % 10007) / 100)::DECIMAL(12,2) AS price, ((i * 31) % 101) / 4.0::DOUBLE AS weight,
    CASE WHEN i % 13 = 0 THEN NULL ELSE (i * i) % 23 END AS pieces, 9007199254740993 + i AS big, i % 2 = 0 AS is_even
    FROM range(6000) AS r(i)`);
  const created = await running.admin.post('/api/v1/dataset/', { database, schema: 'main', table_name: 'sales' });
  datasetId = Number(created.json.id);
  const times = { at: null, day: null, created_s: 'epoch_s', day_text: '%Y-%m-%d' };
  for (const [name, format] of Object.entries(times)) {
    const change = { is_dttm: 1, python_date_format: format } as const;
    await store.updateTable('dataset_columns').set(change).where('column_name', '=', name).execute();
  }
  // Times are shown two hours off what is stored.
  const changed = await running.admin.put(`/api/v1/dataset/${datasetId}`, { offset: 2 });
  expect(changed.status, changed.text).toBe(200);
  bound = await signInBound("channel <> 'fair'");
});
afterAll(() => running.stop());

/** Somebody who may read the sales, and sees only some of their rows. */
async function signInBound(clause: string): Promise<ApiClient> {
  const { store } = running.app.services;
  const client = await running.signInAs('bound', ['Gamma']);
  const role = await store.insertInto('roles').values({ name: 'bound' }).returning('id').executeTakeFirstOrThrow();
  const view = `[Powerset].[sales](id:${datasetId})`;
  await store
    .insertInto('role_permissions')
    .values({ role_id: role.id, permission: 'datasource_access', view })
    .execute();
  const user = await store.selectFrom('users').select('id').where('username', '=', 'bound').executeTakeFirstOrThrow();
  await store.insertInto('user_roles').values({ user_id: user.id, role_id: role.id }).execute();
  const written = { created_on: '2026-01-01T00:00:00.000Z', changed_on: '2026-01-01T00:00:00.000Z' };
  const rule = await store
    .insertInto('row_level_rules')
    .values({ name: 'bound', filter_type: 'Regular', clause, ...written })
    .returning('id')
    .executeTakeFirstOrThrow();
  await store.insertInto('row_level_rule_roles').values({ rule_id: rule.id, role_id: role.id }).execute();
  await store.insertInto('row_level_rule_datasets').values({ rule_id: rule.id, dataset_id: datasetId }).execute();
  running.app.services.accounts.forget();
  return client;
}

const metric = (aggregate: string, column: string) => ({
  expressionType: 'SIMPLE' as const,
  aggregate: aggregate as 'SUM',
  column: { column_name: column },
  label: `${aggregate}(${column})`,
});
const sql = (text: string) => ({ expressionType: 'SQL' as const, sqlExpression: text, label: text });
const metrics = [
  metric('SUM', 'price'),
  metric('SUM', 'weight'),
  metric('SUM', 'pieces'),
  metric('SUM', 'big'),
  metric('COUNT', 'pieces'),
  metric('MIN', 'price'),
  metric('MAX', 'at'),
  metric('MIN', 'region'),
  metric('AVG', 'price'),
  metric('AVG', 'pieces'),
  sql('COUNT(*)'),
  sql('SUM(price * pieces)'),
  sql('avg( pieces ) FILTER (WHERE is_even)'),
];
const week = { label: 'at', sqlExpression: 'at', columnType: 'BASE_AXIS' as const, timeGrain: 'P1W' };
const columns = ['region', 'channel', 'is_even', 'day', 'pieces', 'created_s', week] as const;
const others: readonly QueryFilter[] = [
  { col: 'region', op: 'IN', val: ['EU', null] },
  { col: 'channel', op: 'NOT IN', val: ['web'] },
  { col: 'pieces', op: '>', val: 3 },
  { col: 'at', op: 'TEMPORAL_RANGE', val: '2026-01-05 : 2026-03-01' },
];

/** Brushes of columns of all kinds, with cuts on values, between them, and beyond them. */
const iso = (ms: number) => new Date(ms).toISOString().slice(0, 19);
const start = Date.UTC(2026, 0, 1);
const timeCuts = (hours: readonly number[]) =>
  [...new Set(hours)]
    .sort((a, b) => a - b)
    .map((hour) => ({ op: '>=' as const, value: iso(start + hour * 3_600_000) }));
const numberCuts = (values: readonly number[]) =>
  [...new Set(values)]
    .sort((a, b) => a - b)
    .flatMap((value, at) => [{ op: at % 3 === 2 ? ('>' as const) : ('>=' as const), value }]);
const bothEdges = (values: readonly number[]) =>
  [...new Set(values)]
    .sort((a, b) => a - b)
    .flatMap((value) => [
      { op: '>=' as const, value },
      { op: '>' as const, value },
    ]);
const hours = fc.array(fc.integer({ min: -50, max: 2500 }), { minLength: 2, maxLength: 40 });
const brushes: fc.Arbitrary<ChartBrush> = fc.oneof(
  fc.record({
    column: fc.constantFrom('at', 'created_s', 'day', 'day_text'),
    kind: fc.constant('time' as const),
    cuts: hours.map(timeCuts),
  }),
  fc.record({
    column: fc.constantFrom('price', 'weight'),
    kind: fc.constant('number' as const),
    cuts: fc
      .array(
        fc.integer({ min: -20, max: 500 }).map((quarter) => quarter / 4),
        { minLength: 2, maxLength: 40 },
      )
      .map(numberCuts),
  }),
  fc.record({
    column: fc.constant('pieces'),
    kind: fc.constant('number' as const),
    cuts: fc.array(fc.integer({ min: -2, max: 24 }), { minLength: 2, maxLength: 12 }).map(bothEdges),
  }),
);

const halves: ChartBrush = { column: 'price', kind: 'number', cuts: numberCuts([0, 50, 101]) };

/** The filters of a stretch, as the page makes them when the brush is let go. */
function filtersOf({ column, kind, cuts }: ChartBrush, from: number, to: number): readonly QueryFilter[] {
  const [first, last] = [cuts[from]!, cuts[to]!];
  if (kind === 'time') return [{ col: column, op: 'TEMPORAL_RANGE', val: `${first.value} : ${last.value}` }];
  return [
    { col: column, op: first.op, val: first.value },
    { col: column, op: last.op === '>=' ? '<' : '<=', val: last.value },
  ];
}

const asked = fc.record({
  brush: brushes.filter(({ cuts }) => cuts.length > 1),
  ends: fc.tuple(fc.nat(), fc.nat()),
  columns: fc.subarray([...columns], { maxLength: 2 }),
  metrics: fc.subarray(metrics, { minLength: 1, maxLength: 3 }),
  others: fc.subarray([...others], { maxLength: 2 }),
  limit: fc.integer({ min: 1, max: 60 }),
  isAscending: fc.boolean(),
  isBound: fc.boolean(),
});

type Asked = typeof asked extends fc.Arbitrary<infer One> ? One : never;

const queryOf = (one: Asked): QueryObject => ({
  columns: [...one.columns],
  metrics: one.metrics,
  row_limit: one.limit,
  // By everything, so that equal values leave no choice.
  orderby: [
    ...one.metrics.map((each) => [each, one.isAscending] as const),
    ...one.columns.map((each) => [typeof each === 'string' ? each : each.label, true] as const),
  ].map(([target, up]) => [target as never, up]),
});
const under = (query: QueryObject, filters: readonly QueryFilter[]): QueryObject => ({
  ...query,
  filters: [...filters],
});

async function slicesOf(client: ApiClient, brush: ChartBrush, queries: readonly QueryObject[]) {
  const answer = await client.post('/api/v1/chart/data/slices', {
    brush,
    requests: [{ key: 'one', payload: { datasource: { id: datasetId, type: 'table' }, queries } }],
  });
  expect(answer.status, answer.text).toBe(200);
  const line = JSON.parse(answer.text.trim()) as ChartSlicesLine;
  return line.queries?.map((query) => ({ ...query, table: fromWireTable(query.table as WireTable) })) ?? null;
}

async function plainAnswer(client: ApiClient, query: QueryObject): Promise<ResultTable> {
  const payload = { datasource: { id: datasetId, type: 'table' }, queries: [query], force: true };
  const answer = await client.post('/api/v1/chart/data/batch', { requests: [{ key: 'one', payload }] });
  const line = JSON.parse(answer.text.trim());
  expect(line.status, answer.text).toBe(200);
  return fromWireTable(line.results[0].table);
}

/** Sums of floating numbers and averages may differ in the last digit, by the order in which they were added. */
function expectSame(fast: ResultTable, plain: ResultTable): void {
  expect(fast.columns.map(({ name, type }) => [name, type])).toEqual(
    plain.columns.map(({ name, type }) => [name, type]),
  );
  expect(fast.rowCount).toBe(plain.rowCount);
  fast.columns.forEach(({ name, values }, at) => {
    values.forEach((value, row) => {
      const wanted = plain.columns[at]!.values[row]!;
      const isClose = typeof value === 'number' && typeof wanted === 'number' && name.toLowerCase().startsWith('avg');
      if (isClose) expect(Math.abs(value - wanted)).toBeLessThanOrEqual(Math.abs(wanted) * 1e-12);
      else expect(value, `${name} in row ${row}`).toEqual(wanted);
    });
  });
}

describe('what a page works out while somebody brushes', () => {
  it('is what the engine answers once the brush is let go, whatever is brushed, asked and filtered', async () => {
    let rows = 0;
    let empty = 0;
    await fc.assert(
      fc.asyncProperty(asked, async (one) => {
        const client = one.isBound ? bound : running.admin;
        const { brush } = one;
        const count = brush.cuts.length - 1;
        const [left, right] = [one.ends[0] % (count + 1), one.ends[1] % (count + 1)];
        const [from, to] = left === right ? [0, count] : [Math.min(left, right), Math.max(left, right)];
        const query = queryOf(one);
        const sliced = await slicesOf(client, brush, [under(query, [...one.others, ...filtersOf(brush, 0, count)])]);
        expect(sliced).not.toBeNull();
        const fast = openSlices(sliced![0]!, []).answer({ from, to });
        const plain = await plainAnswer(client, under(query, [...one.others, ...filtersOf(brush, from, to)]));
        rows += plain.rowCount;
        if (plain.rowCount === 0) empty += 1;
        expectSame(fast.table, plain);
      }),
      { numRuns: 250 },
    );
    expect(rows).toBeGreaterThan(1000);
    expect(empty).toBeGreaterThan(0);
  });

  it('is so for a chart with steps after the engine: a wide table of series, with shares of each moment', async () => {
    const brush: ChartBrush = { column: 'price', kind: 'number', cuts: numberCuts([0, 10, 25, 40, 70, 101]) };
    const rules: PostProcessingRule[] = [
      {
        operation: 'pivot',
        options: {
          index: ['at'],
          columns: ['region'],
          aggregates: { 'COUNT(*)': { operator: 'mean' } },
          drop_missing_columns: false,
        },
      },
      { operation: 'contribution', options: { orientation: 'row' } },
      { operation: 'flatten' },
    ];
    const query = {
      columns: [week, 'region'],
      metrics: [sql('COUNT(*)')],
      row_limit: 1000,
      post_processing: rules,
      orderby: [],
    };
    const sliced = await slicesOf(running.admin, brush, [under(query, filtersOf(brush, 0, 5))]);
    for (const [from, to] of [
      [0, 1],
      [1, 4],
      [2, 5],
    ] as const) {
      const fast = openSlices(sliced![0]!, rules).answer({ from, to });
      expectSame(fast.table, await plainAnswer(running.admin, under(query, filtersOf(brush, from, to))));
    }
  });

  it('is so for bubbles, of which some values of a column are chosen', async () => {
    const brush: ChartBrush = { column: 'region', kind: 'values', cuts: [] };
    const all = ['EU', 'US', '', "O'Brien", 'Ä', null];
    const query = { columns: ['channel'], metrics: [metric('AVG', 'pieces'), metric('SUM', 'price')], row_limit: 10 };
    const sliced = await slicesOf(running.admin, brush, [under(query, [{ col: 'region', op: 'IN', val: all }])]);
    for (const values of [['EU'], ['US', null, ''], ["O'Brien", 'Ä']]) {
      const fast = openSlices(sliced![0]!, []).answer({ values });
      expectSame(
        fast.table,
        await plainAnswer(running.admin, under(query, [{ col: 'region', op: 'IN', val: values }])),
      );
    }
  });

  it('is so for a chart that is grouped by the very column of which values are chosen', async () => {
    const brush: ChartBrush = { column: 'region', kind: 'values', cuts: [] };
    const query = { columns: ['region', 'channel'], metrics: [sql('COUNT(*)')], orderby: [['region', true] as never] };
    const all = ['EU', 'US', '', null];
    const sliced = await slicesOf(running.admin, brush, [under(query, [{ col: 'region', op: 'IN', val: all }])]);
    const fast = openSlices(sliced![0]!, []).answer({ values: ['US', null] });
    expect(fast.table.rowCount).toBe(6);
    expect(new Set(fast.table.columns[0]?.values)).toEqual(new Set(['US', null]));
  });

  it('never holds rows that a row-level rule hides', async () => {
    const brush: ChartBrush = { column: 'price', kind: 'number', cuts: numberCuts([0, 50, 101]) };
    const query = { columns: ['channel'], metrics: [sql('COUNT(*)')], filters: [...filtersOf(brush, 0, 2)] };
    const [seen] = (await slicesOf(running.admin, brush, [query]))!;
    const [narrow] = (await slicesOf(bound, brush, [query]))!;
    expect(JSON.stringify(seen!.table.columns[1]?.values)).toContain('fair');
    expect(JSON.stringify(narrow!.table.columns[1]?.values)).not.toContain('fair');
  });

  const filters = [...filtersOf(halves, 0, 2)];
  it.each<readonly [string, QueryObject]>([
    ['a distinct count', { columns: ['region'], metrics: [metric('COUNT_DISTINCT', 'channel')], filters }],
    ['a quotient of sums', { columns: ['region'], metrics: [sql('SUM(price) / SUM(pieces)')], filters }],
    ['a window', { columns: ['region'], metrics: [sql('SUM(SUM(price)) OVER ()')], filters }],
    [
      'groups left out by what they come to',
      { columns: ['region'], metrics: [sql('COUNT(*)')], filters, extras: { having: 'COUNT(*) > 3' } },
    ],
    ['another time', { columns: [week], metrics: [sql('COUNT(*)')], filters, time_offsets: ['1 week ago'] }],
    ['raw rows', { columns: ['region'], metrics: null, filters }],
    [
      'another stretch than the whole',
      { columns: ['region'], metrics: [sql('COUNT(*)')], filters: [...filtersOf(halves, 0, 1)] },
    ],
  ])('is left to the engine for %s', async (_, query) => {
    expect(await slicesOf(running.admin, halves, [query])).toBeNull();
  });
});

describe('the endpoint of slices', () => {
  const body = { brush: { column: 'price', kind: 'number', cuts: [] }, requests: [] as unknown[] };
  const one = { key: 'one', payload: { datasource: { id: 1, type: 'table' }, queries: [] } };

  it('names the field that is wrong', async () => {
    const answer = await running.admin.post('/api/v1/chart/data/slices', body);
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('requests');
  });

  it('asks who it is, and refuses who may read no charts', async () => {
    const stranger = await running.signInAs('stranger', []);
    expect((await apiClient(running.url).post('/api/v1/chart/data/slices', { ...body, requests: [one] })).status).toBe(
      401,
    );
    expect((await stranger.post('/api/v1/chart/data/slices', { ...body, requests: [one] })).status).toBe(403);
  });

  it('tells nothing of a dataset that is not there or not open', async () => {
    const answer = await running.admin.post('/api/v1/chart/data/slices', {
      brush: halves,
      requests: [{ ...one, payload: { ...one.payload, datasource: { id: 987_654, type: 'table' }, queries: [{}] } }],
    });
    expect(JSON.parse(answer.text.trim())).toEqual({ key: 'one', queries: null });
  });
});
