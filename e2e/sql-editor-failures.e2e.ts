import type { Page, Route } from '@playwright/test';
import { expect, pick, test } from './journey.ts';
import { openOwnServer } from './own-server.ts';
import { openNewTab, resultGrid, runSql, runStatus, sqlText, writeSql } from './sql-editor.ts';

/** Has the calls that match fail as a server that is broken would. */
async function breakCalls(page: Page, method: string, path: RegExp): Promise<void> {
  await page.route(path, (route) =>
    route.request().method() === method
      ? route.fulfill({ status: 500, contentType: 'application/json', body: '{"message":"broken"}' })
      : route.fallback(),
  );
}

test('an address of a query or a dataset that cannot be read says so [SQL-053] [SQL-054]', async ({
  adminPage: page,
}) => {
  await page.goto('/superset/sqllab/?savedQueryId=999999');
  await expect(page.getByText("The query couldn't be loaded", { exact: true })).toBeVisible();
  await page.goto('/superset/sqllab/?datasourceKey=999999__table&sql=SELECT%201');
  await expect(page.getByText("The datasource couldn't be loaded", { exact: true })).toBeVisible();
});

test('a run that cannot be stopped and a result that cannot be read say so [SQL-049] [SQL-051]', async ({
  adminPage: page,
}) => {
  await breakCalls(page, 'POST', /\/api\/v1\/query\/stop/);
  await openNewTab(page);
  await writeSql(page, 'SELECT count(*) FROM range(100000000) a, range(100000) b WHERE a.range % 7 = b.range % 11');
  await page.getByTestId('run').click();
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(page.getByText('Failed at stopping query. broken', { exact: true })).toBeVisible();
  await page.unroute(/\/api\/v1\/query\/stop/);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await expect(runStatus(page)).toContainText('Stopped');

  await runSql(page, 'SELECT range AS id FROM range(5000)');
  await expect(resultGrid(page)).toBeVisible();
  await page.route(/\/api\/v1\/sqllab\/(results|rows|result)/, (route) => route.fulfill({ status: 500, body: '' }));
  await page.getByRole('searchbox', { name: 'Search rows' }).fill('4999');
  await expect(page.getByText('Failed at retrieving results').first()).toBeVisible();
});

test('a save that fails or goes wrong says so, and the text stays [SAV-006] [SAV-007] [SAV-008]', async ({
  adminPage: page,
}) => {
  const broken = { status: 500, contentType: 'application/json', body: '{"message":"broken"}' };
  const withoutId = { status: 201, contentType: 'application/json', body: '{}' };
  // One watch for the whole journey: the browser may take no notice of a new one before the next key is pressed.
  let answers: Readonly<Record<string, Parameters<Route['fulfill']>[0]>> = { POST: broken };
  await page.route(/\/api\/v1\/saved_query\//, (route) => {
    const answer = answers[route.request().method()];
    return answer ? route.fulfill(answer) : route.fallback();
  });
  await openNewTab(page);
  await writeSql(page, 'SELECT 43 AS answer');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog');
  const save = dialog.getByRole('button', { name: 'Save', exact: true });
  await dialog.getByLabel('Name').fill('The failing answer');
  await save.click();
  await expect(page.getByText('Your query could not be saved', { exact: true })).toBeVisible();

  answers = { POST: withoutId };
  await save.click();
  await expect(page.getByText('Your query was not properly saved', { exact: true })).toBeVisible();

  answers = { PUT: broken };
  await save.click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('tab', { name: /^The failing answer/ })).toBeVisible();
  await writeSql(page, 'SELECT 44 AS answer');
  await expect(sqlText(page)).toHaveText('SELECT 44 AS answer');
  await page.keyboard.press('Control+s');
  await expect(page.getByText('Your query could not be updated', { exact: true })).toBeVisible();
  await expect(sqlText(page)).toContainText('SELECT 44 AS answer');
});

test('a query is scheduled by what the installation asks, and a schedule that fails says so [SQL-029] [SAV-010] [SAV-011]', async ({
  page,
}) => {
  const properties = {
    output_table: { type: 'string', title: 'Output table' },
    hour: { type: 'integer', title: 'Hour', default: 6 },
    zone: { type: 'string', title: 'Zone', enum: ['UTC', 'CET'] },
    replaces: { type: 'boolean', title: 'Replaces the last rows' },
  };
  const form = { JSONSCHEMA: { title: 'Run it every day', properties, required: ['output_table'] } };
  const ownServer = await openOwnServer({ POWERSET_SCHEDULED_QUERIES: JSON.stringify(form) });
  await ownServer.enter(page.context());
  await page.goto(`${ownServer.url}/superset/sqllab/?new=true`);
  await expect(sqlText(page)).toContainText('SELECT ...');
  await writeSql(page, 'SELECT 45 AS answer');
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Schedule' }).click();
  const dialog = page.getByRole('dialog', { name: 'Run it every day' });
  const schedule = dialog.getByRole('button', { name: 'Schedule', exact: true });
  await dialog.getByLabel('Name').fill('The daily answer');
  await expect(schedule).toBeDisabled();
  await dialog.getByLabel('Output table').fill('answers');
  await pick(dialog.getByRole('combobox', { name: 'Zone' }), 'CET');
  await dialog.getByLabel('Replaces the last rows').check();

  await breakCalls(page, 'POST', /savedqueryviewapi/);
  await schedule.click();
  await expect(page.getByText('Your query could not be scheduled', { exact: true })).toBeVisible();
  await page.unroute(/savedqueryviewapi/);

  await schedule.click();
  const done = 'Your query has been scheduled. To see details of your query, navigate to Saved queries';
  await expect(page.getByText(done, { exact: true })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  const [saved] = (await ownServer.admin.get('/api/v1/saved_query/')).json.result;
  expect(saved).toMatchObject({ label: 'The daily answer', sql: 'SELECT 45 AS answer' });
  expect(saved.extra).toEqual({
    schedule_info: { output_table: 'answers', hour: 6, zone: 'CET', replaces: true },
  });
  await ownServer.running.stop();
});

test('a page of tables that cannot be read says so, and is asked for again by a press', async ({ adminPage: page }) => {
  const tables = Array.from({ length: 450 }, (_none, at) => ({
    value: `many_${at + 1000}`,
    type: 'table',
    extra: null,
  }));
  let isBroken = true;
  await page.route(/\/api\/v1\/database\/\d+\/tables\//, (route) => {
    const at = Number(/page:(\d+)/.exec(decodeURIComponent(route.request().url()))?.[1] ?? 0);
    if (at > 0 && isBroken) return route.fulfill({ status: 422, json: { message: 'The server is tired.' } });
    return route.fulfill({ json: { count: tables.length, result: tables.slice(at * 200, (at + 1) * 200) } });
  });
  await openNewTab(page);
  const tree = page.getByRole('tree', { name: 'Tables' });
  await expect(tree.getByRole('treeitem', { name: 'many_1000' })).toBeVisible();
  const row = tree.getByText('Could not be read', { exact: true });
  await expect(async () => {
    await tree.hover();
    await page.mouse.wheel(0, 20_000);
    await expect(row).toBeInViewport({ timeout: 500 });
  }).toPass();
  isBroken = false;
  await tree.getByRole('button', { name: 'Try again' }).click();
  await expect(row).toHaveCount(0);
  await expect(async () => {
    await tree.hover();
    await page.mouse.wheel(0, 40_000);
    await expect(tree.getByRole('treeitem', { name: 'many_1449' })).toBeInViewport({ timeout: 500 });
  }).toPass();
});

test('a table whose columns cannot be read says so [TBL-011]', async ({ adminPage: page }) => {
  await breakCalls(page, 'GET', /\/api\/v1\/database\/\d+\/table\//);
  await openNewTab(page);
  await page.getByRole('tree').getByRole('treeitem', { name: 'orders', exact: true }).click();
  await expect(
    page.getByText('An error occurred while fetching table metadata. Please contact your administrator.', {
      exact: true,
    }),
  ).toBeVisible();
});

test('a table that is open in one database is not asked of the database of another tab [TBL-011]', async ({
  adminPage: page,
  api,
}) => {
  const other = await api.post('/api/v1/database/', {
    database_name: 'Empty house',
    sqlalchemy_uri: 'duckdb:///empty-house.duckdb',
    expose_in_sqllab: true,
  });
  expect(other.status, other.text).toBe(201);
  const table = page.getByRole('tree').getByRole('treeitem', { name: 'orders', exact: true });
  await openNewTab(page);
  await table.click();
  await expect(
    page
      .getByRole('tree')
      .getByRole('treeitem', { name: /order_id/ })
      .first(),
  ).toBeVisible();
  const asked = page.waitForResponse((answer) => answer.url().includes(`/database/${other.json.id}/tables/`));
  await page.getByRole('button', { name: /^Database / }).click();
  await page
    .getByRole('menuitemradio', { name: /Empty house/ })
    .or(page.getByRole('menuitem', { name: /Empty house/ }))
    .click();
  await asked;
  await expect(table).toHaveCount(0);
  await expect(page.getByText(/fetching table metadata/)).toHaveCount(0);
});
