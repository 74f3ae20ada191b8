import type { Page } from '@playwright/test';
import type { ApiClient } from '@powerset/testkit';
import { viewports } from '@powerset/testkit/browser';
import { expect, test } from './journey.ts';
import { findExampleDatabase } from './shared-world.ts';
import { openNewTab, runSql } from './sql-editor.ts';
import { findTooSmallTargets } from './touch-targets.ts';

const rowsSql = `
  SELECT TIMESTAMP '2026-01-01' + INTERVAL (i) DAY AS sold_on, 'Segment ' || (i % 4) AS segment,
    'Product ' || (i % 60) AS product, ['Germany', 'France', 'Brazil'][1 + i % 3] AS country, i * 3 AS amount
  FROM range(400) AS t(i)`;

/** An empty chart of a small dataset. */
async function openEmpty(page: Page, api: ApiClient): Promise<void> {
  const dataset = await api.post('/api/v1/dataset/', {
    database: await findExampleDatabase(api),
    schema: 'main',
    table_name: `suggested_rows_${process.pid}_${Date.now()}`,
    sql: rowsSql,
  });
  expect(dataset.status, dataset.text).toBe(201);
  await page.goto(`/explore/?viz_type=table&datasource_type=table&datasource_id=${dataset.json.id}`);
}

const suggested = (page: Page) => page.getByRole('region', { name: 'Suggested' });

test('an empty chart offers types that fit its dataset, and one press draws one', async ({ adminPage: page, api }) => {
  await openEmpty(page, api);
  const offered = suggested(page).getByRole('button');
  await expect(offered).toHaveCount(6);
  await expect(offered.first()).toHaveAccessibleName('Line Chart A line shows how SUM(amount) moves over sold_on.');
  const map = suggested(page).getByRole('button', { name: 'World Map' });
  await expect(map).toContainText('country names countries');
  await suggested(page).getByRole('button', { name: 'Bar Chart' }).click();
  const chart = page.getByTestId('chart');
  await expect(chart.locator('canvas')).toBeVisible();
  await expect(chart.locator('table')).toContainText('Segment 3');
  await expect(page.getByRole('group', { name: 'Metrics', exact: true })).toContainText('SUM(amount)');
  await expect(suggested(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).click();
  await expect(page.getByRole('button', { name: 'Table', exact: true })).toHaveAttribute('aria-pressed', 'true');
});

test('the gallery begins with what fits, and says of other types what they lack', async ({ adminPage: page, api }) => {
  await openEmpty(page, api);
  await page.getByRole('button', { name: 'View all charts' }).click();
  const gallery = page.getByRole('dialog', { name: 'Select a visualization type' });
  await gallery.getByRole('button', { name: 'All charts' }).click();
  const points = gallery.getByRole('option', { name: 'deck.gl Scatterplot' });
  await expect(points).toContainText('Found no columns of latitude and longitude.');
  await expect(gallery.getByRole('option', { name: 'Gantt Chart' })).toContainText(
    'Needs two time columns, of start and end.',
  );
  const sections = gallery.getByRole('navigation', { name: 'Sections' });
  await expect(sections.getByRole('button').first()).toHaveText('Suggested');
  await sections.getByRole('button', { name: 'Suggested' }).click();
  await expect(gallery.getByRole('option', { name: 'deck.gl Scatterplot' })).toHaveCount(0);
  const map = gallery.getByRole('option', { name: 'World Map' });
  await expect(map).toContainText('country names countries: a map shows where SUM(amount) is high.');
  await map.click();
  await gallery.getByRole('button', { name: 'Select', exact: true }).click();
  await expect(gallery).toHaveCount(0);
  await expect(page.getByTestId('chart').locator('table')).toContainText('Brazil');
});

test('what is suggested follows what was chosen', async ({ adminPage: page, api }) => {
  await openEmpty(page, api);
  await page.locator('[data-field="segment"]').click();
  await expect(suggested(page)).toHaveCount(0);
  await page.locator('[data-field="product"]').click();
  await page.getByRole('button', { name: 'View all charts' }).click();
  const gallery = page.getByRole('dialog', { name: 'Select a visualization type' });
  await gallery.getByRole('button', { name: 'Suggested' }).click();
  await expect(gallery.getByRole('option').first()).toHaveAccessibleName('Heatmap');
  await expect(gallery.getByRole('option').first()).toContainText('A cell for each segment and product');
  await expect(gallery.getByRole('option', { name: 'World Map' })).toHaveCount(0);
});

test('a result is drawn otherwise by one press', async ({ adminPage: page }) => {
  await openNewTab(page);
  await runSql(page, "SELECT 'region ' || (range % 3) AS region, sum(range) AS amount FROM range(900) GROUP BY ALL");
  await page.getByRole('radio', { name: 'Chart' }).click();
  await expect(page.getByTestId('result-chart').locator('canvas')).toBeVisible();
  await expect(suggested(page).getByRole('button', { name: 'Bar Chart' })).toHaveAttribute('aria-pressed', 'true');
  await suggested(page).getByRole('button', { name: 'Pie Chart' }).click();
  await expect(page.getByRole('combobox', { name: 'Chart type' })).toHaveAccessibleDescription('Pie');
  await expect(page.getByRole('combobox', { name: 'Slices' })).toHaveAccessibleDescription('region');
  await expect(suggested(page).getByRole('button', { name: 'Heatmap' })).toHaveCount(0);
});

test.describe('on a phone', () => {
  test.use({ viewport: viewports.phone, hasTouch: true });

  test('suggestions fit the screen, and a finger meets them', async ({ adminPage: page, api }) => {
    await openEmpty(page, api);
    await page.getByRole('tab', { name: 'Chart' }).click();
    await expect(suggested(page).getByRole('button')).toHaveCount(6);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await findTooSmallTargets(page)).toEqual([]);
    await suggested(page).getByRole('button', { name: 'Line Chart' }).click();
    await expect(page.getByTestId('chart').locator('canvas')).toBeVisible();
  });
});
