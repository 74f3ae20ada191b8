import type { Locator, Page } from '@playwright/test';
import type { ApiClient } from '@powerset/testkit';
import { viewports } from '@powerset/testkit/browser';
import { expect, pick, test } from './journey.ts';
import { findExampleDatabase } from './shared-world.ts';
import { openNewTab, runSql } from './sql-editor.ts';
import { findTooSmallTargets } from './touch-targets.ts';

const rowsSql = `
  SELECT TIMESTAMP '2026-01-01' + INTERVAL (i) DAY AS sold_on, 'Segment ' || (i % 4) AS segment,
    'Product ' || (i % 60) AS product, ['Germany', 'France', 'Brazil'][1 + i % 3] AS country, i * 3 AS amount
  FROM range(400) AS t(i)`;

/** A small dataset; its name and id. */
async function makeDataset(api: ApiClient): Promise<{ readonly name: string; readonly id: number }> {
  const name = `suggested_rows_${process.pid}_${Date.now()}`;
  const dataset = await api.post('/api/v1/dataset/', {
    database: await findExampleDatabase(api),
    schema: 'main',
    table_name: name,
    sql: rowsSql,
  });
  expect(dataset.status, dataset.text).toBe(201);
  return { name, id: dataset.json.id };
}

/** An empty chart of it. */
async function openEmpty(page: Page, api: ApiClient): Promise<void> {
  const { id } = await makeDataset(api);
  await page.goto(`/explore/?viz_type=table&datasource_type=table&datasource_id=${id}`);
}

/** The addresses of the pictures of a place, once all of them are drawn. */
async function drawnPictures(place: Locator, count: number): Promise<readonly string[]> {
  const drawn = place.locator('[data-picture=drawn] img');
  await expect(drawn).toHaveCount(count);
  return drawn.evaluateAll((images) => images.map((image) => image.getAttribute('src') ?? ''));
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

test('suggestions of an empty chart are pictures of its data, with what they say', async ({ adminPage: page, api }) => {
  await openEmpty(page, api);
  const pictures = await drawnPictures(suggested(page), 6);
  expect(new Set(pictures).size).toBe(6);
  for (const picture of pictures) expect(picture).toMatch(/^data:image\/png;base64,/);
  const bars = suggested(page).getByRole('button', { name: 'Bar Chart' });
  await expect(bars).toHaveAccessibleDescription('Segment 3 is the largest of 4: 60.3k, 25.2 % of all.');
  const light = await bars.locator('img').getAttribute('src');
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.evaluate(() => localStorage.clear());
  await expect(bars.locator('img')).not.toHaveAttribute('src', light ?? '');
  await expect(suggested(page).locator('[data-picture=drawn]')).toHaveCount(6);
});

test('what cannot be drawn of the data keeps its usual picture', async ({ adminPage: page, api }) => {
  const failed = { result: { state: 'failed', image: null, summary: null } };
  const waiting: (() => void)[] = [];
  let most = 0;
  await page.route('**/api/v1/chart/draft_picture/', async (route) => {
    await new Promise<void>((resolve) => {
      waiting.push(resolve);
      most = Math.max(most, waiting.length);
    });
    await route.fulfill({ json: failed });
  });
  await openEmpty(page, api);
  await expect(suggested(page).locator('[data-picture=coming]')).toHaveCount(6);
  for (let left = 6; left > 0; left -= 1) {
    await expect.poll(() => waiting.length).toBe(Math.min(left, 2));
    waiting.shift()?.();
  }
  await expect(suggested(page).locator('[data-picture=usual] img')).toHaveCount(6);
  expect(most).toBe(2);
  await expect(page.getByRole('alert')).toHaveCount(0);
});

test('a new chart is suggested as soon as its dataset is chosen, and opens with its controls filled', async ({
  adminPage: page,
  api,
}) => {
  const { name, id } = await makeDataset(api);
  await page.goto('/chart/add');
  await expect(suggested(page)).toHaveCount(0);
  await pick(page.getByRole('combobox', { name: 'Choose a dataset' }), name, name);
  await drawnPictures(suggested(page), 6);
  await page.getByRole('button', { name: 'View all charts' }).click();
  const gallery = page.getByRole('dialog', { name: 'Select a visualization type' });
  const cards = gallery.getByRole('option');
  await expect(cards.first()).toHaveAccessibleName('Line Chart');
  await expect(cards.first().locator('[data-picture=drawn]')).toBeVisible();
  await cards.first().click();
  await expect(gallery.getByRole('figure')).toContainText('With your data');
  await expect(gallery.getByRole('figure').getByRole('img')).toHaveAccessibleName(/^SUM\(amount\): /);
  await gallery.getByRole('searchbox').fill('gantt');
  await expect(cards).toHaveCount(1);
  await expect(cards.first()).toContainText('Needs two time columns, of start and end.');
  await gallery.getByRole('searchbox').fill('');
  await gallery.getByRole('option', { name: 'World Map' }).focus();
  await page.keyboard.press('Enter');
  await gallery.getByRole('button', { name: 'Select', exact: true }).click();
  await expect(page).toHaveURL(new RegExp(`/explore/\\?.*datasource_id=${id}`));
  await expect(page.getByTestId('chart').locator('table')).toContainText('Brazil');
  await page.goBack();
  await page.goto(`/chart/add?dataset=${name}`);
  await suggested(page).getByRole('button', { name: 'Bar Chart' }).press('Enter');
  const chart = page.getByTestId('chart');
  await expect(chart.locator('canvas')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Metrics', exact: true })).toContainText('SUM(amount)');
});

test('a result is suggested as pictures of its rows', async ({ adminPage: page }) => {
  await openNewTab(page);
  await runSql(page, "SELECT 'area ' || (range % 3) AS area, sum(range) AS amount FROM range(900) GROUP BY ALL");
  await page.getByRole('radio', { name: 'Chart' }).click();
  const cards = suggested(page).getByRole('button');
  await expect(cards.first()).toBeVisible();
  await drawnPictures(suggested(page), await cards.count());
  const slices = suggested(page).getByRole('button', { name: 'Pie Chart' });
  await expect(slices).toHaveAccessibleDescription(/area has 3 values.*area 2/);
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
