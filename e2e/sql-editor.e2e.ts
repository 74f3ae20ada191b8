import { expect, startsInSight, test } from './journey.ts';
import { completions, openNewTab, resultGrid, runSql, runStatus, sqlText, writeSql } from './sql-editor.ts';

test('writes SQL with completion, corrects a mistake at its line and column, and runs it [SQL-001, SQL-005, SQL-018, TBL-001]', async ({
  adminPage: page,
}) => {
  await openNewTab(page);
  const tree = page.getByRole('tree');
  await tree.getByRole('treeitem', { name: 'orders', exact: true }).click();
  await expect(tree.getByText('order_id')).toBeVisible();
  await writeSql(page, 'SELECT o.chanel, count(*) AS n\nFROM orders AS o\nGROUP BY 1 ORDER BY n DESC');
  const problem = page.getByRole('alert');
  await expect(problem).toContainText('o has no column chanel.');
  await expect(problem).toContainText('Ln 1, Col 8');
  await expect(page.locator('.cm-lintRange-error')).toHaveText('o.chanel');
  await problem.getByRole('button', { name: 'channel', exact: true }).click();
  await expect(sqlText(page)).toContainText('o.channel');
  await expect(problem).toHaveCount(0);
  await sqlText(page).press('Control+End');
  await page.keyboard.type(', o.cust');
  await expect(completions(page).first()).toContainText('customer_id');
  await page.keyboard.press('Escape');
  for (let count = 0; count < ', o.cust'.length; count += 1) await page.keyboard.press('Backspace');
  await page.keyboard.press('Control+Enter');
  await expect(resultGrid(page)).toContainText('Web');
  await expect(page.getByRole('columnheader', { name: /channel/ })).toContainText('VARCHAR');
  await expect(runStatus(page)).toContainText('4 rows');
});

test('scrolls, sorts, searches and filters a million rows in the engine, big integers exact [SQL-045]', async ({
  adminPage: page,
}) => {
  await openNewTab(page);
  await page.getByRole('button', { name: /^Limit/ }).click();
  await page.getByRole('menuitemradio').last().click();
  await writeSql(
    page,
    "SELECT range AS id, 9007199254740993 + range AS big, 'row ' || range AS label FROM range(1000000)",
  );
  await page.getByTestId('run').click();
  await expect(runStatus(page)).toContainText('1\u202f000\u202f000 rows');
  await expect(resultGrid(page)).toContainText('9\u202f007\u202f199\u202f254\u202f740\u202f993');
  await resultGrid(page).evaluate((element) => {
    element.scrollTop = element.scrollHeight;
  });
  await expect(resultGrid(page)).toContainText('row 999999');
  const head = page.getByRole('columnheader', { name: /^id/ });
  await head.getByRole('button', { name: /id/ }).first().click();
  await head.getByRole('button', { name: /id/ }).first().click();
  await expect(head).toHaveAttribute('aria-sort', 'descending');
  await expect(resultGrid(page)).toContainText('row 999999');
  expect(await resultGrid(page).evaluate((element) => element.scrollTop)).toBe(0);
  await page.getByRole('searchbox', { name: 'Search rows' }).fill('row 12345');
  await expect(runStatus(page)).toContainText('11 of 1\u202f000\u202f000 rows');
});

test('text that is written from the right is cut at its end, not at its beginning', async ({ adminPage: page }) => {
  await openNewTab(page);
  const texts = ['شحنة متأخرة ', 'משלוח מאוחר ', 'late شحنة ', 'שחור late '];
  await runSql(page, `SELECT ${texts.map((text, at) => `repeat('${text}', 20) AS t${at}`).join(', ')}`);
  await expect(runStatus(page)).toContainText('1 row');
  for (const text of texts) expect(await startsInSight(resultGrid(page).getByText(text)), text).toBe(true);
});

test('stops a run, and the tab says so [SQL-004, SQL-050]', async ({ adminPage: page }) => {
  await openNewTab(page);
  await writeSql(page, 'SELECT count(*) FROM range(100000000) a, range(100000) b WHERE a.range % 7 = b.range % 11');
  await page.getByTestId('run').click();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByText('Query was stopped.')).toBeVisible();
  await expect(page.getByTestId('run')).toHaveText('Run');
  await expect(runStatus(page)).toContainText('Stopped');
});

test('keeps text and result over a reload, and shows past runs [SQL-032, SQL-035]', async ({ adminPage: page }) => {
  await openNewTab(page);
  await runSql(page, "SELECT 'kept over the reload' AS a");
  await expect(resultGrid(page)).toContainText('kept over the reload');
  await expect(page.getByTestId('problem-line')).toContainText('Saved');
  await page.reload();
  await expect(sqlText(page)).toContainText("'kept over the reload'");
  await expect(resultGrid(page)).toContainText('kept over the reload');
  await page.getByRole('tab', { name: /Query history/ }).click();
  await expect(page.getByRole('region', { name: 'Results' }).getByRole('table')).toContainText('Success');
});

test('saves a query, and goes on to update it [SAV-002, SAV-003, SAV-004, SAV-005]', async ({
  adminPage: page,
  api,
}) => {
  await openNewTab(page);
  await writeSql(page, 'SELECT 41 AS answer');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('The answer');
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Your query was saved')).toBeVisible();
  const saved = (await api.get("/api/v1/saved_query/?q=(filters:!((col:label,opr:eq,value:'The answer')))")).json;
  const [{ id }] = saved.result;
  expect((await api.get(`/api/v1/saved_query/${id}`)).json.result.sql).toBe('SELECT 41 AS answer');
  await writeSql(page, 'SELECT 42 AS answer');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Your query was updated')).toBeVisible();
  expect((await api.get(`/api/v1/saved_query/${id}`)).json.result.sql).toBe('SELECT 42 AS answer');
  expect((await api.get('/api/v1/saved_query/')).json.count).toBe(saved.count);
});

test('opens a saved query by its address [SQL-010]', async ({ adminPage: page, api, examples: { databaseId } }) => {
  const query = { label: 'The address', db_id: databaseId, schema: 'main', sql: 'SELECT 43 AS answer' };
  const { id } = (await api.post('/api/v1/saved_query/', query)).json;
  await page.goto(`/superset/sqllab?savedQueryId=${id}`);
  await expect(sqlText(page)).toContainText('SELECT 43 AS answer');
  await expect(page.getByTitle('Close The address')).toBeVisible();
});

test('a saved query that was saved elsewhere meanwhile is overwritten only by who has seen both versions', async ({
  adminPage: page,
  api,
}) => {
  const made = await api.post('/api/v1/saved_query/', { label: 'Meanwhile', db_id: 1, sql: 'SELECT 1 AS opened' });
  const path = `/api/v1/saved_query/${made.json.id}`;
  const stored = async () => (await api.get(path)).json.result.sql;
  const theySave = async (change: object) => expect((await api.put(path, change)).status).toBe(200);
  const clash = page.getByRole('alertdialog', { name: 'Confirm overwrite' });
  await page.goto(`/superset/sqllab?savedQueryId=${made.json.id}`);
  await expect(sqlText(page)).toContainText('SELECT 1 AS opened');

  await theySave({ description: 'Only described' });
  await writeSql(page, 'SELECT 2 AS mine');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Your query was updated')).toBeVisible();
  expect(await stored()).toBe('SELECT 2 AS mine');

  await theySave({ sql: 'SELECT 3 AS theirs' });
  await writeSql(page, 'SELECT 4 AS mine');
  await page.keyboard.press('Control+s');
  await expect(clash).toContainText('This saved query was saved by');
  await expect(clash.getByRole('group', { name: 'SQL' })).toContainText('SELECT 3 AS theirs');
  await expect(clash.getByRole('group', { name: 'SQL' })).toContainText('SELECT 4 AS mine');
  expect(await stored()).toBe('SELECT 3 AS theirs');
  await clash.getByRole('button', { name: 'Take theirs' }).click();
  await expect(sqlText(page)).toContainText('SELECT 3 AS theirs');

  await theySave({ sql: 'SELECT 5 AS theirs' });
  await writeSql(page, 'SELECT 6 AS mine');
  await page.keyboard.press('Control+s');
  await clash.getByRole('button', { name: 'Overwrite' }).click();
  await expect(clash).toHaveCount(0);
  await expect.poll(stored).toBe('SELECT 6 AS mine');

  await theySave({ sql: 'SELECT 6 AS mine\nFROM range(3)\nLIMIT 2' });
  await page.goto(`/superset/sqllab?savedQueryId=${made.json.id}`);
  await expect(sqlText(page)).toContainText('LIMIT 2');
  await theySave({ sql: 'SELECT 7 AS theirs\nFROM range(3)\nLIMIT 2' });
  await writeSql(page, 'SELECT 6 AS mine\nFROM range(3)\nLIMIT 1');
  await page.keyboard.press('Control+s');
  await expect.poll(stored).toBe('SELECT 7 AS theirs\nFROM range(3)\nLIMIT 1');
  await expect(sqlText(page)).toContainText('SELECT 7 AS theirs');
});

test('goes on to the chart of a query that nobody has saved, and makes a dataset of it there [SQL-055, DST-009, DST-036]', async ({
  adminPage: page,
  api,
}) => {
  await openNewTab(page);
  await runSql(page, 'SELECT channel, sum(revenue) AS revenue FROM orders GROUP BY 1');
  await expect(resultGrid(page)).toContainText('Web');
  await page.getByRole('button', { name: 'Create chart' }).click();
  await expect(page).toHaveURL(/\/explore\/\?.*datasource_type=query&datasource_id=\d+/);
  // What its columns speak for is drawn at once.
  await expect(page.getByText('SUM(revenue)').first()).toBeVisible();
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Dataset options' }).click();
    await page.getByRole('menuitem', { name }).click();
  };
  await choose('Query preview');
  await expect(page.getByRole('dialog')).toContainText('sum(revenue)');
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await choose('Save as dataset');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Dataset name').fill('Revenue by channel (from SQL)');
  await dialog.getByRole('button', { name: 'Save & Explore' }).click();
  await expect(page).toHaveURL(/\/explore\/\?.*datasource_type=table&datasource_id=\d+/);
  const found = await api.get(
    "/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:'Revenue by channel (from SQL)')))",
  );
  expect(found.json.count).toBe(1);
});

test('a lasting link opens its query, runs it where it says so, and leaves the address of the editor', async ({
  adminPage: page,
  api,
  examples: { databaseId },
}) => {
  const link = { dbId: databaseId, schema: 'main', name: 'Lasting', sql: 'SELECT 6 * 7 AS lasting', autorun: true };
  const made = await api.post('/api/v1/sqllab/permalink', link);
  await page.goto(new URL(made.json.url).pathname);
  await expect(page.getByRole('tab', { name: /Lasting/ })).toBeVisible();
  await expect(page.getByRole('gridcell', { name: '42' })).toBeVisible();
  await expect(page).toHaveURL(/\/sqllab\/$/);
  await page.goto('/sqllab/p/unknown-key/');
  await expect(page.getByText("The query couldn't be loaded")).toBeVisible();
});

test('opens shared queries by their key [SQL-009]', async ({ adminPage: page }) => {
  await openNewTab(page);
  await writeSql(page, "SELECT 'shared with you' AS a");
  await page.getByRole('button', { name: 'Share' }).click();
  const link = await page.getByRole('dialog').getByLabel('Link').inputValue();
  await page.getByRole('dialog').getByRole('button', { name: 'Close' }).last().click();
  await page.goto(link);
  await expect(page.getByRole('tab', { selected: true }).first()).toContainText('Untitled Query');
  await expect(sqlText(page)).toContainText("'shared with you'");
});

test('previews a table beside the results [TBL-009]', async ({ adminPage: page }) => {
  await openNewTab(page);
  const row = page.getByRole('tree').getByRole('treeitem', { name: 'stores', exact: true });
  await row.hover();
  await row.getByRole('button', { name: 'Actions on stores' }).click();
  await page.getByRole('menuitem', { name: 'Preview data' }).click();
  await expect(page.getByRole('tab', { name: /^stores/ })).toHaveAttribute('aria-selected', 'true');
  await expect(runStatus(page)).toContainText('48 rows');
});

test('runs the statement at the cursor, and tells about the column under the pointer', async ({ adminPage: page }) => {
  await openNewTab(page);
  await writeSql(page, "SELECT 'first' AS word;\nSELECT channel FROM orders WHERE channel = 'Web' LIMIT 1;");
  await page.keyboard.press('Control+Home');
  await page.keyboard.press('Control+Shift+Enter');
  await expect(resultGrid(page)).toContainText('first');
  await page.keyboard.press('Control+End');
  await page.keyboard.press('Control+Shift+Enter');
  await expect(resultGrid(page)).toContainText('Web');
  const line = page.locator('.cm-line').nth(1);
  const box = await line.boundingBox();
  if (!box) throw new Error('the second line is not there');
  await page.mouse.move(box.x + 80, box.y + box.height / 2);
  await expect(page.locator('.cm-tooltip-hover')).toContainText('Marketplace');
});

test('leaves Enter to the text once the only name that fits is written', async ({ adminPage: page }) => {
  await openNewTab(page);
  await expect(page.getByRole('tree').getByText('orders', { exact: true })).toBeVisible();
  await writeSql(page, '');
  await page.keyboard.type('SELECT channel FROM orders o WHERE o.revenu');
  await expect(completions(page).first()).toContainText('revenue');
  await page.keyboard.type('e');
  await expect(completions(page)).toHaveCount(0);
  await page.keyboard.press('Enter');
  await expect(page.locator('.cm-line')).toHaveCount(2);
});

test('hides the tables for a tab, which remembers it, and shows them again [SQL-006]', async ({ adminPage: page }) => {
  await openNewTab(page);
  const tree = page.getByRole('tree');
  await expect(tree).toBeVisible();
  const choose = async (action: string) => {
    await page.getByRole('tab', { selected: true }).first().click({ button: 'right' });
    await page.getByRole('menuitem', { name: action }).click();
  };
  await choose('Hide tables');
  await expect(tree).toHaveCount(0);
  await expect(page.getByTestId('problem-line')).toContainText('Saved');
  await page.reload();
  await expect(sqlText(page)).toBeVisible();
  await expect(tree).toHaveCount(0);
  await choose('Show tables');
  await expect(tree).toBeVisible();
});
