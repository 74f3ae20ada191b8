import { expect, test } from './journey.ts';
import { openNewTab, runSql, runStatus, sqlText, writeSql } from './sql-editor.ts';

test('text is found and replaced in the editor', async ({ adminPage: page }) => {
  await openNewTab(page, 'Finding');
  await writeSql(page, 'SELECT one, One, two FROM one');
  await page.keyboard.press('Control+f');
  const panel = page.getByRole('search', { name: 'Find and replace' });
  await panel.getByRole('textbox', { name: 'Find' }).fill('one');
  await expect(panel).toContainText('3 found');
  await panel.getByRole('button', { name: 'Match case' }).click();
  await expect(panel).toContainText('2 found');
  await panel.getByRole('textbox', { name: 'Find' }).press('Enter');
  await expect(panel).toContainText('1 of 2');
  await panel.getByRole('textbox', { name: 'Replace with' }).fill('many');
  await panel.getByRole('button', { name: 'Replace all' }).click();
  await expect(sqlText(page)).toContainText('SELECT many, One, two FROM many');
  await page.keyboard.press('Escape');
  await expect(panel).toHaveCount(0);
});

test('tabs are reached by keys, come into sight, and a shared query is not opened twice', async ({
  adminPage: page,
  api,
}) => {
  const text = JSON.stringify({ name: 'Shared one', sql: 'SELECT 41' });
  const { id: key } = (await api.post('/kv/store/', { data: text })).json;
  await page.goto(`/superset/sqllab/?id=${key}`);
  await expect(sqlText(page)).toContainText('SELECT 41');
  await writeSql(page, 'SELECT 42');
  for (let count = 0; count < 9; count += 1) await page.keyboard.press('Alt+t');
  const tabs = page.getByRole('tablist', { name: 'Queries' }).getByRole('tab');
  await expect(tabs).toHaveCount(10);
  await expect(tabs.last()).toBeInViewport();
  await page.keyboard.press('Alt+1');
  await expect(tabs.first()).toHaveAttribute('aria-selected', 'true');
  await expect(tabs.first()).toBeInViewport();
  await page.keyboard.press('Alt+PageUp');
  await expect(tabs.last()).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Alt+w');
  await expect(tabs).toHaveCount(9);
  await page.getByRole('button', { name: 'All tabs' }).click();
  await expect(page.getByRole('menuitemradio')).toHaveCount(9);
  await page.keyboard.press('Escape');
  await page.goto(`/superset/sqllab/?id=${key}`);
  await expect(sqlText(page)).toContainText('SELECT 42');
  await expect(page.getByRole('tab', { name: 'Shared one' })).toHaveCount(1);
});

test('messages stand above the status line', async ({ adminPage: page }) => {
  await openNewTab(page, 'Messages');
  await runSql(page, 'SELECT 1 AS one');
  await expect(runStatus(page)).toContainText('1 row');
  await page.keyboard.press('Alt+t');
  await writeSql(page, 'SELECT 2');
  await page.keyboard.press('Alt+w');
  const message = page.getByText(/Closed/).first();
  await expect(message).toBeVisible();
  const [above, line] = [await message.boundingBox(), await runStatus(page).boundingBox()];
  expect((above?.y ?? 0) + (above?.height ?? 0)).toBeLessThan(line?.y ?? 0);
});
