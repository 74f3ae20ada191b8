import { findAccessibilityFaults } from '@powerset/testkit/browser';
import { expect, pick, test } from './journey.ts';

test('the address of a new chart names its dataset, also one that is not among the last changed', async ({
  adminPage: page,
  examples: { ordersId },
}) => {
  const box = page.getByRole('combobox', { name: 'Choose a dataset' });
  const shown = page.locator('[data-select]', { has: box });
  const create = page.getByRole('button', { name: 'Create new chart' });
  await page.goto('/chart/add/?dataset=orders');
  await expect(shown).toContainText('orders');
  await create.click();
  await expect(page).toHaveURL(new RegExp(`datasource_id=${ordersId}(&|$)`));
  await page.goto('/chart/add/?dataset=orders');
  await expect(shown).toContainText('orders');
  await pick(box, 'edge_cases', 'edge');
  await expect(shown).toContainText('edge_cases');
  await page.goto('/chart/add/?dataset=nothing_is_called_so');
  await expect(box).toBeVisible();
  await expect(create).toBeDisabled();
});

test('a table becomes a dataset and goes on to its first chart, and is not made a dataset again', async ({
  adminPage: page,
  api,
  writableDatabaseId: databaseId,
}) => {
  const run = (sql: string) => api.post('/api/v1/sqllab/execute/', { database_id: databaseId, sql });
  expect((await run('CREATE TABLE main.fresh_table AS SELECT 1.5::DOUBLE AS weight, now() AS seen')).status).toBe(200);
  const create = page.getByRole('button', { name: 'Create dataset and create chart' });
  const columns = page.getByRole('region', { name: 'Table columns' });
  const view = page.getByRole('link', { name: 'View dataset' });

  await test.step('from the list of datasets, by database, schema and table', async () => {
    await page.goto('/tablemodelview/list/');
    await page.getByRole('link', { name: 'Dataset', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'New dataset' })).toBeVisible();
    await expect(create).toBeDisabled();
    await pick(page.getByRole('combobox', { name: 'Database' }), /^Powerset$/);
    await pick(page.getByRole('combobox', { name: 'Schema' }), /^main$/, 'main');
    await pick(page.getByRole('combobox', { name: 'Table' }), /^orders$/, 'orders');
    await expect(columns.getByRole('row', { name: /order_id/ })).toContainText('BIGINT');
    await expect(view).toHaveAttribute('href', /datasource_id=\d+/);
    await expect(create).toBeDisabled();
  });

  await test.step('by an address that names the table, and on to its chart', async () => {
    await page.goto(`/dataset/add/?database=${databaseId}&schema=main&table=fresh_table`);
    await expect(columns.getByRole('row', { name: /weight/ })).toContainText('DOUBLE');
    await expect(view).toHaveCount(0);
    await expect(create).toBeEnabled();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await create.click();
    await expect(page).toHaveURL(/\/explore\/\?.*datasource_id=\d+/);
    await expect(page.getByText('fresh_table').first()).toBeVisible();
  });

  await test.step('then the table is told to be a dataset', async () => {
    await page.goto(`/dataset/add/?database=${databaseId}&schema=main&table=fresh_table`);
    await expect(view).toHaveAttribute('href', /datasource_id=\d+/);
    await expect(create).toBeDisabled();
  });
});

test('a table is found among more than are fetched at once', async ({
  adminPage: page,
  api,
  writableDatabaseId: databaseId,
}) => {
  const many = Array.from({ length: 130 }, (_, at) => `CREATE TABLE crowd.t${String(at).padStart(3, '0')} (a INTEGER)`);
  for (const sql of ['CREATE SCHEMA crowd', ...many])
    expect((await api.post('/api/v1/sqllab/execute/', { database_id: databaseId, sql })).status).toBe(200);
  await page.goto(`/dataset/add/?database=${databaseId}&schema=crowd`);
  const field = page.getByRole('combobox', { name: 'Table' });
  await pick(field, /^t129$/, '129');
  await expect(page.getByRole('region', { name: 'Table columns' }).getByRole('row', { name: /INTEGER/ })).toBeVisible();
  const drop = { database_id: databaseId, sql: 'DROP SCHEMA crowd CASCADE' };
  expect((await api.post('/api/v1/sqllab/execute/', drop)).status).toBe(200);
});
