import { remedyResultChart } from '@powerset/chart-kit';
import type { ResultChart } from '@powerset/contract';
import type { ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, expect, it } from 'vitest';

let running: InProcessApp;
let databaseId: number;

beforeAll(async () => {
  running = await startInProcess({ isWarm: true });
  const { store, engines } = running.app.services;
  databaseId = (await store.selectFrom('databases').selectAll().executeTakeFirstOrThrow()).id;
  const engine = await engines.getEmbedded(databaseId);
  await engine.runTrusted(
    `create table sales as select range as id, 'r' || (range % 3) as region, (range * 1.5)::decimal(18,2) as amount,
     timestamp '2026-01-01 00:00:00' + to_hours(range::int) as at, null::varchar as nothing from range(5000)`,
  );
}, 60_000);
afterAll(() => running.stop());

const keyOf = async (sql: string) => {
  const answer = await running.admin.post('/api/v1/sqllab/execute/', { database_id: databaseId, sql });
  expect(answer.status, answer.text).toBe(200);
  return String(answer.json.query.resultsKey);
};
const sales = 'select region, amount, "at", id, nothing from sales';
const bars: ResultChart = {
  type: 'echarts_timeseries_bar',
  x: 'region',
  grain: null,
  y: [{ column: 'amount', aggregate: 'SUM' }],
  split: null,
};

const ask = (key: string, chart: object, { client = running.admin, ...selection }: Asking = {}) =>
  client.get(`/api/v1/sqllab/results/${key}/chart?q=${encodeURIComponent(JSON.stringify({ chart, ...selection }))}`);

interface Asking {
  readonly client?: ApiClient;
  readonly filters?: readonly object[];
  readonly search?: string;
}

interface Column {
  readonly name: string;
  readonly values: readonly unknown[];
}

const columnsOf = (json: { result: readonly { table: { columns: readonly Column[] } }[] }) =>
  Object.fromEntries(json.result[0]!.table.columns.map(({ name, values }) => [name, values]));

it('adds up all rows that a run has kept, of those that its filters leave', async () => {
  const key = await keyOf(sales);
  const answer = await ask(key, bars);
  expect(answer.status, answer.text).toBe(200);
  const { region, 'SUM(amount)': sums } = columnsOf(answer.json);
  const sumOf = (rest: number) =>
    Array.from({ length: 5000 }, (_, row) => row).reduce((sum, row) => (row % 3 === rest ? sum + row * 1.5 : sum), 0);
  expect(Object.fromEntries(region!.map((name, row) => [name, Number(sums![row])]))).toEqual({
    r0: sumOf(0),
    r1: sumOf(1),
    r2: sumOf(2),
  });
  expect(answer.text).not.toContain('FROM');
  const filters = [{ column: 'region', operator: 'in', values: ['r1'] }];
  const counted = { ...bars, type: 'pie', y: [{ column: null, aggregate: 'COUNT' }] };
  expect(columnsOf((await ask(key, counted, { filters })).json)).toEqual({ region: ['r1'], count: [1667] });
  expect(columnsOf((await ask(key, counted, { search: '7498.5' })).json)).toEqual({ region: ['r1'], count: [1] });
});

it('cuts times to a grain and splits by a column, with the queries of each chart type', async () => {
  const key = await keyOf(sales);
  const days = { ...bars, type: 'echarts_timeseries_line', x: 'at', grain: 'P1D', split: 'region' };
  const { at, r1 } = columnsOf((await ask(key, days)).json);
  expect(at).toHaveLength(Math.ceil(5000 / 24));
  expect(Number(r1![0])).toBe((1 + 4 + 7 + 10 + 13 + 16 + 19 + 22) * 1.5);
  const weeks = { ...bars, type: 'table', x: 'at', grain: 'P1W' };
  expect(columnsOf((await ask(key, weeks)).json).at).toHaveLength(31);
  const twice = columnsOf((await ask(key, { ...bars, type: 'table', split: 'region' })).json);
  expect(Object.keys(twice)).toEqual(['region', 'SUM(amount)']);
  const table = columnsOf(
    (await ask(key, { ...bars, type: 'table', y: [...bars.y, { column: 'id', aggregate: 'MAX' }] })).json,
  );
  expect(Object.keys(table)).toEqual(['region', 'SUM(amount)', 'MAX(id)']);
  const figure = { ...bars, type: 'big_number_total', x: null, y: [{ column: 'nothing', aggregate: 'COUNT' }] };
  expect(columnsOf((await ask(key, figure)).json)).toEqual({ 'COUNT(nothing)': [0] });
  const none = await keyOf(`${sales} where id < 0`);
  expect(columnsOf((await ask(none, bars)).json)).toMatchObject({ region: [] });
});

it('takes the remedies that a picture proposed: the largest and the others, in the order of their values', async () => {
  const key = await keyOf("select 'p' || range % 30 as product, range as amount from range(3000)");
  const products = { ...bars, x: 'product' };
  const changes = { limit: 3, group_others_when_limit_reached: true, x_axis_sort: 'SUM(amount)', unknown: 'SQL' };
  const remedied = remedyResultChart(products, changes);
  expect(remedied.remedies).toEqual({ limit: 3, group_others_when_limit_reached: true, isSorted: true });
  const answer = await ask(key, remedied);
  expect(answer.status, answer.text).toBe(200);
  expect(columnsOf(answer.json).product).toEqual(expect.arrayContaining(['p29', 'p28', 'p27', 'Others']));
  expect(columnsOf(answer.json).product).toHaveLength(4);
  expect(remedyResultChart(products, { time_grain_sqla: 'P1M' })).toMatchObject({ grain: 'P1M' });
  expect((await ask(key, { ...products, remedies: { x_axis_sort: '1; drop' } })).status).toBe(400);
});

it('takes names of columns alone, whatever stands in them', async () => {
  const key = await keyOf(`select 1 as "a""b", 2 as "{{ '{{' }} 1 }}", 3 as x, 4 as x, '' as "sum(1)"`);
  const odd = { ...bars, x: 'a"b', y: [{ column: '{{ 1 }}', aggregate: 'SUM' }], split: 'sum(1)' };
  const drawn = await ask(key, odd);
  expect(drawn.status, drawn.text).toBe(200);
  for (const [field, change] of [
    ['x', { x: 'version()' }],
    ['y', { y: [{ column: '(select max(id) from sales)', aggregate: 'SUM' }] }],
    ['split', { split: "x'); drop table sales; --" }],
  ] as const) {
    const answer = await ask(key, { ...bars, x: 'x', y: [{ column: 'x', aggregate: 'SUM' }], ...change });
    expect(answer.status, field).toBe(422);
    expect(answer.text).toContain(`chart.${field}`);
  }
  expect((await ask(key, { ...bars, x: null })).status).toBe(422);
  expect((await ask(key, { ...bars, x: 'x', y: [{ column: null, aggregate: 'SUM' }] })).text).toContain('chart.y');
  expect((await ask(key, { ...bars, type: 'deck_arc' })).status).toBe(400);
  expect((await ask(key, { ...bars, y: [] })).status).toBe(400);
});

it('draws no result of somebody else, and none that is gone', async () => {
  const key = await keyOf(sales);
  const other = await running.signInAs('chart-reader', ['sql_lab', 'Gamma']);
  expect((await ask(key, bars, { client: other })).status).toBe(404);
  const viewer = await running.signInAs('chart-viewer', ['Public']);
  expect((await ask(key, bars, { client: viewer })).status).toBe(403);
  expect((await ask('no-such-key', bars)).status).toBe(404);
  await running.app.services.engines.results.deleteResult(key);
  const gone = await ask(key, bars);
  expect(gone.status).toBe(410);
  expect(gone.text).toContain('re-run the original query');
});
