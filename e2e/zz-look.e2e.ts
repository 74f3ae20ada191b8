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


for (const dark of [false, true])
  for (const width of [1400, 390])
    test(`look ${dark} ${width}`, async ({ adminPage: page }) => {
      await page.setViewportSize({ width: 1400, height: 1000 });
      await page.emulateMedia({ colorScheme: dark ? 'dark' : 'light' });
      await page.goto('/superset/dashboard/sales/');
      await settled(page);
      if (width === 390) await cardOf(page, 'Return rate').locator('[data-test=big-number]').focus();
      else {
        await walkToEnd(cardOf(page, 'Weekly revenue by channel'));
        await page.keyboard.press('ArrowLeft');
      }
      await page.keyboard.press('Shift+F10');
      await entry(page, 'Explain this change').click();
      const dialog = page.getByRole('dialog', { name: /^Explain/ });
      await expect(dialog.locator('[data-test=explain-statement]')).toBeVisible();
      await expect(dialog.getByRole('progressbar')).toHaveCount(0);
      await page.setViewportSize({ width, height: 900 });
      await page.screenshot({ path: `/tmp/w/looks/explain-${dark ? 'dark' : 'light'}-${width}.png` });
    });
