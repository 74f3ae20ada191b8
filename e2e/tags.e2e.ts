import type { Page } from '@playwright/test';
import type { ApiClient } from '@powerset/testkit';
import { expect, test } from './journey.ts';
import { findExamples } from './shared-world.ts';

async function makeChart(api: ApiClient, name: string): Promise<number> {
  const { ordersId: datasetId } = await findExamples(api);
  const body = { slice_name: name, viz_type: 'table', datasource_id: datasetId, datasource_type: 'table' };
  return (await api.post('/api/v1/chart/', { ...body, params: '{}' })).json.id;
}

const rowOf = (page: Page, name: string) => page.getByRole('row', { name: new RegExp(name) });

/** Types a new tag into the dialog and saves it. */
async function giveTag(page: Page, name: string): Promise<void> {
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('combobox', { name: 'Tags' }).fill(name);
  await page.keyboard.press('Enter');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
}

test('tags are given to one chart and to several, stand in the list, and lead to all that carries them', async ({
  adminPage: page,
  api,
}) => {
  for (const name of ['Tagged one', 'Tagged two']) await makeChart(api, name);
  await page.goto("/chart/list/?filters=(search:'Tagged')");
  await page.getByRole('button', { name: 'Actions for Tagged one' }).click();
  await page.getByRole('menuitem', { name: 'Tags' }).click();
  await giveTag(page, 'Quarterly figures');
  await expect(rowOf(page, 'Tagged one').getByText('Quarterly figures')).toBeVisible();

  for (const name of ['Tagged one', 'Tagged two']) await rowOf(page, name).getByRole('checkbox').click();
  await page.getByRole('toolbar', { name: 'Selected' }).getByRole('button', { name: 'Tags' }).click();
  await giveTag(page, 'Board');
  await expect(rowOf(page, 'Tagged two').getByText('Board')).toBeVisible();

  await page.goto('/superset/tags/');
  await page.getByRole('link', { name: 'Board', exact: true }).click();
  await expect(page.getByRole('heading', { name: 'Board' })).toBeVisible();
  const charts = page.getByRole('region', { name: 'Charts' });
  await expect(charts.getByRole('link')).toHaveText(['Tagged two', 'Tagged one']);
});

test('a tag is made and renamed in the list of tags', async ({ adminPage: page }) => {
  await page.goto('/superset/tags/');
  await page.getByRole('button', { name: 'Tag', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Tag name').fill('Drafts of spring');
  await dialog.getByRole('button', { name: 'Add' }).click();
  await expect(rowOf(page, 'Drafts of spring')).toBeVisible();
  await page.getByRole('button', { name: 'Actions for Drafts of spring' }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await dialog.getByLabel('Tag name').fill('Drafts of summer');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(rowOf(page, 'Drafts of summer')).toBeVisible();
  await expect(rowOf(page, 'Drafts of spring')).toHaveCount(0);
});

test('a tag’s page that cannot be read says so and is read again, and one of no tag is not found', async ({
  adminPage: page,
  api,
}) => {
  const { id } = (await api.post('/api/v1/tag/', { name: 'Read again' })).json;
  let failures = 1;
  await page.route('**/api/v1/tag/get_objects/**', (route) => {
    failures -= 1;
    return failures < 0 ? route.continue() : route.fulfill({ status: 500, json: { message: 'Out of order' } });
  });
  await page.goto(`/superset/all_entities/?id=${id}`);
  await expect(page.getByText('The objects with this tag could not be loaded')).toBeVisible();
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(page.getByText('Nothing carries this tag yet')).toBeVisible();
  await page.goto('/superset/all_entities/?id=987654');
  await expect(page.getByText('Page not found')).toBeVisible();
});

test('a narrow page shows the menu of a row beside a mouse too', async ({ adminPage: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/chart/list/');
  await page
    .getByRole('button', { name: /^Actions for/ })
    .first()
    .click({ timeout: 5000 });
  await expect(page.getByRole('menuitem', { name: 'Tags' })).toBeVisible();
});
