import { completeForm } from '@powerset/chart-kit';
import { findChartDefinition } from '@powerset/charts/definitions';
import type { ResultTable } from '@powerset/contract';
import { fromWireTable } from '@powerset/contract';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { EmbeddedEngine } from '../../engines/index.ts';
import type { Services } from '../../services.ts';
import { ensureExamples } from './examples.ts';
import { shopTables } from './shop/shop-tables.ts';

const now = () => new Date('2026-11-21T08:00:00Z');
/** A fiftieth of the shop, with everything that is in the whole. */
const scale = 0.02;

let running: InProcessApp;
let services: Services;
let databaseId: number;
let engine: EmbeddedEngine;
const said: string[] = [];

beforeAll(async () => {
  running = await startInProcess({ now });
  services = {
    ...running.app.services,
    config: { ...running.app.services.config, hasExamples: true, examplesScale: scale },
  };
  databaseId = (await services.store.selectFrom('databases').select('id').executeTakeFirstOrThrow()).id;
  engine = await services.engines.getEmbedded(databaseId);
  await ensureExamples(services, { databaseId, engine, say: (line) => said.push(line) });
}, 120_000);
afterAll(() => running.stop());

const one = async (sql: string) => (await engine.runTrusted(sql)).columns.map((column) => column.values[0]);

describe('the example shop', () => {
  it('has seasons, growth, promotions, returns and nulls over three years', async () => {
    const [orders, days, unpaid, undispatched, unsure] =
      await one(`SELECT count(*), count(DISTINCT ordered_at::DATE), count(*) FILTER (payment_method IS NULL),
      count(*) FILTER (dispatched_at IS NULL), count(*) FILTER (discount IS NULL) FROM orders`);
    expect(Number(orders)).toBeGreaterThan(24_000);
    expect(days).toBe(1096);
    for (const gap of [unpaid, undispatched, unsure]) expect(Number(gap)).toBeGreaterThan(0);
    const [peak, calm] = await one(
      `SELECT avg(n) FILTER (month(d) = 12 AND day(d) < 20), avg(n) FILTER (month(d) = 1) FROM (SELECT ordered_at::DATE AS d, count(*) AS n FROM orders GROUP BY 1)`,
    );
    expect(Number(peak) / Number(calm)).toBeGreaterThan(1.25);
    const [first, last] = await one(
      `SELECT count(*) FILTER (ordered_at < DATE '2024-11-21'), count(*) FILTER (ordered_at >= DATE '2025-11-21') FROM orders`,
    );
    expect(Number(last) / Number(first)).toBeGreaterThan(1.2);
    const [returned] = await one('SELECT avg(is_returned::INT) FROM orders');
    expect(Number(returned)).toBeGreaterThan(0.02);
  });

  it('is the same every time for the same day', async () => {
    const checksum = async () =>
      one(
        'SELECT count(*), sum(hash(order_id, customer_id, revenue, product, ordered_at)::HUGEINT)::VARCHAR FROM orders',
      );
    const before = await checksum();
    for (const { statements } of shopTables({ endDate: '2026-11-21', scale }))
      for (const sql of statements) await engine.runTrusted(sql);
    expect(await checksum()).toEqual(before);
  });

  it('is the same in slices as in one piece', async () => {
    const checksum = async () => [
      ...(await one('SELECT count(*), sum(hash(o)::HUGEINT)::VARCHAR FROM orders AS o')),
      ...(await one('SELECT count(*), sum(hash(s)::HUGEINT)::VARCHAR FROM web_sessions AS s')),
    ];
    const before = await checksum();
    for (const { statements } of shopTables({ endDate: '2026-11-21', scale, slices: 7 }))
      for (const sql of statements) await engine.runTrusted(sql);
    expect(await checksum()).toEqual(before);
  });

  it('puts customers into real cities and keeps orders true to their customers and products', async () => {
    const [cities, strangers, wrong] =
      await one(`SELECT (SELECT count(DISTINCT city) FROM customers WHERE latitude BETWEEN 36 AND 61 AND longitude BETWEEN -10 AND 26),
      (SELECT count(*) FROM orders ANTI JOIN customers USING (customer_id)), (SELECT count(*) FROM orders AS o JOIN products AS p USING (product_id) WHERE o.product <> p.product OR o.category <> p.category)`);
    expect(cities).toBeGreaterThan(40);
    expect([strangers, wrong]).toEqual([0, 0]);
  });

  it('has a table of values that break careless software, exact to the last digit', async () => {
    const answer = await engine.run({
      sql: 'SELECT big_integer, huge_integer, exact_decimal, "text value" FROM edge_cases ORDER BY id',
      maxRows: 20,
      timeoutMs: 5000,
      fairnessKey: 't',
      isExact: true,
    });
    const [big, huge, decimal, text] = answer.table.columns.map((column) => column.values);
    expect(String(big?.[0])).toBe('9007199254740993');
    expect(String(huge?.[0])).toBe('170141183460469231731687303715884105727');
    expect(String(decimal?.[0])).toBe('12345678901234567.89');
    expect([text?.[2], text?.[3]]).toEqual(['', null]);
    expect(String(text?.[1])).toContain('👩‍👩‍👧');
  });
});

/** What the stored settings of a chart ask for, as dashboards ask. */
async function draw(chart: {
  readonly viz_type: string;
  readonly slice_name: string;
  readonly params: string;
  readonly datasource_id: number;
}) {
  const definition = findChartDefinition(chart.viz_type)!;
  expect(definition, chart.viz_type).toBeDefined();
  const form = completeForm(definition, { ...JSON.parse(chart.params), viz_type: chart.viz_type });
  const payload = { datasource: { id: chart.datasource_id, type: 'table' }, queries: definition.toQueries(form) };
  const answer = await running.admin.post('/api/v1/chart/data/batch', { requests: [{ key: 'x', payload }] });
  const line = JSON.parse(answer.text);
  expect(line.status, `${chart.slice_name}: ${answer.text.slice(0, 400)}`).toBe(200);
  const tables: ResultTable[] = line.results.map((one: { table: Parameters<typeof fromWireTable>[0] }) =>
    fromWireTable(one.table),
  );
  return { definition, form, tables };
}

describe('the example dashboards', () => {
  it('are two, published, and show what they promise: every chart has something to draw', async () => {
    const list = (await running.admin.get('/api/v1/dashboard/')).json;
    expect(list.result.map((row: { dashboard_title: string }) => row.dashboard_title).sort()).toEqual([
      'Sales overview',
      'Web traffic',
    ]);
    const { result } = (await running.admin.get('/api/v1/chart/?q=(page_size:100)')).json;
    expect(result.length).toBeGreaterThanOrEqual(20);
    for (const chart of result) {
      const { definition, form, tables } = await draw(chart);
      const model = definition.toModel(tables, { form, verboseNames: {}, columnFormats: {}, colorOf: () => '#000' });
      expect(definition.isEmpty?.(model) ?? false, chart.slice_name).toBe(false);
    }
  });

  it('cut the times of a pivot to the quarters that it is named after', async () => {
    const { result } = (await running.admin.get('/api/v1/chart/?q=(page_size:100)')).json;
    const { tables } = await draw(
      result.find((chart: { slice_name: string }) => chart.slice_name === 'Revenue by country and quarter'),
    );
    const times = tables[0]?.columns.find(({ name }) => name === 'ordered_at')?.values ?? [];
    const isQuarter = (time: unknown) => /^\d{4}-(01|04|07|10)-01T00:00/.test(new Date(Number(time)).toISOString());
    expect(times.length).toBeGreaterThan(0);
    expect(times.filter((time) => !isQuarter(time))).toEqual([]);
  });

  it('are made once and left alone afterwards', async () => {
    const count = said.length;
    await ensureExamples(services, { databaseId, engine, say: (line) => said.push(line) });
    expect(said).toHaveLength(count);
    expect((await running.admin.get('/api/v1/dashboard/')).json.count).toBe(2);
  });

  it('are not made when they are not wanted', async () => {
    const bare = await startInProcess({ now, isWarm: true });
    expect((await bare.admin.get('/api/v1/dashboard/')).json.count).toBe(0);
    expect((await bare.admin.get('/api/v1/database/')).json.count).toBe(1);
    await bare.stop();
  });
});

describe('the example dashboards', () => {
  const ownersOf = async (app: InProcessApp) => {
    const { result } = (await app.admin.get('/api/v1/dashboard/')).json;
    return result.map((row: { readonly slug: string; readonly owners: readonly { readonly id: number }[] }) => [
      row.slug,
      row.owners.map(({ id }) => id),
    ]);
  };

  it('belong to whoever was there before them', async () => {
    expect((await ownersOf(running)).sort()).toEqual([
      ['sales', [1]],
      ['traffic', [1]],
    ]);
  });

  it('belong to whoever comes first after them, and to nobody who comes later', async () => {
    const { store, accounts } = services;
    await store.deleteFrom('owners').execute();
    await running.signInAs('second', ['Admin']);
    expect((await ownersOf(running)).flatMap(([, owners]: readonly unknown[]) => owners)).toEqual([]);
    await store.deleteFrom('user_roles').execute();
    await store.deleteFrom('sessions').execute();
    await store.deleteFrom('users').execute();
    const id = await accounts.create({ username: 'first', password: 'a password for tests', roles: ['Admin'] });
    const owners = await store.selectFrom('owners').select(['object_type', 'user_id']).execute();
    expect(owners).toEqual([1, 2].map(() => ({ object_type: 'dashboard', user_id: id })));
  });
});
