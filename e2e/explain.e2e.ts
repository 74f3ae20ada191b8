import type { Locator, Page } from '@playwright/test';
import { settled } from './dashboards.ts';
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
}) => {
  await page.goto('/superset/dashboard/sales/');
  await settled(page);
  const card = cardOf(page, 'Weekly revenue by channel');
  await walkToEnd(card);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+F10');
  await entry(page, 'Explain this change').click();
  const dialog = page.getByRole('dialog', { name: 'Explain this change: Weekly revenue by channel' });
  await expect(dialog.locator('[data-test=explain-statement]')).toBeVisible();
  await expect(dialog.getByRole('progressbar')).toHaveCount(0);
  const country = dialog.getByRole('region', { name: 'Country', exact: true });
  await expect(country.getByRole('listitem').first()).toContainText('→');
  const said = await dialog.locator('[data-test=explain-statement]').textContent();
  await country.getByRole('button', { name: 'Germany' }).click();
  await entry(page, 'Explain its own change').click();
  await expect(country).toHaveCount(0);
  await expect(dialog.locator('[data-test=explain-statement]')).not.toHaveText(said ?? '');
  await dialog.getByRole('button', { name: 'Remove Germany' }).click();
  await country.getByRole('button', { name: 'Germany' }).click();
  await entry(page, 'Keep only').click();
  await expect(dialog).toHaveCount(0);
  await settled(page);
  await expect(page.getByRole('region', { name: 'Cross-filters' })).toContainText('Germany');
});

test('a rate on a big number is explained by shares and by rates of their own', async ({ adminPage: page }) => {
  await page.goto('/superset/dashboard/sales/');
  await settled(page);
  await cardOf(page, 'Return rate').locator('[data-test=big-number]').focus();
  await page.keyboard.press('Shift+F10');
  await entry(page, 'Explain this change').click();
  const dialog = page.getByRole('dialog', { name: 'Explain this change: Return rate' });
  await expect(dialog.getByRole('progressbar')).toHaveCount(0);
  await expect(dialog.getByRole('listitem').first()).toContainText(/by its share .*, by itself /);
});
