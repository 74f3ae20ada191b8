import { expect, test } from './journey.ts';
import { openNewTab, resultGrid, runSql, sqlText } from './sql-editor.ts';

test('a run is found again in the history by its text, and opened with its results', async ({ adminPage: page }) => {
  await openNewTab(page, 'Past');
  await runSql(page, "SELECT 'long ago' AS said");
  await expect(resultGrid(page)).toContainText('long ago');
  await openNewTab(page, 'Now');
  await runSql(page, "SELECT 'just now' AS said");
  await expect(resultGrid(page)).toContainText('just now');
  await page.getByRole('toolbar', { name: 'Query' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Search the history' }).click();
  const history = page.getByRole('dialog', { name: 'Search the history' });
  const rows = history.getByRole('listitem');
  await expect(rows.filter({ hasText: "'just now'" })).toHaveCount(1);
  await history.getByRole('searchbox').fill('LONG AGO');
  await expect(rows.filter({ hasText: "'just now'" })).toHaveCount(0);
  const run = rows.filter({ hasText: "'long ago'" });
  await expect(run).toHaveCount(1);
  await run.getByRole('button', { name: 'Open in a tab' }).click();
  await expect(sqlText(page)).toContainText('long ago');
  await expect(resultGrid(page)).toContainText('long ago');
});
