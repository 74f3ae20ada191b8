import { sharedFixture } from '@powerset/testkit';
import { expect, test } from './journey.ts';

const csv = (rows: number) =>
  `day,shop,amount\n${Array.from({ length: rows }, (_, row) => `2026-01-${String((row % 28) + 1).padStart(2, '0')},Shop ${row % 3},${row}.5`).join('\n')}\n`;

const file = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });

test('a file becomes a dataset: types corrected, column left out, straight to its chart [DBC-008]', async ({
  adminPage: page,
}) => {
  await page.goto('/csvtodatabaseview/form');
  await page.locator('input[type=file]').setInputFiles(file('Journey sales.csv', csv(90)));
  await expect(page.getByLabel('Table name')).toHaveValue('journey_sales');
  await expect(page.getByRole('region', { name: 'Preview' })).toContainText('Shop 1');
  await page.getByRole('combobox', { name: 'Type of column amount' }).click();
  await page.locator('.ant-select-item-option', { hasText: 'DECIMAL(18,4)' }).click();
  await page.getByLabel('Name of column shop').fill('store');
  await page.getByRole('button', { name: 'Create dataset' }).click();
  await page.waitForURL(/\/explore\/\?datasource_type=table&datasource_id=\d+/);
  await expect(page.getByText('90 rows were loaded into journey_sales')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Dataset' })).toContainText('store');
});

test('a file dropped anywhere opens its preview', async ({ adminPage: page }) => {
  await page.goto('/dashboard/list/');
  await expect(page.getByRole('heading', { name: 'Dashboards' })).toBeVisible();
  const transfer = await page.evaluateHandle((text) => {
    const data = new DataTransfer();
    data.items.add(new File([text], 'dropped.csv', { type: 'text/csv' }));
    return data;
  }, csv(5));
  await expect(async () => {
    await page.dispatchEvent('body', 'dragenter', { dataTransfer: transfer });
    await expect(page.getByText('Drop the file to make a dataset of it')).toBeVisible({ timeout: 1000 });
  }).toPass();
  await page.dispatchEvent('body', 'drop', { dataTransfer: transfer });
  await expect(page.getByLabel('Table name')).toHaveValue('dropped');
});

test('bad files get words that say what to do, and another file can be chosen', async ({ adminPage: page }) => {
  await page.goto('/csvtodatabaseview/form');
  await page.locator('input[type=file]').setInputFiles(file('empty.csv', ''));
  await expect(page.getByRole('alert')).toContainText('The file empty.csv is empty');
  await page.locator('input[type=file]').setInputFiles(file('claims.xlsx', 'not a workbook'));
  await expect(page.getByRole('alert')).toContainText('is not one');
  const ragged = csv(60).split('\n');
  ragged.splice(30, 0, 'broken,line,with,too,many,cells');
  await page.locator('input[type=file]').setInputFiles(file('ragged.csv', ragged.join('\n')));
  await expect(page.getByText('Lines that cannot be read are left out: 1')).toBeVisible();
  await expect(page.getByText('broken,line,with,too,many,cells')).toBeVisible();
  await page.getByRole('button', { name: 'Choose another file' }).click();
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
});

test('a table that exists is kept unless it is to be replaced', async ({ adminPage: page }) => {
  for (const choice of [null, null, 'Replace it']) {
    await page.goto('/csvtodatabaseview/form');
    await page.locator('input[type=file]').setInputFiles(file('twice.csv', csv(4)));
    await expect(page.getByLabel('Table name')).toHaveValue('twice');
    if (choice) {
      await page.getByRole('combobox', { name: 'If the table exists' }).click();
      await page.locator('.ant-select-item-option', { hasText: choice }).click();
    }
    await page.getByRole('button', { name: 'Create dataset' }).click();
    await expect(page.getByRole('alert').or(page.getByRole('region', { name: 'Dataset' }))).toBeVisible();
    if (await page.getByRole('alert').isVisible()) {
      expect(choice).toBeNull();
      await expect(page.getByRole('alert')).toContainText('exists already');
    }
  }
  await page.waitForURL(/\/explore\//);
});

for (const name of ['video_game_sales.csv', 'birth_names.json.gz', 'flight_data.csv.gz', 'unicode_test.csv'])
  test(`${name} of the public files is loaded as a user would`, async ({ adminPage: page }) => {
    const path = sharedFixture(name) ?? '';
    test.skip(path === '', 'the public files are not beside this checkout');
    test.setTimeout(180_000);
    await page.goto('/csvtodatabaseview/form');
    await page.locator('input[type=file]').setInputFiles(path);
    await page.getByRole('button', { name: 'Create dataset' }).click({ timeout: 60_000 });
    await page.waitForURL(/\/explore\/\?datasource_type=table&datasource_id=\d+/, { timeout: 60_000 });
    await expect(page.getByRole('region', { name: 'Dataset' })).toBeVisible();
  });
