import type { Locator, Page } from '@playwright/test';
import { makeDashboard, settled } from './dashboards.ts';
import { expect, test } from './journey.ts';

const cardOf = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const entry = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });

/** Brings the keys to the last mark of a chart. */
async function walkToEnd(card: Locator): Promise<void> {
  const page = card.page();
  await card.locator('[data-test=chart-keys]').first().focus();
  await expect(card.locator('[data-test=mark-said]')).toHaveText('');
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('End');
  await expect(card.locator('[data-test=mark-said]')).not.toHaveText('');
}

test('a mark of a line is explained by the values that made its change, a value by others, and a value is kept', async ({
  adminPage: page,
  api,
}) => {
  const { id } = await makeDashboard(api, 'Explained changes');
  await page.goto(`/superset/dashboard/${id}/`);
  await settled(page);
  const card = cardOf(page, 'Revenue over time');
  await walkToEnd(card);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+F10');
  await entry(page, 'Explain this change').click();
  const dialog = page.getByRole('dialog', { name: 'Explain this change: Revenue over time' });
  await expect(dialog.locator('[data-test=explain-statement]')).toBeVisible();
  await expect(dialog.getByRole('progressbar')).toHaveCount(0);
  const country = dialog.getByRole('region', { name: 'Country' });
  await expect(country.getByRole('listitem').first()).toContainText('→');
  const said = await dialog.locator('[data-test=explain-statement]').textContent();
  await page.screenshot({ path: 'test-results/explain.png' });
  await country.getByRole('button', { name: 'Germany' }).click();
  await entry(page, 'Explain its own change').click();
  await expect(dialog.getByRole('region', { name: 'Country' })).toHaveCount(0);
  await expect(dialog.locator('[data-test=explain-statement]')).not.toHaveText(said ?? '');
  await dialog.getByRole('button', { name: 'Remove Germany' }).click();
  await country.getByRole('button', { name: 'Germany' }).click();
  await entry(page, 'Keep only').click();
  await expect(dialog).toHaveCount(0);
  await settled(page);
  await expect(page.getByRole('region', { name: 'Cross-filters' })).toContainText('Germany');
});
