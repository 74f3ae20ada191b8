import type { ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const path = '/api/v1/chart/data';

let running: InProcessApp;
let datasetId: number;
let bound: ApiClient;
let stranger: ApiClient;

beforeAll(async () => {
  running = await startInProcess();
  const { engines, store } = running.app.services;
  const { id: databaseId } = await store.selectFrom('databases').select('id').executeTakeFirstOrThrow();
  const engine = await engines.getEmbedded(databaseId);
  await engine.runTrusted(`CREATE TABLE sales AS SELECT ['EU','US'][1 + i % 2] AS region, ['a','b','c'][1 + i % 3] AS kind,
    i AS amount FROM range(60) AS r(i)`);
  const table = { database: databaseId, schema: 'main', table_name: 'sales' };
  datasetId = (await running.admin.post('/api/v1/dataset/', table)).json.id;
  bound = await running.signInAs('bound', ['Alpha']);
  stranger = await running.signInAs('stranger', ['Gamma']);
  await bindAlphas("region = 'EU'");
});
afterAll(() => running.stop());

async function bindAlphas(clause: string): Promise<void> {
  const { store } = running.app.services;
  const stamp = '2026-11-21T00:00:00Z';
  const rule = await store
    .insertInto('row_level_rules')
    .values({ name: 'bound', filter_type: 'Regular', clause, created_on: stamp, changed_on: stamp })
    .returning('id')
    .executeTakeFirstOrThrow();
  const role = await store.selectFrom('roles').select('id').where('name', '=', 'Alpha').executeTakeFirstOrThrow();
  await store.insertInto('row_level_rule_roles').values({ rule_id: rule.id, role_id: role.id }).execute();
  await store.insertInto('row_level_rule_datasets').values({ rule_id: rule.id, dataset_id: datasetId }).execute();
}

const metric = (sqlExpression: string) => ({ expressionType: 'SQL', sqlExpression, label: sqlExpression });
const byRegion = { columns: ['region'], metrics: [metric('COUNT(*)')], orderby: [['region', true]], row_limit: 10 };
const byKind = (sql: string) => ({
  columns: ['kind'],
  metrics: [metric(sql)],
  orderby: [['kind', true]],
  row_limit: 10,
});
const requestOf = (query: object) => ({ datasource: { id: datasetId, type: 'table' }, queries: [query] });

async function regionsOf(client: ApiClient, force: boolean): Promise<unknown> {
  const { status, json } = await client.post(path, { ...requestOf(byRegion), force });
  return status === 200 ? json.result[0].data.map((row: { region: string }) => row.region) : status;
}

/** The sums and counts of two charts that are asked at once, which share a rollup. */
async function figuresOf(client: ApiClient): Promise<unknown> {
  const requests = ['COUNT(*)', 'SUM(amount)'].map((sql) => ({
    key: sql,
    payload: { ...requestOf(byKind(sql)), force: true },
  }));
  const { text } = await client.post(`${path}/batch`, { requests });
  const lines = text
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  lines.sort((left, right) => left.key.localeCompare(right.key));
  return lines.map((line) => line.results?.[0].table.columns[1].values.map(Number) ?? line.status);
}

describe('identical questions of people with different rights', () => {
  const everybody = () => [running.admin, bound, stranger];

  it.each([
    ['while the runs of others are in flight', true],
    ['and answers of others are cached', false],
  ])('are answered for each alone, %s', async (_when, force) => {
    for (let round = 0; round < 3; round += 1) {
      const rows = await Promise.all(everybody().map((client) => regionsOf(client, force)));
      expect(rows).toEqual([['EU', 'US'], ['EU'], 403]);
    }
  });

  it('share no rollup of charts that are asked at once', async () => {
    const all = [
      [20, 20, 20],
      [570, 590, 610],
    ];
    const ofEurope = [
      [10, 10, 10],
      [270, 310, 290],
    ];
    const askers = [running.admin, bound, running.admin, bound, stranger];
    for (let round = 0; round < 3; round += 1) {
      const figures = await Promise.all(askers.map(figuresOf));
      expect(figures).toEqual([all, ofEurope, all, ofEurope, [403, 403]]);
    }
  });
});
