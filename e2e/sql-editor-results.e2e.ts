import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';
import { openNewTab, resultGrid, runSql } from './sql-editor.ts';

const copied = (page: Page) => page.evaluate(() => navigator.clipboard.readText());

test('ranges, rows and columns are selected by pointer and keys and copied in the format that is wanted', async ({
  adminPage: page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openNewTab(page);
  await runSql(
    page,
    "SELECT 1233073 + range AS order_id, 1000 * range AS amount, 'item ' || range AS item FROM range(1, 6)",
  );
  const grid = resultGrid(page);
  // A name of an order is no quantity.
  await expect(grid.getByRole('gridcell', { name: '1233074' })).toBeVisible();
  await expect(grid.getByRole('gridcell', { name: '2\u2009000' })).toBeVisible();
  const choose = (name: string) =>
    page.getByRole('menu', { name: 'Cell' }).getByRole('menuitem', { name, exact: true }).click();

  await grid.getByRole('rowheader', { name: '2' }).click();
  await grid.getByRole('rowheader', { name: '3' }).click({ modifiers: ['Shift'] });
  await expect(grid.locator('[aria-selected=true]')).toHaveCount(6);
  await grid.getByRole('gridcell', { name: 'item 3' }).click({ button: 'right' });
  await choose('Copy as INSERT');
  await expect
    .poll(() => copied(page))
    .toBe(
      "INSERT INTO table_name (order_id, amount, item) VALUES\n  (1233075, 2000, 'item 2'),\n  (1233076, 3000, 'item 3');",
    );

  await page
    .getByRole('columnheader', { name: /order_id/ })
    .getByRole('button', { name: /order_id/ })
    .first()
    .click({ modifiers: ['Control'] });
  await expect(grid.locator('[aria-selected=true]')).toHaveCount(5);
  await grid.getByRole('gridcell', { name: '1233074' }).click({ button: 'right' });
  await choose('Copy as IN (…)');
  await expect.poll(() => copied(page)).toBe('IN (1233074, 1233075, 1233076, 1233077, 1233078)');

  await grid.getByRole('gridcell', { name: 'item 1' }).click();
  await page.keyboard.press('Shift+Space');
  await expect(grid.locator('[aria-selected=true]')).toHaveCount(3);
  await page.keyboard.press('Shift+F10');
  await choose('Copy as Markdown');
  await expect
    .poll(() => copied(page))
    .toBe('| order_id | amount | item |\n| ---: | ---: | --- |\n| 1233074 | 1000 | item 1 |');
});
