import type { Page } from '@playwright/test';
import { type ApiClient, testAdmin } from '@powerset/testkit';
import { signInContext } from '@powerset/testkit/browser';
import type { InProcessApp } from '@powerset/testkit/in-process';
import { changeBootstrap, expect, optionsOf, pick, test } from './journey.ts';
import { findExampleDatabase } from './shared-world.ts';
import { completions, writeOver } from './sql-editor.ts';

interface Made {
  readonly id: number;
  readonly name: string;
  readonly databaseId: number;
}

/** A virtual dataset of the journey's own. */
async function makeDataset(api: ApiClient, name: string, change: object = {}): Promise<Made> {
  const databaseId = await findExampleDatabase(api);
  const unique = `${name}_${process.pid}`;
  const made = await api.post('/api/v1/dataset/', {
    database: databaseId,
    schema: 'main',
    table_name: unique,
    sql: "select 'Web' as channel, 12.5 as revenue, date '2026-03-01' as day union all select 'Store', 30.0, date '2026-03-02'",
    ...change,
  });
  expect(made.status, made.text).toBe(201);
  return { id: made.json.id, name: unique, databaseId };
}

const explore = async (page: Page, { id }: Made, url = '') => {
  await page.goto(`${url}/explore/?datasource_type=table&datasource_id=${id}&viz_type=table`);
  await expect(page.getByRole('region', { name: 'Dataset' })).toContainText('channel');
};
const openEditor = async (page: Page) => {
  await page.getByRole('button', { name: 'Dataset options' }).click();
  await page.getByRole('menuitem', { name: 'Edit dataset' }).click();
  await expect(page.getByRole('dialog').getByRole('tab', { name: 'Metrics' })).toBeVisible();
};
const dialog = (page: Page) => page.getByRole('dialog');
const save = (page: Page) => dialog(page).getByRole('button', { name: 'Save', exact: true });
const confirm = (page: Page) => page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
const field = (page: Page, name: string) => page.locator(`[data-field="${name}"]`);

const openTab = (page: Page, name: string) =>
  dialog(page)
    .getByRole('tab', { name: new RegExp(`^${name}`) })
    .click();

async function saveAll(page: Page): Promise<void> {
  await save(page).click();
  await confirm(page);
  await expect(page.getByText('The dataset has been saved')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
}

test('a metric is added with its certification and warning, once it is whole, and shows them [DST-007] [DST-024] [DST-041]', async ({
  adminPage: page,
  api,
}) => {
  const made = await makeDataset(api, 'measured');
  await explore(page, made);
  await openEditor(page);
  await expect(save(page)).toBeDisabled();
  await expect(dialog(page).getByLabel('Metric key')).toHaveValue('count');
  await dialog(page).getByRole('button', { name: 'Add item' }).click();
  await expect(dialog(page).getByLabel('Metric key')).toHaveCount(2);
  await dialog(page).getByLabel('Metric key').last().fill('turnover');
  await expect(dialog(page).getByText('Metric [turnover] needs an expression')).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await dialog(page).getByLabel('SQL expression').last().click();
  await page.keyboard.type('SUM(reven');
  await expect(completions(page).first()).toContainText('revenue');
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('button', { name: 'Details of turnover' }).click();
  await dialog(page).getByLabel('Certified by').fill('Finance');
  await dialog(page).getByLabel('Certification details').fill('Audited in March');
  await dialog(page).getByLabel('Warning', { exact: false }).last().fill('Without returns');
  await expect(save(page)).toBeEnabled();
  await saveAll(page);
  await expect(
    field(page, 'turnover').getByRole('img', { name: 'Certified by Finance: Audited in March' }),
  ).toBeVisible();
  await expect(field(page, 'turnover').getByRole('img', { name: 'Without returns' })).toBeVisible();
});

test('a dataset names the column with currencies, and a chart writes the one that its rows have [DST-007]', async ({
  adminPage: page,
  api,
}) => {
  const made = await makeDataset(api, 'in_currencies', {
    sql: "select 'Web' as channel, 'EUR' as code, 12.5 as revenue union all select 'Store', 'EUR', 30.0 union all select 'Post', 'USD', 1.0",
  });
  await explore(page, made);
  await openEditor(page);
  await openTab(page, 'Settings');
  await pick(dialog(page).getByRole('combobox', { name: 'Currency code column' }), 'code');
  await saveAll(page);
  const form = {
    ...{ viz_type: 'big_number_total', datasource: `${made.id}__table` },
    metric: { expressionType: 'SQL', sqlExpression: 'SUM(revenue)', label: 'turnover' },
  };
  const within = (operator: string) => ({
    ...form,
    adhoc_filters: [{ clause: 'WHERE', expressionType: 'SIMPLE', subject: 'code', operator, comparator: 'EUR' }],
  });
  await page.goto(`/explore/?form_data=${encodeURIComponent(JSON.stringify(within('==')))}`);
  const figure = page.locator('[data-test="big-number-value"]');
  await expect(figure).toHaveText('42.5');
  await page.getByRole('tab', { name: 'Customize' }).click();
  await pick(page.getByRole('combobox', { name: 'Currency format: Currency' }), 'Of the rows');
  await page.getByRole('button', { name: 'Update chart' }).click();
  await expect(figure).toHaveText('€42.5');
});

/** Clicks and types before the page has drawn what the click changed. */
const clickAndType = (button: Element, { selector, text }: { readonly selector: string; readonly text: string }) => {
  const input = document.querySelector<HTMLInputElement>(selector);
  if (!input || !(button instanceof HTMLElement)) throw new Error(`There is no ${selector}.`);
  button.click();
  Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(input, text);
  input.dispatchEvent(new Event('input', { bubbles: true }));
};

test('what is changed before an earlier change is drawn, or while columns are read again, stays beside it', async ({
  adminPage: page,
  api,
}) => {
  const made = await makeDataset(api, 'hurried');
  await page.goto(`/tablemodelview/edit/${made.id}`);
  const keys = dialog(page).getByLabel('Metric key');
  await expect(keys).toHaveValue('count');
  const label = { selector: '[role=dialog] input[aria-label="Label"]', text: 'Sales' };
  await dialog(page).getByRole('button', { name: 'Add item' }).evaluate(clickAndType, label);
  await expect(keys).toHaveCount(2);
  await expect(dialog(page).getByLabel('Label').first()).toHaveValue('Sales');

  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/api/v1/dataset/${made.id}/refresh`, async (route) => {
    await held;
    await route.continue();
  });
  await openTab(page, 'Columns');
  await dialog(page).getByRole('button', { name: 'Sync columns from source' }).click();
  await dialog(page).getByLabel('Label').first().fill('Channel of the sale');
  release();
  await expect(page.getByText('Metadata has been synced')).toBeVisible();
  await expect(dialog(page).getByLabel('Label').first()).toHaveValue('Channel of the sale');
});

test('columns are described, and calculated ones added under names of their own [DST-006] [DST-043] [EXP-043]', async ({
  adminPage: page,
  api,
}) => {
  const made = await makeDataset(api, 'columns');
  await explore(page, made);
  await openEditor(page);
  await openTab(page, 'Columns');
  await dialog(page).getByRole('button', { name: 'Details of channel' }).click();
  await dialog(page).getByLabel('Description').fill('Where it was sold');
  await openTab(page, 'Calculated columns');
  await expect(dialog(page).getByText('No saved expressions found')).toBeVisible();
  await dialog(page).getByRole('button', { name: 'Add item' }).click();
  await dialog(page).getByLabel('Column', { exact: true }).fill('channel');
  await expect(dialog(page).getByText('Column name [channel] is duplicated')).toBeVisible();
  await dialog(page).getByLabel('Column', { exact: true }).fill('shouted');
  await dialog(page).getByLabel('SQL expression').fill('upper(channel)');
  await saveAll(page);
  await expect(field(page, 'shouted')).toBeVisible();
  await field(page, 'channel').hover();
  await expect(page.getByRole('tooltip')).toContainText('channel: Where it was sold');
  const { result } = (await api.get(`/api/v1/dataset/${made.id}`)).json;
  expect(result.columns.find((column: { column_name: string }) => column.column_name === 'shouted')).toMatchObject({
    expression: 'upper(channel)',
  });
});

test('settings are checked, and say which metrics a chart may have [DST-003] [API-054]', async ({
  adminPage: page,
  api,
}) => {
  const made = await makeDataset(api, 'settings');
  await explore(page, made);
  await openEditor(page);
  await openTab(page, 'Settings');
  await dialog(page).getByLabel('Description').fill('Two sales');
  await dialog(page).getByLabel('Cache timeout').fill('soon');
  await expect(dialog(page).getByText('Cache timeout must be a whole number.')).toBeVisible();
  await dialog(page).getByLabel('Cache timeout').fill('60');
  await dialog(page).getByLabel('Extra').fill('{');
  await expect(dialog(page).getByText('Extra must be JSON.')).toBeVisible();
  await dialog(page).getByLabel('Extra').fill('{"disallow_adhoc_metrics": true}');
  await saveAll(page);
  await page.getByRole('group', { name: 'Metrics', exact: true }).getByText('Drop a column or metric').click();
  await expect(dialog(page).getByRole('tab')).toHaveText(['Saved']);
  const { result } = (await api.get(`/api/v1/dataset/${made.id}`)).json;
  expect(result).toMatchObject({ description: 'Two sales', cache_timeout: 60 });
});

test('a dataset is saved once at a time, and its fresh copy replaces the one in use without a reload [DST-020] [DST-023]', async ({
  adminPage: page,
  api,
}) => {
  const made = await makeDataset(api, 'editing');
  await explore(page, made);
  await field(page, 'count').click();
  await page.getByRole('button', { name: 'Update chart' }).click();
  await expect(page.getByTestId('chart')).toContainText('2');
  // A mark that a reload would wipe out.
  await page.evaluate(() => document.body.setAttribute('data-kept', 'yes'));
  await openEditor(page);
  await dialog(page).getByRole('button', { name: 'Add item' }).click();
  await dialog(page).getByLabel('Metric key').last().fill('turnover');
  await dialog(page).getByLabel('SQL expression').last().fill('SUM(revenue)');
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(`**/api/v1/dataset/${made.id}`, async (route) => {
    if (route.request().method() === 'PUT') await held;
    await route.continue();
  });
  await expect(save(page)).toBeEnabled();
  await save(page).click();
  await confirm(page);
  await expect(save(page)).toBeDisabled();
  release();
  await expect(page.getByText('The dataset has been saved')).toBeVisible();
  await expect(dialog(page)).toHaveCount(0);
  await expect(field(page, 'turnover')).toBeVisible();
  await expect(page.locator('body')).toHaveAttribute('data-kept', 'yes');
  await expect(page.getByRole('group', { name: 'Metrics', exact: true })).toContainText('COUNT(*)');
});

test('a save that fails says why, a cleared timeout is none, and columns follow their source [DST-022] [DST-026]', async ({
  adminPage: page,
  api,
}) => {
  const made = await makeDataset(api, 'failing');
  await api.put(`/api/v1/dataset/${made.id}`, { cache_timeout: 30 });
  await page.goto(`/tablemodelview/edit/${made.id}`);
  await dialog(page).getByRole('tab', { name: 'Source' }).click();
  await writeOver(dialog(page).getByLabel('SQL'), 'select nonsense from nowhere');
  await save(page).click();
  await confirm(page);
  const failure = page.getByRole('alertdialog', { name: 'Error saving dataset' });
  await expect(failure).toContainText('nowhere');
  await failure.getByRole('button', { name: 'OK' }).click();
  await writeOver(dialog(page).getByLabel('SQL'), "select 'Web' as channel, 1 as extra_column");
  await dialog(page).getByRole('tab', { name: 'Settings' }).click();
  await dialog(page).getByLabel('Cache timeout').fill('');
  await save(page).click();
  await confirm(page);
  await expect(page.getByText('The dataset has been saved')).toBeVisible();
  await expect(page).toHaveURL(/tablemodelview\/list/);
  expect((await api.get(`/api/v1/dataset/${made.id}`)).json.result.cache_timeout).toBeNull();

  await page.goto(`/tablemodelview/edit/${made.id}`);
  await dialog(page)
    .getByRole('tab', { name: /^Columns/ })
    .click();
  await dialog(page).getByRole('button', { name: 'Sync columns from source' }).click();
  await expect(page.getByText('Metadata has been synced')).toBeVisible();
  await expect(dialog(page).getByRole('cell', { name: 'extra_column', exact: true })).toBeVisible();
  await expect(dialog(page).getByRole('cell', { name: 'revenue', exact: true })).toHaveCount(0);
});

const password = 'a password for tests';

test('what somebody else changed of a dataset meanwhile is kept, and asked where both changed the same', async ({
  adminPage: page,
  api,
}) => {
  const made = await makeDataset(api, 'meanwhile');
  const path = `/api/v1/dataset/${made.id}`;
  const stored = async () => (await api.get(path)).json.result;
  const metricsWith = async (key: string) => [
    ...(await stored()).metrics.map(({ id, metric_name, expression }: Record<string, unknown>) => ({
      ...{ id, metric_name, expression },
    })),
    { metric_name: key, expression: 'sum(revenue)' },
  ];
  const theySave = async (change: object) => expect((await api.put(path, change)).status).toBe(200);
  const clash = page.getByRole('alertdialog', { name: 'Confirm overwrite' });
  const addMetric = async (key: string) => {
    await dialog(page).getByRole('button', { name: 'Add item' }).click();
    await dialog(page).getByLabel('Metric key').last().fill(key);
    await dialog(page).getByLabel('SQL expression').last().fill('max(revenue)');
  };
  await explore(page, made);
  await openEditor(page);
  await addMetric('mine');
  await theySave({ metrics: await metricsWith('theirs') });
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() === 'GET') await new Promise((resolve) => setTimeout(resolve, 1000));
    await route.continue();
  });
  await save(page).click();
  await confirm(page);
  await expect(page.getByText('The dataset has been saved')).toBeVisible();
  const metrics = async () => (await stored()).metrics.map((one: { metric_name: string }) => one.metric_name);
  expect(await metrics()).toEqual(expect.arrayContaining(['mine', 'theirs']));

  await openEditor(page);
  await dialog(page).getByLabel('Metric key').last().fill('mine in the end');
  const renamed = (await stored()).metrics.map(({ id, metric_name, expression }: Record<string, unknown>) => ({
    id,
    metric_name: metric_name === 'mine' ? 'theirs in the end' : metric_name,
    expression,
  }));
  await theySave({ metrics: renamed });
  await save(page).click();
  await confirm(page);
  await expect(clash).toContainText('This dataset was saved by');
  await clash.getByRole('radio', { name: /^Yours/ }).check();
  await clash.getByRole('button', { name: 'Save with these' }).click();
  await expect(clash).toHaveCount(0);
  await expect.poll(metrics).toContain('mine in the end');
  expect(await metrics()).not.toContain('theirs in the end');
});

/** An application with five people, all owners of a dataset with a long name. */
async function openOwned(page: Page, started: InProcessApp, change: object = {}) {
  const { admin, url, app } = started;
  await signInContext(page.context(), url, testAdmin);
  const people = ['one', 'two', 'three', 'four', 'five'];
  for (const name of people) await started.signInAs(name, ['Alpha']);
  const rows = await app.services.store.selectFrom('users').select(['id', 'username']).execute();
  const idOf = (name: string) => rows.find((row) => row.username === name)?.id ?? 0;
  const made = await makeDataset(admin, 'owned_by_many_people_at_the_same_time', change);
  await admin.put(`/api/v1/dataset/${made.id}`, { owners: people.map(idOf) });
  return { made, idOf };
}

test('a dataset that is managed elsewhere is not saved, and says why [DST-025]', async ({ page, startOwnApp }) => {
  const started = await startOwnApp();
  const { made } = await openOwned(page, started, { is_managed_externally: true });
  await explore(page, made, started.url);
  await openEditor(page);
  await dialog(page).getByLabel('Label').first().fill('Changed');
  await expect(save(page)).toBeDisabled();
  await save(page).hover({ force: true });
  await expect(page.getByRole('tooltip')).toHaveText(
    "This dataset is managed externally, and can't be edited in Superset",
  );
});

test('a dataset says its long name whole on hover, and four of its owners [DST-037] [DST-038]', async ({
  page,
  startOwnApp,
}) => {
  const started = await startOwnApp();
  const { made } = await openOwned(page, started);
  await explore(page, made, started.url);
  const pane = page.getByRole('region', { name: 'Dataset' });
  // The name moves as the rest of the pane comes: what it moves away from is not hovered.
  await expect(pane.getByRole('img')).toHaveCount(4);
  await expect(async () => {
    await page.mouse.move(0, 0);
    await pane.getByText(made.name).hover();
    await expect(page.getByRole('tooltip')).toHaveText(made.name, { timeout: 2000 });
  }).toPass();
});

test('a dataset that others own is not edited, which is said where it is offered [PRM-016] [PRM-017]', async ({
  page,
  startOwnApp,
}) => {
  const started = await startOwnApp();
  const { made, idOf } = await openOwned(page, started);
  await started.admin.put(`/api/v1/dataset/${made.id}`, { owners: [idOf('one')] });
  const item = page.getByRole('menuitem', { name: 'Edit dataset' });
  for (const [username, isOffered] of [
    ['one', true],
    ['two', false],
  ] as const) {
    await page.context().clearCookies();
    await signInContext(page.context(), started.url, { username, password });
    await explore(page, made, started.url);
    await page.getByRole('button', { name: 'Dataset options' }).click();
    await expect(item).toBeVisible();
    await expect(item.and(page.locator('[aria-disabled=true]'))).toHaveCount(isOffered ? 0 : 1);
  }
  await item.hover();
  await expect(page.getByRole('tooltip')).toHaveText(
    'You must be a dataset owner in order to edit. Please reach out to a dataset owner to request modifications or edit access.',
  );
});

const advanced = { POWERSET_FEATURES: 'ENABLE_ADVANCED_DATA_TYPES,-DISABLE_LEGACY_DATASOURCE_EDITOR' };
const hits = { sql: "select 'a' as channel, 443 as port union all select 'b', 80" };

test('the old editor is offered unless a flag turns it off, at the address of the dataset [DST-011] [DST-012] [CST-001]', async ({
  adminPage: page,
  api,
}) => {
  const made = await makeDataset(api, 'old_editor');
  const link = dialog(page).getByRole('link', { name: 'Use legacy datasource editor' });
  for (const isOff of [true, false]) {
    await changeBootstrap(page, (body) => ({
      ...body,
      featureFlags: { ...body.featureFlags, DISABLE_LEGACY_DATASOURCE_EDITOR: isOff },
    }));
    await explore(page, made);
    await openEditor(page);
    await expect(link).toHaveCount(isOff ? 0 : 1);
    await page.unrouteAll();
  }
  await expect(link).toHaveAttribute('href', `/tablemodelview/edit/${made.id}`);
  await page.goto((await link.getAttribute('href')) ?? '');
  await expect(dialog(page).getByRole('tab', { name: 'Metrics' })).toBeVisible();
});

/** A filter on a column of ports, whose type was chosen in the editor of its dataset. */
async function openPortFilter(page: Page, { admin, url }: InProcessApp): Promise<void> {
  await signInContext(page.context(), url, testAdmin);
  await explore(page, await makeDataset(admin, 'hits', hits), url);
  await openEditor(page);
  await openTab(page, 'Columns');
  await dialog(page).getByRole('button', { name: 'Details of port' }).click();
  await pick(dialog(page).getByRole('combobox', { name: 'Advanced data type' }), 'port');
  await saveAll(page);
  await field(page, 'port').dragTo(page.getByRole('group', { name: 'Filters', exact: true }));
  await pick(page.getByRole('combobox', { name: 'Operator' }), 'Equal to');
}

async function typeValue(page: Page, text: string): Promise<void> {
  await page.getByRole('combobox', { name: 'Type a value here' }).fill(text);
  await page.keyboard.press('Enter');
}

test('values of advanced types are read by the server, which says what they are and how they compare [AHF-026] [AHF-027] [AHF-028]', async ({
  page,
  startOwnApp,
}) => {
  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/advanced_data_type/convert')) calls.push(request.url());
  });
  await openPortFilter(page, await startOwnApp({ env: advanced }));
  await typeValue(page, 'nonsense');
  await expect(dialog(page).getByRole('alert')).toHaveText("'nonsense' does not appear to be a port name or number");
  await expect(save(page)).toBeDisabled();
  await typeValue(page, 'https');
  await expect(dialog(page).getByText('443', { exact: true })).toBeVisible();
  await expect(save(page)).toBeEnabled();
  expect(calls.length).toBeLessThanOrEqual(3);
  await page.getByRole('combobox', { name: 'Operator' }).click();
  const offered = await optionsOf(page.getByRole('combobox', { name: 'Operator' }));
  await expect(offered).toHaveText([
    'Equal to (=)',
    'Less than (<)',
    'Less or equal (<=)',
    'Greater than (>)',
    'Greater or equal (>=)',
    'In',
  ]);
});

test('a value of an advanced type that cannot be asked about is not taken [AHF-029]', async ({ page, startOwnApp }) => {
  await page.route('**/advanced_data_type/convert*', (route) => route.abort());
  await openPortFilter(page, await startOwnApp({ env: advanced }));
  await typeValue(page, 'http');
  await expect(dialog(page).getByRole('alert')).toHaveText('Failed to retrieve advanced type');
  await expect(save(page)).toBeDisabled();
});

test('who writes an expression while its editor is on the way goes on writing in it', async ({
  adminPage: page,
  api,
}) => {
  let release: () => void = () => undefined;
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\/assets\/SqlFieldView-[^/]*\.js$/, async (route) => {
    await released;
    await route.continue();
  });
  await explore(page, await makeDataset(api, 'writing'));
  await openEditor(page);
  await dialog(page).getByRole('button', { name: 'Add item' }).click();
  const expression = dialog(page).getByLabel('SQL expression').last();
  await expression.click();
  await page.keyboard.type('SUM()');
  await page.keyboard.press('ArrowLeft');
  release();
  await expect(page.locator('.cm-content')).toHaveCount(2);
  await page.keyboard.type('day');
  await expect(expression).toHaveText('SUM(day)');
});

test('folders order metrics and columns for Explore: filled by choosing, by dragging, and kept [DST-024]', async ({
  adminPage: page,
  api,
}) => {
  const made = await makeDataset(api, 'ordered');
  await explore(page, made);
  await openEditor(page);
  await openTab(page, 'Folders');
  const body = dialog(page);
  await body.getByRole('button', { name: 'Add folder' }).click();
  await expect(body.getByText('Every folder needs a name of its own')).toBeVisible();
  await expect(save(page)).toBeDisabled();
  await page.keyboard.type('Money');
  await body.getByRole('checkbox', { name: 'Select count' }).check();
  await body.getByRole('checkbox', { name: 'Select revenue' }).check();
  await body.getByRole('button', { name: 'Move to' }).click();
  await page.getByRole('menuitem', { name: 'Money' }).click();
  await body.getByRole('button', { name: 'Folder Money' }).click();
  await page.getByRole('menuitem', { name: 'Add folder inside' }).click();
  await page.keyboard.type('When orders came and when they left');
  const inner = body.getByRole('textbox', { name: 'Folder name' }).nth(1);
  await expect(inner).toHaveValue('When orders came and when they left');
  await body.getByText('day', { exact: true }).dragTo(inner);
  await saveAll(page);

  const pane = page.getByRole('region', { name: 'Dataset' });
  const order = () => pane.locator('[aria-expanded], h2, [data-field]').allInnerTexts();
  const firstLines = async () => (await order()).map((text) => text.split('\n')[0]);
  const heads = ['Money', 'When orders came and when they left'];
  await expect.poll(async () => (await firstLines()).filter((text) => heads.includes(text ?? ''))).toEqual(heads);
  const cut = pane.getByTitle('When orders came and when they left').locator('span');
  const weights = await cut.evaluateAll((parts) => parts.map((part) => getComputedStyle(part).fontWeight));
  expect(weights, 'both parts of a long name stand in one weight').toEqual(['600', '600']);
  const names = await pane.locator('[data-field]').evaluateAll((rows) => rows.map((row) => row.dataset.field));
  expect(names).toEqual(['day', 'count', 'revenue', 'channel']);
  await pane.getByRole('button', { name: 'When orders came' }).click();
  await expect(field(page, 'day')).toHaveCount(0);
  await pane.getByLabel('Search metrics and columns').fill('chan');
  await expect(pane.getByRole('button', { name: 'Money' })).toHaveCount(0);
  await expect(field(page, 'channel')).toBeVisible();

  await openEditor(page);
  await openTab(page, 'Folders');
  await body.getByRole('button', { name: 'Folder Money' }).click();
  await page.getByRole('menuitem', { name: 'Delete folder' }).click();
  await saveAll(page);
  expect((await api.get(`/api/v1/dataset/${made.id}`)).json.result.folders).toBe(null);
});
