import type { Page } from '@playwright/test';
import { type ApiClient, testAdmin } from '@powerset/testkit';
import { findAccessibilityFaults, signInContext } from '@powerset/testkit/browser';
import { changeBootstrap, expect, test } from './journey.ts';
import { findExamples } from './shared-world.ts';

/** Charts of a journey's own, so that the shared ones stay. */
async function makeCharts(api: ApiClient, names: readonly string[], more: object = {}): Promise<readonly number[]> {
  const { ordersId: datasetId } = await findExamples(api);
  const ids: number[] = [];
  for (const slice_name of names) {
    const body = { slice_name, viz_type: 'table', datasource_id: datasetId, datasource_type: 'table', params: '{}' };
    ids.push((await api.post('/api/v1/chart/', { ...body, ...more })).json.id);
  }
  return ids;
}

const searched = (text: string) => `/chart/list/?filters=(search:'${text}')`;
const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });

async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).press('Enter');
  await page.getByRole('menuitem', { name: action }).click();
}

test('the menu of a row stays under the pointer, and nothing beside it deletes', async ({ adminPage: page, api }) => {
  await makeCharts(api, ['Staying']);
  await page.goto(searched('Staying'));
  const row = rowOf(page, 'Staying');
  const menu = row.getByRole('button', { name: 'Actions for Staying' });
  await expect(menu).toBeVisible();
  await page.mouse.move(0, 0);
  const before = await menu.boundingBox();
  await menu.hover();
  expect(await menu.boundingBox()).toEqual(before);
  await expect(row.getByRole('button', { name: 'Delete', includeHidden: true })).toHaveCount(0);
  await menu.click();
  await expect(page.getByRole('menuitem', { name: 'Delete' })).toBeVisible();
  await expect(row).toBeVisible();
});

test('the properties of a chart and of a dashboard are changed in their lists', async ({ adminPage: page, api }) => {
  const [id] = await makeCharts(api, ['Nameless']);
  await page.goto(searched('Nameless'));
  await act(page, 'Nameless', 'Properties');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Nameless no more');
  await dialog.getByLabel('Certified by').fill('Finance');
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(page, 'Nameless no more')).toBeVisible();
  expect((await api.get(`/api/v1/chart/${id}`)).json.result).toMatchObject({
    slice_name: 'Nameless no more',
    certified_by: 'Finance',
  });

  const made = await api.post('/api/v1/dashboard/', { dashboard_title: 'Without an address' });
  await api.post('/api/v1/dashboard/', { dashboard_title: 'Other', slug: 'taken-address' });
  await page.goto(`/dashboard/list/?filters=(search:'Without an address')`);
  await act(page, 'Without an address', 'Properties');
  await dialog.getByLabel('URL slug').fill('taken-address');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Must be unique')).toBeVisible();
  await dialog.getByLabel('URL slug').fill('its-address');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toBeHidden();
  expect((await api.get(`/api/v1/dashboard/${made.json.id}`)).json.result).toMatchObject({ slug: 'its-address' });
});

test('what is deleted in a list can be taken back, by press, by key and for many at once [LST-007] [ERR-007]', async ({
  adminPage: page,
  api,
}) => {
  const names = ['Gone one', 'Gone two', 'Gone three'];
  const ids = await makeCharts(api, names);
  const exists = async (at: number) => (await api.get(`/api/v1/chart/${ids[at]}`)).status === 200;
  await page.goto(searched('Gone'));
  await test.step('Undo in the message brings it back, and the server never heard of it', async () => {
    await act(page, 'Gone one', 'Delete');
    await expect(rowOf(page, 'Gone one')).toHaveCount(0);
    const message = page.getByRole('status').filter({ hasText: 'Deleted: Gone one' });
    await expect(message).toBeVisible();
    await message.getByRole('button', { name: 'Undo' }).click();
    await expect(rowOf(page, 'Gone one')).toBeVisible();
    expect(await exists(0)).toBe(true);
  });
  await test.step('so does Ctrl Z', async () => {
    await act(page, 'Gone two', 'Delete');
    await expect(rowOf(page, 'Gone two')).toHaveCount(0);
    await page.keyboard.press('Control+z');
    await expect(rowOf(page, 'Gone two')).toBeVisible();
  });
  await test.step('when the message is gone it waits in the list of what was deleted', async () => {
    await act(page, 'Gone one', 'Delete');
    const message = page.getByRole('status').filter({ hasText: 'Deleted: Gone one' });
    await message.getByRole('button', { name: 'Close' }).click();
    await page.getByRole('button', { name: 'Deleted (1)' }).click();
    await page.getByRole('menuitem', { name: 'Bring back: Gone one' }).click();
    await expect(rowOf(page, 'Gone one')).toBeVisible();
    await expect(page.getByRole('button', { name: /^Deleted/ })).toHaveCount(0);
    expect(await exists(0)).toBe(true);
  });
  await test.step('another page of the product is a page left', async () => {
    await act(page, 'Gone one', 'Delete');
    const deletion = page.waitForResponse((answer) => answer.request().method() === 'DELETE');
    await page.getByRole('link', { name: 'Datasets' }).click();
    expect((await deletion).status()).toBe(200);
    expect(await exists(0)).toBe(false);
    await page.goto(searched('Gone'));
  });
  await test.step('and leaving the page does', async () => {
    await page.getByLabel('Select Gone two').check();
    await page.getByLabel('Select Gone three').check();
    const bar = page.getByRole('toolbar', { name: 'Selected' });
    await expect(bar).toContainText('2 selected');
    const download = page.waitForEvent('download');
    await bar.getByRole('link', { name: 'Export' }).click();
    expect((await download).suggestedFilename()).toMatch(/^chart_export_.*\.zip$/);
    await bar.getByRole('button', { name: 'Delete' }).click();
    await expect(page.getByText('No matching').or(page.getByText('Nothing matches'))).toBeVisible();
    await page.goto('about:blank');
    await expect.poll(async () => (await exists(1)) || (await exists(2))).toBe(false);
  });
});

/** A colour of the theme, as the browser computes it. */
const colorOf = (page: Page, name: string): Promise<string> =>
  page.evaluate((property) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = `var(${property})`;
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  }, name);

test('what may not be deleted says why before it is gone: what others own, what is used, what is built in', async ({
  page,
  startOwnApp,
}) => {
  const { admin, url, signInAs } = await startOwnApp();
  const ann = await signInAs('ann', ['Alpha']);
  const database = (await admin.get('/api/v1/database/')).json.ids[0];
  const query = { database, schema: 'main', table_name: 'numbers', sql: 'select 1 as one' };
  const datasetId = (await admin.post('/api/v1/dataset/', query)).json.id;
  const makeChart = (api: ApiClient, slice_name: string) =>
    api.post('/api/v1/chart/', { slice_name, viz_type: 'table', datasource_id: datasetId, datasource_type: 'table' });
  expect((await makeChart(admin, 'Chart of others')).status).toBe(201);
  expect((await makeChart(ann, 'Chart of Ann')).status).toBe(201);
  const refused = async (name: string, reason: string) => {
    await page.getByRole('button', { name: `Actions for ${name}` }).press('Enter');
    const item = page.getByRole('menuitem', { name: 'Delete' });
    await expect(item).toHaveAttribute('aria-disabled', 'true');
    expect(await item.evaluate((entry) => getComputedStyle(entry).color)).toBe(await colorOf(page, '--text-disabled'));
    await page.keyboard.press('End');
    await expect(item).toBeFocused();
    await expect(page.getByRole('tooltip')).toHaveText(reason);
    await expect(item).toHaveAccessibleDescription(reason);
    await page.keyboard.press('Enter');
    await expect(item).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(item).toHaveCount(0);
    await page.getByRole('button', { name: `Actions for ${name}` }).click();
    await item.hover();
    await expect(page.getByRole('tooltip')).toHaveText(reason);
    await page.keyboard.press('Escape');
  };

  await test.step('a chart that others own', async () => {
    await signInContext(page.context(), url, { username: 'ann', password: 'a password for tests' });
    await page.goto(`${url}/chart/list/`);
    await refused('Chart of others', 'Only its owners can delete it.');
    await page.getByLabel('Select Chart of others').check();
    await page.getByLabel('Select Chart of Ann').check();
    await page.getByRole('button', { name: 'Delete 1 of 2' }).click();
    await expect(page.getByText('Deleted: Chart of Ann')).toBeVisible();
    await expect(rowOf(page, 'Chart of others')).toBeVisible();
  });

  await test.step('datasets with charts, also among others', async () => {
    await page.context().clearCookies();
    await signInContext(page.context(), url, testAdmin);
    expect((await admin.post('/api/v1/dataset/', { ...query, table_name: 'letters' })).status).toBe(201);
    await page.goto(`${url}/tablemodelview/list/`);
    const select = async (...names: readonly string[]) => {
      for (const name of names) await page.getByLabel(`Select ${name}`).check();
      await page.getByRole('toolbar', { name: 'Selected' }).getByRole('button', { name: 'Delete' }).click();
    };
    await select('numbers', 'letters');
    const question = page.getByRole('alertdialog', { name: 'Delete 2 selected?' });
    await expect(question.getByRole('listitem')).toHaveText([
      /^numbers(1 chart|2 charts) on 0 dashboards will no longer work\.$/,
    ]);
    await question.getByRole('button', { name: 'Cancel' }).click();
    await expect(rowOf(page, 'letters')).toBeVisible();
    await page.getByLabel('Select numbers').uncheck();
    await select('letters');
    await expect(page.getByText('Deleted: letters')).toBeVisible();
    await expect(rowOf(page, 'numbers')).toBeVisible();
  });

  await test.step('roles that are used or built in', async () => {
    await page.context().clearCookies();
    await signInContext(page.context(), url, testAdmin);
    const { id } = (await admin.post('/api/v1/security/roles/', { name: 'Shop' })).json;
    await admin.post('/api/v1/security/users/', { username: 'grace', password: 'a password for tests', roles: [id] });
    await page.goto(`${url}/roles/list/`);
    await refused('Gamma', 'Built-in roles stay.');
    await refused('Shop', 'Users have this role.');
  });

  const attempt = async (name: string, message: string) => {
    await act(page, name, 'Delete');
    await expect(page.getByText(message)).toBeVisible();
    await expect(page.getByText(`Deleted: ${name}`)).toHaveCount(0);
    await expect(rowOf(page, name)).toBeVisible();
  };

  await test.step('a database with datasets', async () => {
    await page.goto(`${url}/databaseview/list/`);
    await attempt(
      'Powerset',
      'There was an issue deleting Powerset: Cannot delete a database that has datasets attached',
    );
  });

  await test.step('a layer with annotations, until they are deleted too', async () => {
    const layer = (await admin.post('/api/v1/annotation_layer/', { name: 'Holidays' })).json.id;
    await admin.post(`/api/v1/annotation_layer/${layer}/annotation/`, {
      short_descr: 'New year',
      start_dttm: '2026-01-01T00:00:00',
      end_dttm: '2026-01-02T00:00:00',
    });
    await page.goto(`${url}/annotationlayer/list/`);
    await attempt('Holidays', 'There was an issue deleting Holidays: Annotation layer has associated annotations.');
    await page.getByRole('link', { name: 'Holidays' }).click();
    // Under the pointer a row shows icons in place of its menu.
    await page.mouse.move(0, 0);
    await act(page, 'New year', 'Delete');
    await expect(page.getByText('Deleted: New year')).toBeVisible();
    await page.getByRole('link', { name: 'All layers' }).click();
    await act(page, 'Holidays', 'Delete');
    await expect(page.getByText('Deleted: Holidays')).toBeVisible();
    await page.goto('about:blank');
    await expect.poll(async () => (await admin.get(`/api/v1/annotation_layer/${layer}`)).status).toBe(404);
  });
});

test('a list loads visibly, keeps its rows while it asks again, and replaces them with the answer [LST-001] [LST-017]', async ({
  adminPage: page,
}) => {
  const waiting: (() => void)[] = [];
  await page.route(/\/api\/v1\/chart\/\?/, async (route) => {
    await new Promise<void>((resolve) => waiting.push(resolve));
    await route.continue();
  });
  const release = async () => {
    await expect.poll(() => waiting.length).toBeGreaterThan(0);
    for (const go of waiting.splice(0)) go();
  };
  await page.goto('/chart/list/');
  const list = page.getByRole('region', { name: 'Charts' });
  await expect(page.getByRole('status', { name: 'Loading...' })).toBeVisible();
  await release();
  await expect(list.getByRole('row')).toHaveCount(26);
  await expect(page.getByText(/1 – 25 of \d+/)).toBeVisible();
  await page.getByRole('searchbox', { name: 'Search charts' }).fill('Revenue by country');
  await expect(list).toHaveAttribute('aria-busy', 'true');
  await expect(list.getByRole('row')).toHaveCount(26);
  await release();
  await expect(list).toHaveAttribute('aria-busy', 'false');
  await expect(page.getByText(/1 – (\d) of \1/)).toBeVisible();
  await page.unroute(/\/api\/v1\/chart\/\?/);
});

test('pages, order, filters and view are in the address; stars and badges show [LST-002] [LST-003]', async ({
  adminPage: page,
  api,
}) => {
  await makeCharts(api, ['Vouched for'], { certified_by: 'Finance', certification_details: 'Checked monthly' });
  await page.goto('/chart/list/');
  await page.getByRole('button', { name: 'Page 2' }).click();
  await expect(page).toHaveURL(/pageIndex=1/);
  await page.reload();
  await expect(page.getByText(/26 – \d+ of \d+/)).toBeVisible();
  await page.getByRole('button', { name: 'Name', exact: true }).click();
  await expect(page).toHaveURL(/sortColumn=slice_name&sortOrder=asc/);
  await page.getByRole('button', { name: /Certified/ }).click();
  await page.getByRole('dialog', { name: 'Certified' }).getByRole('button', { name: 'Yes' }).click();
  await expect(rowOf(page, 'Vouched for').getByRole('img', { name: 'Certified by Finance' })).toBeVisible();
  await page.goBack();
  await expect(page.getByText(/1 – 25 of \d+/)).toBeVisible();
  await page.goto(searched('Vouched'));
  const star = page.getByRole('button', { name: 'Favorite Vouched for' });
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  await page.getByRole('radio', { name: 'Cards' }).click();
  await expect(page).toHaveURL(/viewMode=card/);
  await expect(page.getByRole('list', { name: 'Charts' }).getByRole('link', { name: 'Vouched for' })).toBeVisible();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.getByRole('searchbox', { name: 'Search charts' }).fill('nothing is called this');
  await expect(page.getByText('Nothing matches')).toBeVisible();
  await page.getByRole('button', { name: 'Clear filters' }).last().click();
  await expect(page.getByRole('list', { name: 'Charts' })).toBeVisible();
});

test('a star that is set before the stars are known stays set, and the others are asked again', async ({
  adminPage: page,
  api,
}) => {
  const [, starred] = await makeCharts(api, ['Starred early', 'Starred before']);
  await api.post(`/api/v1/chart/${starred}/favorites/`, {});
  let release: (() => void) | undefined;
  await page.route(/chart\/favorite_status\//, async (route) => {
    if (release !== undefined) return route.continue();
    const answer = await route.fetch();
    await new Promise<void>((go) => {
      release = go;
    });
    await route.fulfill({ response: answer }).catch(() => undefined);
  });
  await page.goto(searched('Starred'));
  const star = page.getByRole('button', { name: 'Favorite Starred early' });
  await expect.poll(() => release !== undefined, { timeout: 15_000 }).toBe(true);
  await star.click();
  await expect(star).toHaveAttribute('aria-pressed', 'true');
  release?.();
  await expect(page.getByRole('button', { name: 'Favorite Starred before' })).toHaveAttribute('aria-pressed', 'true');
  await expect(star).toHaveAttribute('aria-pressed', 'true');
});

test('lists begin as cards where the feature flag says so', async ({ adminPage: page, api }) => {
  await makeCharts(api, ['On a card']);
  await changeBootstrap(page, (body) => ({
    ...body,
    featureFlags: { ...body.featureFlags, LISTVIEWS_DEFAULT_CARD_VIEW: true },
  }));
  await page.goto(searched('On a card'));
  await expect(page.getByRole('radio', { name: 'Cards' })).toBeChecked();
  await expect(page.getByRole('list', { name: 'Charts' }).getByRole('link', { name: 'On a card' })).toBeVisible();
  await page.getByRole('radio', { name: 'List' }).click();
  await expect(page).toHaveURL(/viewMode=table/);
});

const lists = [
  ['dashboard', '/dashboard/list/', 'Dashboards'],
  ['chart', '/chart/list/', 'Charts'],
  ['dataset', '/tablemodelview/list/', 'Datasets'],
  ['database', '/databaseview/list/', 'Databases'],
  ['saved_query', '/savedqueryview/list/', 'Saved queries'],
] as const;

test('every resource has the same list, and offers what the info call permits [LST-015] [LST-018]', async ({
  adminPage: page,
}) => {
  for (const [name, path, title] of lists) {
    const info = page.waitForRequest(`**/api/v1/${name}/_info?**`);
    const rows = page.waitForRequest(`**/api/v1/${name}/?q=**`);
    await page.goto(path);
    expect(decodeURIComponent((await rows).url())).toContain('page_size:25');
    expect(decodeURIComponent((await info).url())).toContain('keys:!(permissions)');
    await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible();
  }
  await page.goto('/databaseview/list/');
  await expect(page.getByRole('button', { name: 'Import' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Upload file' })).toHaveAttribute('href', '/csvtodatabaseview/form');
  await page.route('**/api/v1/database/_info?**', (route) => route.fulfill({ json: { permissions: ['can_read'] } }));
  await page.reload();
  await expect(rowOf(page, 'Powerset')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Import' })).toHaveCount(0);
  await expect(page.getByRole('link', { name: 'Database', exact: true })).toHaveCount(0);
});

test('long queries are cut after four lines in lists, and whole in the title [LST-016] [CST-010]', async ({
  adminPage: page,
  api,
  examples: { databaseId: db_id },
}) => {
  const sql = Array.from({ length: 12 }, (_, line) => `SELECT ${line} AS line_number -- line ${line}`).join('\n');
  await api.post('/api/v1/saved_query/', { label: 'Twelve lines', sql, db_id, schema: 'main' });
  await page.goto('/savedqueryview/list/');
  const cell = rowOf(page, 'Twelve lines').getByTitle(/^SELECT 0 /);
  await expect(cell).toHaveAttribute('title', sql);
  const lines = await cell.evaluate(
    (element) => element.clientHeight / Number.parseFloat(getComputedStyle(element).lineHeight),
  );
  expect(Math.round(lines)).toBe(4);
});

test('a list without databases says so and where they are connected; a search without a match says that [DBC-006] [DBC-007]', async ({
  adminPage: page,
}) => {
  await page.goto('/databaseview/list/');
  await page.getByRole('searchbox', { name: 'Search databases' }).fill('no such database');
  await expect(page.getByText('No databases match your search')).toBeVisible();
  await page.route(/\/api\/v1\/database\/(\?|$)/, (route) =>
    route.fulfill({ json: { count: 0, ids: [], result: [] } }),
  );
  await page.goto('/databaseview/list/');
  await expect(page.getByText('There are no databases available')).toBeVisible();
  await page.route('**/api/v1/sqllab/', async (route) => {
    const answer = await route.fetch();
    const body = await answer.json();
    await route.fulfill({ json: { ...body, result: { ...body.result, databases: {} } } });
  });
  await page.goto('/superset/sqllab/');
  const tables = page.getByRole('complementary', { name: 'Tables' });
  await expect(tables.getByText('There are no databases available')).toBeVisible();
  await expect(tables.getByText('Manage your databases here')).toBeVisible();
  await expect(tables.getByRole('link', { name: 'here' })).toHaveAttribute('href', '/databaseview/list/');
});

test('a failing list shows its error by type, in the words that were set, and where to ask for access [ERR-002] [ERR-003] [ERR-004]', async ({
  browser,
  startOwnServer,
}) => {
  const server = await startOwnServer({
    env: {
      POWERSET_ACCESS_LINK: 'https://wiki.example/access',
      POWERSET_ERROR_MESSAGES: '{"BACKEND_TIMEOUT_ERROR":"The warehouse rests at night."}',
    },
  });
  const context = await browser.newContext({ baseURL: server.url, locale: 'en-US' });
  await signInContext(context, server.url, testAdmin);
  const page = await context.newPage();
  let failure = {
    error_type: 'DATASOURCE_SECURITY_ACCESS_ERROR',
    message: 'The datasource is not yours.',
    status: 403,
  };
  await page.route(/\/api\/v1\/chart\/\?/, (route) => {
    const error = { ...failure, level: 'error', extra: { stacktrace: 'raised in line 3' } };
    return route.fulfill({ status: failure.status, json: { errors: [error], message: error.message } });
  });
  await page.goto('/chart/list/');
  const alert = page.getByRole('main').getByRole('alert');
  await expect(alert).toContainText('You do not have access');
  await expect(alert.getByRole('link', { name: '(Request Access)' })).toHaveAttribute(
    'href',
    'https://wiki.example/access',
  );
  failure = { error_type: 'BACKEND_TIMEOUT_ERROR', message: 'Stopped after 60 s', status: 422 };
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toContainText('The warehouse rests at night.');
  failure = { error_type: 'SOMETHING_NEW', message: 'It broke.', status: 422 };
  await alert.getByRole('button', { name: 'Try again' }).click();
  await expect(alert).toContainText('It broke.');
  await alert.getByRole('button', { name: 'Details' }).click();
  await expect(alert).toContainText('raised in line 3');
  await context.close();
});

test('the name keeps its room at every width, and columns give way to it', async ({ adminPage: page }) => {
  for (const width of [900, 1024, 1200]) {
    await page.setViewportSize({ width, height: 800 });
    await page.goto('/chart/list/');
    const name = page.getByRole('columnheader', { name: 'Name' });
    await expect(name).toBeVisible();
    expect((await name.boundingBox())?.width, `at ${width} pixels`).toBeGreaterThan(200);
    await expect(page.getByRole('columnheader', { name: 'Type' })).toBeVisible();
  }
});
