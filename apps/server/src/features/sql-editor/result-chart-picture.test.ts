import type { ResultChart } from '@powerset/contract';
import type { ApiClient } from '@powerset/testkit';
import { type InProcessApp, startInProcess } from '@powerset/testkit/in-process';
import { afterAll, beforeAll, expect, it } from 'vitest';

let running: InProcessApp;
let key: string;

beforeAll(async () => {
  running = await startInProcess({ isWarm: true, drawsPictures: true });
  const { id } = await running.app.services.store.selectFrom('databases').select('id').executeTakeFirstOrThrow();
  const sql = "select 'r' || (range % 3) as region, range as amount from range(300)";
  const answer = await running.admin.post('/api/v1/sqllab/execute/', { database_id: id, sql });
  expect(answer.status, answer.text).toBe(200);
  key = String(answer.json.query.resultsKey);
}, 60_000);
afterAll(() => running.stop());

const bars: ResultChart = {
  type: 'echarts_timeseries_bar',
  x: 'region',
  grain: null,
  y: [{ column: 'amount', aggregate: 'SUM' }],
  split: null,
};

interface Asked {
  readonly client?: ApiClient;
  readonly of?: string;
  readonly look?: string;
  readonly filters?: readonly object[];
}

const ask = (
  chart: object,
  { client = running.admin, of = key, look = 'theme=light&locale=en', filters }: Asked = {},
) => {
  const q = encodeURIComponent(JSON.stringify({ chart, filters }));
  return client.get(`/api/v1/sqllab/results/${of}/chart_picture?${look}&q=${q}`);
};

it('is drawn of all rows that its filters leave, with what they say', async () => {
  const answer = await ask(bars);
  expect(answer.status, answer.text).toBe(200);
  const { state, image, summary } = answer.json.result;
  expect([state, String(image).slice(0, 22)]).toEqual(['drawn', 'data:image/png;base64,']);
  expect(summary.words[0].values).toMatchObject({ label: 'r2', count: '3' });
  const filters = [{ column: 'region', operator: 'in', values: ['r1'] }];
  const narrowed = (await ask(bars, { filters })).json.result;
  expect(narrowed.summary.words[0].values).toMatchObject({ label: 'r1', count: '1' });
  expect(narrowed.image).not.toBe(image);
  expect((await ask(bars, { look: 'theme=dark&locale=en' })).json.result.image).not.toBe(image);
  const none = [{ column: 'region', operator: 'in', values: ['nowhere'] }];
  expect((await ask(bars, { filters: none })).json.result).toEqual({ state: 'empty', image: null, summary: null });
});

it('is drawn of no result of somebody else, and of none that is gone or asked for otherwise', async () => {
  expect((await ask({ ...bars, x: 'version()' })).text).toContain('chart.x');
  expect((await ask({ ...bars, type: 'deck_arc' })).status).toBe(400);
  expect((await ask(bars, { look: 'theme=pink&locale=en' })).text).toContain('theme');
  expect((await fetch(`${running.url}/api/v1/sqllab/results/${key}/chart_picture`)).status).toBe(401);
  const other = await running.signInAs('picture-reader', ['sql_lab', 'Gamma']);
  expect((await ask(bars, { client: other })).status).toBe(404);
  const viewer = await running.signInAs('picture-viewer', ['Public']);
  expect((await ask(bars, { client: viewer })).status).toBe(403);
  expect((await ask(bars, { of: 'no-such-key' })).status).toBe(404);
  await running.app.services.engines.results.deleteResult(key);
  expect((await ask(bars)).status).toBe(410);
});
