import type { Locator, Page } from '@playwright/test';
import { viewports } from '@powerset/testkit/browser';
import { makeDashboard, settled } from './dashboards.ts';
import { expect, forbid, pick, test } from './journey.ts';
import { findChart } from './shared-world.ts';

const cardOf = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const saidBy = (card: Locator) => card.locator('[data-test=mark-said]');
const menuOf = (page: Page) => page.getByRole('menu', { name: /^Actions for/ });
const entry = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });
const rowsText = (dialog: Locator) => dialog.locator('[role=status]').filter({ hasText: /rows?$/ });

/** Brings the keys to a chart, and by them to a mark. */
async function walkTo(card: Locator, keys: readonly string[], said: RegExp): Promise<void> {
  const page = card.page();
  await card.locator('[data-test=chart-keys]').first().focus();
  await expect(saidBy(card)).toHaveText('');
  for (const key of keys) await page.keyboard.press(key);
  await expect(saidBy(card)).toHaveText(said);
}

async function openDashboard(page: Page, id: number): Promise<void> {
  await page.goto(`/superset/dashboard/${id}/`);
  await settled(page);
}

test('keys lead from mark to mark, Enter chooses one, its menu opens and leads to the rows behind it', async ({
  adminPage: page,
  api,
}) => {
  const { id } = await makeDashboard(api, 'Marks by keys');
  await openDashboard(page, id);
  const card = cardOf(page, 'Revenue by country');
  await walkTo(card, ['ArrowDown', 'ArrowDown'], /^France, .*: €/);
  await page.keyboard.press('Enter');
  await expect(card.locator('header')).toContainText('France');
  await page.keyboard.press('Shift+F10');
  await expect(menuOf(page)).toContainText('France');
  await expect(entry(page, 'Remove cross-filter')).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(menuOf(page)).toHaveCount(0);
  await page.keyboard.press('Shift+F10');
  await entry(page, 'Drill to detail').click();
  const dialog = page.getByRole('dialog', { name: 'Drill to detail: Revenue by country' });
  await expect(rowsText(dialog)).toHaveText(/^[\d,]+ rows$/);
  const all = await rowsText(dialog).textContent();
  const cells = dialog.getByRole('gridcell');
  await expect(cells.filter({ hasText: /^France$/ }).first()).toBeVisible();
  await expect(cells.filter({ hasText: /^Germany$/ })).toHaveCount(0);
  await dialog.getByRole('searchbox', { name: 'Search rows' }).fill('Lyon');
  await expect(rowsText(dialog)).not.toHaveText(all ?? '');
  await expect(cells.filter({ hasText: /^Lyon$/ }).first()).toBeVisible();
  await expect(cells.filter({ hasText: /^Paris$/ })).toHaveCount(0);
  await dialog.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('checkbox', { name: 'City' }).click();
  await page.keyboard.press('Escape');
  await expect(rowsText(dialog)).toHaveText('0 rows');
  await dialog.getByRole('searchbox', { name: 'Search rows' }).fill('');
  await expect(dialog.getByRole('columnheader', { name: 'Country' })).toBeVisible();
  await expect(dialog.getByRole('columnheader', { name: 'City' })).toHaveCount(0);
  const file = page.waitForEvent('download');
  await dialog.getByRole('button', { name: 'Download' }).click();
  await entry(page, 'Export to .CSV').click();
  expect((await file).suggestedFilename()).toBe('revenue-by-country.csv');
  await dialog.getByRole('button', { name: 'Remove France' }).click();
  await expect(rowsText(dialog)).not.toHaveText(all ?? '');
});

test('keys that are pressed before what leads them has come lead to their mark once it has', async ({
  adminPage: page,
  api,
}) => {
  const { id } = await makeDashboard(api, 'Early keys');
  const asked = page.waitForRequest('**/assets/mark-walk-*.js');
  let letGo = () => {};
  const pressed = new Promise<void>((resolve) => {
    letGo = resolve;
  });
  await page.route('**/assets/mark-walk-*.js', async (route) => {
    await pressed;
    await route.continue();
  });
  await openDashboard(page, id);
  const card = cardOf(page, 'Revenue by country');
  await card.locator('[data-test=chart-keys]').first().focus();
  await asked;
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  letGo();
  await expect(saidBy(card)).toHaveText(/^France, /);
});

test('a mark is drilled by another column and a step deeper, and what comes of it is saved as a chart', async ({
  adminPage: page,
  api,
}) => {
  const { id } = await makeDashboard(api, 'Drilled charts');
  await openDashboard(page, id);
  const card = cardOf(page, 'Revenue by country');
  await walkTo(card, ['ArrowDown'], /^Germany, /);
  await page.keyboard.press('Shift+F10');
  await entry(page, 'Drill by').click();
  await entry(page, 'City').click();
  const dialog = page.getByRole('dialog', { name: 'Drill by: Revenue by country' });
  const path = dialog.getByRole('navigation', { name: 'Drill path' });
  await expect(path).toHaveText('Germany by City');
  const drawn = dialog.locator('[data-test=drilled-chart]');
  await expect(drawn.getByRole('img')).toBeVisible();
  await drawn.locator('[data-test=chart-keys]').focus();
  await page.keyboard.press('ArrowDown');
  await expect(drawn.locator('[data-test=mark-said]')).toHaveText(/^Berlin, /);
  await page.keyboard.press('Shift+F10');
  await entry(page, 'Drill by').click();
  await entry(page, 'Category').click();
  await expect(path.getByRole('listitem')).toHaveText(['Germany by City', 'Berlin by Category']);
  await pick(dialog.getByRole('combobox', { name: 'Chart type' }), 'Table');
  await expect(dialog.locator('[data-test=table-row]').first()).toBeVisible();
  await path.getByRole('button', { name: 'Germany by City' }).click();
  await expect(path.getByRole('listitem')).toHaveText(['Germany by City']);
  await dialog.getByRole('button', { name: 'Save as chart' }).click();
  const saving = page.getByRole('dialog', { name: 'Save as chart' });
  await expect(saving.getByLabel('Chart name')).toHaveValue('Revenue by country by City');
  await saving.getByRole('button', { name: 'Save' }).click();
  await expect(saving).toHaveCount(0);
  const saved = await findChart(api, 'Revenue by country by City');
  const params = JSON.parse((await api.get(`/api/v1/chart/${saved.id}`)).json.result.params);
  expect(params.adhoc_filters).toContainEqual(
    expect.objectContaining({ subject: 'country', operator: 'IN', comparator: ['Germany'] }),
  );
  await dialog.getByRole('button', { name: 'Open in Explore' }).click();
  await expect(page).toHaveURL(/\/explore\/\?.*form_data_key=/);
  await expect(page.getByRole('group', { name: 'Filters' }).or(page.getByText('Germany')).first()).toBeVisible();
});

test('a reader keeps or leaves out the rows of a mark, in its own chart too, until he lets go of it', async ({
  adminPage: page,
  api,
}) => {
  const { id } = await makeDashboard(api, 'Rows left out');
  await openDashboard(page, id);
  const card = cardOf(page, 'Revenue by country');
  await walkTo(card, ['ArrowDown'], /^Germany, /);
  await page.keyboard.press('Shift+F10');
  await page.getByRole('menuitem', { name: 'Exclude' }).click();
  await settled(page);
  const pills = page.getByRole('region', { name: 'Cross-filters' });
  await expect(pills).toContainText('without Germany');
  await expect(card.getByRole('table')).not.toContainText('Germany');
  await page.getByRole('button', { name: 'Remove without Germany' }).click();
  await settled(page);
  await expect(card.getByRole('table')).toContainText('Germany');
  await expect(pills).toHaveCount(0);
});

test('who may not drill has no such entries, and no figure is without a menu', async ({ adminPage: page, api }) => {
  await forbid(page, 'can_get_drill_info');
  const { id } = await makeDashboard(api, 'Not to be drilled');
  await openDashboard(page, id);
  const card = cardOf(page, 'Payment methods');
  await walkTo(card, ['ArrowRight'], /: /);
  await page.keyboard.press('Shift+F10');
  await expect(entry(page, 'Add cross-filter')).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /^Drill/ })).toHaveCount(0);
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: 'More actions' }).click();
  await expect(entry(page, 'View as table')).toBeVisible();
  await expect(page.getByRole('menuitem', { name: /^Drill/ })).toHaveCount(0);
});

test('cells of pivots say their row and column, and Explore takes them as filters', async ({
  adminPage: page,
  api,
}) => {
  const pivot = await findChart(api, 'Category by channel');
  await page.goto(`/explore/?slice_id=${pivot.id}`);
  const cell = page.locator('[data-test=pivot-table] tbody tr').first().locator('td').first();
  await cell.click({ button: 'right' });
  const [row, column] = ((await menuOf(page).locator('[role=presentation]').first().textContent()) ?? '').split(', ');
  await expect(entry(page, 'Copy value').or(page.getByRole('menuitem', { name: 'Copy value' }))).toContainText(
    (await cell.textContent()) ?? '',
  );
  await entry(page, 'Keep only').click();
  await entry(page, 'All of these values').click();
  const leaves = page.locator('[data-test=pivot-row-leaf]');
  await expect(leaves).toHaveCount(1);
  await expect(leaves).toContainText(row ?? '');
  await expect(page.locator('[data-test=pivot-column-head]').filter({ hasText: column ?? '' })).not.toHaveCount(0);
  await page.getByRole('button', { name: 'Drill', exact: true }).click();
  await entry(page, 'Drill to detail').click();
  await expect(rowsText(page.getByRole('dialog', { name: /^Drill to detail/ }))).toHaveText(/rows$/);
});

test.describe('on a phone', () => {
  test.use({ viewport: viewports.phone, hasTouch: true });

  test('a finger that rests on a mark opens its menu', async ({ adminPage: page, api }) => {
    const { id } = await makeDashboard(api, 'Marks by touch');
    await openDashboard(page, id);
    const card = cardOf(page, 'Revenue by country');
    await card.scrollIntoViewIfNeeded();
    const box = await card.locator('canvas').first().boundingBox();
    const touch = await page.context().newCDPSession(page);
    const at = { x: (box?.x ?? 0) + 150, y: (box?.y ?? 0) + 24 };
    await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [at] });
    await expect(menuOf(page)).toBeVisible();
    await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expect(page.getByRole('menuitem', { name: 'Keep only' })).toBeVisible();
    await page.getByRole('menuitem', { name: 'Drill to detail' }).first().tap();
    const dialog = page.getByRole('dialog', { name: 'Drill to detail: Revenue by country' });
    await expect(rowsText(dialog)).toHaveText(/^[\d,]+ rows$/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
  });
});
