import { expect, test } from './journey.ts';
import { openNewTab, resultGrid, runSql, sqlText, writeSql } from './sql-editor.ts';

test('the first rows of the statement or WITH query at the cursor stand beneath the text while it is written, until they are turned off', async ({
  adminPage: page,
}) => {
  await openNewTab(page, 'Glances');
  const preview = page.getByTestId('text-preview');
  await writeSql(page, 'WITH few AS (SELECT 7 AS seven)\nSELECT seven + 1 AS eight FROM few');
  await expect(preview.getByRole('columnheader')).toHaveText('eight');
  await expect(preview.getByText('1 row', { exact: true })).toBeVisible();
  await sqlText(page).press('Control+Home');
  for (const _ of 'WITH few AS ') await page.keyboard.press('ArrowRight');
  await expect(preview.getByRole('cell')).toHaveText('7');
  await expect(preview.locator('code')).toHaveText('few');
  await page.keyboard.type(' SELECT');
  await expect(preview.getByText('Does not run yet')).toBeVisible();
  await runSql(page, 'SELECT 9 AS nine');
  await expect(resultGrid(page)).toContainText('9');
  await expect(preview).toHaveCount(0);
  await writeSql(page, 'SELECT 10 AS ten');
  await preview.getByRole('button', { name: 'Turn the preview off' }).click();
  await expect(preview).toHaveCount(0);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitemradio', { name: 'Preview while typing' }).click();
  await expect(preview.getByRole('cell')).toHaveText('10');
  await page.reload();
  await expect(sqlText(page)).toContainText('SELECT 10 AS ten');
  await expect(preview).toHaveCount(0);
  await writeSql(page, 'SELECT 10 AS ten');
  await expect(preview.getByRole('cell')).toHaveText('10');
});
