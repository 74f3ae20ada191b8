import type { Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';

export const sqlText = (page: Page): Locator => page.locator('.cm-content');
export const resultGrid = (page: Page): Locator => page.getByRole('grid', { name: 'Results' });
export const runStatus = (page: Page): Locator => page.locator('.sqe-status');

/** Opens the SQL editor with a tab of the journey's own. */
export async function openNewTab(page: Page, name = ''): Promise<void> {
  await page.goto(`/superset/sqllab/?new=true${name && `&name=${encodeURIComponent(name)}`}`);
  await expect(sqlText(page)).toBeVisible();
}

/** Puts a text into the editor as a paste would. */
export async function writeSql(page: Page, sql: string): Promise<void> {
  await sqlText(page).click();
  await page.keyboard.press('Control+a');
  await page.keyboard.insertText(sql);
  await page.keyboard.press('Escape');
}

export async function runSql(page: Page, sql: string): Promise<void> {
  await writeSql(page, sql);
  await page.keyboard.press('Control+Enter');
}
