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

const clash = (box: Locator, name: string) => box.getByRole('group', { name, exact: true });

test('in the properties what does not touch is saved together, and what both changed is chosen [DSH-026]', async ({
  page,
}) => {
  await openMine(page);
  await openMenu(page, 'Edit properties');
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('CSS').fill('.mine {}');
  await theyRename('Theirs');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(page.getByText('Saved together with what editor changed meanwhile: Name')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Theirs' })).toBeVisible();
  expect(await detail()).toMatchObject({ dashboard_title: 'Theirs', css: '.mine {}' });

  await openMenu(page, 'Edit properties');
  await dialog.getByLabel('Name').fill('Mine');
  await theyRename('Again theirs');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await expect(clash(dialog, 'Name')).toContainText('Theirs');
  const save = dialog.getByRole('button', { name: 'Save with these' });
  await expect(save).toBeDisabled();
  await clash(dialog, 'Name').getByRole('radio', { name: 'Yours' }).check();
  await save.click();
  await expect(page.getByRole('heading', { name: 'Mine' })).toBeVisible();
  expect((await detail()).dashboard_title).toBe('Mine');
});

test('filters of both stay, settings of one click and publishing go on top of what somebody saved [DSH-026]', async ({
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
  await expect(dialog).toHaveCount(0);
  for (const name of ['Theirs', 'Mine']) await expect(barOf(page).getByRole('heading', { name })).toBeVisible();

  await theyRename('Again theirs');
  await barOf(page).getByRole('button', { name: 'Filter settings' }).click();
  await page.getByRole('menuitemradio', { name: 'Enable cross-filtering' }).click();
  await expect(page.getByRole('heading', { name: 'Again theirs' })).toBeVisible();
  await theyRename('Once more');
  await page.getByRole('button', { name: 'Published' }).click();
  await expect(page.getByText('This dashboard is now hidden')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Draft' })).toBeVisible();
  expect(await detail()).toMatchObject({ published: false, dashboard_title: 'Once more' });
  const saved = await metadata();
  const titles = saved.native_filter_configuration.map((one: { title?: string }) => one.title);
  expect([saved.cross_filters_enabled, ...titles.slice(-2)]).toEqual([false, 'Theirs', 'Mine']);
});

test('two who arrange the same dashboard both find their parts; what both changed the second chooses [DSH-026]', async ({
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
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Saved together with what editor changed meanwhile: Layout')).toBeVisible();
  const parts = Object.values<{ type?: string; meta?: { text?: string } }>(JSON.parse((await detail()).position_json));
  expect(parts.filter((part) => part.type === 'DIVIDER' || part.meta?.text === 'My header')).toHaveLength(2);

  await openMine(page, '?edit=true');
  await page.getByLabel('Header', { exact: true }).fill('Mine');
  await page.keyboard.press('Enter');
  await page.getByLabel('Dashboard title').fill('My title');
  await theirs.goto(`${ownServer.address}?edit=true`);
  await theirs.getByLabel('Header', { exact: true }).fill('Theirs');
  await theirs.keyboard.press('Enter');
  await theirs.getByLabel('Dashboard title').fill('Their title');
  await theirs.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(theirs.getByRole('heading', { name: 'Their title' })).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByText('Please confirm the overwrite values.')).toBeVisible();
  await expect(clash(question, 'Name')).toContainText('Their title');
  await expect(question.getByRole('group')).toHaveCount(2);
  await question.getByRole('button', { name: 'Keep editing' }).click();
  await expect(page.getByLabel('Header', { exact: true })).toHaveValue('Mine');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await question.getByRole('button', { name: 'All of theirs' }).click();
  await clash(question, 'Name').getByRole('radio', { name: 'Yours' }).check();
  await question.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'My title' })).toBeVisible();
  const saved = await detail();
  expect([saved.dashboard_title, saved.position_json.includes('"Theirs"')]).toEqual(['My title', true]);
});

test('who else has the dashboard open is seen, and who edits it, until he leaves', async ({ page }) => {
  await openMine(page);
  const others = page.getByRole('status', { name: 'Also here' });
  await theirs.goto(ownServer.address);
  await expect(theirs.getByRole('status', { name: 'Also here' }).getByRole('img')).toBeVisible();
  await theirs.getByRole('button', { name: 'Edit dashboard' }).click();
  await theirs.waitForResponse((answer) => answer.url().endsWith('/presence'));
  await page.reload();
  await expect(others.getByText('editor is editing')).toBeVisible();
  await page.getByRole('button', { name: 'Edit dashboard' }).click();
  await expect(others.getByText('editor is editing')).toBeVisible();
  await theirs.close();
});

test('where the feature is off a save overwrites without a question [DSH-027] [CST-001]', async ({ page }) => {
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
