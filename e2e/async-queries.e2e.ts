import { barOf, filter, onColumn, settled } from './dashboards.ts';
import { openHouse } from './house.ts';
import { expect, pick, test } from './journey.ts';

test('with asynchronous queries the values of a filter come by an event, and are chosen as ever [ASY-001] [ASY-002] [ASY-003]', async ({
  page,
}) => {
  const house = await openHouse({ POWERSET_FEATURES: 'GLOBAL_ASYNC_QUERIES' });
  const native = JSON.stringify({ native_filter_configuration: [filter('Channel', onColumn('channel'))] });
  const body = { json_metadata: native.replaceAll('"DATASET"', String(house.datasetId)) };
  expect((await house.admin.put(`/api/v1/dashboard/${house.dashboardId}`, body)).status).toBe(200);
  await house.enter(page.context());
  const answers: string[] = [];
  page.on('response', (response) => {
    const { pathname } = new URL(response.url());
    if (/^\/api\/v1\/(chart\/data|async_event)/.test(pathname) && !pathname.endsWith('batch'))
      answers.push(`${response.status()} ${pathname.replace(/data\/.+/, 'data/{key}')}`);
  });
  await page.goto(house.address);
  await settled(page);
  await pick(barOf(page).getByRole('combobox', { name: 'Channel' }), 'Store');
  await expect(barOf(page).locator('[data-filter-id=NATIVE_FILTER-Channel]')).toContainText('Store');
  expect(answers[0]).toBe('202 /api/v1/chart/data');
  expect(answers).toContain('200 /api/v1/chart/data/{key}');
  expect(answers).toContain('200 /api/v1/async_event/');
  await house.running.stop();
});
