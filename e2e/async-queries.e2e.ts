import { signInWithCookie, testAdmin } from '@powerset/testkit';
import { signInContext } from '@powerset/testkit/browser';
import { barOf, filter, onColumn, settled } from './dashboards.ts';
import { expect, pick, test } from './journey.ts';
import { openOwnServer } from './own-server.ts';

test('with asynchronous queries the values of a filter come by an event, and are chosen as ever [ASY-001] [ASY-002] [ASY-003]', async ({
  page,
}) => {
  const ownServer = await openOwnServer({ POWERSET_FEATURES: 'GLOBAL_ASYNC_QUERIES' });
  const native = JSON.stringify({ native_filter_configuration: [filter('Channel', onColumn('channel'))] });
  const body = { json_metadata: native.replaceAll('"DATASET"', String(ownServer.datasetId)) };
  expect((await ownServer.admin.put(`/api/v1/dashboard/${ownServer.dashboardId}`, body)).status).toBe(200);
  await ownServer.enter(page.context());
  const answers: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (/^\/api\/v1\/(chart\/data|async_event)/.test(pathname) && !pathname.endsWith('batch'))
      answers.push(`${response.status()} ${pathname.replace(/data\/.+/, 'data/{key}')}`);
  });
  await page.goto(ownServer.address);
  await settled(page);
  await pick(barOf(page).getByRole('combobox', { name: 'Channel' }), 'Store');
  await expect(barOf(page).locator('[data-filter-id=NATIVE_FILTER-Channel]')).toContainText('Store');
  expect(answers[0]).toBe('202 /api/v1/chart/data');
  expect(answers).toContain('200 /api/v1/chart/data/{key}');
  expect(answers).toContain('200 /api/v1/async_event/');
  await ownServer.running.stop();
});

test('a filter that waits while the server is killed and started anew has its values, and need not ask again', async ({
  page,
  context,
  startOwnServer,
}) => {
  const env = { POWERSET_FEATURES: 'GLOBAL_ASYNC_QUERIES' };
  const first = await startOwnServer({ env });
  const admin = await signInWithCookie(first.url, testAdmin);
  const database = (await admin.get('/api/v1/database/')).json.result[0].id;
  const sql = "select 'kept through it' as answer";
  const dataset = (await admin.post('/api/v1/dataset/', { database, schema: 'main', table_name: 'one', sql })).json.id;
  const native = JSON.stringify({ native_filter_configuration: [filter('Answer', onColumn('answer'))] });
  const board = { dashboard_title: 'One', json_metadata: native.replaceAll('"DATASET"', String(dataset)) };
  const { id } = (await admin.post('/api/v1/dashboard/', board)).json;
  await signInContext(context, first.url, testAdmin);
  const asked: number[] = [];
  page.on('response', (answer) => {
    if (new URL(answer.url()).pathname === '/api/v1/chart/data') asked.push(answer.status());
  });
  let letThrough = () => {};
  const isBack = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/api/v1/async_event/**', async (route) => {
    await isBack;
    await route.continue();
  });
  await page.goto(`${first.url}/superset/dashboard/${id}/`);
  await expect.poll(() => asked).toEqual([202]);
  await first.kill9();
  await startOwnServer({ env, dataFolder: first.dataFolder, port: first.port });
  letThrough();
  await pick(barOf(page).getByRole('combobox', { name: 'Answer' }), 'kept through it');
  await expect(barOf(page).locator('[data-filter-id=NATIVE_FILTER-Answer]')).toContainText('kept through it');
  // The question outlived its process: the page had not to ask again.
  expect(asked).toEqual([202]);
});

test('with a WebSocket that is cut while a filter waits, its values come by the next one, and nobody asks for events [ASY-007] [ASY-010]', async ({
  page,
}) => {
  const ownServer = await openOwnServer({
    POWERSET_FEATURES: 'GLOBAL_ASYNC_QUERIES',
    POWERSET_GLOBAL_ASYNC_QUERIES_TRANSPORT: 'ws',
  });
  const native = JSON.stringify({ native_filter_configuration: [filter('Channel', onColumn('channel'))] });
  const body = { json_metadata: native.replaceAll('"DATASET"', String(ownServer.datasetId)) };
  expect((await ownServer.admin.put(`/api/v1/dashboard/${ownServer.dashboardId}`, body)).status).toBe(200);
  await ownServer.enter(page.context());
  const asked: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (pathname === '/api/v1/chart/data' || pathname.startsWith('/api/v1/async_event'))
      asked.push(`${response.status()} ${pathname}`);
  });
  const opened: number[] = [];
  await page.routeWebSocket('**/ws/async_event/**', (line) => {
    opened.push(Date.now());
    const far = line.connectToServer();
    if (opened.length > 1) return;
    // Cut as soon as the server speaks: what it tells next reaches nobody.
    far.onMessage(() => {
      void far.close();
      void line.close({ code: 3001 });
    });
  });
  await page.goto(ownServer.address);
  await expect.poll(() => opened.length, { timeout: 15_000 }).toBe(2);
  expect((opened[1] ?? 0) - (opened[0] ?? 0)).toBeGreaterThan(2400);
  await settled(page);
  await pick(barOf(page).getByRole('combobox', { name: 'Channel' }), 'Store');
  await expect(barOf(page).locator('[data-filter-id=NATIVE_FILTER-Channel]')).toContainText('Store');
  expect(asked).toEqual(['202 /api/v1/chart/data']);
  expect(opened).toHaveLength(2);
  await ownServer.running.stop();
});
