import type { Page } from '@playwright/test';
import { findAccessibilityFaults } from '@powerset/testkit/browser';
import { expect, test } from './journey.ts';

/** A database that wants to know who somebody is, until that was told. */
async function wantSignIn(page: Page): Promise<() => Promise<void>> {
  const words = 'Sign in to the database "Lake" to see its data.';
  const extra = { url: 'https://provider.example.com/auth', tab_id: 'the-tab' };
  const refusal = { message: words, error_type: 'OAUTH2_REDIRECT', level: 'warning', extra };
  const refuse = '**/api/v1/chart/data**';
  await page.route(refuse, (route) => route.fulfill({ status: 403, json: { message: words, errors: [refusal] } }));
  return async () => {
    await page.unroute(refuse);
    await page.evaluate((tabId) => new BroadcastChannel('oauth').postMessage({ tabId }), extra.tab_id);
  };
}

test('a small card and a filter go on after a sign-in, though their messages were not opened', async ({
  adminPage: page,
}) => {
  const signIn = await wantSignIn(page);
  await page.goto('/superset/dashboard/sales/');
  const filter = page.getByRole('form', { name: 'Filters' }).or(page.getByRole('complementary')).first();
  await expect(page.getByText('Sign in to the database "Lake" to see its data.').first()).toBeVisible();
  await expect(filter.getByRole('button', { name: 'Sign in', exact: true }).first()).toBeVisible();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await signIn();
  await expect(page.getByText('Sign in to the database "Lake" to see its data.')).toHaveCount(0);
  await expect(page.getByRole('combobox', { name: 'Sales channel' })).toBeVisible();
});

test('kinds of databases are found by their names, and the first wrong field comes into sight', async ({
  adminPage: page,
}) => {
  await page.setViewportSize({ width: 390, height: 560 });
  await page.goto('/database/add/');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('searchbox', { name: 'Search databases' }).fill('orac');
  await expect(dialog.getByRole('listitem')).toHaveCount(1);
  await dialog.getByRole('searchbox').fill('no such kind');
  await expect(dialog.getByText('Nothing found')).toBeVisible();
  await dialog.getByRole('searchbox').fill('orac');
  await dialog.getByRole('button', { name: /^Oracle/ }).click();
  await dialog.getByText('Advanced').click();
  await dialog.getByLabel('Chart cache timeout').scrollIntoViewIfNeeded();
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(dialog.getByLabel('Display name')).toBeFocused();
  await expect(dialog.getByLabel('Display name')).toBeInViewport();
  await dialog.getByLabel('Display name').fill('Shop');
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(dialog.getByLabel('Host')).toBeFocused();
});

test('kinds of databases that did not come are asked for again', async ({ adminPage: page }) => {
  const address = '**/api/v1/database/available/**';
  await page.route(address, (route) => route.fulfill({ status: 500, json: { message: 'No' } }));
  await page.goto('/database/add/');
  const again = page.getByRole('dialog').getByRole('button', { name: 'Try again' });
  await expect(again).toBeVisible();
  await page.unroute(address);
  await again.click();
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Oracle/ })).toBeVisible();
});

test('the title of a dialog stays within its head, however long the name in it is', async ({
  adminPage: page,
  api,
  examples,
}) => {
  const form = { viz_type: 'big_number_total', metric: 'orders' };
  const chart = await api.post('/api/v1/chart/', {
    ...{ slice_name: `A name ${'of many words '.repeat(14)}`, viz_type: form.viz_type, params: JSON.stringify(form) },
    ...{ datasource_id: examples.ordersId, datasource_type: 'table' },
  });
  expect(chart.status, chart.text).toBe(201);
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/explore/?slice_id=${chart.json.id}`);
  await page.getByRole('main').getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Versions' }).click();
  const title = page.getByRole('heading', { name: /^Versions of A name/ });
  const [own, head] = await title.evaluate((drawn) =>
    [drawn, drawn.parentElement ?? drawn].map((one) => one.getBoundingClientRect().toJSON()),
  );
  expect(own.height).toBe(48);
  expect(own.top).toBeGreaterThanOrEqual(head.top);
  expect(own.bottom).toBeLessThanOrEqual(head.bottom);
});

test('lists of an account say that nothing is there, and keep their place while they load', async ({
  adminPage: page,
}) => {
  const address = '**/api/v1/security/agents/?**';
  let answer = () => {};
  const held = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route(address, async (route) => {
    await held;
    await route.continue();
  });
  await page.goto('/user_info/');
  const part = page.getByRole('region', { name: 'Agents' });
  await expect(part.getByRole('status', { name: 'Loading' })).toBeVisible();
  answer();
  await expect(part.getByText('No agents yet')).toBeVisible();
  await page.unroute(address);
  await page.route(address, (route) => route.fulfill({ status: 500, json: { message: 'Away' } }));
  await page.reload();
  await expect(part.getByRole('alert')).toContainText('The agents could not be loaded');
  await page.unroute(address);
  await part.getByRole('button', { name: 'Try again' }).click();
  await expect(part.getByText('No agents yet')).toBeVisible();
});
