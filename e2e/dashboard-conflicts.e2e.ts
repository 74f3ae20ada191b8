import type { BrowserContext, Locator, Page } from '@playwright/test';
import { barOf, metadataOf, settled } from './dashboards.ts';
import { changeBootstrap, expect, test } from './journey.ts';
import { type OwnServer, openOwnServer } from './own-server.ts';

let ownServer: OwnServer;
let theirContext: BrowserContext;
let theirs: Page;
test.beforeEach(async ({ browser }) => {
  ownServer = await openOwnServer();
  const editor = await ownServer.person('editor', 'Alpha');
  const [me, other] = await Promise.all(
    [ownServer.admin, editor].map(async (client) => (await client.get('/api/v1/me/')).json.result.id),
  );
  await ownServer.admin.put(`/api/v1/dashboard/${ownServer.dashboardId}`, { owners: [me, other] });
  theirContext = await browser.newContext({ locale: 'en-US' });
  await ownServer.enter(theirContext, 'editor');
  theirs = await theirContext.newPage();
});
test.afterEach(async () => {
  await theirContext.close();
  await ownServer.running.stop();
});

const detail = async () => (await ownServer.admin.get(`/api/v1/dashboard/${ownServer.dashboardId}`)).json.result;
const metadata = () => metadataOf(ownServer.admin, ownServer.dashboardId);

async function openMenu(page: Page, item: string): Promise<void> {
  await page.locator('.dashboard-header').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

/** The other person opens the dashboard, writes another name and saves. */
async function theyRename(title: string): Promise<void> {
  await theirs.goto(`${ownServer.address}?edit=true`);
  await theirs.getByLabel('Dashboard title').fill(title);
  await theirs.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(theirs.getByRole('heading', { name: title })).toBeVisible();
}

async function openMine(page: Page, search = ''): Promise<void> {
  await ownServer.enter(page.context());
  await page.goto(ownServer.address + search);
  await settled(page);
}

const difference = (box: Locator, name: string) => box.getByRole('region', { name, exact: true });

test('in the properties the second to save sees what the first changed, and puts his own on top without losing it [DSH-026]', async ({
  page,
}) => {
  await openMine(page);
  await openMenu(page, 'Edit properties');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('CSS').fill('.mine {}');
  await theyRename('Theirs');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(dialog.getByText('This dashboard was saved by editor after you opened it.')).toBeVisible();
  await expect(dialog.getByText(/editor saved this dashboard/)).toBeVisible();
  await expect(difference(dialog, 'Name')).toContainText('House');
  await expect(difference(dialog, 'Name')).toContainText('Theirs');
  await expect(dialog.getByLabel('CSS')).toHaveValue('.mine {}');
  await dialog.getByRole('button', { name: 'Save over it' }).click();
  await expect(page.getByText('The dashboard has been saved')).toBeVisible();
  expect(await detail()).toMatchObject({ dashboard_title: 'Theirs', css: '.mine {}' });
  await expect(page.getByRole('heading', { name: 'Theirs' })).toBeVisible();
});

test('in the filters the second sees the first’s filter and takes it; a setting of one click asks as well [DSH-026]', async ({
  page,
}) => {
  await openMine(page);
  await openMenu(page, 'Add/Edit Filters');
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add divider' }).click();
  await dialog.getByLabel('Title').fill('Mine');
  await theirs.goto(ownServer.address);
  await openMenu(theirs, 'Add/Edit Filters');
  await theirs.getByRole('dialog').getByRole('button', { name: 'Add divider' }).click();
  await theirs.getByRole('dialog').getByLabel('Title').fill('Theirs');
  await theirs.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(barOf(theirs).getByRole('heading', { name: 'Theirs' })).toBeVisible();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(difference(dialog, 'Filters')).toContainText('— Theirs');
  await dialog.getByRole('button', { name: 'Take theirs' }).click();
  await expect(dialog).toHaveCount(0);
  await expect(barOf(page).getByRole('heading', { name: 'Theirs' })).toBeVisible();

  await theyRename('Again theirs');
  await barOf(page).getByRole('button', { name: 'Filter settings' }).click();
  await page.getByRole('menuitemradio', { name: 'Enable cross-filtering' }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByText('Please confirm the overwrite values.')).toBeVisible();
  await expect(difference(question, 'Name')).toContainText('Again theirs');
  expect((await metadata()).cross_filters_enabled ?? true).toBe(true);
  await question.getByRole('button', { name: 'Overwrite' }).click();
  await expect(page.getByRole('heading', { name: 'Again theirs' })).toBeVisible();
  const saved = await metadata();
  expect([saved.cross_filters_enabled, saved.native_filter_configuration[0].title]).toEqual([false, 'Theirs']);
});

test('cross-filter scopes and publishing ask too, and cancelling changes nothing [DSH-026]', async ({ page }) => {
  await openMine(page);
  await openMenu(page, 'Cross-filtering scoping');
  const dialog = page.getByRole('dialog');
  await theyRename('Scoped');
  await dialog.getByRole('switch', { name: 'Enable cross-filtering' }).click();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(difference(dialog, 'Name')).toContainText('Scoped');
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  const before = await detail();
  await page.getByRole('button', { name: 'Published' }).click();
  const question = page.getByRole('alertdialog');
  await expect(difference(question, 'Name')).toContainText('Scoped');
  await question.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByRole('button', { name: 'Published' })).toBeVisible();
  expect(await detail()).toMatchObject({ published: true, changed_on: before.changed_on });
});

test('two who arrange the same dashboard: the second keeps editing, compares, and takes what the first saved [DSH-026]', async ({
  page,
}) => {
  await openMine(page, '?edit=true');
  await page.getByRole('button', { name: 'Header' }).click();
  await page.getByLabel('Header', { exact: true }).fill('My header');
  await page.keyboard.press('Enter');
  await theirs.goto(`${ownServer.address}?edit=true`);
  await theirs.getByRole('button', { name: 'Divider' }).click();
  await theirs.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(theirs.getByText('This dashboard was saved successfully.')).toBeVisible();

  const question = page.getByRole('alertdialog');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(difference(question, 'Layout')).toContainText('Divider');
  await expect(difference(question, 'Layout')).toContainText('My header');
  await expect(difference(question, 'Name')).toHaveCount(0);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Header', { exact: true })).toHaveValue('My header');

  await page.getByRole('button', { name: 'More ways to save' }).click();
  await page.getByRole('menuitem', { name: 'Save as' }).click();
  await page
    .getByRole('dialog')
    .getByRole('radio', { name: /Overwrite Dashboard/ })
    .check();
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click();
  await expect(difference(question, 'Layout')).toContainText('Divider');
  await question.getByRole('button', { name: 'Take theirs' }).click();
  await expect(question).toHaveCount(0);
  await expect(page.getByLabel('Header', { exact: true })).toHaveCount(0);
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
  expect((await detail()).position_json).not.toContain('My header');
});

test('where the feature is off a save overwrites without a question [DSH-027]', async ({ page }) => {
  await ownServer.enter(page.context());
  await changeBootstrap(page, (body) => ({
    ...body,
    featureFlags: { ...body.featureFlags, CONFIRM_DASHBOARD_DIFF: false },
  }));
  await page.goto(`${ownServer.address}?edit=true`);
  await page.getByLabel('Dashboard title').fill('Last one wins');
  await theyRename('First one');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('This dashboard was saved successfully.')).toBeVisible();
  expect((await detail()).dashboard_title).toBe('Last one wins');
});
