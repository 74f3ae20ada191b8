import type { Page } from '@playwright/test';
import { viewports } from '@powerset/testkit/browser';
import { expect, test } from './journey.ts';
import { findChart } from './shared-world.ts';
import { findTooSmallTargets } from './touch-targets.ts';

test.use({ viewport: viewports.phone, hasTouch: true });

const pages: readonly (readonly [string, string])[] = [
  ['the home page', '/superset/welcome/'],
  ['the list of charts', '/chart/list/'],
  ['charts as cards', '/chart/list/?viewMode=card'],
  ['the list of datasets', '/tablemodelview/list/'],
  ['the list of databases', '/databaseview/list/'],
  ['the list of users', '/users/list/'],
  ['the list of roles', '/roles/list/'],
  ['the list of annotation layers', '/annotationlayer/list/'],
  ['the query history', '/superset/sqllab/history/'],
  ['a dashboard', '/superset/dashboard/sales/'],
  ['a dashboard that is edited', '/superset/dashboard/sales/?edit=true'],
  ['a new chart', '/chart/add'],
  ['an upload', '/csvtodatabaseview/form'],
  ['a new connection', '/database/add/'],
  ['the SQL editor', '/superset/sqllab/'],
];

async function settle(page: Page): Promise<void> {
  await expect(page.locator('[role=progressbar][aria-label="Loading..."], [role=status][aria-label]')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
}

for (const [name, address] of pages) {
  test(`on a phone ${name} fits the screen, and a finger meets what it aims at`, async ({ adminPage: page }) => {
    await page.goto(address);
    await settle(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await findTooSmallTargets(page)).toEqual([]);
  });
}

test('the rows of a chart scroll under their names, within their dialog', async ({ adminPage: page }) => {
  await page.goto('/superset/dashboard/sales/');
  await settle(page);
  await page
    .getByRole('article', { name: 'Weekly revenue by channel' })
    .getByRole('button', { name: 'More actions' })
    .click();
  await page.getByRole('menuitem', { name: 'View as table' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('columnheader', { name: /ordered_at/ })).toBeVisible();
  const overflow = await dialog
    .locator('[data-modal-part=body]')
    .evaluate((body) => body.scrollHeight - body.clientHeight);
  expect(overflow).toBeLessThanOrEqual(1);
  const firstRow = dialog.locator('[role=row][aria-rowindex="2"]');
  await firstRow.hover();
  await page.mouse.wheel(0, 4000);
  await expect(firstRow).toHaveCount(0);
  await expect(dialog.getByRole('columnheader', { name: /ordered_at/ })).toBeInViewport({ ratio: 1 });
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('the buttons of a dialog stand on a phone’s screen, however long their words are', async ({
    adminPage: page,
    api,
  }) => {
    const { id } = await findChart(api, 'Revenue');
    await page.goto(`/explore/?slice_id=${id}`);
    await page.getByRole('button', { name: 'Speichern', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Diagramm speichern' });
    for (const name of ['Abbrechen', 'Speichern und zum Dashboard', 'Speichern'])
      await expect(dialog.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  });
});

test('the tools above the rows behind a chart stand on the screen', async ({ adminPage: page, api }) => {
  const { id } = await findChart(api, 'Revenue');
  await page.goto(`/explore/?slice_id=${id}`);
  await settle(page);
  await page.getByRole('tab', { name: 'Data', exact: true }).click();
  const pane = page.getByRole('region', { name: 'Data', exact: true });
  for (const tool of [pane.getByLabel('Search rows'), pane.getByRole('button', { name: 'Copy rows' })])
    await expect(tool).toBeInViewport({ ratio: 1 });
});

test('on a phone every part of a dataset is edited without scrolling sideways, and a finger meets what it aims at', async ({
  adminPage: page,
  api,
}) => {
  const { result } = (await api.get('/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:orders)))')).json;
  await page.goto(`/tablemodelview/edit/${result[0].id}`);
  const dialog = page.getByRole('dialog');
  for (const part of [/^Source/, /^Metrics/, /^Columns/, /^Calculated columns/, /^Settings/]) {
    await dialog.getByRole('tab', { name: part }).click();
    const unfold = dialog.getByRole('button', { name: /^Details of/ }).first();
    if (await unfold.isVisible()) await unfold.click();
    await settle(page);
    const wider = await dialog.locator('*').evaluateAll((elements) =>
      elements
        .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowX))
        .filter((element) => element.closest('.cm-editor, [role=tablist]') === null)
        .filter((element) => element.scrollWidth > element.clientWidth)
        .map((element) => element.className),
    );
    expect(wider).toEqual([]);
    expect(await findTooSmallTargets(page)).toEqual([]);
  }
});
