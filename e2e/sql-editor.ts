import type { Locator, Page } from '@playwright/test';
import { expect } from './journey.ts';

export const sqlText = (page: Page): Locator => page.locator('.cm-content');
export const resultGrid = (page: Page): Locator => page.getByRole('grid', { name: 'Results' });
/** What is proposed while a text is typed. */
export const completions = (page: Page): Locator =>
  page.getByRole('listbox', { name: 'Completions' }).getByRole('option');
export const runStatus = (page: Page): Locator => page.getByTestId('run-status');

/** Opens the SQL editor with a tab of the journey's own. */
export async function openNewTab(page: Page, name = ''): Promise<void> {
  await page.goto(`/superset/sqllab/?new=true${name && `&name=${encodeURIComponent(name)}`}`);
  // Its first text comes after the editor: what was written before would stand beside it.
  await expect(sqlText(page)).toContainText('SELECT ...');
}

/**
 * Puts a text in the place of an editor's own, as a paste would. A plain `fill` selects what stands there behind the
 * editor's back, which may not have noticed yet and then keeps it.
 */
export async function writeOver(editor: Locator, text: string): Promise<void> {
  await editor.click();
  await editor.press('Control+a');
  await editor.page().keyboard.insertText(text);
}

export async function writeSql(page: Page, sql: string): Promise<void> {
  await writeOver(sqlText(page), sql);
  await page.keyboard.press('Escape');
}

export async function runSql(page: Page, sql: string): Promise<void> {
  await writeSql(page, sql);
  await page.keyboard.press('Control+Enter');
}
