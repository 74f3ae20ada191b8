import { expect, type Page } from '@playwright/test';
import { signInWithCookie, testAdmin } from '@powerset/testkit';
import type { ScreenFacts } from './screen-facts.ts';

/** Steps from the opened SQL editor to its picture. */

export function runSql(sql: string): (page: Page) => Promise<void> {
  return async (page) => {
    const editor = page.locator('.cm-content').first();
    await editor.click();
    await page.keyboard.press('Control+a');
    await page.keyboard.insertText(sql);
    await page.keyboard.press('Control+Enter');
    await page.waitForLoadState('networkidle');
  };
}

async function replaceSql(page: Page, sql: string): Promise<void> {
  await page.locator('.cm-content').first().click();
  await page.keyboard.press('Control+a');
  await page.keyboard.press('Delete');
  await page.keyboard.insertText(sql);
}

async function pickTool(page: Page, name: string): Promise<void> {
  await page.getByRole('toolbar', { name: 'Query' }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

export async function writeSql(page: Page): Promise<void> {
  const weeks = "SELECT date_trunc('week', ordered_at)::DATE AS week, channel, sum(revenue) AS revenue";
  await replaceSql(page, `${weeks}\nFROM orders\nGROUP BY ALL\nORDER BY week DESC`);
  await page.getByTestId('text-preview').getByRole('cell').first().waitFor();
}

export async function drawResult(page: Page): Promise<void> {
  const weeks = "SELECT date_trunc('week', ordered_at)::DATE AS week, channel, sum(revenue) AS revenue";
  await runSql(`${weeks}\nFROM orders\nWHERE ordered_at >= CURRENT_DATE - 366\nGROUP BY ALL`)(page);
  await page.getByRole('radio', { name: 'Chart' }).click();
  await page.getByTestId('result-chart').locator('canvas').first().waitFor();
}

export async function openColumn(page: Page): Promise<void> {
  await runSql('SELECT order_id, ordered_at, channel, country, revenue FROM orders')(page);
  await page.getByRole('button', { name: 'Show column revenue' }).click();
  await page.getByRole('listbox', { name: 'How the values spread' }).waitFor();
}

export async function compareResults(page: Page): Promise<void> {
  const before = "SELECT * FROM (VALUES (1, 'Web', 120), (2, 'Store', 80), (3, 'Phone', 7)) t(id, channel, orders)";
  const after = "SELECT * FROM (VALUES (1, 'Web', 131), (2, 'Store', 80), (4, 'Partner', 12)) t(id, channel, orders)";
  await runSql(`${before};\n${after}`)(page);
  await page.getByRole('button', { name: 'Result', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Compare with another result' }).click();
  await page.getByRole('grid', { name: 'Differences' }).waitFor();
}

export async function fillParameters(page: Page): Promise<void> {
  await replaceSql(page, 'SELECT * FROM orders\nWHERE channel = {{ channel }} AND revenue > {{ least }}');
  await page.getByRole('textbox', { name: 'channel' }).fill('Web');
  await page.getByRole('button', { name: 'Rendered SQL' }).click();
  await page.getByRole('region', { name: 'Rendered SQL' }).waitFor();
}

export async function searchHistory(page: Page): Promise<void> {
  await pickTool(page, 'Search the history');
  await page.getByRole('dialog').getByRole('searchbox').fill('revenue');
}

export async function openVersions(page: Page, { url }: ScreenFacts): Promise<void> {
  const api = await signInWithCookie(url, testAdmin);
  const sql = 'SELECT country, sum(revenue) AS revenue\nFROM orders\nGROUP BY country';
  const { id } = (await api.post('/api/v1/saved_query/', { label: 'Revenue', db_id: 1, schema: 'main', sql })).json;
  await api.put(`/api/v1/saved_query/${id}`, { sql: `${sql}\nORDER BY revenue DESC` });
  await api.put(`/api/v1/saved_query/${id}`, {
    sql: `${sql.replace('orders', 'orders\nWHERE NOT is_returned')}\nORDER BY 2 DESC`,
    label: 'Revenue by country, without returns',
  });
  await page.goto(`${url}/superset/sqllab/?savedQueryId=${id}`);
  await expect(page.locator('.cm-content').first()).toContainText('is_returned');
  await pickTool(page, 'Versions');
  await page.getByRole('dialog').getByRole('row').first().waitFor();
  await page.waitForLoadState('networkidle');
  await api.delete(`/api/v1/saved_query/${id}`);
}

export async function openValue(page: Page): Promise<void> {
  await runSql("SELECT range AS id, {'name': 'Ada', 'tags': ['x', 'y']} AS person FROM range(30)")(page);
  await page.getByRole('gridcell', { name: /Ada/ }).first().dblclick();
}

export async function openPlan(page: Page): Promise<void> {
  await runSql('SELECT customers.country, count(*) FROM orders JOIN customers USING (customer_id) GROUP BY 1')(page);
  await page.getByRole('button', { name: 'Explain', exact: true }).click();
  await page.getByRole('button', { name: 'Run and measure' }).click();
  await page.waitForLoadState('networkidle');
}

export async function saveQueryAfterSomebody(page: Page, { url }: ScreenFacts): Promise<void> {
  const api = await signInWithCookie(url, testAdmin);
  const sql = 'SELECT channel, sum(revenue) AS revenue\nFROM orders\nGROUP BY channel';
  const { id } = (await api.post('/api/v1/saved_query/', { label: 'Revenue by channel', db_id: 1, sql })).json;
  await page.goto(`${url}/superset/sqllab/?savedQueryId=${id}`);
  const text = page.locator('.cm-content').first();
  await expect(text).toContainText('GROUP BY channel');
  await api.put(`/api/v1/saved_query/${id}`, { sql: `${sql}\nORDER BY revenue DESC` });
  await text.click();
  await page.keyboard.press('Control+End');
  await page.keyboard.insertText('\nHAVING sum(revenue) > 100000');
  await page.keyboard.press('Control+s');
  await page.getByRole('alertdialog').getByText('ORDER BY revenue DESC').waitFor();
  await api.delete(`/api/v1/saved_query/${id}`);
}
