import type { Page } from '@playwright/test';
import type { ApiClient } from '@powerset/testkit';
import { expect, test } from './journey.ts';
import { openNewTab, resultGrid, runSql } from './sql-editor.ts';

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Save or Overwrite dataset' });
const saveOf = (page: Page) => dialogOf(page).getByRole('button', { name: 'Save & Explore' });

/** Runs a query in a tab of its own and asks to save it as a dataset. */
async function openDialog(page: Page, tab: string): Promise<void> {
  await openNewTab(page, tab);
  await runSql(page, 'SELECT channel, count(*) AS sold FROM orders GROUP BY 1');
  await expect(resultGrid(page)).toContainText('Web');
  await page.getByRole('button', { name: 'Save dataset' }).click();
}

const makeDataset = (api: ApiClient, database: number, table_name: string) =>
  api.post('/api/v1/dataset/', { database, schema: 'main', table_name, sql: 'SELECT 1 AS one' });

test('a query becomes a new dataset, whose chart opens in a window [DST-027, DST-034, SQL-055]', async ({
  adminPage: page,
}) => {
  await openDialog(page, 'Channels');
  await expect(dialogOf(page).getByRole('radio', { name: 'Save as new' })).toBeChecked();
  await expect(dialogOf(page).getByRole('radio')).toHaveCount(2);
  await dialogOf(page).getByLabel('Dataset name').fill('Channels of the journey');
  const [popup] = await Promise.all([page.waitForEvent('popup'), saveOf(page).click()]);
  await expect(popup).toHaveURL(/\/explore\/\?form_data_key=[^&]+/);
  await expect(popup.getByText('Channels of the journey').first()).toBeVisible();
});

test('a dataset asks for what the search of the grid leaves, in words that can be taken out', async ({
  adminPage: page,
  api,
}) => {
  await openNewTab(page, 'Narrowed');
  await runSql(page, 'SELECT channel, count(*) AS sold FROM orders GROUP BY 1');
  await page.getByLabel('Search rows').fill('web');
  await expect(resultGrid(page).getByRole('row')).toHaveCount(2);
  await page.getByRole('button', { name: 'Save dataset' }).click();
  await expect(dialogOf(page).getByRole('checkbox', { name: 'Search: web' })).toBeChecked();
  await dialogOf(page).getByLabel('Dataset name').fill('Narrowed of the journey');
  await Promise.all([page.waitForEvent('popup'), saveOf(page).click()]);
  const q = "(filters:!((col:table_name,opr:eq,value:'Narrowed of the journey')))";
  const [{ id }] = (await api.get(`/api/v1/dataset/?q=${encodeURIComponent(q)}`)).json.result;
  expect((await api.get(`/api/v1/dataset/${id}`)).json.result.sql).toContain("LIKE '%web%'");
  await page.getByRole('button', { name: 'Save dataset' }).click();
  await dialogOf(page).getByRole('checkbox', { name: 'Search: web' }).click();
  await expect(dialogOf(page).getByText('What is left out narrows only this view')).toBeVisible();
});

test('a new dataset has a name of the query and the time, and cannot be without one [DST-028, DST-031]', async ({
  adminPage: page,
}) => {
  await openDialog(page, 'Channels');
  const name = dialogOf(page).getByLabel('Dataset name');
  await expect(name).toHaveValue(/^Channels \d\d\/\d\d\/\d{4} \d\d:\d\d:\d\d$/);
  await expect(saveOf(page)).toBeEnabled();
  await name.fill(' ');
  await expect(saveOf(page)).toBeDisabled();
});

test('a name that is taken is refused in the words of the server, and three toasts [DST-001, DST-032, DST-033]', async ({
  adminPage: page,
  api,
  examples: { databaseId },
}) => {
  await makeDataset(api, databaseId, 'Taken by the journey');
  await openDialog(page, 'Channels');
  await dialogOf(page).getByLabel('Dataset name').fill('Taken by the journey');
  await saveOf(page).click();
  const toasts = page.getByRole('region', { name: 'Notifications' }).getByRole('alert');
  await expect(toasts.filter({ hasText: 'An error occurred saving dataset' })).toBeVisible();
  await expect(toasts.filter({ hasText: 'An error occurred while creating the data source' })).toBeVisible();
  await expect(toasts.filter({ hasText: 'already exists' })).toBeVisible();
  await expect(dialogOf(page).getByText(/already exists/)).toBeVisible();
});

test('overwriting takes a dataset and a second click, and can be taken back [DST-029, DST-030]', async ({
  adminPage: page,
  api,
  examples: { databaseId },
}) => {
  const { id } = (await makeDataset(api, databaseId, 'Overwritten by the journey')).json;
  await openDialog(page, 'Channels');
  const dialog = dialogOf(page);
  await dialog.getByRole('radio', { name: 'Overwrite existing' }).click();
  const overwrite = dialog.getByRole('button', { name: 'Overwrite & Explore' });
  await expect(overwrite).toBeDisabled();
  await dialog.getByRole('textbox').fill('Overwritten by the');
  await dialog.getByRole('radio', { name: /Overwritten by the journey/ }).click();
  await overwrite.click();
  await expect(dialog).toContainText('Are you sure you want to overwrite this dataset?');
  await dialog.getByRole('button', { name: 'Back' }).click();
  await expect(dialog.getByRole('radio', { name: /Overwritten by the journey/ })).toBeChecked();
  const read = async () => (await api.get(`/api/v1/dataset/${id}`)).json.result;
  await overwrite.click();
  expect((await read()).sql).toBe('SELECT 1 AS one');
  const [popup] = await Promise.all([page.waitForEvent('popup'), overwrite.click()]);
  await expect(popup).toHaveURL(/\/explore\/\?form_data_key=/);
  const { sql, columns } = await read();
  expect(sql).toContain('count(*) AS sold');
  expect(columns.map((column: { column_name: string }) => column.column_name)).toContain('sold');
});
