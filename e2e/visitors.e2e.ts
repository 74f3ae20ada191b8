import { testAdmin } from '@powerset/testkit';
import { grantDataset } from '@powerset/testkit/factories';
import { expect, test } from './journey.ts';
import { openOwnServer } from './own-server.ts';

test('a visitor without an account opens what Public was given, shares it, and is asked to sign in for the rest', async ({
  page,
}) => {
  const ownServer = await openOwnServer({ POWERSET_PUBLIC_ROLE_LIKE: 'Gamma' });
  const { admin, datasetId, running, url } = ownServer;
  const { database } = (await admin.get(`/api/v1/dataset/${datasetId}`)).json.result;
  const secret = await admin.post('/api/v1/dataset/', {
    database: database.id,
    schema: 'main',
    table_name: 'salaries',
    sql: 'select 1 as salary',
  });
  expect(secret.status, secret.text).toBe(201);
  await grantDataset(running, 'Public', { databaseId: database.id, datasetId });

  const refused: string[] = [];
  page.on('response', (answer) => {
    if (answer.status() === 401) refused.push(answer.url());
  });
  await test.step('the dashboard is drawn', async () => {
    await page.goto(ownServer.address);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('House');
    await expect(page.getByRole('link', { name: 'Sign in' })).toBeVisible();
    await expect(page.locator('canvas, svg.pie').first()).toBeVisible();
    for (const name of ['Edit dashboard', 'Add to favorites'])
      await expect(page.getByRole('button', { name })).toHaveCount(0);
  });
  await test.step('a link that the visitor shares opens for the next one', async () => {
    const shared = page.waitForResponse((answer) => answer.url().endsWith('/permalink') && answer.status() === 201);
    await page.getByRole('button', { name: 'Share' }).click();
    await page.getByRole('menuitem', { name: 'Copy permalink to clipboard' }).click();
    const { url: link } = await (await shared).json();
    await page.goto(link);
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('House');
  });
  await test.step('home shows it, and asks for nothing that takes an account', async () => {
    await page.goto(url);
    await expect(page.getByRole('region', { name: 'Recents' }).getByRole('link', { name: 'House' })).toBeVisible();
    await expect(page.getByText('Not authorized')).toHaveCount(0);
    // Leaving the page has sent what its log held.
    expect(refused).toEqual([]);
  });
  await test.step('lists hold what was given and no more', async () => {
    await page.goto(`${url}/tablemodelview/list/`);
    await expect(page.getByText('small_orders')).toBeVisible();
    await expect(page.getByText('salaries')).toHaveCount(0);
  });
  await test.step('what takes an account asks for one, and comes back', async () => {
    for (const path of ['/sqllab/', '/users/list/', '/roles/list/']) {
      await page.goto(url + path);
      await expect(page).toHaveURL(`${url}/login/?next=${encodeURIComponent(path)}`);
    }
  });
  await running.stop();
});

test('whoever was signed in does not go on as a visitor when the session ends: signing in again goes on where they were', async ({
  page,
  context,
}) => {
  const ownServer = await openOwnServer({ POWERSET_PUBLIC_ROLE_LIKE: 'Gamma' });
  await ownServer.enter(context);
  // The last that the page asks for by itself: who is signed out before it is told then, and not by 'Refresh'.
  const lastOwnCall = page.waitForResponse(/\/api\/v1\/access_request\//);
  await page.goto(`${ownServer.url}/explore/?slice_id=${ownServer.chartIds[0]}`);
  await expect(page.getByTestId('chart').locator('canvas')).toBeVisible();
  await lastOwnCall;
  await page.getByLabel('Chart title').fill('Not lost');
  await context.clearCookies();
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Your session has ended' });
  await dialog.getByLabel('Password').fill(testAdmin.password);
  const drawn = page.waitForResponse((answer) => answer.url().includes('/api/v1/chart/data') && answer.ok());
  await dialog.getByRole('button', { name: 'Sign in' }).click();
  await expect(dialog).toHaveCount(0);
  await drawn;
  await expect(page.getByLabel('Chart title')).toHaveValue('Not lost');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Chart [Not lost] has been saved')).toBeVisible();
  await ownServer.running.stop();
});
