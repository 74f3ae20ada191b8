import { startService } from '@powerset/testkit';
import { findAccessibilityFaults } from '@powerset/testkit/browser';
import { expect, test } from './journey.ts';

test('a database is connected, changed and deleted in the list, each mistake said at its field [DBC-001] [DBC-003] [DBC-005]', async ({
  adminPage: page,
  api,
}) => {
  await page.goto('/superset/welcome/');
  await page.getByRole('link', { name: /Connect a database/ }).click();
  const dialog = page.getByRole('dialog');
  const offered = (await api.get('/api/v1/database/available/')).json.databases;
  await expect(dialog.getByRole('listitem')).toHaveCount(offered.length);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: new RegExp(offered[0].name) }).click();
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(dialog.getByText('This is a required field')).toHaveCount(2);
  await dialog.getByLabel('Display name').fill('Powerset');
  await dialog.getByLabel('Database name').fill('journey.duckdb');
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(dialog.getByText('A database with the same name already exists.')).toBeVisible();
  await dialog.getByLabel('Display name').fill('Journey');
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByText('Connection looks good!')).toBeVisible();
  await dialog.getByText('Advanced').click();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await dialog.getByLabel('Allow DML').check();
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page).toHaveURL(/\/databaseview\/list\//);
  const row = page.getByRole('row', { name: /Journey/ });
  await expect(row).toBeVisible();

  await row.getByRole('button', { name: 'Actions for Journey' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Test connection' }).click();
  await expect(row.getByText('Answers')).toBeVisible();
  await row.getByRole('button', { name: 'Actions for Journey' }).press('Enter');
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await expect(dialog.getByLabel('Display name')).toHaveValue('Journey');
  await expect(dialog.getByLabel('Database name')).toHaveValue('journey.duckdb');
  await dialog.getByLabel('Display name').fill('Journey two');
  await dialog.getByRole('button', { name: 'Save' }).click();
  const renamed = page.getByRole('row', { name: /Journey two/ });
  await expect(renamed).toBeVisible();

  // The list is read once more after the change, which closes a menu that was opened before.
  await expect(async () => {
    await renamed.getByRole('button', { name: 'Actions for Journey two' }).press('Enter');
    await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await expect(renamed).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(renamed).toBeVisible();
});

test('a connection that fails says why, in the toast and at the field, and a URI works as well [DBC-002] [DBC-004]', async ({
  adminPage: page,
}) => {
  await page.goto('/databaseview/list/');
  await page.getByRole('link', { name: 'Database', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /PostgreSQL/ }).click();
  await dialog.getByLabel('Display name').fill('Nowhere');
  await dialog.getByLabel('Host').fill('nowhere.invalid');
  await dialog.getByLabel('Database name').fill('shop');
  await dialog.getByLabel('Username').fill('ada');
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByText('ERROR: The hostname "nowhere.invalid" cannot be resolved.')).toBeVisible();
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  const problem = dialog.getByRole('alert').filter({ hasText: 'cannot be resolved' });
  await expect(problem).toBeVisible();
  await expect(dialog.getByLabel('Host')).toHaveAttribute('aria-invalid', 'true');
  await dialog.getByRole('tab', { name: 'URI' }).click();
  await dialog.getByLabel('SQLAlchemy URI').fill('nonsense');
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(dialog.getByText(/Invalid connection string/)).toBeVisible();
  await page.keyboard.press('Escape');
  await dialog.getByRole('button', { name: 'Discard' }).click();
  await expect(dialog).toHaveCount(0);
});

test('what was typed in one way to connect stands in the other', async ({ adminPage: page }) => {
  await page.goto('/database/add/');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /PostgreSQL/ }).click();
  await dialog.getByLabel('Host').fill('db.example.com');
  await dialog.getByLabel('Database name').fill('shop');
  await dialog.getByLabel('Username').fill('ada');
  await dialog.getByLabel('Password').fill('p@ss');
  await dialog.getByRole('tab', { name: 'URI' }).click();
  const uri = dialog.getByLabel('SQLAlchemy URI');
  await expect(uri).toHaveValue(/^postgresql:\/\/ada:p%40ss@db\.example\.com:5432\/shop/);
  await uri.fill('postgresql://grace:secret@other.example.com:6000/sales?sslmode=require');
  await dialog.getByRole('tab', { name: 'Fields' }).click();
  await expect(dialog.getByLabel('Host')).toHaveValue('other.example.com');
  await expect(dialog.getByLabel('Port')).toHaveValue('6000');
  await expect(dialog.getByLabel('Username')).toHaveValue('grace');
  await expect(dialog.getByLabel('Password')).toHaveValue('secret');
  await expect(dialog.getByLabel(/^SSL/)).toBeChecked();
  // What cannot be read changes nothing, and keeps nobody from going on.
  await dialog.getByRole('tab', { name: 'URI' }).click();
  await uri.fill('postgresql://half');
  await dialog.getByRole('tab', { name: 'Fields' }).click();
  await expect(dialog.getByLabel('Host')).toHaveValue('other.example.com');
  await dialog.getByRole('tab', { name: 'URI' }).click();
  await expect(uri).toHaveValue('postgresql://half');
});

test('a server that speaks no TLS is told at the switch that asked for it', async ({ adminPage: page }) => {
  await page.goto('/databaseview/list/');
  await page.getByRole('link', { name: 'Database', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /^ClickHouse/ }).click();
  await dialog.getByLabel('Display name').fill('Plain');
  await dialog.getByLabel('Host').fill('127.0.0.1');
  await dialog.getByLabel('Port').fill(new URL(page.url()).port);
  await dialog.getByLabel('Database name').fill('default');
  await dialog.getByLabel('Username').fill('ada');
  await dialog.getByLabel(/^SSL/).check();
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  // At the switch and at the port.
  await expect(dialog.getByRole('alert').filter({ hasText: 'speaks no encrypted connection' })).toHaveCount(2);
  await dialog.getByLabel(/^SSL/).uncheck();
  await expect(dialog.getByRole('alert').filter({ hasText: 'speaks no encrypted connection' })).toHaveCount(1);
});

test('the advanced part stays open while what was wrong in it is mended', async ({ adminPage: page }) => {
  await page.goto('/database/add/');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /PostgreSQL/ }).click();
  await dialog.getByText('Advanced').click();
  const timeout = dialog.getByLabel('Chart cache timeout');
  await timeout.fill('-5');
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  const problem = dialog.getByText('Enter a whole number of seconds');
  await expect(problem).toBeVisible();
  await timeout.fill('6');
  await expect(problem).toHaveCount(0);
  await timeout.fill('60');
  // What was closed by hand is opened where an error is in it.
  await dialog.getByLabel('Extra').fill('[]');
  await dialog.getByText('Advanced').click();
  await expect(timeout).toBeHidden();
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(dialog.getByText('Enter a JSON object')).toBeVisible();
});

test('a PostgreSQL server is connected and queried, its password never shown again [DBC-001]', async ({
  adminPage: page,
  api,
}) => {
  const service = await startService('postgresql');
  test.skip(service === null, 'PostgreSQL is not installed');
  if (!service) return;
  try {
    const { hostname, port } = new URL(service.url);
    await page.goto('/database/add/');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /PostgreSQL/ }).click();
    await dialog.getByLabel('Display name').fill('Real server');
    await dialog.getByLabel('Host').fill(hostname);
    await dialog.getByLabel('Port').fill(port);
    await dialog.getByLabel('Database name').fill('postgres');
    await dialog.getByLabel('Username').fill('powerset');
    await dialog.getByLabel('Password').fill('never shown');
    await dialog.getByRole('button', { name: 'Test connection' }).click();
    await expect(page.getByText('Connection looks good!')).toBeVisible();
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    const row = page.getByRole('row', { name: /Real server/ });
    await expect(row).toBeVisible();
    const { json } = await api.get("/api/v1/database/?q=(filters:!((col:database_name,opr:eq,value:'Real server')))");
    const run = await api.post('/api/v1/sqllab/execute/', { database_id: json.ids[0], sql: 'SELECT 6 * 7 AS answer' });
    expect(run.json.data).toEqual([{ answer: 42 }]);
    await row.getByRole('button', { name: 'Actions for Real server' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await expect(dialog.getByLabel('Password')).toHaveValue('XXXXXXXXXX');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await expect(dialog).toHaveCount(0);
  } finally {
    await service.stop();
  }
});
