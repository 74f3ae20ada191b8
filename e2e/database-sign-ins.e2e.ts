import type { Page } from '@playwright/test';
import { startIdentityProvider } from '@powerset/testkit/identity-provider';
import { startTokenWarehouse } from '@powerset/testkit/token-warehouse';
import { expect, test } from './journey.ts';
import { openOwnServer } from './own-server.ts';

/** Signs in on the page that opens beside the one that waits; it closes itself, or says that it can be closed. */
async function signInBeside(page: Page): Promise<void> {
  const opened = page.waitForEvent('popup');
  await page.getByRole('button', { name: 'Sign in', exact: true }).first().click();
  const beside = await opened;
  await Promise.race([beside.waitForEvent('close'), beside.getByText('This window can be closed.').waitFor()]);
}

test('people sign in to a database as themselves, and everything that waited goes on', async ({ page, browser }) => {
  const provider = await startIdentityProvider();
  const warehouse = await startTokenWarehouse(provider.issuer);
  const own = await openOwnServer();
  // As after a start with POWERSET_PUBLIC_URL.
  Object.assign(own.running.app.services.config, { publicUrl: own.url });
  provider.serve(`${own.url}/api/v1/database/oauth2/`);
  let databaseId = 0;

  await test.step('an administrator connects it, and mistakes are said at their fields', async () => {
    await own.enter(page.context());
    await page.goto(`${own.url}/databaseview/list/`);
    await page.getByRole('link', { name: 'Database', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /^Trino/ }).click();
    await dialog.getByLabel('Display name').fill('Lake');
    await dialog.getByLabel('Host').fill('127.0.0.1');
    await dialog.getByLabel('Port').fill(String(warehouse.port));
    await dialog.getByLabel('Catalog', { exact: true }).fill('lake/sales');
    await dialog.getByLabel('Username').fill('shared');
    await dialog.getByText('Advanced').click();
    await dialog.getByLabel('People sign in as themselves (OAuth2)').check();
    await expect(dialog.getByText(`${own.url}/api/v1/database/oauth2/`)).toBeVisible();
    await dialog.getByLabel('Client ID').fill(provider.clientId);
    await dialog.getByLabel('Client secret').fill(provider.clientSecret);
    await dialog.getByLabel('Scope').fill('openid');
    await dialog.getByLabel('Authorization address').fill(`${provider.issuer}/auth`);
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(dialog.getByLabel('Token address')).toHaveAttribute('aria-invalid', 'true');
    await dialog.getByLabel('Token address').fill(`${provider.issuer}/token`);
    await dialog.getByRole('button', { name: 'Test connection' }).click();
    await expect(page.getByText('Connection looks good!')).toBeVisible();
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByRole('row', { name: /Lake/ })).toBeVisible();
    const { result } = (await own.admin.get('/api/v1/database/')).json;
    databaseId = result.find((one: { database_name: string }) => one.database_name === 'Lake').id;
  });

  await test.step('the SQL editor says so, and runs the query once its author is back', async () => {
    provider.signIn('admin-there');
    const sql = encodeURIComponent('SELECT who, amount FROM orders');
    await page.goto(`${own.url}/superset/sqllab/?dbid=${databaseId}&schema=sales&sql=${sql}`);
    await page.getByTestId('run').click();
    await expect(page.getByText('Sign in to the database "Lake" to see its data.').first()).toBeVisible();
    await signInBeside(page);
    await expect(page.getByText('admin-there').first()).toBeVisible();
  });

  await test.step('charts of a dashboard wait for each person, and go on together', async () => {
    const made = await own.admin.post('/api/v1/dataset/', {
      ...{ database: databaseId, schema: 'sales', table_name: 'who', sql: 'SELECT who, amount FROM orders' },
    });
    expect(made.status, made.text).toBe(201);
    const board = await own.admin.post('/api/v1/dashboard/', { dashboard_title: 'Lake board', published: true });
    for (const name of ['First table', 'Second table']) {
      const form = { viz_type: 'table', query_mode: 'raw', all_columns: ['who', 'amount'], adhoc_filters: [] };
      const chart = await own.admin.post('/api/v1/chart/', {
        ...{ slice_name: name, viz_type: 'table', datasource_id: made.json.id, datasource_type: 'table' },
        ...{ params: JSON.stringify(form), dashboards: [board.json.id] },
      });
      expect(chart.status, chart.text).toBe(201);
    }
    await own.person('ada', 'Alpha');
    const context = await browser.newContext({ viewport: { width: 1440, height: 900 } });
    await own.enter(context, 'ada');
    const other = await context.newPage();
    await other.goto(`${own.url}/superset/dashboard/${board.json.id}/`);
    await expect(other.getByText('Sign in to the database "Lake" to see its data.')).toHaveCount(2);
    await expect(other.getByText('admin-there')).toHaveCount(0);
    provider.signIn('ada-there');
    await signInBeside(other);
    await expect(other.getByText('ada-there')).toHaveCount(2);
    await other.goto(`${own.url}/user_info/`);
    const part = other.getByRole('region', { name: 'Databases you signed in to' });
    await part.getByRole('button', { name: 'Sign out of Lake' }).click();
    await expect(part).toHaveCount(0);
    await context.close();
  });

  await own.running.stop();
  await warehouse.stop();
  await provider.stop();
});
