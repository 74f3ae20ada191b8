import { findAccessibilityFaults, viewports } from '@powerset/testkit/browser';
import { changeBootstrap, expect, forbid, test } from './journey.ts';
import { completions, openNewTab, resultGrid, runSql, runStatus, sqlText, writeSql } from './sql-editor.ts';

test('the editor opens with and without a slash, and at the newer address [SQL-008]', async ({ adminPage: page }) => {
  for (const address of ['/superset/sqllab?new=true', '/sqllab/', '/superset/sqllab/']) {
    await page.goto(address);
    await expect(sqlText(page)).toBeVisible();
  }
  await expect(page.getByRole('treeitem', { name: 'orders' })).toBeVisible();
  expect(await findAccessibilityFaults(page)).toEqual([]);
});

test('the editor starts with the database that the installation names, where no other is open [SQL-040]', async ({
  adminPage: page,
  api,
}) => {
  const made = await api.post('/api/v1/database/', {
    database_name: 'Starting house',
    sqlalchemy_uri: 'duckdb:///starting-house.duckdb',
    expose_in_sqllab: true,
  });
  expect(made.status, made.text).toBe(201);
  const databaseOf = (name: string) => page.getByRole('button', { name: `Database ${name}` });
  await changeBootstrap(page, (body) => ({ ...body, conf: { ...body.conf, SQLLAB_DEFAULT_DBID: made.json.id } }));
  await openNewTab(page);
  await expect(databaseOf('Starting house')).toBeVisible();
});

test('whoever opens the editor writes at once, and nothing is taken from a dialog or from a finger', async ({
  adminPage: page,
  browser,
}) => {
  await openNewTab(page);
  await expect(sqlText(page)).toBeFocused();
  await page.keyboard.type('VALUES (1)');
  await expect(sqlText(page)).toHaveText('VALUES (1)');

  await page.goto('/superset/welcome/');
  let release = () => {};
  const arrived = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(
    (address) => address.pathname === '/api/v1/sqllab/',
    async (route) => {
      await arrived;
      await route.continue();
    },
  );
  await page
    .getByRole('main')
    .getByRole('link', { name: /^Write SQL/ })
    .click();
  await expect(page.getByRole('heading', { name: 'SQL editor' })).toBeAttached();
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog').getByRole('combobox');
  await expect(palette).toBeFocused();
  release();
  await expect(sqlText(page)).toBeVisible();
  await expect(palette).toBeFocused();

  const phone = await browser.newContext({
    ...{ viewport: viewports.phone, hasTouch: true, isMobile: true, baseURL: new URL(page.url()).origin },
    storageState: await page.context().storageState(),
  });
  const touched = await phone.newPage();
  await openNewTab(touched);
  await expect(sqlText(touched)).not.toBeFocused();
  await phone.close();
});

test('first rows are shown while the rest still arrives, then the count', async ({ adminPage: page }) => {
  await openNewTab(page);
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
  await expect(runStatus(page)).toContainText('1\u202f000\u202f000 rows');
  await expect(resultGrid(page)).toContainText('c4ca4238a0b923820dcc509a6f75849b');
});

test('a run is run again under an id of its own [SQL-024]', async ({ adminPage: page, api }) => {
  await openNewTab(page);
  await runSql(page, "SELECT 'once more' AS word");
  await expect(resultGrid(page)).toContainText('once more');
  await page.getByRole('tab', { name: /Query history/ }).click();
  await page.getByRole('row').filter({ hasText: "'once more'" }).getByRole('button', { name: 'Run again' }).click();
  await expect(resultGrid(page)).toContainText('once more');
  const { result } = (await api.get('/api/v1/query/updated_since?q=(last_updated_ms:0)')).json;
  const runs = result.filter((run: { sql: string }) => run.sql.includes('once more'));
  expect(new Set(runs.map((run: { id: string }) => run.id)).size).toBe(2);
});

test('rows are downloaded and saved as a dataset by who may [PRM-011]', async ({ adminPage: page }) => {
  const download = page.getByRole('button', { name: 'Download' });
  const saveDataset = page.getByRole('button', { name: 'Save dataset' });
  await openNewTab(page);
  await runSql(page, "SELECT 'taken away' AS word");
  await expect(resultGrid(page)).toContainText('taken away');
  await expect(saveDataset).toBeVisible();
  await download.click();
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'CSV' }).click(),
  ]);
  expect(file.suggestedFilename()).toMatch(/^sqllab_.*\.csv$/);
  await forbid(page, 'can_csv', 'can_explore');
  await page.reload();
  await expect(resultGrid(page)).toContainText('taken away');
  await expect(download).toHaveCount(0);
  await expect(saveDataset).toHaveCount(0);
});

test('results are cleared and run again [SQL-025]', async ({ adminPage: page }) => {
  await openNewTab(page);
  await runSql(page, "SELECT 'cleared' AS word");
  await expect(resultGrid(page)).toContainText('cleared');
  await page.getByRole('button', { name: 'Clear results' }).click();
  await expect(page.getByText('The results were cleared')).toBeVisible();
  await expect(resultGrid(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Run again' }).click();
  await expect(resultGrid(page)).toContainText('cleared');
});

test('a table has its panel with a preview beside the results of the tab [SQL-007, TBL-009]', async ({
  adminPage: page,
  api,
}) => {
  await openNewTab(page);
  await runSql(page, "SELECT 'beside' AS word");
  await expect(resultGrid(page)).toContainText('beside');
  const row = page.getByRole('tree').getByRole('treeitem', { name: 'stores', exact: true });
  await row.hover();
  await row.getByRole('button', { name: 'Actions on stores' }).click();
  const asked = page.waitForRequest('**/api/v1/sqllab/execute/**');
  await page.getByRole('menuitem', { name: 'Preview data' }).click();
  expect((await asked).postDataJSON()).toMatchObject({ is_data_preview: true });
  const below = page.getByRole('region', { name: 'Results' });
  await expect(below.getByRole('tab', { name: /^stores/ })).toHaveAttribute('aria-selected', 'true');
  await expect(runStatus(page)).toContainText('48 rows');
  await below.getByRole('tab', { name: 'Results', exact: true }).click();
  await expect(resultGrid(page)).toContainText('beside');
  const { result } = (await api.get('/api/v1/query/updated_since?q=(last_updated_ms:0)')).json;
  const previews = result.filter((run: { isDataPreview: boolean }) => run.isDataPreview);
  expect(previews.map((run: { id: string }) => run.id)).toContain((await asked).postDataJSON().client_id);
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

test('in a low window, as when the page is magnified, text, rows and the line between them can be reached', async ({
  adminPage: page,
}) => {
  await page.setViewportSize({ width: 720, height: 450 });
  await openNewTab(page);
  await runSql(page, 'SELECT range AS id FROM range(40)');
  await expect(runStatus(page)).toContainText('40 rows');
  await expect(page.getByRole('gridcell', { name: '0', exact: true }).first(), 'a run shows itself').toBeInViewport();
  const handle = page.getByRole('separator', { name: 'Height of the text' });
  await handle.press('ArrowUp');
  await expect(handle).toBeInViewport();
  expect((await sqlText(page).boundingBox())?.height).toBeGreaterThan(20);
});

test('beside the tables the menu stays in sight on a tablet', async ({ adminPage: page }) => {
  await page.setViewportSize({ width: 1024, height: 768 });
  await page.goto('/superset/sqllab/');
  const menu = page.getByRole('toolbar', { name: 'Query', exact: true }).getByRole('button', { name: 'More' });
  await expect(menu).toBeVisible();
  const box = await menu.boundingBox();
  expect((box?.x ?? 0) + (box?.width ?? 0)).toBeLessThanOrEqual(1024);
});

for (const [language, run] of [
  ['de-DE', 'Ausführen'],
  ['fr-FR', 'Exécuter'],
  ['es-ES', 'Ejecutar'],
] as const)
  test.describe(language, () => {
    test.use({ locale: language, viewport: viewports.phone });

    test(`on a phone running and saving stand in one line, ${language}`, async ({ adminPage: page }) => {
      await page.goto('/superset/sqllab/');
      const tools = page.getByRole('toolbar').first();
      await expect(tools.getByRole('button', { name: run })).toBeVisible();
      const tops = await tools.getByRole('button').evaluateAll((all) =>
        all
          .filter((one) => one.checkVisibility())
          .map((one) => {
            const { top, height } = one.getBoundingClientRect();
            return Math.round(top + height / 2);
          }),
      );
      expect(Math.max(...tops) - Math.min(...tops)).toBeLessThan(4);
    });
  });
