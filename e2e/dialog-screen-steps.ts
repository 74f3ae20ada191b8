import type { Page } from '@playwright/test';

/** The dashboard shown on other sites, with the code that their pages take. */
export async function openEmbedding(page: Page): Promise<void> {
  await page.locator('.dashboard-header').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Embed dashboard' }).click();
  const dialog = page.getByRole('dialog', { name: 'Embed dashboard' });
  const enable = dialog.getByRole('button', { name: 'Enable embedding' });
  const save = dialog.getByRole('button', { name: 'Save changes' });
  await enable.or(save).waitFor();
  // The pictures before this one may have done so.
  if (await save.isVisible()) return;
  await dialog.getByLabel('Allowed domains').fill('https://shop.example.com\nhttps://*.example.org');
  await enable.click();
  await save.waitFor();
}

/** An alert as somebody writes it. */
export async function writeAlert(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Alert', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add alert' });
  await dialog.getByLabel('Name').fill('Returns above the plan');
  await dialog.getByRole('combobox', { name: 'Database' }).click();
  await page.getByRole('option', { name: 'Powerset' }).first().click();
  await dialog.getByRole('textbox', { name: 'SQL query' }).click();
  await page.keyboard.insertText(
    'SELECT count(*) FROM orders\nWHERE is_returned AND ordered_at > now() - INTERVAL 1 DAY',
  );
  await dialog.getByLabel('Value').fill('120');
  await dialog.getByRole('button', { name: 'Check now' }).click();
  await page.waitForLoadState('networkidle');
}
