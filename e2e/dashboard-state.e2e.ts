import type { Locator, Page } from '@playwright/test';
import { metadataOf, settled } from './dashboards.ts';
import { expect, test } from './journey.ts';
import { openOwnServer } from './own-server.ts';

const cardOf = (page: Page, name: string) => page.getByRole('article', { name, exact: true });

/** The colours that cover most of a picture, greys apart, the greatest first. */
async function colorsIn(picture: Locator): Promise<readonly string[]> {
  return picture.locator('canvas').evaluate((element) => {
    const canvas = element as HTMLCanvasElement;
    const { data } = canvas.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height) ?? { data: [] };
    const counts = new Map<string, number>();
    for (let at = 0; at < data.length; at += 4) {
      const [red = 0, green = 0, blue = 0, alpha = 0] = data.slice(at, at + 4);
      if (alpha < 255 || Math.max(red, green, blue) - Math.min(red, green, blue) < 40) continue;
      const key = `${red},${green},${blue}`;
      counts.set(key, (counts.get(key) ?? 0) + 1);
    }
    const large = [...counts].filter(([, count]) => count > 200).sort((left, right) => right[1] - left[1]);
    return large.map(([key]) => key);
  });
}

test('a value has one colour in all charts of a dashboard, after a save in whatever order they come; the chart builder has its own [DSH-043] [DSH-044]', async ({
  page,
}) => {
  const ownServer = await openOwnServer();
  const only = (channel: string) => ({
    adhoc_filters: [
      { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'channel', operator: '==', comparator: channel },
    ],
  });
  const phoneId = await ownServer.addChart('Only phone', 'channel', only('Phone'));
  await ownServer.addChart('Only store', 'channel', only('Store'));
  await ownServer.enter(page.context());
  await page.goto(ownServer.address);
  await settled(page);
  await page.getByRole('button', { name: 'Edit dashboard' }).click();
  await expect(cardOf(page, 'Only store').locator('canvas')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('This dashboard was saved successfully.')).toBeVisible();
  const { shared_label_colors: shared } = await metadataOf(ownServer.admin, ownServer.dashboardId);
  expect([...shared].sort()).toEqual(['Phone', 'Store']);

  await page.reload();
  await settled(page);
  await expect(page.locator('[data-chart-state=ready]')).toHaveCount(4);
  const all = await colorsIn(cardOf(page, 'Pieces by channel'));
  const [phone] = await colorsIn(cardOf(page, 'Only phone'));
  const [store] = await colorsIn(cardOf(page, 'Only store'));
  expect(phone).toBeDefined();
  expect(phone).not.toBe(store);
  expect(all).toContain(phone);
  expect(all).toContain(store);
  expect(all).toHaveLength(3);

  await page.goto(`${ownServer.url}/explore/?slice_id=${phoneId}`);
  await expect(page.getByTestId('chart').locator('canvas')).toBeVisible();
  const first = shared[0] === 'Store' ? store : phone;
  await expect.poll(async () => (await colorsIn(page.getByTestId('chart')))[0]).toBe(first);
  await ownServer.running.stop();
});

test('charts that the dashboard expands show what they are about [DSH-010]', async ({ page }) => {
  const ownServer = await openOwnServer();
  const [expanded = 0, plain = 0] = ownServer.chartIds;
  for (const id of [expanded, plain])
    await ownServer.admin.put(`/api/v1/chart/${id}`, { description: `What chart ${id} is **about**` });
  const metadata = JSON.stringify({ expanded_slices: { [expanded]: true } });
  await ownServer.admin.put(`/api/v1/dashboard/${ownServer.dashboardId}`, { json_metadata: metadata });
  await ownServer.enter(page.context());
  await page.goto(ownServer.address);
  await expect(page.getByText(`What chart ${expanded} is about`)).toBeVisible();
  await expect(page.getByText(`What chart ${plain} is about`)).toHaveCount(0);
  await ownServer.running.stop();
});

test('a chart that failed with a trace is emptied and asked anew once the datasets were read again, also where refreshing leaves it out [DSH-042]', async ({
  page,
}) => {
  const ownServer = await openOwnServer();
  const [chartId = 0] = ownServer.chartIds;
  const metadata = { refresh_frequency: 2, timed_refresh_immune_slices: [chartId], stagger_refresh: false };
  await ownServer.admin.put(`/api/v1/dashboard/${ownServer.dashboardId}`, { json_metadata: JSON.stringify(metadata) });
  const broken = { expressionType: 'SQL', sqlExpression: 'SUM(CAST(channel AS INTEGER))', label: 'Broken' };
  let isBroken = true;
  await page.route('**/api/v1/chart/data/batch', async (route) => {
    const { requests } = route.request().postDataJSON();
    if (!isBroken || !requests.some((one: { key: string }) => Number(one.key) === chartId)) return route.fallback();
    for (const one of requests) if (Number(one.key) === chartId) one.payload.queries[0].metrics = [broken];
    await route.continue({ postData: JSON.stringify({ ...route.request().postDataJSON(), requests }) });
  });
  await ownServer.enter(page.context());
  await page.goto(ownServer.address);
  const card = cardOf(page, 'Pieces by channel');
  await expect(card).toHaveAttribute('data-chart-state', 'error');
  await expect(card.getByRole('alert')).toBeVisible();
  isBroken = false;
  await expect(card).toHaveAttribute('data-chart-state', 'ready');
  await ownServer.running.stop();
});
