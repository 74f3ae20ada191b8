import { expect, test } from './journey.ts';
import { openNewTab, runSql } from './sql-editor.ts';

test.beforeEach(async ({ adminPage: page }) => {
  // What browsers take away from a page that came over plain HTTP from another machine.
  await page.addInitScript(() => {
    Object.defineProperty(Crypto.prototype, 'randomUUID', { value: undefined });
    Object.defineProperty(Navigator.prototype, 'clipboard', { value: undefined });
  });
});

test('the SQL editor works on a page without TLS', async ({ adminPage: page }) => {
  await openNewTab(page);
  await runSql(page, 'SELECT 42 AS answer');
  await expect(page.getByText('42', { exact: true }).first()).toBeVisible();
});

test('a chart is opened and drawn on a page without TLS', async ({ adminPage: page, api }) => {
  const { result } = (await api.get('/api/v1/chart/?q=(page_size:1)')).json;
  await page.goto(`/explore/?slice_id=${result[0].id}`);
  await expect(
    page
      .getByTestId('run-query')
      .or(page.getByRole('button', { name: 'Update chart' }))
      .first(),
  ).toBeVisible();
  await expect(page.getByRole('alert')).toHaveCount(0);
});
