import type { Page } from '@playwright/test';
import type { ApiClient } from '@powerset/testkit';
import { findAccessibilityFaults } from '@powerset/testkit/browser';
import { expect, test } from './journey.ts';
import { findChart, findExamples } from './shared-world.ts';

/** Addresses of the pages. */
async function pagesOf(api: ApiClient) {
  const { id: chartId } = await findChart(api, 'Revenue by country');
  const { ordersId } = await findExamples(api);
  return [
    '/superset/welcome/',
    '/dashboard/list/',
    '/chart/list/?viewMode=card',
    '/tablemodelview/list/',
    '/databaseview/list/',
    '/database/add/',
    '/savedqueryview/list/',
    '/superset/sqllab/history/',
    '/csvtodatabaseview/form',
    `/tablemodelview/edit/${ordersId}`,
    '/users/list/',
    '/roles/list/',
    '/rowlevelsecurity/list/',
    '/annotationlayer/list/',
    '/csstemplatemodelview/list/',
    '/trash/list/',
    '/actionlog/list/',
    '/theme/list/',
    '/superset/tags/',
    '/chart/add',
    '/superset/sqllab/',
    `/explore/?slice_id=${chartId}`,
    '/superset/dashboard/traffic/',
    '/superset/dashboard/traffic/?edit=true',
    '/no/such/page',
  ];
}

async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await expect(page.locator('main')).toHaveCount(1);
}

/** A row of the schema tree is called as its table; axe counts the name of the row's own menu to what is seen of it. */
function isRowWithMenu(id: string, target: string): boolean {
  return id === 'label-content-name-mismatch' && target.includes('role="treeitem"');
}

for (const theme of ['light', 'dark'] as const)
  test(`axe finds nothing serious on any page, ${theme}`, async ({ adminPage: page, api }) => {
    test.setTimeout(240_000);
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    const faults: string[] = [];
    for (const path of await pagesOf(api)) {
      await page.goto(path);
      await settle(page);
      for (const { id, targets } of await findAccessibilityFaults(page))
        faults.push(
          ...targets.filter((target) => !isRowWithMenu(id, target)).map((target) => `${path}: ${id} at ${target}`),
        );
    }
    expect(faults).toEqual([]);
  });

/** Swagger UI puts the links to its operations into their buttons. */
async function faultsOfOurs(page: Page) {
  return (await findAccessibilityFaults(page)).filter(({ id }) => id !== 'nested-interactive');
}

for (const theme of ['light', 'dark'] as const)
  test(`axe finds nothing serious where the API is browsed and tried, ${theme}`, async ({ adminPage: page }) => {
    await page.emulateMedia({ colorScheme: theme, reducedMotion: 'reduce' });
    await page.goto('/swagger/v1');
    await page.getByRole('heading', { level: 3 }).filter({ hasText: 'Charts' }).click();
    await page.getByText('/api/v1/chart/').first().click();
    expect(await faultsOfOurs(page)).toEqual([]);
    await page.getByRole('button', { name: 'Try it out' }).click();
    await page.getByRole('button', { name: 'Execute' }).click();
    await expect(page.getByText('"count":').first()).toBeVisible();
    expect(await faultsOfOurs(page)).toEqual([]);
    await expect(page.getByRole('link', { name: 'Back to Powerset' })).toHaveAttribute('href', '/');
  });

test('every page has one main heading, and no heading skips a level', async ({ adminPage: page, api }) => {
  test.setTimeout(240_000);
  const skips: string[] = [];
  for (const path of [...(await pagesOf(api)), '/superset/dashboard/sales/']) {
    await page.goto(path);
    await settle(page);
    const headings = await page
      .getByRole('heading')
      .evaluateAll((all) => all.map((one) => ({ level: Number(one.tagName.slice(1)), text: one.textContent })));
    if (headings.filter(({ level }) => level === 1).length !== 1) skips.push(`${path}: not one h1`);
    for (const [at, { level, text }] of headings.entries())
      if (level > (headings[at - 1]?.level ?? 1) + 1) skips.push(`${path}: h${level} ${text}`);
  }
  expect(skips).toEqual([]);
});

test('an open list is called as its control and has no fault, with options and without', async ({
  adminPage: page,
  api,
}) => {
  const { id: chartId } = await findChart(api, 'Revenue by country');
  const lists = [
    ['/dataset/add/', 'Table', ''],
    ['/dataset/add/', 'Table', 'no such table'],
    ['/superset/dashboard/sales/', 'Sales channel', ''],
    [`/explore/?slice_id=${chartId}`, 'Row limit', ''],
  ] as const;
  for (const [path, name, typed] of lists)
    await test.step(`${name} of ${path} ${typed}`, async () => {
      await page.goto(path);
      await settle(page);
      const box = page.getByRole('combobox', { name });
      await box.click();
      if (typed) await box.fill(typed);
      await expect(page.getByRole('listbox', { name, includeHidden: true })).toHaveCount(1);
      expect(await findAccessibilityFaults(page)).toEqual([]);
    });
});

test('the keyboard gets everywhere: skip link, landmarks, dialogs that keep the focus and give it back', async ({
  adminPage: page,
}) => {
  await page.goto('/chart/list/');
  await expect(page.getByRole('heading', { level: 1, name: 'Charts' })).toBeVisible();
  for (const landmark of ['banner', 'main', 'search'] as const) await expect(page.getByRole(landmark)).toHaveCount(1);
  await expect(page.getByRole('navigation', { name: 'Main' })).toBeVisible();
  await page.keyboard.press('Tab');
  const skip = page.getByRole('link', { name: 'Skip to content' });
  await expect(skip).toBeFocused();
  await expect(skip).toBeInViewport();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();

  const opener = page.getByRole('button', { name: 'Import' });
  await opener.focus();
  expect(await opener.evaluate((element) => getComputedStyle(element).outlineStyle)).toBe('solid');
  await page.keyboard.press('Enter');
  const dialog = page.getByRole('dialog', { name: 'Import Charts' });
  for (let press = 0; press < 8; press += 1) {
    await page.keyboard.press('Tab');
    expect(await dialog.evaluate((element) => element.contains(document.activeElement))).toBe(true);
  }
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
  await expect(opener).toBeFocused();
});

test('nothing moves when motion is reduced, and forced colours leave every control visible', async ({
  adminPage: page,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce', forcedColors: 'active' });
  await page.goto('/csvtodatabaseview/form');
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible();
  const moving = await page.evaluate(
    () =>
      document.getAnimations().filter((animation) => Number(animation.effect?.getComputedTiming().duration) > 0).length,
  );
  expect(moving).toBe(0);
  await page.goto('/chart/list/');
  const box = page.getByRole('checkbox', { name: 'Select all' });
  await expect(box).toBeVisible();
  const border = await page.getByRole('link', { name: 'Chart', exact: true }).evaluate((element) => {
    const style = getComputedStyle(element);
    return [style.borderTopStyle, style.forcedColorAdjust];
  });
  expect(border).toEqual(['solid', 'auto']);
});
