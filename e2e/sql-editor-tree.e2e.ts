import { expect, test } from './journey.ts';
import { openNewTab, runSql, runStatus, sqlText } from './sql-editor.ts';

test('the tree finds tables and columns of the whole database, and reads anew what a run changed', async ({
  adminPage: page,
  writableDatabaseId: _,
}) => {
  await openNewTab(page, 'Finds');
  const search = page.getByRole('searchbox', { name: 'Search tables and columns' });
  await search.fill('found_later');
  await expect(page.getByText('Nothing found')).toBeVisible();
  await runSql(page, 'CREATE TABLE attic_boxes (box INT PRIMARY KEY, found_later DATE)');
  await expect(runStatus(page)).not.toContainText('Nothing has run yet');
  const column = page.getByRole('treeitem').filter({ hasText: 'found_later' });
  await expect(column).toBeVisible();
  await expect(page.getByRole('treeitem', { name: 'attic_boxes' })).toBeVisible();
  await search.fill('');
  await runSql(page, 'DROP TABLE attic_boxes');
  await page.getByRole('alertdialog').getByRole('button').last().click();
  await expect(page.getByRole('treeitem', { name: 'attic_boxes' })).toHaveCount(0);
});

test('a table tells its columns, keys and query, and is selected from', async ({ adminPage: page }) => {
  await openNewTab(page, 'Details');
  const view = page.getByRole('treeitem', { name: 'v_daily_sales' });
  await view.hover();
  await view.getByRole('button', { name: 'Actions on v_daily_sales' }).click();
  await page.getByRole('menuitem', { name: 'Details' }).click();
  const details = page.getByRole('dialog', { name: 'main.v_daily_sales' });
  await expect(details.getByRole('region', { name: 'Definition' }).first()).toContainText(/CREATE VIEW/i);
  await details.getByRole('button', { name: 'Select all columns' }).click();
  await expect(sqlText(page)).toContainText('v_daily_sales');
});
