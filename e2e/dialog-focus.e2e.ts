import { expect, test } from './journey.ts';
import { openNewTab, sqlText, writeSql } from './sql-editor.ts';

test('who goes on in the text in the moment a dialog goes is not taken from there', async ({ adminPage: page }) => {
  await openNewTab(page);
  await writeSql(page, 'SELECT 46 AS answer');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Save query' });
  await dialog.getByLabel('Name').fill('The quick answer');
  // Quicker than any hand: as soon as the dialog is out of the page.
  await page.evaluate(() => {
    const text = document.querySelector<HTMLElement>('.cm-content');
    new MutationObserver((_, observer) => {
      if (document.querySelector('[role=dialog]')) return;
      observer.disconnect();
      text?.focus();
    }).observe(document.body, { childList: true });
  });
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Your query was saved', { exact: true })).toBeVisible();
  await expect(dialog).toHaveCount(0);
  await expect(sqlText(page)).toBeFocused();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText(' -- and on');
  await expect(sqlText(page)).toContainText('answer -- and on');
});

test('a dialog gives the focus back to where it was opened', async ({ adminPage: page }) => {
  await openNewTab(page);
  const share = page.getByRole('button', { name: 'Share', exact: true });
  await share.click();
  await page.getByRole('dialog', { name: 'Share' }).getByRole('button', { name: 'Close', exact: true }).first().click();
  await expect(share).toBeFocused();
});
