import { expect, optionsOf, test } from './journey.ts';
import { openNewTab, resultGrid, sqlText, writeSql } from './sql-editor.ts';

test('parameters of the text are filled in typed fields, are seen in the rendered SQL, and stay with the tab [SQL-016]', async ({
  adminPage: page,
}) => {
  await openNewTab(page, 'Asks');
  await writeSql(
    page,
    "SELECT 1 AS one, {{ word }} AS word, {{ least }} AS least, 'b' IN {{ few | where_in }} AS found",
  );
  const fields = page.getByRole('region', { name: 'Parameters' });
  await page.getByRole('button', { name: 'Rendered SQL' }).click();
  const rendered = page.getByRole('region', { name: 'Rendered SQL' });
  await expect(rendered).toContainText('Waits for: word, least, few');
  await fields.getByRole('textbox', { name: 'word' }).fill("it's");
  await fields.getByRole('button', { name: /^Type of least/ }).click();
  await page.getByRole('menuitemradio', { name: 'Number' }).click();
  await fields.getByRole('textbox', { name: 'least' }).fill('2.5');
  const few = fields.getByRole('combobox', { name: 'few' });
  await few.fill('a,b');
  await few.press('Enter');
  await expect(rendered).toContainText("SELECT 1 AS one, 'it''s' AS word, 2.5 AS least, 'b' IN ('a', 'b') AS found");
  await fields.getByRole('textbox', { name: 'word' }).press('Enter');
  await expect(resultGrid(page)).toContainText("it's");
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  await page.reload();
  await expect(sqlText(page)).toContainText('{{ word }}');
  await expect(fields.getByRole('textbox', { name: 'word' })).toHaveValue("it's");
});

test('a parameter is chosen from the values of a query', async ({ adminPage: page }) => {
  await openNewTab(page, 'Chooses');
  await writeSql(page, "SELECT '{{ place }}' AS place");
  const fields = page.getByRole('region', { name: 'Parameters' });
  await fields.getByRole('button', { name: /^Type of place/ }).click();
  await page.getByRole('menuitemradio', { name: 'Values from a query' }).click();
  await page.getByRole('textbox', { name: 'Query' }).fill("SELECT * FROM (VALUES ('n', 'North'), ('s', 'South'))");
  await page.getByRole('button', { name: 'Apply' }).click();
  const place = fields.getByRole('combobox', { name: 'place' });
  await place.click();
  await (await optionsOf(place)).filter({ hasText: 'South' }).click();
  await page.getByTestId('run').click();
  await expect(resultGrid(page).getByRole('gridcell', { name: 's', exact: true })).toBeVisible();
});
