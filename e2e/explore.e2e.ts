import type { Locator, Page } from '@playwright/test';
import type { ApiClient } from '@powerset/testkit';
import { findAccessibilityFaults, viewports } from '@powerset/testkit/browser';
import { expect, optionsOf, pick, test } from './journey.ts';
import { openOwnServer } from './own-server.ts';
import { findChart, findExampleDatabase } from './shared-world.ts';
import { writeOver } from './sql-editor.ts';

let datasetId: number;

/** A small dataset of the journey's own. */
async function makeDataset(api: ApiClient): Promise<number> {
  const databaseId = await findExampleDatabase(api);
  const rows = Array.from({ length: 120 }, (_, row) =>
    [
      `2026-0${(row % 6) + 1}-1${row % 9}T08:00:00`,
      ['Web', 'Store', 'Partner'][row % 3],
      row % 7 === 0 ? '' : `City ${row % 10}`,
      (row * 1.25).toFixed(2),
      row,
      row % 2 === 0,
    ].join(','),
  );
  const form = new FormData();
  form.append(
    'file',
    new Blob([`ordered_at,channel,city,revenue,quantity,is_gift\n${rows.join('\n')}\n`]),
    'journey_orders.csv',
  );
  form.append('table_name', `journey_orders_${process.pid}`);
  form.append('already_exists', 'replace');
  const answer = await api.send('POST', `/api/v1/database/${databaseId}/upload/`, { form });
  return answer.json.result.dataset_id;
}

test.beforeEach(async ({ api }) => {
  datasetId = await makeDataset(api);
});

const column = (page: Page, name: string) => page.locator(`[data-field="${name}"]`);
const well = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const open = async (page: Page, vizType = 'table') => {
  await page.goto(`/explore/?datasource_type=table&datasource_id=${datasetId}&viz_type=${vizType}`);
  await expect(page.getByRole('region', { name: 'Dataset' })).toContainText('channel');
};
const choose = (page: Page, label: string, option: string) => pick(page.getByRole('combobox', { name: label }), option);
const editor = (page: Page) => page.getByRole('dialog');

test('a chart is built by dragging and pressing, its rows, samples and SQL stand under it [EXP-006] [CTL-008]', async ({
  adminPage: page,
}) => {
  await open(page);
  await expect(page.getByText('Add required control values to preview chart')).toBeVisible();
  await expect(page.getByText('Still to be chosen in the control panel:')).toBeVisible();
  await expect(page.getByRole('img', { name: 'Needs attention' })).toHaveCount(0);
  await expect(well(page, 'Dimensions').locator('xpath=..')).toContainText(
    'Dimensions, Metrics or Percentage metrics must have a value',
  );
  await expect(page.getByRole('button', { name: 'Update chart' })).toBeDisabled();
  await column(page, 'channel').dragTo(well(page, 'Dimensions'));
  await column(page, 'count').click();
  await expect(well(page, 'Metrics')).toContainText('COUNT(*)');
  await page.getByRole('button', { name: 'Update chart' }).click();
  await expect(page.getByTestId('chart')).toContainText('Partner');
  await expect(page.getByText('Up to date')).toBeVisible();
  await expect(page.getByRole('region', { name: 'Data', exact: true })).toContainText('3 rows');
  await page.getByRole('tab', { name: 'Samples' }).click();
  await expect(page.getByRole('region', { name: 'Data', exact: true })).toContainText('ordered_at');
  await page.getByRole('tab', { name: 'Query' }).click();
  await expect(page.getByLabel('Generated SQL')).toContainText('GROUP BY');
  await expect(page).toHaveURL(/form_data_key=/);
});

test('a chart fails, loads again without the alert, and is drawn [EXP-013] [EXP-014] [EXP-015] [EXP-017]', async ({
  adminPage: page,
}) => {
  const state = (status: string) => page.locator(`[data-chart-status="${status}"]`);
  await open(page);
  await column(page, 'count').click();
  await page.route('**/api/v1/chart/data/batch', (route) =>
    route.fulfill({ status: 500, json: { message: 'The disk is full' } }),
  );
  await page.getByRole('button', { name: 'Update chart' }).click();
  await expect(state('failed')).toBeVisible();
  await expect(page.getByTestId('chart').getByRole('alert')).toContainText('The disk is full');
  await page.unrouteAll();
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v1/chart/data/batch', async (route) => {
    await held;
    await route.continue();
  });
  await page.keyboard.press('Control+Enter');
  await expect(state('loading')).toBeVisible();
  await expect(page.getByTestId('chart').getByRole('alert')).toHaveCount(0);
  release();
  await expect(state('rendered')).toBeVisible();
  await expect(page.getByTestId('chart')).toContainText('120');
});

test('six tiles draw the chart in another way at once [GAL-002]', async ({ adminPage: page }) => {
  await open(page);
  const tiles = page.getByRole('group', { name: 'Select a visualization type' }).getByRole('button');
  const names = await tiles.evaluateAll((buttons) => buttons.map((button) => button.getAttribute('aria-label')));
  expect(names.filter(Boolean)).toEqual(['Line Chart', 'Bar Chart', 'Area Chart', 'Table', 'Big Number', 'Pie Chart']);
  await column(page, 'count').click();
  await column(page, 'channel').click();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByTestId('chart')).toContainText('Store');
  await page.getByRole('button', { name: 'Bar Chart', exact: true }).click();
  await expect(page.getByTestId('chart').getByRole('img')).toBeVisible();
});

test('columns have an icon of what they hold [DST-042]', async ({ adminPage: page }) => {
  await open(page);
  for (const [name, icon] of [
    ['ordered_at', 'clock-circle'],
    ['channel', 'font-size'],
    ['revenue', 'number'],
    ['is_gift', 'check-square'],
  ] as const)
    await expect(column(page, name).locator(`[data-icon="${icon}"]`), name).toBeVisible();
});

test('changes are undone and done again, and Ctrl Enter runs them', async ({ adminPage: page }) => {
  await open(page);
  await column(page, 'count').click();
  await column(page, 'channel').click();
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(well(page, 'Dimensions')).not.toContainText('channel');
  await page.getByRole('button', { name: 'Redo' }).click();
  await expect(well(page, 'Dimensions')).toContainText('channel');
  for (const [step, count] of [
    ['Undo', 0],
    ['Redo', 1],
  ] as const) {
    await page.setViewportSize(viewports.phone);
    await page.getByRole('button', { name: 'More', exact: true }).click();
    await page.getByRole('menuitem', { name: step }).click();
    await page.setViewportSize(viewports.desktop);
    await expect(well(page, 'Dimensions').getByRole('button', { name: 'channel', exact: true })).toHaveCount(count);
  }
  await page.keyboard.press('Control+Enter');
  await expect(page.getByTestId('chart')).toContainText('Store');
});

const addMetric = (page: Page) => well(page, 'Metrics').getByText('Drop a column or metric').click();

test('the editor of a metric opens on the saved ones, and Esc closes it [MET-003] [MET-006] [MET-015]', async ({
  adminPage: page,
}) => {
  await open(page);
  await addMetric(page);
  await expect(editor(page).getByRole('tab')).toHaveText(['Saved', 'Simple', 'Custom SQL']);
  await expect(editor(page).getByRole('tab', { name: 'Saved' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Escape');
  await expect(editor(page)).toHaveCount(0);
});

test('a metric is one of six aggregates of a column, and saved when it is whole and new [MET-009] [MET-010]', async ({
  adminPage: page,
}) => {
  await open(page);
  await addMetric(page);
  await editor(page).getByRole('tab', { name: 'Simple' }).click();
  const save = editor(page).getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await choose(page, 'Column', 'revenue');
  await expect(save).toBeDisabled();
  const aggregate = page.getByRole('combobox', { name: 'Aggregate' });
  await aggregate.click();
  const aggregates = await optionsOf(aggregate);
  await expect(aggregates).toHaveText(['AVG', 'COUNT', 'COUNT_DISTINCT', 'MAX', 'MIN', 'SUM']);
  await aggregates.filter({ hasText: 'MAX' }).click();
  await save.click();
  await expect(well(page, 'Metrics')).toContainText('MAX(revenue)');
  await well(page, 'Metrics').getByText('MAX(revenue)').click();
  await expect(save).toBeDisabled();
});

test('a metric that the engine does not know fails the chart in its words [EXP-019]', async ({ adminPage: page }) => {
  await open(page);
  await addMetric(page);
  await editor(page).getByRole('tab', { name: 'Custom SQL' }).click();
  await writeOver(editor(page).getByLabel('SQL expression'), 'SUM(no_such_column)');
  await editor(page).getByRole('button', { name: 'Save' }).click();
  await page.getByRole('button', { name: 'Update chart' }).click();
  await expect(page.getByTestId('chart').getByRole('alert')).toContainText('no_such_column');
});

test('SQL of a metric is checked where it is written, and what is wrong is gone once it is mended', async ({
  adminPage: page,
}) => {
  await open(page);
  await addMetric(page);
  await editor(page).getByRole('tab', { name: 'Custom SQL' }).click();
  const sql = editor(page).getByLabel('SQL expression');
  await writeOver(sql, 'SUM(no_such_column)');
  await expect(editor(page).getByText(/no_such_column" (?:does not exist|not found)/)).toBeVisible();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await writeOver(sql, 'SUM(revenue)');
  await expect(editor(page).getByText(/no_such_column/)).toHaveCount(0);
  await editor(page).getByRole('button', { name: 'Save' }).click();
  await expect(editor(page)).toHaveCount(0);
});

const addFilter = (page: Page) => well(page, 'Filters').getByText('Drop a column or metric').click();

test('a filter compares a column with values that are suggested [AHF-002] [AHF-005] [AHF-031]', async ({
  adminPage: page,
}) => {
  await open(page);
  await column(page, 'count').click();
  await column(page, 'channel').click();
  const values = page.waitForRequest(/\/api\/v1\/datasource\/table\/\d+\/column\/channel\/values/);
  await column(page, 'channel').dragTo(well(page, 'Filters'));
  await values;
  await expect(editor(page).getByRole('tab')).toHaveText(['Simple', 'Custom SQL']);
  const save = editor(page).getByRole('button', { name: 'Save' });
  await expect(save).toBeDisabled();
  await expect(editor(page).getByRole('button', { name: 'Close' })).toBeEnabled();
  await choose(page, 'Filter value (case sensitive)', 'Store');
  await editor(page).getByRole('tab', { name: 'Simple' }).click();
  await save.click();
  await expect(well(page, 'Filters')).toContainText('Store');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByTestId('chart')).toContainText('Store');
  await expect(page.getByTestId('chart')).not.toContainText('Partner');
  await well(page, 'Filters').getByText('Store').click();
  await expect(save).toBeDisabled();
});

test('a filter asks for a subject and, unless it needs none, for a value [AHF-023] [AHF-030]', async ({
  adminPage: page,
}) => {
  await open(page);
  await addFilter(page);
  await expect(editor(page).getByPlaceholder('Select subject')).toBeVisible();
  await page.getByRole('combobox', { name: 'Select subject' }).fill('no such column');
  await expect(page.getByText('No such column found. To filter on a metric, try the Custom SQL tab.')).toBeVisible();
  await page.getByRole('combobox', { name: 'Select subject' }).fill('');
  await choose(page, 'Select subject', 'city');
  await expect(page.getByRole('combobox', { name: 'Filter value (case sensitive)' })).toBeVisible();
  await choose(page, 'Operator', 'Equal to');
  await expect(page.getByRole('combobox', { name: 'Type a value here' })).toBeVisible();
  await choose(page, 'Operator', 'Is null');
  await expect(page.getByRole('combobox', { name: /value/ })).toHaveCount(0);
  await expect(editor(page).getByRole('button', { name: 'Save' })).toBeEnabled();
});

test('suggestions leave the buttons of an editor in reach, and what is typed is not lost without a word', async ({
  adminPage: page,
}) => {
  await open(page);
  await addMetric(page);
  await editor(page).getByRole('tab', { name: 'Custom SQL' }).click();
  const field = editor(page).getByLabel('SQL expression');
  await writeOver(field, 'SUM(1) + \n1 + \n1 + \n');
  await page.keyboard.type('c');
  const list = page.locator('.cm-tooltip-autocomplete');
  await expect(list).toBeVisible();
  const [shown, save] = await Promise.all([
    list.boundingBox(),
    editor(page).getByRole('button', { name: 'Save' }).boundingBox(),
  ]);
  expect((shown?.y ?? 0) + (shown?.height ?? 0)).toBeLessThanOrEqual(save?.y ?? 0);
  await page.keyboard.press('Escape');
  await expect(list).toHaveCount(0);
  await page.keyboard.press('Escape');
  await expect(editor(page).getByText('Discard changes?')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(field).toBeFocused();
  await expect(field).toContainText('SUM(1)');
  await page.keyboard.type('ha');
  await expect(list).toBeVisible();
  await editor(page).getByRole('heading').click();
  await expect(list).toHaveCount(0);
  await page.keyboard.press('Escape');
  await editor(page).getByRole('button', { name: 'Discard' }).click();
  await expect(editor(page)).toHaveCount(0);
});

test('suggestions come as well for what was typed before the code of the editor had come', async ({
  adminPage: page,
}) => {
  let letCome = (): void => undefined;
  const isDue = new Promise<void>((resolve) => {
    letCome = resolve;
  });
  await page.route('**/SqlFieldView-*.js', (route) => isDue.then(() => route.continue()));
  await open(page);
  await addMetric(page);
  await editor(page).getByRole('tab', { name: 'Custom SQL' }).click();
  const field = editor(page).getByLabel('SQL expression');
  await writeOver(field, 'SUM(');
  await page.keyboard.type('reve');
  await expect(page.locator('textarea').and(field)).toHaveValue('SUM(reve');
  letCome();
  await expect(page.locator('.cm-tooltip-autocomplete')).toContainText('revenue');
});

test('only what was confirmed is a value of a filter, half-typed text stays text', async ({ adminPage: page }) => {
  await open(page);
  await column(page, 'channel').dragTo(well(page, 'Filters'));
  const values = editor(page).getByRole('combobox', { name: 'Filter value (case sensitive)' });
  const tags = editor(page).locator('[data-tag]');
  await values.fill('Stor');
  await editor(page).getByRole('tab', { name: 'Simple' }).click();
  await expect(values).toHaveValue('Stor');
  await expect(tags).toHaveCount(0);
  await expect(editor(page).getByText('Stor is no value yet')).toBeVisible();
  await expect(editor(page).getByRole('button', { name: 'Save' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await editor(page).getByRole('button', { name: 'Keep editing' }).click();
  await values.fill('Store,');
  await expect(tags).toHaveText(['Store']);
  await values.fill('By post');
  await values.press('Enter');
  await expect(tags).toHaveText(['Store', 'By post']);
  await editor(page).getByRole('button', { name: 'Save' }).click();
  await expect(well(page, 'Filters')).toContainText('By post');
});

test('Ctrl Enter runs while a list is open, and with what an open editor holds', async ({ adminPage: page }) => {
  await open(page);
  await column(page, 'count').click();
  await page.getByRole('combobox', { name: 'Row limit' }).click();
  await expect(page.getByRole('listbox')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('listbox')).toHaveCount(0);
  await expect(page.getByTestId('chart')).toContainText('120');
  await addFilter(page);
  await editor(page).getByRole('tab', { name: 'Custom SQL' }).click();
  await writeOver(editor(page).getByLabel('SQL expression'), 'quantity > 100');
  await page.keyboard.press('Control+Enter');
  await expect(editor(page)).toHaveCount(0);
  await expect(page.getByTestId('chart')).toContainText('19');
});

test('sections stay as they were folded while the other tab is looked at', async ({ adminPage: page }) => {
  await open(page, 'pie');
  await page.getByRole('tab', { name: 'Customize' }).click();
  const heads = page.getByRole('region', { name: 'Controls' }).locator('button[aria-expanded]');
  const folded = () => heads.evaluateAll((all) => all.map((head) => head.getAttribute('aria-expanded')));
  await heads.last().click();
  const before = await folded();
  await page.getByRole('tab', { name: 'Data', exact: true }).click();
  await page.getByRole('tab', { name: 'Customize' }).click();
  expect(await folded()).toEqual(before);
});

test('a filter may be SQL [AHF-002]', async ({ adminPage: page }) => {
  await open(page);
  await column(page, 'count').click();
  await addFilter(page);
  await editor(page).getByRole('tab', { name: 'Custom SQL' }).click();
  await writeOver(editor(page).getByLabel('SQL expression'), 'quantity > 100');
  await editor(page).getByRole('button', { name: 'Save' }).click();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByTestId('chart')).toContainText('19');
});

test('a pasted list falls apart at comma, newline, tab and semicolon [CST-006]', async ({ adminPage: page }) => {
  await open(page);
  await column(page, 'channel').dragTo(well(page, 'Filters'));
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.evaluate(() => navigator.clipboard.writeText('Store, Partner\nBy post\tBy phone;Elsewhere'));
  const values = editor(page).getByRole('combobox', { name: 'Filter value (case sensitive)' });
  await values.click();
  await page.keyboard.press('Control+V');
  const chosen = editor(page).locator('[data-tag]');
  await expect(chosen).toHaveCount(5);
  expect(await chosen.allTextContents()).toEqual(['Store', 'Partner', 'By post', 'By phone', 'Elsewhere']);
});

async function openTimeFilter(page: Page): Promise<void> {
  await open(page);
  await column(page, 'count').click();
  await column(page, 'ordered_at').dragTo(well(page, 'Filters'));
}

test('time ranges are chosen in five ways, each with its first choice [TIM-004] [TIM-017] [TIM-018] [AHF-008]', async ({
  adminPage: page,
}) => {
  await openTimeFilter(page);
  const rangeType = page.getByRole('combobox', { name: 'Range type' });
  await rangeType.click();
  const rangeTypes = await optionsOf(rangeType);
  await expect(rangeTypes).toHaveText(['Last', 'Previous', 'Custom', 'Advanced', 'No filter']);
  await rangeTypes.filter({ hasText: 'Last' }).click();
  const isChosen = (preset: string) =>
    expect(editor(page).getByRole('button', { name: preset })).toHaveAttribute('aria-pressed', 'true');
  await isChosen('Last week');
  await choose(page, 'Range type', 'Previous');
  await isChosen('previous calendar week');
});

test('time ranges are checked by the server, and count after APPLY [TIM-005] [TIM-010] [TIM-035]', async ({
  adminPage: page,
}) => {
  await openTimeFilter(page);
  await choose(page, 'Range type', 'Advanced');
  await editor(page).getByLabel('Start (inclusive)').fill('no such time');
  await expect(editor(page).getByRole('alert')).toBeVisible();
  await expect(editor(page).getByRole('button', { name: 'APPLY' })).toBeDisabled();
  await editor(page).getByLabel('Start (inclusive)').fill('2026-02-01');
  await editor(page).getByLabel('End (exclusive)').fill('2026-03-01');
  await expect(editor(page)).toContainText('Actual time range');
  await expect(page.getByTestId('actual-range')).toHaveText('Feb 1, 2026 – Feb 28, 2026 (28 days)');
  await editor(page).getByRole('button', { name: 'APPLY' }).click();
  await expect(well(page, 'Filters')).toContainText('2026-02-01 : 2026-03-01');
  await page.keyboard.press('Control+Enter');
  await expect(page.getByTestId('chart')).toContainText('20');
});

async function openGallery(page: Page): Promise<Locator> {
  await open(page);
  await page.getByRole('button', { name: 'View all charts' }).click();
  return page.getByRole('dialog', { name: 'Select a visualization type' });
}

test('the gallery shows every chart, by section [GAL-001] [GAL-003] [GAL-005]', async ({ adminPage: page }) => {
  const dialog = await openGallery(page);
  for (const name of ['Recommended tags', 'Category', 'Tags'])
    await expect(dialog.getByText(name, { exact: true })).toBeVisible();
  await expect(dialog.getByRole('option', { name: 'Table', exact: true })).toBeVisible();
  await expect(dialog.getByRole('option', { name: /Pie/ })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'All charts' }).click();
  await expect(dialog.getByRole('option', { name: /Pie/ })).toBeVisible();
  await dialog.getByText('Recommended tags').click();
  await expect(dialog.getByRole('button', { name: 'Popular' })).toBeHidden();
});

test('a search in the gallery goes over all sections until it is cleared [GAL-004] [GAL-011]', async ({
  adminPage: page,
}) => {
  const dialog = await openGallery(page);
  await dialog.getByPlaceholder('Search all charts').fill('pie');
  await expect(dialog.getByRole('option').first()).toContainText('Pie');
  await dialog.getByPlaceholder('Search all charts').fill('');
  await expect(dialog.getByRole('option', { name: 'Table', exact: true })).toBeVisible();
  await expect(dialog.getByRole('option', { name: /Pie/ })).toHaveCount(0);
});

test('the gallery tells of a chart, and takes it by two presses [GAL-006] [GAL-008]', async ({ adminPage: page }) => {
  const dialog = await openGallery(page);
  await dialog.getByRole('button', { name: 'All charts' }).click();
  await dialog.getByRole('option', { name: /Pie/ }).click();
  await expect(dialog.getByRole('heading', { name: 'Pie Chart' })).toBeVisible();
  const details = dialog.getByRole('heading', { name: 'Pie Chart' }).locator('..');
  await expect(details).toContainText('Popular');
  await expect(details.getByRole('paragraph')).not.toHaveText('');
  await expect(dialog.getByRole('figure').getByRole('img', { name: 'Pie Chart' })).toBeVisible();
  await expect(dialog.getByText('Examples')).toBeVisible();
  await dialog.getByRole('option', { name: /Pie/ }).dblclick();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Pie Chart', exact: true })).toHaveAttribute('aria-pressed', 'true');
});

test('chart types that the configuration denies are offered nowhere, and charts of them stay [GAL-015]', async ({
  page,
}) => {
  const ownServer = await openOwnServer({ POWERSET_VIZ_TYPE_DENYLIST: 'pie, table' });
  await ownServer.enter(page.context());
  await page.goto(`${ownServer.url}/explore/?slice_id=${ownServer.chartIds[0]}`);
  await expect(page.getByTestId('chart').locator('canvas')).toBeVisible();
  const types = page.getByRole('group', { name: 'Select a visualization type' });
  await expect(types.getByRole('button', { name: 'Line Chart' })).toBeVisible();
  for (const name of ['Pie Chart', 'Table'])
    await expect(types.getByRole('button', { name, exact: true })).toHaveCount(0);
  await types.getByRole('button', { name: 'View all charts' }).click();
  const gallery = page.getByRole('dialog', { name: 'Select a visualization type' });
  await gallery.getByRole('button', { name: 'All charts' }).click();
  await expect(gallery.getByRole('option', { name: 'Pivot Table' })).toBeVisible();
  await expect(gallery.getByRole('option', { name: /^(Pie Chart|Table)$/ })).toHaveCount(0);
  await page.goto(`${ownServer.url}/chart/add`);
  const offered = page.getByRole('listbox', { name: 'Choose chart type' });
  await expect(offered.getByRole('option', { selected: true })).toHaveCount(1);
  await expect(offered.getByRole('option', { name: /^(Pie Chart|Table)$/ })).toHaveCount(0);
  await ownServer.running.stop();
});

test('a chart is saved, starred, shared, changed, saved as another and put on a new dashboard [EXP-030] [EXP-038] [EXP-039] [EXP-007]', async ({
  adminPage: page,
}) => {
  await open(page);
  await column(page, 'count').click();
  await column(page, 'channel').click();
  await page.getByLabel('Chart title').fill('Journey chart');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('radio', { name: 'Save (Overwrite)' })).toBeDisabled();
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Chart [Journey chart] has been saved')).toBeVisible();
  await expect(page).toHaveURL(/slice_id=\d+/);
  await page.getByRole('button', { name: 'Add to favorites' }).click();
  await expect(page.getByRole('button', { name: 'Remove from favorites' })).toBeVisible();
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('menuitem', { name: 'Copy permalink to clipboard' }).click();
  await expect(page.getByText('Link Copied!')).toBeVisible();
  await column(page, 'city').click();
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').getByText('Save as...').click();
  await page.getByLabel('Chart name').fill('Journey chart two');
  await pick(page.getByRole('combobox', { name: 'Add to dashboard' }), 'Create Journey board', 'Journey board');
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Chart [Journey chart two] was added to dashboard [Journey board]')).toBeVisible();
  await expect(page.getByText('On 1 dashboard')).toBeVisible();
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
});

test('a permalink opens the same form again [EXP-038]', async ({ adminPage: page, api }) => {
  const formData = { viz_type: 'table', datasource: `${datasetId}__table`, groupby: ['channel'], metrics: ['count'] };
  const answer = await api.post('/api/v1/explore/permalink', { formData, urlParams: [] });
  await page.goto(new URL(answer.json.url).pathname);
  await expect(page.getByTestId('chart')).toContainText('Partner');
});

test('a link of an older version, which carries its settings, opens the chart that it means', async ({
  adminPage: page,
  api,
}) => {
  const chart = await findChart(api, 'Countries');
  const form = { datasource: `${datasetId}__table`, viz_type: 'table', groupby: ['channel'], metrics: ['count'] };
  await page.goto(`/superset/explore/?form_data=${encodeURIComponent(JSON.stringify(form))}`);
  await expect(well(page, 'Dimensions')).toContainText('channel');
  await expect(well(page, 'Metrics')).toContainText('COUNT(*)');
  await expect(page.getByTestId('chart')).toContainText('Partner');
  for (const address of [
    `/superset/explore/?form_data=${encodeURIComponent(JSON.stringify({ slice_id: chart.id }))}`,
    `/superset/slice/${chart.id}/`,
  ]) {
    await page.goto(address);
    await expect(page.getByLabel('Chart title')).toHaveValue('Countries');
  }
  await page.goto(`/superset/explore/table/${datasetId}/`);
  await expect(page.getByRole('region', { name: 'Dataset' })).toContainText('channel');
});

test('a new chart begins on rows of its dataset, and says where it has looked at the first ones only', async ({
  adminPage: page,
  api,
}) => {
  await open(page);
  const data = page.getByRole('region', { name: 'Data', exact: true });
  await expect(page.getByRole('tab', { name: 'Samples' })).toHaveAttribute('aria-selected', 'true');
  await expect(data).toContainText('Partner');
  await expect(column(page, 'channel')).toContainText(/3$/);
  await column(page, 'channel').click();
  await page.keyboard.press('Control+Enter');
  await expect(page.getByRole('tab', { name: 'Results' })).toHaveAttribute('aria-selected', 'true');
  const orders = (await api.get('/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:orders)))')).json.ids[0];
  await page.goto(`/explore/?datasource_type=table&datasource_id=${orders}`);
  await expect(column(page, 'country')).toContainText(/\d\+$/);
});

test('what is missing says so [EXP-003] [EXP-004] [EXP-005]', async ({
  adminPage: page,
  api,
  examples: { databaseId },
}) => {
  await page.goto('/explore/');
  await expect(page.getByText('Missing URL parameters')).toBeVisible();
  await expect(page.getByText('The URL is missing the dataset_id or slice_id parameters.')).toBeVisible();
  await page.route('**/api/v1/explore/?*', (route) => {
    const error = { error_type: 'BACKEND_TIMEOUT_ERROR', level: 'error', message: 'Stopped after 60 s', extra: {} };
    return route.fulfill({ status: 422, json: { errors: [error], message: error.message } });
  });
  await page.goto(`/explore/?datasource_type=table&datasource_id=${datasetId}&viz_type=table`);
  await expect(page.getByRole('alert')).toContainText('It took too long');
  await page.unrouteAll();
  await page.goto(`/explore/?datasource_type=table&datasource_id=${datasetId}&viz_type=no_such_type`);
  await expect(page.getByText('This visualization type is not supported.')).toBeVisible();
  await page.getByRole('button', { name: 'Choose another chart type' }).click();
  await page.getByPlaceholder('Search all charts').fill('donut');
  await page.getByRole('option', { name: 'Pie Chart' }).dblclick();
  await expect(page.getByRole('button', { name: 'Pie Chart', exact: true })).toHaveAttribute('aria-pressed', 'true');
  const made = await api.post('/api/v1/dataset/', {
    database: databaseId,
    schema: 'main',
    table_name: `gone_${process.pid}`,
    sql: 'select 1 as a',
  });
  const chart = await api.post('/api/v1/chart/', {
    slice_name: 'Orphan',
    viz_type: 'table',
    datasource_id: made.json.id,
    datasource_type: 'table',
    params: '{"viz_type":"table"}',
  });
  await api.delete(`/api/v1/dataset/${made.json.id}`);
  await page.goto(`/explore/?slice_id=${chart.json.id}`);
  await expect(page.getByText('Missing dataset')).toBeVisible();
  await expect(page.getByText('The dataset linked to this chart may have been deleted.')).toBeVisible();
  await page.getByRole('button', { name: 'Swap dataset' }).click();
  await expect(page.getByRole('dialog', { name: 'Swap dataset' })).toBeVisible();
});

test('the dataset is edited after a confirmation [DST-008] [DST-019] [DST-021]', async ({ adminPage: page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Dataset options' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Edit dataset', 'Swap dataset', 'View in SQL Lab']);
  await page.getByRole('menuitem', { name: 'Edit dataset' }).click();
  await page.getByRole('button', { name: 'Add item' }).click();
  await page.getByLabel('Metric key').last().fill('biggest');
  await page.getByLabel('SQL expression').last().fill('MAX(revenue)');
  const saved: string[] = [];
  page.on('request', (request) => saved.push(...(request.method() === 'PUT' ? [request.url()] : [])));
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await expect(page.getByRole('alertdialog')).toBeVisible();
  expect(saved).toEqual([]);
  await page.getByRole('alertdialog').getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('The dataset has been saved')).toBeVisible();
  await expect(column(page, 'biggest')).toBeVisible();
});

test('the dataset is swapped after a second look [DST-013] [DST-014] [DST-015]', async ({ adminPage: page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Dataset options' }).click();
  await page.getByRole('menuitem', { name: 'Swap dataset' }).click();
  const dialog = page.getByRole('dialog', { name: 'Swap dataset' });
  await expect(dialog.getByRole('columnheader')).toHaveText(['Name', 'Type', 'Schema', 'Connection', 'Owners']);
  await dialog.getByRole('row').nth(1).getByRole('button').click();
  await expect(dialog.getByRole('button', { name: 'Cancel' })).toBeVisible();
  await expect(page.getByRole('region', { name: 'Dataset', exact: true })).toContainText('is_gift');
  await dialog.getByRole('button', { name: 'Proceed' }).click();
  await expect(page.getByText('Successfully changed dataset!')).toBeVisible();
});

test('on a phone one panel shows at a time', async ({ adminPage: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto(`/explore/?datasource_type=table&datasource_id=${datasetId}&viz_type=table`);
  await page.getByRole('tab', { name: 'Dataset' }).click();
  await column(page, 'count').click();
  await page.getByRole('tab', { name: 'Controls' }).click();
  await page.getByRole('button', { name: 'Update chart' }).click();
  await page.getByRole('tab', { name: 'Chart' }).click();
  await expect(page.getByTestId('chart')).toContainText('120');
});

test('what somebody else changed of a chart meanwhile is kept, and asked where both changed the same', async ({
  page,
}) => {
  const ownServer = await openOwnServer();
  const [chartId = 0] = ownServer.chartIds;
  const path = `/api/v1/chart/${chartId}`;
  const stored = async () => (await ownServer.admin.get(path)).json.result;
  const theySave = async (change: object) => {
    const params = JSON.stringify({ ...JSON.parse((await stored()).params), ...change });
    expect((await ownServer.admin.put(path, { params })).status).toBe(200);
  };
  await ownServer.enter(page.context());
  await page.goto(`/explore/?slice_id=${chartId}`.replace(/^/, ownServer.url));
  await expect(page.getByTestId('chart').locator('canvas')).toBeVisible();
  const saveAs = async (name: string) => {
    await page.getByLabel('Chart title').fill(name);
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  };

  /** The page looks at what was saved, saves, and reads what it has saved: only then does it know of nothing newer. */
  const savedAndReadAgain = async (name: string) => {
    const saved = page.waitForResponse((answer) => answer.request().method() === 'PUT' && answer.ok());
    const reopened = saved.then(() => page.waitForResponse(/\/api\/v1\/explore\/\?.*slice_id/));
    await saveAs(name);
    await reopened;
    await expect(page.getByText(`Chart [${name}] has been saved`)).toBeVisible();
  };

  await test.step('what no save of the picture touches is no conflict', async () => {
    expect((await ownServer.admin.put(path, { description: 'Told' })).status).toBe(200);
    await savedAndReadAgain('Mine');
    expect((await stored()).description).toBe('Told');
  });

  await test.step('their change of another setting is kept beside mine', async () => {
    await theySave({ donut: true });
    await savedAndReadAgain('Mine again');
    expect((await stored()).slice_name).toBe('Mine again');
    expect(JSON.parse((await stored()).params).donut).toBe(true);
    await expect(page.getByRole('dialog')).toHaveCount(0);
  });

  await test.step('of what both changed one version is chosen', async () => {
    expect((await ownServer.admin.put(path, { slice_name: 'Theirs' })).status).toBe(200);
    await saveAs('Mine in the end');
    const dialog = page.getByRole('dialog');
    await expect(dialog).toContainText('This chart was saved by');
    const save = dialog.getByRole('button', { name: 'Save with these' });
    await expect(save).toBeDisabled();
    await dialog
      .getByRole('group', { name: 'Chart name' })
      .getByRole('radio', { name: /^Yours/ })
      .check();
    await save.click();
    await expect(page.getByText('Chart [Mine in the end] has been saved')).toBeVisible();
    expect((await stored()).slice_name).toBe('Mine in the end');
  });
  await ownServer.running.stop();
});

test('an address that is written late calls back nobody who has saved or gone on meanwhile', async ({ page }) => {
  const ownServer = await openOwnServer();
  const [chartId = 0] = ownServer.chartIds;
  await ownServer.enter(page.context());
  /** Opens the chart while the answer to keeping its form waits; later forms are not kept. */
  const open = async () => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let count = 0;
    // The page before may still be about to keep its form; that must not be taken for this page's.
    await page.goto('about:blank');
    await page.unrouteAll({ behavior: 'wait' });
    await page.route(/\/explore\/form_data/, async (route) => {
      count += 1;
      if (count > 1) return route.abort();
      await held;
      await route.continue();
    });
    const asked = page.waitForRequest(/\/explore\/form_data/);
    await page.goto(`${ownServer.url}/explore/?slice_id=${chartId}`);
    await asked;
    await expect(page.getByTestId('chart').locator('canvas')).toBeVisible();
    return async () => {
      const answer = page.waitForResponse(/\/explore\/form_data/);
      release();
      await (await answer).finished();
      // The page has dealt with the answer when it has dealt with this one and drawn.
      await page.evaluate(() => fetch('/health').then(() => new Promise((drawn) => requestAnimationFrame(drawn))));
    };
  };

  await test.step('a save', async () => {
    const answer = await open();
    await page.getByLabel('Chart title').fill('Saved early');
    await page.getByRole('button', { name: 'Save', exact: true }).click();
    await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page).toHaveURL(/save_action=overwrite$/);
    await answer();
    await expect(page).toHaveURL(/save_action=overwrite$/);
  });

  await test.step('another page', async () => {
    const answer = await open();
    await page.getByRole('link', { name: 'Charts', exact: true }).click();
    await expect(page.getByRole('heading', { level: 1, name: 'Charts' })).toBeVisible();
    await answer();
    await expect(page).toHaveURL(/\/chart\/list\//);
  });
  await ownServer.running.stop();
});
