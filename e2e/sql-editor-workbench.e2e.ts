import { findAccessibilityFaults } from '@powerset/testkit/browser';
import { expect, test } from './journey.ts';
import { completions, openNewTab, resultGrid, runSql, runStatus, sqlText, writeSql } from './sql-editor.ts';

test('opens at every address, shows panels beside results, first rows at once, runs again, clears, and downloads [SQL-007, SQL-008, SQL-024, SQL-025, TBL-009, PRM-011]', async ({
  adminPage: page,
  api,
}) => {
  await test.step('with and without a slash, and at the newer address', async () => {
    for (const address of ['/superset/sqllab?new=true', '/sqllab/', '/superset/sqllab/']) {
      await page.goto(address);
      await expect(sqlText(page)).toBeVisible();
    }
    await expect(page.getByRole('treeitem', { name: 'orders' })).toBeVisible();
    expect(await findAccessibilityFaults(page)).toEqual([]);
  });

  await test.step('first rows while the rest still arrives, then the count', async () => {
    await page.getByRole('button', { name: /^Limit/ }).click();
    await page.getByRole('menuitemradio').last().click();
    await writeSql(
      page,
      'SELECT range AS id, md5(range::varchar) AS a, md5((range + 1)::varchar) AS b FROM range(1000000)',
    );
    const seen = page.waitForFunction(() => {
      const line = document.querySelector('[data-testid=run-status]')?.textContent ?? '';
      const hasRows = document.querySelector('[role=grid] [role=gridcell]')?.textContent !== undefined;
      return hasRows && line.includes('still arriving');
    });
    await page.keyboard.press('Control+Enter');
    await seen;
    await expect(runStatus(page)).toContainText('1\u2009000\u2009000 rows');
    await expect(resultGrid(page)).toContainText('c4ca4238a0b923820dcc509a6f75849b');
  });

  await test.step('a run is run again under an id of its own', async () => {
    await page.getByRole('button', { name: /^Limit/ }).click();
    await page.getByRole('menuitemradio').first().click();
    await runSql(page, "SELECT 'again' AS word");
    await expect(resultGrid(page)).toContainText('again');
    await page.getByRole('tab', { name: /Query history/ }).click();
    await page.getByRole('row').filter({ hasText: "'again'" }).getByRole('button', { name: 'Run again' }).click();
    await expect(resultGrid(page)).toContainText('again');
    const { result } = (await api.get('/api/v1/query/updated_since?q=(last_updated_ms:0)')).json;
    const ids = result.filter((run: { sql: string }) => run.sql.includes('again')).map((run: { id: string }) => run.id);
    expect(new Set(ids).size).toBe(2);
  });

  await test.step('what may be downloaded, is', async () => {
    await page.getByRole('button', { name: 'Download' }).click();
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('menuitem', { name: 'CSV' }).click(),
    ]);
    expect(file.suggestedFilename()).toMatch(/^sqllab_.*\.csv$/);
  });

  await test.step('results are cleared and shown again', async () => {
    await page.getByRole('button', { name: 'Clear results' }).click();
    await expect(page.getByText('The results were cleared')).toBeVisible();
    await expect(resultGrid(page)).toHaveCount(0);
    await page.getByRole('button', { name: 'Run again' }).click();
    await expect(resultGrid(page)).toContainText('again');
  });

  await test.step('a table has its panel among the tabs below', async () => {
    const row = page.getByRole('tree').getByRole('treeitem', { name: 'stores', exact: true });
    await row.hover();
    await row.getByRole('button', { name: 'Actions on stores' }).click();
    await page.getByRole('menuitem', { name: 'Preview data' }).click();
    const below = page.getByRole('region', { name: 'Results' });
    await expect(below.getByRole('tab', { name: /^stores/ })).toHaveAttribute('aria-selected', 'true');
    await expect(runStatus(page)).toContainText('48 rows');
    await below.getByRole('tab', { name: 'Results', exact: true }).click();
    await expect(resultGrid(page)).toContainText('again');
  });
});

test('the schema decides where bare names lie, in runs, in the check and in completion', async ({
  adminPage: page,
  writableDatabaseId: _takesChanges,
}) => {
  await openNewTab(page);
  await runSql(page, "CREATE SCHEMA IF NOT EXISTS uploads; CREATE TABLE uploads.orders AS SELECT 'uploaded' AS origin");
  await expect(runStatus(page)).toContainText(/Done|row/);
  await page.reload();
  await page.getByRole('button', { name: /^Schema/ }).click();
  await page.getByRole('menuitemradio', { name: 'uploads' }).click();
  await runSql(page, 'SELECT * FROM orders');
  await expect(resultGrid(page)).toContainText('uploaded');
  await writeSql(page, 'SELECT channel FROM orders');
  await expect(page.getByRole('alert')).toContainText('channel');
  await writeSql(page, 'SELECT * FROM ');
  await page.keyboard.press('Control+Space');
  const options = completions(page);
  await expect(options.filter({ hasText: 'main.orders' }).first()).toBeVisible();
});
