import type { Page } from '@playwright/test';
import { testAdmin } from '@powerset/testkit';
import { signInContext } from '@powerset/testkit/browser';
import { expect, pick, test } from './journey.ts';
import { openNewTab, resultGrid, runSql, runStatus, sqlText } from './sql-editor.ts';

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
  await expect(grid.getByRole('gridcell', { name: '2\u202f000' })).toBeVisible();
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

test('a cell is read as a whole: nested values as a tree, long texts with search, and rows are filtered by it', async ({
  adminPage: page,
}) => {
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await openNewTab(page);
  await runSql(
    page,
    "SELECT range AS id, {'name': 'Ada', 'tags': ['x', 'y']} AS person, repeat('lorem ', 100000) || 'needle' AS story FROM range(3)",
  );
  const grid = resultGrid(page);
  const value = page.getByRole('complementary', { name: 'Value' });
  await expect(grid).toContainText('600K');
  // A megabyte of text never stands in the page.
  expect(((await grid.textContent()) ?? '').length).toBeLessThan(10_000);

  await grid.getByRole('gridcell', { name: /Ada/ }).first().dblclick();
  await expect(value.getByRole('listitem').filter({ hasText: 'name' }).last()).toContainText('"Ada"');
  await grid.press('ArrowRight');
  await expect(value).toContainText('600\u202f006 characters');
  await value.getByRole('button', { name: 'Load more' }).click();
  await expect(value).toContainText('the first 400\u202f000 are shown');
  // Who searches means the whole value.
  await value.getByRole('searchbox', { name: 'Search in the value' }).fill('NEEDLE');
  await expect(value.getByRole('status')).toHaveText('1 of 1');
  await value.getByRole('button', { name: 'Copy value' }).click();
  await expect.poll(async () => (await copied(page)).length).toBe(600_006);
  await page.keyboard.press('Escape');
  await expect(value).toHaveCount(0);

  await grid.press('Home');
  await grid.getByRole('gridcell', { name: '1', exact: true }).click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Filter by this value' }).click();
  await expect(runStatus(page)).toContainText('1 of 3 rows');
});

test('a column is told of as a whole: bars that are drawn over and values that are pressed or looked for filter the rows', async ({
  adminPage: page,
}) => {
  await openNewTab(page);
  await runSql(page, "SELECT range AS n, ['EMEA', 'APAC', NULL][range % 3 + 1] AS region FROM range(300)");
  const grid = resultGrid(page);
  const panel = page.getByRole('complementary', { name: 'Column' });
  await grid.getByRole('button', { name: 'Show column n' }).click();
  await expect(panel).toContainText('Median149.5');
  const bars = panel.getByRole('listbox', { name: 'How the values spread' });
  await expect(bars.getByRole('option')).toHaveCount(30);
  await bars.focus();
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('Shift+ArrowRight');
  await page.keyboard.press('Enter');
  await expect(runStatus(page)).toContainText('20 of 300 rows');
  const box = await bars.boundingBox();
  if (!box) throw new Error('The bars are not on the page.');
  await page.mouse.move(box.x + box.width * 0.01, box.y + 20);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width * 0.49, box.y + 20, { steps: 3 });
  await page.mouse.up();
  await expect(runStatus(page)).toContainText('150 of 300 rows');
  await expect(page.getByRole('group', { name: 'Filters' })).toContainText('0 – 150');

  await grid.getByRole('button', { name: 'Show column region' }).click();
  // Of the rows that the other filter leaves.
  await panel.getByRole('button', { name: /EMEA 50/ }).click();
  await expect(runStatus(page)).toContainText('50 of 300 rows');
  await grid.getByRole('columnheader', { name: /region/ }).hover();
  await page.getByRole('button', { name: 'Filter region' }).click();
  const form = page.getByRole('dialog', { name: 'Filter region' });
  await form.getByRole('searchbox', { name: 'Search values' }).fill('apa');
  await expect(form.getByRole('list', { name: 'Values' })).toHaveText('APAC50');
  await form.getByRole('checkbox', { name: 'APAC' }).check();
  await form.getByRole('button', { name: 'Apply' }).click();
  await expect(runStatus(page)).toContainText('100 of 300 rows');
  await page.getByRole('button', { name: 'Remove the filter on n', exact: true }).click();
  await expect(runStatus(page)).toContainText('200 of 300 rows');

  await page.getByRole('button', { name: 'Put this filter into the SQL' }).click();
  await expect(sqlText(page)).toContainText(`WHERE "region" IN ('EMEA', 'APAC')`);
  await sqlText(page).focus();
  await page.keyboard.press('Control+z');
  await expect(sqlText(page)).not.toContainText('WHERE');
  await page.keyboard.press('Control+y');
  await page.keyboard.press('Control+Enter');
  await expect(runStatus(page)).toContainText('200 rows');
});

test('each statement of a run has its own result; those before a failure are kept, and a pinned one survives the next run', async ({
  adminPage: page,
}) => {
  await openNewTab(page);
  await runSql(
    page,
    "SELECT 'first' AS word; SELECT range AS n FROM range(7); SELECT 'x'::INTEGER AS broken; SELECT 4",
  );
  const strip = page.getByRole('tablist', { name: 'Results of the statements' });
  await expect(strip.getByRole('tab')).toHaveText([/first.*1 row/, /range.*7 rows/, /INTEGER.*Failed/]);
  await expect(page.getByText('1 not run')).toBeVisible();
  await expect(page.getByText('The query failed')).toBeVisible();
  await strip.getByRole('tab', { name: /first/ }).click();
  await expect(resultGrid(page)).toContainText('first');

  await page.getByRole('button', { name: 'Pin result' }).click();
  await page.getByRole('button', { name: 'Result', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Rename result' }).click();
  await page.getByRole('dialog').getByRole('textbox', { name: 'Name' }).fill('Before');
  await page.getByRole('dialog').getByRole('button', { name: 'Rename' }).click();
  await runSql(page, "SELECT 'later' AS word");
  await expect(resultGrid(page)).toContainText('later');
  await expect(strip.getByRole('tab')).toHaveText([/Latest result.*1 row/, /Before.*1 row/]);

  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await strip.getByRole('tab', { name: /Before/ }).click();
  await page.getByRole('button', { name: 'Result', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Copy as a table for SQL' }).click();
  await expect.poll(() => copied(page)).toBe("result('Before')");
  await runSql(page, `SELECT word || ' and later' AS words FROM ${await copied(page)}`);
  await expect(resultGrid(page)).toContainText('first and later');
  await page.reload();
  await strip.getByRole('tab', { name: /Before/ }).click();
  await expect(resultGrid(page)).toContainText('first');
  await page.getByRole('button', { name: 'Result', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Close result' }).click();
  await expect(resultGrid(page)).toContainText('and later');
  await expect(strip).toHaveCount(0);
});

test('two results are compared: rows that came, went and changed, by the columns that name them', async ({
  adminPage: page,
}) => {
  await openNewTab(page);
  await runSql(
    page,
    "SELECT * FROM (VALUES (1, 'a'), (2, 'b'), (3, 'c')) t(id, word); SELECT * FROM (VALUES (1, 'a'), (2, 'B'), (4, 'd')) t(id, word)",
  );
  await expect(resultGrid(page)).toContainText('d');
  await page.getByRole('button', { name: 'Result', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Compare with another result' }).click();
  const dialog = page.getByRole('dialog');
  const rows = dialog.getByRole('grid', { name: 'Differences' });
  await expect(dialog.getByRole('button', { name: /Added|Gone|Changed/ })).toHaveText([
    'Added 1',
    'Gone 1',
    'Changed 1',
  ]);
  await expect(rows.getByRole('gridcell', { name: 'b → B' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Changed 1' }).click();
  await expect(rows.getByRole('gridcell', { name: 'b → B' })).toHaveCount(0);
  await expect(rows).toContainText('Gone');
});

test('a result is drawn at once, changed by a few fields, kept for the next run, and taken to the chart builder', async ({
  adminPage: page,
}) => {
  await openNewTab(page);
  const sql =
    "SELECT 'region ' || (range % 3) AS region, DATE '2026-01-01' + (range % 60)::int AS day, range AS amount FROM range(900)";
  await runSql(page, sql);
  await expect(runStatus(page)).toContainText('900 rows');
  await page.getByRole('radio', { name: 'Chart' }).click();
  const chart = page.getByTestId('result-chart');
  await expect(chart).toContainText('region 2');
  await expect(page.getByRole('combobox', { name: 'Time grain' })).toHaveAccessibleDescription('Day');
  await pick(page.getByRole('combobox', { name: 'Chart type' }), 'Table');
  await pick(page.getByRole('combobox', { name: 'Rows of' }), 'region');
  // All rows of the result, not those that a window has.
  const sum = chart.getByRole('row', { name: /^region 0 134.550$/ });
  await expect(sum).toBeVisible();
  await runSql(page, sql);
  await expect(sum).toBeVisible();
  await page.getByRole('button', { name: 'Create chart' }).click();
  await expect(page).toHaveURL(/\/explore\//);
  await expect(page.getByTestId('chart')).toContainText('region 2');
});

test('a foreign key leads to its row in a tab of its own, and keys are no quantities whatever they are called', async ({
  page,
  startOwnApp,
}) => {
  const { app, url } = await startOwnApp();
  const { store, engines } = app.services;
  const { id } = await store.selectFrom('databases').select('id').executeTakeFirstOrThrow();
  const engine = await engines.getEmbedded(id);
  await engine.runTrusted(
    `CREATE TABLE followed (fellow INTEGER PRIMARY KEY, name VARCHAR);
     CREATE TABLE followers (who INTEGER REFERENCES followed (fellow), amount INTEGER);
     INSERT INTO followed VALUES (1042, 'Ann Other');
     INSERT INTO followers VALUES (1042, 5000)`,
  );
  await signInContext(page.context(), url, testAdmin);
  await page.goto(`${url}/superset/sqllab/?new=true`);
  await expect(sqlText(page)).toContainText('SELECT ...');
  await runSql(page, 'SELECT who, amount FROM followers');
  const grid = resultGrid(page);
  await expect(grid.getByRole('gridcell', { name: '5\u202f000' })).toBeVisible();
  const key = grid.getByRole('gridcell', { name: '1042' });
  await key.dblclick();
  const value = page.getByRole('complementary', { name: 'Value' });
  await expect(value.getByRole('button', { name: 'Go to followed.fellow = 1042' })).toBeVisible();
  await expect(value.getByText('1042', { exact: true })).toBeVisible();
  await expect(value.getByText('Grouped')).toHaveCount(0);
  await page.keyboard.press('ArrowRight');
  await expect(value.getByText('Grouped')).toBeVisible();
  await key.click({ button: 'right' });
  await page.getByRole('menuitem', { name: 'Go to followed.fellow = 1042' }).click();
  await expect(grid.getByRole('gridcell', { name: 'Ann Other' })).toBeVisible();
  await expect(sqlText(page)).toContainText('WHERE "fellow" = 1042');
});
