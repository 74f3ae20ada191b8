import type { Page } from '@playwright/test';
import { expect, pick, test } from './journey.ts';
import { findChart } from './shared-world.ts';

const refuse = (page: Page, address: string | RegExp, method = 'GET') =>
  page.route(address, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 500, json: { message: 'The disk is full' } })
      : route.fallback(),
  );
const toast = (page: Page, text: string) => page.getByText(text, { exact: true });

test('a list that cannot be read says so once, and what may be done with it where only that is missing [LST-004] [LST-005] [ERR-006]', async ({
  adminPage: page,
}) => {
  await refuse(page, /\/api\/v1\/chart\/(\?|_info)/);
  await page.goto('/chart/list/');
  const inPlace = page.getByRole('alert').filter({ hasText: 'The list could not be loaded' });
  await expect(inPlace).toContainText('An error occurred while fetching charts: The disk is full');
  const info = toast(page, 'An error occurred while fetching chart info: The disk is full');
  await expect(info).toHaveCount(0);
  await page.unroute(/\/api\/v1\/chart\/(\?|_info)/);
  await refuse(page, /\/api\/v1\/chart\/_info/);
  await inPlace.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByRole('row').nth(1)).toBeVisible();
  await page.reload();
  await expect(info).toBeVisible();
});

test('a page whose code does not come says so within the frame, and what is there is still reached', async ({
  adminPage: page,
}) => {
  await page.goto('/tablemodelview/list/');
  await expect(page.getByRole('heading', { name: 'Datasets' })).toBeVisible();
  await page.route(/\/assets\/.*SqlEditorPage/, (route) => route.abort());
  await page.getByRole('button', { name: 'SQL' }).click();
  await page.getByRole('menuitem', { name: 'SQL Lab' }).click();
  await expect(page.getByText('This page could not be loaded')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Reload' })).toBeVisible();
  await page.getByRole('navigation').getByRole('link', { name: 'Datasets' }).first().click();
  await expect(page.getByRole('heading', { name: 'Datasets' })).toBeVisible();
});

test('an object that cannot be made says so [LST-006]', async ({ adminPage: page, api }) => {
  const { id } = await findChart(api, 'Payment methods');
  await page.goto(`/explore/?slice_id=${id}`);
  await expect(page.locator('[data-chart-status="rendered"]')).toBeVisible();
  await refuse(page, '**/api/v1/dashboard/', 'POST');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Save as...').click();
  await pick(dialog.getByRole('combobox', { name: 'Add to dashboard' }), 'Create Never made', 'Never made');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(toast(page, 'An error occurred while creating dashboards: The disk is full')).toBeVisible();
});

test('an object that cannot be deleted is named with the reason, and comes back [ERR-006]', async ({
  adminPage: page,
  api,
  examples: { ordersId },
}) => {
  const chart = { viz_type: 'table', datasource_id: ordersId, datasource_type: 'table', params: '{}' };
  await api.post('/api/v1/chart/', { slice_name: 'Here to stay', ...chart });
  await page.goto("/chart/list/?filters=(search:'Here to stay')");
  await refuse(page, /\/api\/v1\/chart\/\d+/, 'DELETE');
  await page.getByRole('button', { name: 'Actions for Here to stay' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(page.getByRole('status').filter({ hasText: 'Deleted: Here to stay' })).toBeVisible();
  await page.getByRole('link', { name: 'Datasets' }).click();
  await expect(toast(page, 'There was an issue deleting Here to stay: The disk is full')).toBeVisible();
  await page.goto("/chart/list/?filters=(search:'Here to stay')");
  await expect(page.getByRole('row', { name: /Here to stay/ })).toBeVisible();
});

test('a star that can be neither read nor set says so and falls back [LST-008] [LST-009]', async ({
  adminPage: page,
  api,
  examples: { ordersId },
}) => {
  const chart = { viz_type: 'table', datasource_id: ordersId, datasource_type: 'table', params: '{}' };
  await api.post('/api/v1/chart/', { slice_name: 'Star in the dark', ...chart });
  await refuse(page, '**/api/v1/chart/favorite_status/**');
  await refuse(page, '**/api/v1/chart/*/favorites/', 'POST');
  await page.goto("/chart/list/?filters=(search:'Star in the dark')");
  await expect(toast(page, 'There was an error fetching the favorite status: The disk is full')).toBeVisible();
  const star = page.getByRole('button', { name: 'Favorite Star in the dark' });
  await star.click();
  await expect(toast(page, 'There was an error saving the favorite status: The disk is full')).toBeVisible();
  await expect(star).toHaveAttribute('aria-pressed', 'false');
});

test('recent activity that cannot be read says so in its place [LST-010]', async ({ adminPage: page }) => {
  await refuse(page, '**/api/v1/log/recent_activity/**');
  await page.goto('/superset/welcome/');
  const recents = page.getByRole('region', { name: 'Recents' });
  await expect(recents.getByRole('alert')).toContainText('There was an error fetching your recent activity:');
  await expect(recents.getByRole('alert')).toContainText('The disk is full');
});

test('what happened leaves the page a second after it, in one beacon [LOG-001] [LOG-003]', async ({
  adminPage: page,
  api,
}) => {
  const sent: string[] = [];
  page.on('request', (request) => {
    const events = new URLSearchParams(request.postData() ?? '').get('events') ?? '';
    if (request.url().includes('/superset/log/') && events.includes('save_dashboard'))
      sent.push(`${request.resourceType()} ${events}`);
  });
  const { id } = (await api.post('/api/v1/dashboard/', { dashboard_title: 'Recorded' })).json;
  await page.clock.install();
  await page.goto(`/superset/dashboard/${id}/?edit=true`);
  await page.getByLabel('Dashboard title').fill('Recorded twice');
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.clock.runFor(950);
  expect(sent).toEqual([]);
  await page.clock.runFor(100);
  await expect.poll(() => sent).toEqual([expect.stringMatching(/^ping .*save_dashboard_started/)]);
});

test("what Explore's dialogs could not load is said where it is missing, and asked for again there [ERR-006]", async ({
  adminPage: page,
  api,
}) => {
  const { id } = await findChart(api, 'Payment methods');
  await page.goto(`/explore/?slice_id=${id}`);
  await expect(page.locator('[data-chart-status="rendered"]')).toBeVisible();
  const dialog = page.getByRole('dialog');
  const failOnce = (address: RegExp) =>
    page.route(address, (route) => route.fulfill({ status: 500, json: { message: 'The disk is full' } }), { times: 1 });

  await failOnce(/\/api\/v1\/dataset\/\?/);
  await page.getByRole('button', { name: 'Dataset options' }).click();
  await page.getByRole('menuitem', { name: 'Swap dataset' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The disk is full');
  await expect(dialog.getByText('No dataset matches')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('button', { name: 'returns', exact: true })).toBeVisible();
  await page.keyboard.press('Escape');

  await failOnce(new RegExp(`/api/v1/chart/${id}$`));
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Edit chart properties' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The disk is full');
  await failOnce(/related\/owners/);
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('textbox', { name: 'Name' })).toHaveValue('Payment methods');
  await expect(dialog.getByRole('alert')).toContainText('The choices could not be loaded. The disk is full');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Cancel' }).click();

  await failOnce(/\/api\/v1\/dataset\/\d+$/);
  await page.getByRole('button', { name: 'Dataset options' }).click();
  await page.getByRole('menuitem', { name: 'Edit dataset' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The disk is full');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('tab', { name: /^Metrics/ })).toBeVisible();
  await page.keyboard.press('Escape');

  await failOnce(/\/values\//);
  await page.getByRole('group', { name: 'Filters', exact: true }).getByText('Drop a column or metric').click();
  await pick(dialog.getByRole('combobox', { name: 'Select subject' }), 'Category', 'cat');
  await expect(dialog.getByRole('alert')).toContainText('The values could not be loaded. The disk is full');
  await dialog.getByRole('button', { name: 'Try again' }).click();
  await expect(dialog.getByRole('alert')).toHaveCount(0);
});
