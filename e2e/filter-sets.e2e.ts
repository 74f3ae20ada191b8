import type { Locator, Page } from '@playwright/test';
import type { ApiClient } from '@powerset/testkit';
import { findAccessibilityFaults } from '@powerset/testkit/browser';
import { barOf, filter, onColumn, settled } from './dashboards.ts';
import { expect, pick, test } from './journey.ts';
import { type OwnServer, openOwnServer } from './own-server.ts';

let ownServer: OwnServer;
test.beforeEach(async () => {
  ownServer = await openOwnServer();
  const native = [filter('Channel', onColumn('channel')), filter('Country', onColumn('country'))];
  const text = JSON.stringify({ native_filter_configuration: native });
  const body = { json_metadata: text.replaceAll('"DATASET"', String(ownServer.datasetId)) };
  expect((await ownServer.admin.put(`/api/v1/dashboard/${ownServer.dashboardId}`, body)).status).toBe(200);
});
test.afterEach(() => ownServer.running.stop());

const panelOf = (page: Page) => barOf(page).getByRole('region', { name: 'Filter sets' });
const field = (page: Page, name: string) => barOf(page).getByRole('combobox', { name });
const setOf = (page: Page, name: string) =>
  panelOf(page).getByRole('button', { name: new RegExp(`^(check )?${name}`) });
const sets = async () =>
  (await ownServer.admin.get(`/api/v1/dashboard/${ownServer.dashboardId}/filtersets`)).json.result;

async function act(page: Page, name: string, item: string): Promise<void> {
  await panelOf(page)
    .getByRole('button', { name: `Actions of ${name}` })
    .click();
  await page.getByRole('menuitem', { name: item }).click();
}

async function save(panel: Locator, name: string): Promise<void> {
  await panel.getByRole('button', { name: 'Save current filters' }).click();
  await panel.getByLabel('Name', { exact: true }).fill(name);
  await panel.getByRole('button', { name: 'Save', exact: true }).click();
}

/** The panel as a viewer sees it, who has kept the channel Store as Shops. */
async function openWithSet(page: Page): Promise<ApiClient> {
  const viewer = await ownServer.person('viewer', 'Gamma');
  await ownServer.enter(page.context(), 'viewer');
  await page.goto(ownServer.address);
  await settled(page);
  await barOf(page).getByRole('button', { name: 'Filter sets' }).click();
  await expect(panelOf(page)).toContainText('No filter sets yet');
  await pick(field(page, 'Channel'), 'Store');
  await page.keyboard.press('Escape');
  await save(panelOf(page), 'Shops');
  await expect(page.getByText('Filter set saved: Shops')).toBeVisible();
  return viewer;
}

const ownSets = async (viewer: ApiClient) =>
  (await viewer.get(`/api/v1/dashboard/${ownServer.dashboardId}/filtersets`)).json.result;

test('a viewer keeps the filters under a name for himself, and finds them after a reload [FST-002] [FST-003]', async ({
  page,
}) => {
  const viewer = await openWithSet(page);
  await expect(setOf(page, 'Shops')).toContainText('Channel: Store');
  await expect(setOf(page, 'Shops')).toHaveAttribute('aria-pressed', 'true');
  await expect(panelOf(page)).not.toContainText('everyone');
  expect(await sets()).toEqual([]);
  expect(await ownSets(viewer)).toMatchObject([{ name: 'Shops', owner_type: 'User' }]);

  await save(panelOf(page), 'Shops');
  await expect(panelOf(page).getByRole('alert')).toHaveText('A filter set with this name already exists.');
  await expect(panelOf(page).getByLabel('Name', { exact: true })).toHaveValue('Shops');
  await expect(panelOf(page).getByRole('status')).toHaveText('Not saved');
  await panelOf(page).getByRole('button', { name: 'Cancel' }).click();

  await page.reload();
  await barOf(page).getByRole('button', { name: 'Filter sets' }).click();
  await expect(setOf(page, 'Shops')).toBeVisible();
  expect(await findAccessibilityFaults(page)).toEqual([]);
});

test('a set that is applied brings its values back: fields and charts follow at once [FST-004]', async ({ page }) => {
  await openWithSet(page);
  await barOf(page).getByRole('button', { name: 'Clear all' }).click();
  await expect(setOf(page, 'Shops')).toHaveAttribute('aria-pressed', 'false');
  await pick(field(page, 'Country'), 'France');
  await page.keyboard.press('Escape');
  const asked = page.waitForRequest(/chart\/data\/batch$/);
  await setOf(page, 'Shops').click();
  const sent = (await asked).postData() ?? '';
  expect(sent).toContain('Store');
  expect(sent).not.toContain('France');
  await expect(barOf(page).locator('[data-filter-id=NATIVE_FILTER-Channel]')).toContainText('Store');
  await expect(barOf(page).locator('[data-filter-id=NATIVE_FILTER-Country]')).not.toContainText('France');
});

test('a set is renamed; overwritten, and put back by Undo [FST-005]', async ({ page }) => {
  const viewer = await openWithSet(page);
  await act(page, 'Shops', 'Rename');
  await panelOf(page).getByLabel('Name of the filter set').fill('All shops');
  await page.keyboard.press('Enter');
  await expect(setOf(page, 'All shops')).toBeVisible();
  await barOf(page).getByRole('button', { name: 'Clear all' }).click();
  await pick(field(page, 'Country'), 'France');
  await page.keyboard.press('Escape');
  await act(page, 'All shops', 'Overwrite with current filters');
  await expect(setOf(page, 'All shops')).toContainText('Country: France');
  expect(JSON.stringify(await ownSets(viewer))).toContain('France');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(setOf(page, 'All shops')).toContainText('Channel: Store');
});

test('a set is deleted, and brought back by Undo [FST-006]', async ({ page }) => {
  const viewer = await openWithSet(page);
  await act(page, 'Shops', 'Delete');
  await expect(page.getByText('Deleted: Shops')).toBeVisible();
  await expect(setOf(page, 'Shops')).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(setOf(page, 'Shops')).toContainText('Channel: Store');
  await act(page, 'Shops', 'Delete');
  await expect(setOf(page, 'Shops')).toHaveCount(0);
  // Its name is free.
  await save(panelOf(page), 'Shops');
  await expect(setOf(page, 'Shops')).toHaveCount(1);
  await expect(page.getByRole('button', { name: 'Deleted (1)' })).toHaveCount(0);
  await act(page, 'Shops', 'Delete');
  await expect(setOf(page, 'Shops')).toHaveCount(0);
  expect(await ownSets(viewer)).toHaveLength(1);
  await page.getByRole('link', { name: 'Powerset, home' }).click();
  await expect.poll(() => ownSets(viewer)).toEqual([]);
});

test('what was deleted of a dashboard is brought back until its page is left: charts, filters and sets of their values', async ({
  page,
}) => {
  await ownServer.enter(page.context());
  await page.goto(ownServer.address);
  await settled(page);
  await barOf(page).getByRole('button', { name: 'Filter sets' }).click();
  await pick(field(page, 'Channel'), 'Web');
  await page.keyboard.press('Escape');
  await barOf(page).getByRole('button', { name: 'Apply filters' }).click();
  await save(panelOf(page), 'Ours');
  await expect(setOf(page, 'Ours')).toBeVisible();
  const before = await sets();
  await act(page, 'Ours', 'Delete');

  await page.locator('.dashboard-header').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Add/Edit Filters' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add and edit filters' });
  await dialog.getByRole('button', { name: 'Remove', exact: true }).first().click();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(field(page, 'Channel')).toHaveCount(0);

  await page.getByRole('button', { name: 'Edit dashboard' }).click();
  const [card, other] = ['channel', 'country'].map((by) => page.getByRole('article', { name: `Pieces by ${by}` }));
  if (!card || !other) throw new Error('Two charts are there.');
  for (const one of [other, card]) {
    await one.click({ position: { x: 60, y: 16 } });
    await page.keyboard.press('Delete');
    await expect(one).toHaveCount(0);
  }
  // The message of the first removal takes that one back alone.
  const message = page.getByRole('status').filter({ hasText: 'Pieces by country was removed' });
  await message.getByRole('button', { name: 'Undo' }).click();
  await expect(other).toBeVisible();
  await expect(card).toHaveCount(0);
  const keep = page.getByRole('button', { name: 'Save', exact: true });
  await keep.click();
  await expect(page.getByText('This dashboard was saved successfully.')).toBeVisible();

  const back = async (count: number, name: string) => {
    await page.getByRole('button', { name: `Deleted (${count})` }).click();
    await page.getByRole('menuitem', { name: `Bring back: ${name}` }).click();
  };
  await barOf(page).getByRole('button', { name: 'Filter sets' }).click();
  await expect(setOf(page, 'Ours')).toHaveCount(0);
  await back(3, 'Ours');
  await expect(setOf(page, 'Ours')).toBeVisible();
  expect(await sets()).toEqual(before);
  await back(2, 'Channel');
  await expect(barOf(page).locator('[data-filter-id=NATIVE_FILTER-Channel]')).toContainText('Web');
  await back(1, 'Pieces by channel');
  await expect(card).toHaveAttribute('data-chart-state', 'ready');
  await keep.click();
  await expect(page.getByRole('button', { name: 'Edit dashboard' })).toBeVisible();
  await expect(card).toHaveAttribute('data-chart-state', 'ready');
  await page.reload();
  await settled(page);
  await expect(card).toBeVisible();
  await expect(field(page, 'Channel')).toBeVisible();
});

test('each call about a set is recorded when it begins and when it is complete or failed [FST-007]', async ({
  page,
}) => {
  const steps: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/superset/log/'))
      steps.push(
        ...((request.postData() ?? '').match(/(create|update|delete)_filterset_(begin|complete|fail)/g) ?? []),
      );
  });
  await openWithSet(page);
  await save(panelOf(page), 'Shops');
  await expect(panelOf(page).getByRole('alert')).toBeVisible();
  await panelOf(page).getByRole('button', { name: 'Cancel' }).click();
  await act(page, 'Shops', 'Rename');
  await panelOf(page).getByLabel('Name of the filter set').fill('All shops');
  await page.keyboard.press('Enter');
  await expect(setOf(page, 'All shops')).toBeVisible();
  await act(page, 'All shops', 'Delete');
  await expect(setOf(page, 'All shops')).toHaveCount(0);
  await page.getByRole('link', { name: 'Powerset, home' }).click();
  await expect
    .poll(() => steps)
    .toEqual([
      'create_filterset_begin',
      'create_filterset_complete',
      'create_filterset_begin',
      'create_filterset_fail',
      'update_filterset_begin',
      'update_filterset_complete',
      'delete_filterset_begin',
      'delete_filterset_complete',
    ]);
});

test('an editor’s set is everyone’s, which a viewer applies and does not change; a set outlives a filter that is gone [FST-004] [FST-008]', async ({
  page,
  browser,
}) => {
  await ownServer.person('reader', 'Gamma');
  await ownServer.enter(page.context());
  await page.goto(ownServer.address);
  await settled(page);
  await barOf(page).getByRole('button', { name: 'Filter sets' }).click();
  await pick(field(page, 'Channel'), 'Web');
  await page.keyboard.press('Escape');
  await pick(field(page, 'Country'), 'Germany');
  await page.keyboard.press('Escape');
  await save(panelOf(page), 'German web');
  await expect(setOf(page, 'German web')).toContainText('Everyone');
  expect(await sets()).toMatchObject([{ owner_type: 'Dashboard', owner_id: ownServer.dashboardId }]);

  const before = (await ownServer.admin.get(`/api/v1/dashboard/${ownServer.dashboardId}`)).json.result.json_metadata;
  const metadata = JSON.parse(before);
  metadata.native_filter_configuration = metadata.native_filter_configuration.slice(1);
  await ownServer.admin.put(`/api/v1/dashboard/${ownServer.dashboardId}`, { json_metadata: JSON.stringify(metadata) });
  const context = await browser.newContext({ locale: 'en-US' });
  await ownServer.enter(context, 'reader');
  const theirs = await context.newPage();
  await theirs.goto(ownServer.address);
  await settled(theirs);
  await barOf(theirs).getByRole('button', { name: 'Filter sets' }).click();
  await expect(setOf(theirs, 'German web')).toContainText('Filters that were changed since: 1');
  await expect(panelOf(theirs).getByRole('button', { name: 'Actions of German web' })).toHaveCount(0);
  const asked = theirs.waitForRequest(/chart\/data\/batch$/);
  await setOf(theirs, 'German web').click();
  const sent = (await asked).postData() ?? '';
  expect(sent).toContain('Germany');
  expect(sent).not.toContain('"Web"');
  await settled(theirs);
  await expect(theirs.locator('[data-chart-state=error]')).toHaveCount(0);
  await context.close();
  await ownServer.admin.put(`/api/v1/dashboard/${ownServer.dashboardId}`, { json_metadata: before });
});

test('two who overwrite the same set: the second sees what the first chose, takes it, or overwrites it knowingly', async ({
  page,
}) => {
  await ownServer.enter(page.context());
  await page.goto(ownServer.address);
  await settled(page);
  await barOf(page).getByRole('button', { name: 'Filter sets' }).click();
  await pick(field(page, 'Channel'), 'Web');
  await page.keyboard.press('Escape');
  await save(panelOf(page), 'Ours');
  await expect(setOf(page, 'Ours')).toContainText('Channel: Web');
  const choice = page.getByRole('alertdialog', { name: 'Confirm overwrite' });
  const shown = (whose: string) => choice.locator('section > div > div').filter({ hasText: whose });
  /** The other person puts another channel into the set, as from his own page. */
  const theyChoose = async (channel: string) => {
    const [{ id, params }] = await sets();
    const text = JSON.stringify(params).replaceAll(/"(Web|Store|Partner|Phone)"/g, `"${channel}"`);
    const answer = await ownServer.admin.put(`/api/v1/dashboard/${ownServer.dashboardId}/filtersets/${id}`, {
      json_metadata: text,
    });
    expect(answer.status).toBe(200);
  };

  await theyChoose('Store');
  await pick(field(page, 'Country'), 'France');
  await page.keyboard.press('Escape');
  await act(page, 'Ours', 'Overwrite with current filters');
  await expect(choice).toContainText('This filter set was saved by');
  await expect(shown('Theirs')).toContainText('Channel: Store');
  await expect(shown('Yours')).toContainText('Country: France');
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await choice.getByRole('button', { name: 'Take theirs' }).click();
  await expect(barOf(page).locator('[data-filter-id=NATIVE_FILTER-Channel]')).toContainText('Store');
  await expect(setOf(page, 'Ours')).toHaveAttribute('aria-pressed', 'true');

  await theyChoose('Web');
  await pick(field(page, 'Country'), 'France');
  await page.keyboard.press('Escape');
  await act(page, 'Ours', 'Overwrite with current filters');
  await choice.getByRole('button', { name: 'Overwrite' }).click();
  await expect(page.getByText('Filter set overwritten: Ours')).toBeVisible();
  await expect(setOf(page, 'Ours')).toContainText('Country: France');
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(setOf(page, 'Ours')).toContainText('Channel: Web');
  await expect(setOf(page, 'Ours')).not.toContainText('France');
});
