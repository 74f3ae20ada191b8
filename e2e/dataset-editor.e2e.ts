import type { Page } from '@playwright/test';
import { type ApiClient, testAdmin } from '@powerset/testkit';
import { signInContext } from '@powerset/testkit/browser';
import { expect, optionsOf, pick, test } from './journey.ts';
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

test('everything of a dataset is edited, and its fresh copy replaces the one in use without a reload [DST-003] [DST-006] [DST-007] [DST-020] [DST-023] [DST-024] [DST-026] [DST-041] [DST-043] [EXP-043] [API-054]', async ({
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
  await expect(save(page)).toBeDisabled();

  await test.step('a metric with format, certification and warning', async () => {
    await dialog(page).getByRole('button', { name: 'Add item' }).click();
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
  });

  await test.step('columns and calculated columns', async () => {
    await dialog(page)
      .getByRole('tab', { name: /^Columns/ })
      .click();
    await dialog(page).getByRole('button', { name: 'Details of channel' }).click();
    await dialog(page).getByLabel('Description').fill('Where it was sold');
    await dialog(page)
      .getByRole('tab', { name: /^Calculated columns/ })
      .click();
    await expect(dialog(page).getByText('No saved expressions found')).toBeVisible();
    await dialog(page).getByRole('button', { name: 'Add item' }).click();
    await dialog(page).getByLabel('Column', { exact: true }).fill('channel');
    await expect(dialog(page).getByText('Column name [channel] is duplicated')).toBeVisible();
    await dialog(page).getByLabel('Column', { exact: true }).fill('shouted');
    await dialog(page).getByLabel('SQL expression').fill('upper(channel)');
  });

  await test.step('settings', async () => {
    await dialog(page).getByRole('tab', { name: 'Settings' }).click();
    await dialog(page).getByLabel('Description').fill('Two sales');
    await dialog(page).getByLabel('Cache timeout').fill('soon');
    await expect(dialog(page).getByText('Cache timeout must be a whole number.')).toBeVisible();
    await dialog(page).getByLabel('Cache timeout').fill('60');
    await dialog(page).getByLabel('Extra').fill('{');
    await expect(dialog(page).getByText('Extra must be JSON.')).toBeVisible();
    await dialog(page).getByLabel('Extra').fill('{"disallow_adhoc_metrics": true}');
  });

  await test.step('saving', async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route(`**/api/v1/dataset/${made.id}`, async (route) => {
      if (route.request().method() === 'PUT') await held;
      await route.continue();
    });
    await save(page).click();
    await confirm(page);
    await expect(save(page)).toBeDisabled();
    release();
    await expect(page.getByText('The dataset has been saved')).toBeVisible();
    await expect(dialog(page)).toHaveCount(0);
    await page.unrouteAll();
  });

  await test.step('what is new is there at once', async () => {
    await expect(field(page, 'turnover')).toBeVisible();
    await expect(field(page, 'shouted')).toBeVisible();
    await expect(page.locator('body')).toHaveAttribute('data-kept', 'yes');
    await expect(page.getByRole('group', { name: 'Metrics', exact: true })).toContainText('COUNT(*)');
    await expect(
      field(page, 'turnover').getByRole('img', { name: 'Certified by Finance: Audited in March' }),
    ).toBeVisible();
    await expect(field(page, 'turnover').getByRole('img', { name: 'Without returns' })).toBeVisible();
    await field(page, 'channel').hover();
    await expect(page.getByRole('tooltip')).toContainText('channel: Where it was sold');
    await page.getByRole('group', { name: 'Metrics', exact: true }).getByText('Drop a column or metric').click();
    await expect(dialog(page).getByRole('tab')).toHaveText(['Saved']);
  });

  const { result } = (await api.get(`/api/v1/dataset/${made.id}`)).json;
  expect(result).toMatchObject({ description: 'Two sales', cache_timeout: 60 });
  expect(result.columns.find((column: { column_name: string }) => column.column_name === 'shouted')).toMatchObject({
    expression: 'upper(channel)',
  });
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

test('a dataset that somebody else saved meanwhile is overwritten only by who has seen what changed', async ({
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
  await save(page).click();
  await confirm(page);
  await expect(clash).toContainText('This dataset was saved by');
  await expect(clash.getByRole('rowheader', { name: 'theirs' })).toBeVisible();
  expect((await stored()).metrics.map((metric: { metric_name: string }) => metric.metric_name)).not.toContain('mine');

  await clash.getByRole('button', { name: 'Take theirs' }).click();
  await expect(clash).toHaveCount(0);
  await expect(dialog(page).getByLabel('Metric key').last()).toHaveValue('theirs');
  await expect(save(page)).toBeDisabled();

  await addMetric('mine');
  await theySave({ description: 'Told' });
  await save(page).click();
  await confirm(page);
  await expect(clash.getByRole('row', { name: /Description/ })).toContainText('Told');
  await clash.getByRole('button', { name: 'Overwrite' }).click();
  await expect(page.getByText('The dataset has been saved')).toBeVisible();
  const kept = (await stored()).metrics.map((metric: { metric_name: string }) => metric.metric_name);
  expect(kept).toEqual(expect.arrayContaining(['mine', 'theirs']));
});

test('datasets that others manage or own are not edited; long names and owners are shown [DST-025] [DST-037] [DST-038] [PRM-016] [PRM-017]', async ({
  page,
  startOwnApp,
}) => {
  const started = await startOwnApp();
  const { admin, url, app } = started;
  await signInContext(page.context(), url, testAdmin);
  const people = ['one', 'two', 'three', 'four', 'five'];
  for (const name of people) await started.signInAs(name, ['Alpha']);
  const rows = await app.services.store.selectFrom('users').select(['id', 'username']).execute();
  const idOf = (name: string) => rows.find((row) => row.username === name)?.id ?? 0;
  const made = await makeDataset(admin, 'managed_by_somebody_else_entirely', { is_managed_externally: true });
  await admin.put(`/api/v1/dataset/${made.id}`, { owners: people.map(idOf) });

  await test.step('managed elsewhere', async () => {
    await explore(page, made, url);
    await page.getByRole('region', { name: 'Dataset' }).getByText(made.name).hover();
    await expect(page.getByRole('tooltip')).toHaveText(made.name);
    await expect(page.getByRole('region', { name: 'Dataset' }).getByRole('img')).toHaveCount(4);
    await openEditor(page);
    await dialog(page).getByLabel('Label').first().fill('Changed');
    await expect(save(page)).toBeDisabled();
    await save(page).hover({ force: true });
    await expect(page.getByRole('tooltip')).toHaveText(
      "This dataset is managed externally, and can't be edited in Superset",
    );
  });

  await test.step('owned by others', async () => {
    await admin.put(`/api/v1/dataset/${made.id}`, { owners: [idOf('one')] });
    await page.context().clearCookies();
    await signInContext(page.context(), url, { username: 'two', password });
    await explore(page, made, url);
    await page.getByRole('button', { name: 'Dataset options' }).click();
    const item = page.getByRole('menuitem', { name: 'Edit dataset' });
    await expect(item).toHaveAttribute('aria-disabled', 'true');
    await item.hover();
    await expect(page.getByRole('tooltip')).toHaveText(
      'You must be a dataset owner in order to edit. Please reach out to a dataset owner to request modifications or edit access.',
    );
  });
});

test('values of advanced types are read by the server, and the old editor is offered, where flags say so [AHF-026] [AHF-027] [AHF-028] [AHF-029] [DST-011] [DST-012]', async ({
  page,
  startOwnApp,
}) => {
  const env = { POWERSET_FEATURES: 'ENABLE_ADVANCED_DATA_TYPES,-DISABLE_LEGACY_DATASOURCE_EDITOR' };
  const { admin, url } = await startOwnApp({ env });
  await signInContext(page.context(), url, testAdmin);
  const made = await makeDataset(admin, 'hits', {
    sql: "select 'a' as channel, 443 as port union all select 'b', 80",
  });
  await explore(page, made, url);

  await test.step('the type is chosen in the editor', async () => {
    await openEditor(page);
    await expect(dialog(page).getByRole('link', { name: 'Use legacy datasource editor' })).toHaveAttribute(
      'href',
      `/tablemodelview/edit/${made.id}`,
    );
    await dialog(page)
      .getByRole('tab', { name: /^Columns/ })
      .click();
    await dialog(page).getByRole('button', { name: 'Details of port' }).click();
    await pick(dialog(page).getByRole('combobox', { name: 'Advanced data type' }), 'port');
    await save(page).click();
    await confirm(page);
    await expect(dialog(page)).toHaveCount(0);
  });

  const calls: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/advanced_data_type/convert')) calls.push(request.url());
  });
  await field(page, 'port').dragTo(page.getByRole('group', { name: 'Filters', exact: true }));
  const choose = (label: string, option: string) => pick(page.getByRole('combobox', { name: label }), option);
  await choose('Operator', 'Equal to');
  const type = async (text: string) => {
    await page.getByRole('combobox', { name: 'Type a value here' }).fill(text);
    await page.keyboard.press('Enter');
  };

  await test.step('a name that means nothing', async () => {
    await type('nonsense');
    await expect(dialog(page).getByRole('alert')).toHaveText("'nonsense' does not appear to be a port name or number");
    await expect(save(page)).toBeDisabled();
  });

  await test.step('a name that means a port', async () => {
    await type('https');
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
    await page.keyboard.press('Escape');
  });

  await test.step('a server that fails', async () => {
    await page.route('**/advanced_data_type/convert*', (route) => route.abort());
    await page.getByRole('group', { name: 'Filters', exact: true }).getByText('Drop a column or metric').click();
    await field(page, 'port').dragTo(page.getByRole('group', { name: 'Filters', exact: true }));
    await choose('Operator', 'Equal to');
    await type('http');
    await expect(dialog(page).getByRole('alert')).toHaveText('Failed to retrieve advanced type');
    await expect(save(page)).toBeDisabled();
  });
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
