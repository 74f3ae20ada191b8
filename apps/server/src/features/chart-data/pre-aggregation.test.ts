import type { ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { EmbeddedEngine } from '../../engines/index.ts';

let running: InProcessApp;
let engine: EmbeddedEngine;
let datasetId: number;
let dashboardId: number;

/** An application with the sales, and the engine that they lie in. */
async function openSales(env: Readonly<Record<string, string>> = {}) {
  const running = await startInProcess({ env });
  const { engines, store } = running.app.services;
  const { id: database } = await store.selectFrom('databases').select('id').executeTakeFirstOrThrow();
  const engine = await engines.getEmbedded(database);
  await engine.runTrusted(`CREATE TABLE sales AS SELECT i AS id, TIMESTAMP '2026-01-01' + to_days((i % 300)::INTEGER) AS at,
    ['EU','US',NULL,''][1 + i % 4] AS region, ['web','shop','fair'][1 + i % 3] AS channel, (i % 97)::DECIMAL(10,2) AS amount,
    i % 2 = 0 AS is_even FROM range(6000) AS r(i)`);
  const created = await running.admin.post('/api/v1/dataset/', { database, schema: 'main', table_name: 'sales' });
  return { running, engine, datasetId: Number(created.json.id) };
}

beforeAll(async () => {
  ({ running, engine, datasetId } = await openSales());
});
afterAll(() => running.stop());

const metric = (aggregate: string, column: string) => ({
  expressionType: 'SIMPLE',
  aggregate,
  column: { column_name: column },
  label: `${aggregate} of ${column}`,
});
const week = { label: 'at', sqlExpression: 'at', columnType: 'BASE_AXIS', timeGrain: 'P1W', expressionType: 'SQL' };
const byWeek = { columns: [week], metrics: [metric('SUM', 'amount')], orderby: [['at', true]] };
const charts = [
  { columns: ['region'], metrics: [metric('SUM', 'amount')], row_limit: 3 },
  { columns: ['region'], metrics: [metric('AVG', 'amount'), metric('COUNT_DISTINCT', 'id')], row_limit: 10 },
  { columns: ['channel'], metrics: [metric('MAX', 'amount'), metric('MIN', 'at')], orderby: [['channel', false]] },
  byWeek,
  { columns: [], metrics: [metric('COUNT', 'id')] },
];

type Query = Readonly<Record<string, unknown>>;
interface Line {
  readonly key: string;
  readonly status: number;
  readonly results: readonly { readonly table: { readonly columns: unknown }; readonly query: string }[];
}
const askTogether = async (queries: readonly Query[], more: Query = {}, client: ApiClient = running.admin) => {
  const requests = queries.map((query, at) => ({
    key: String(at),
    payload: { datasource: { id: datasetId, type: 'table' }, queries: [query], ...more },
  }));
  const place = more.force === true && queries.length === 1 ? {} : { dashboard_id: dashboardId };
  const answer = await client.post('/api/v1/chart/data/batch', { ...place, requests });
  expect(answer.status).toBe(200);
  const lines: Line[] = answer.text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  return lines.sort((a, b) => Number(a.key) - Number(b.key));
};
/** The engine's own answers: each chart alone, past everything that is kept. */
const askAlone = async (queries: readonly Query[], client: ApiClient = running.admin) =>
  Promise.all(queries.map(async (query) => (await askTogether([query], { force: true }, client))[0]));
const tablesOf = (lines: readonly (Line | undefined)[]) => lines.map((line) => line?.results[0]?.table);
const under = (...filters: readonly Query[]) => charts.map((chart) => ({ ...chart, filters }));

const figure = async (name: string, labels: Readonly<Record<string, string>> = {}) => {
  const found = await running.app.services.metrics.registry.getSingleMetric(name)?.get();
  const values = (found?.values ?? []).filter((value) =>
    Object.entries(labels).every(([label, text]) => value.labels[label] === text),
  );
  return values.reduce((sum, { value }) => sum + value, 0);
};
const enginesRuns = async () => {
  const found = await running.app.services.metrics.registry.getSingleMetric('powerset_engine_seconds')?.get();
  const counts = (found?.values ?? []).filter(
    (value) => 'metricName' in value && /_count$/.test(String(value.metricName)),
  );
  return counts.reduce((sum, { value }) => sum + value, 0);
};
const built = (outcome = 'kept') => figure('powerset_rollup_builds', { purpose: 'ahead', outcome });
const begun = () => figure('powerset_rollup_builds', { purpose: 'ahead' });
/** Idle tasks take turns: whatever is still to be prepared comes between these. */
const idleTurn = () =>
  engine.materializer?.materialize({
    sql: 'SELECT 1',
    maxRows: 1,
    timeoutMs: 5000,
    fairnessKey: 'x',
    isIdleTask: true,
  });
/** Resolves when nothing is left to prepare. */
const settle = async () => {
  for (let before = -1; before !== (await begun()); ) {
    before = await begun();
    await idleTurn();
    await idleTurn();
    await idleTurn();
  }
};
/** Resolves when so many more answers were prepared, and no more. */
const whenBuilt = async (count: number, before: number) => {
  await expect.poll(() => built(), { timeout: 20_000, interval: 50 }).toBeGreaterThanOrEqual(before + count);
  await settle();
  expect((await built()) - before).toBe(count);
};

/** Pairs of region, channel, week; and each of region and channel alone. */
const pairs = 5;
let amount = 0;

beforeEach(async () => {
  // Other data each time: nothing that was prepared before is believed.
  amount += 1000;
  await settle();
  await engine.runTrusted(`INSERT INTO sales VALUES (${amount}, TIMESTAMP '2026-02-02', 'EU', 'web', ${amount}, true)`);
  const made = await running.admin.post('/api/v1/dashboard/', {
    dashboard_title: `Sales ${amount}`,
    json_metadata: '{}',
  });
  dashboardId = made.json.id;
});

describe('charts that are asked at once', () => {
  it('share one query where they group the same rows in the same way, and are answered as if each were alone', async () => {
    const shared = await figure('powerset_rollup_builds', { purpose: 'shared' });
    const runs = await enginesRuns();
    const together = await askTogether(charts, { force: true });
    expect((await figure('powerset_rollup_builds', { purpose: 'shared' })) - shared).toBe(1);
    expect((await enginesRuns()) - runs).toBe(charts.length - 2);
    expect(tablesOf(together)).toEqual(tablesOf(await askAlone(charts)));
  });

  it('fail alone: one that cannot be answered leaves those beside it their answers', async () => {
    const broken = {
      columns: ['region'],
      metrics: [{ expressionType: 'SQL', sqlExpression: 'SUM(nothing)', label: 'x' }],
    };
    const lines = await askTogether([charts[0]!, broken, charts[1]!], { force: true });
    expect(lines[1]!.status).toBeGreaterThanOrEqual(400);
    expect(tablesOf([lines[0], lines[2]])).toEqual(tablesOf(await askAlone([charts[0]!, charts[1]!])));
  });
});

describe('the next click', () => {
  it.each([
    ['a value', { col: 'region', op: 'IN', val: ['EU'] }],
    ['nothing', { col: 'region', op: 'IS NULL' }],
    ['an empty text', { col: 'region', op: 'IN', val: [''] }],
    ['another chart', { col: 'channel', op: 'IN', val: ['fair'] }],
  ])('on %s is answered without a query, as the engine would', async (_, filter) => {
    const before = await built();
    await askTogether(charts, { force: true });
    await whenBuilt(pairs, before);
    const runs = await enginesRuns();
    const clicked = await askTogether(under(filter));
    expect((await enginesRuns()) - runs).toBe(0);
    expect(tablesOf(clicked)).toEqual(tablesOf(await askAlone(under(filter))));
  });

  it('sees what was written since', async () => {
    const before = await built();
    await askTogether(charts, { force: true });
    await whenBuilt(pairs, before);
    await engine.runTrusted("INSERT INTO sales VALUES (1, TIMESTAMP '2026-02-03', 'US', 'shop', 987654, true)");
    const clicked = await askTogether(under({ col: 'channel', op: 'IN', val: ['shop'] }));
    expect(JSON.stringify(tablesOf(clicked))).toContain('987654');
  });

  it('of somebody whom a row-level rule binds sees their rows only', async () => {
    const { store } = running.app.services;
    const before = await built();
    await askTogether(charts, { force: true });
    await whenBuilt(pairs, before);
    const name = `bound-${amount}`;
    const written = { created_on: '2026-01-01T00:00:00.000Z', changed_on: '2026-01-01T00:00:00.000Z' };
    const bound = await running.signInAs(name, ['Gamma']);
    const role = await store.insertInto('roles').values({ name }).returning('id').executeTakeFirstOrThrow();
    const view = `[Powerset].[sales](id:${datasetId})`;
    await store
      .insertInto('role_permissions')
      .values({ role_id: role.id, permission: 'datasource_access', view })
      .execute();
    const user = await store.selectFrom('users').select('id').where('username', '=', name).executeTakeFirstOrThrow();
    await store.insertInto('user_roles').values({ user_id: user.id, role_id: role.id }).execute();
    const rule = await store
      .insertInto('row_level_rules')
      .values({ name, filter_type: 'Regular', clause: "channel = 'web'", ...written })
      .returning('id')
      .executeTakeFirstOrThrow();
    await store.insertInto('row_level_rule_roles').values({ rule_id: rule.id, role_id: role.id }).execute();
    await store.insertInto('row_level_rule_datasets').values({ rule_id: rule.id, dataset_id: datasetId }).execute();
    running.app.services.accounts.forget();
    const clicked = under({ col: 'region', op: 'IN', val: ['EU'] });
    const seen = await askTogether(clicked, {}, bound);
    expect(JSON.stringify(tablesOf(seen))).not.toMatch(/fair|shop/);
    expect(tablesOf(seen)).toEqual(tablesOf(await askAlone(clicked, bound)));
    expect(tablesOf(seen)).not.toEqual(tablesOf(await askAlone(clicked)));
  });

  it('is not prepared where nobody can click: without a dashboard, or where it turned cross-filters off', async () => {
    const before = await built();
    await running.admin.put(`/api/v1/dashboard/${dashboardId}`, { json_metadata: '{"cross_filters_enabled":false}' });
    await askTogether(charts, { force: true });
    const off = dashboardId;
    const other = await running.admin.post('/api/v1/dashboard/', { dashboard_title: 'On', json_metadata: '{}' });
    dashboardId = other.json.id;
    await askTogether(charts.slice(2, 4), { force: true });
    // Region is a group of the first dashboard alone, so only channel and week were prepared.
    await whenBuilt(2, before);
    expect(off).not.toBe(dashboardId);
  });
});

it('prepares nothing where the setting is off', async () => {
  const before = { running, engine, datasetId };
  ({ running, engine, datasetId } = await openSales({ POWERSET_PRE_AGGREGATE: 'false' }));
  try {
    const made = await running.admin.post('/api/v1/dashboard/', { dashboard_title: 'Quiet', json_metadata: '{}' });
    dashboardId = made.json.id;
    await askTogether(charts);
    await idleTurn();
    await idleTurn();
    await idleTurn();
    expect(await built()).toBe(0);
  } finally {
    await running.stop();
    ({ running, engine, datasetId } = before);
  }
});
