import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { ApiClient } from '@powerset/testkit';
import { expect, test } from './journey.ts';
import { keep, readPdf, type SeenPicture, savedPicture } from './pictures.ts';
import { findChart, findDashboard, findExampleDatabase } from './shared-world.ts';

/** Two pixels of the picture for one of the page. */
const pixelsOfRows = (rows: number) => 2 * rows * 28;

/** A table of the journey's own rows. */
async function makeTable(
  api: ApiClient,
  kind: string,
  sql: string,
  form: Readonly<Record<string, unknown>>,
): Promise<number> {
  const name = `${kind} journey table ${process.pid}`;
  const database = await findExampleDatabase(api);
  const body = { database, schema: 'main', table_name: name.replaceAll(' ', '_'), sql };
  const dataset = await api.post('/api/v1/dataset/', body);
  expect(dataset.status, dataset.text).toBe(201);
  const columns = (await api.get(`/api/v1/dataset/${dataset.json.id}`)).json.result.columns;
  const names = columns.map((column: { column_name: string }) => column.column_name);
  const chart = await api.post('/api/v1/chart/', {
    slice_name: name,
    viz_type: 'table',
    datasource_id: dataset.json.id,
    datasource_type: 'table',
    params: JSON.stringify({ viz_type: 'table', query_mode: 'raw', all_columns: names, row_limit: 1000, ...form }),
  });
  expect(chart.status, chart.text).toBe(201);
  return chart.json.id;
}

/** A long table with bars, colours, letters of several scripts, stored HTML and images that are not there. */
function makeLongTable(api: ApiClient): Promise<number> {
  const sql = [
    "select case range % 3 when 0 then 'שלום עולם' when 1 then 'مرحبا بالعالم' else 'Zürich 東京 ✓' end as place,",
    `'<b>bold</b> <img src="https://pictures.invalid/' || range || '.png" width="24" height="12" alt="logo">' as note,`,
    'range::int as amount from range(400)',
  ].join(' ');
  return makeTable(api, 'Long', sql, {
    order_by_cols: ['["amount", true]'],
    allow_render_html: true,
    conditional_formatting: [{ column: 'amount', operator: '<', targetValue: 40, colorScheme: '#ACE1C4' }],
  });
}

async function openChart(page: Page, id: number): Promise<void> {
  await page.goto(`/explore/?slice_id=${id}`);
  await expect(page.locator('[data-chart-status="rendered"]')).toBeVisible();
}

function pictureOfExplore(page: Page): Promise<SeenPicture> {
  return savedPicture(page, async () => {
    await page.getByRole('region', { name: 'Chart', exact: true }).getByRole('button', { name: 'Download' }).click();
    await page.getByRole('menuitem', { name: 'Download as image' }).click();
  });
}

/** Chooses an entry of the dashboard's own downloads. */
async function download(page: Page, name: string): Promise<void> {
  await page.locator('.dashboard-header').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Download' }).click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** Words on the theme's ground, and nothing that shines through. */
function expectWords(picture: SeenPicture, ground: '--card' | '--ground'): void {
  const all = picture.width * picture.height;
  expect(picture.pixels[ground], 'the ground is the theme’s').toBeGreaterThan(all / 3);
  expect(picture.pixels['--text'], 'letters are in the colour of text').toBeGreaterThan(50);
  expect(picture.seeThrough).toBe(0);
}

test('tables, pivot tables and big numbers have pictures in the chart builder, in both themes', async ({
  adminPage: page,
  api,
}) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    for (const name of ['Top products', 'Revenue by country and quarter', 'Revenue', 'Payment methods']) {
      await openChart(page, (await findChart(api, name)).id);
      const picture = await pictureOfExplore(page);
      expect(picture.fileName).toBe(`${name.toLowerCase().replaceAll(' ', '-')}.png`);
      expect(picture.width).toBeGreaterThan(1000);
      if (name !== 'Payment methods') expectWords(picture, '--card');
      if (name === 'Top products') expect(picture.pixels['--cell-bar']).toBeGreaterThan(2000);
    }
  }
});

test('the picture of a long table has its rows out of sight up to a bound, and the page does not move', async ({
  adminPage: page,
  api,
}) => {
  const asked: string[] = [];
  page.on('request', (request) => asked.push(request.url()));
  await openChart(page, await makeLongTable(api));
  const scroller = page.getByTestId('chart').locator('section');
  await scroller.evaluate((element) => element.scrollTo({ top: 3000 }));
  await expect(
    page
      .getByTestId('chart')
      .getByText('מ')
      .or(page.getByText('105', { exact: true }))
      .first(),
  ).toBeVisible();
  // What writes cells as HTML comes when there are such cells.
  await expect.poll(() => asked.filter((url) => url.includes('pictures.invalid')).length).toBeGreaterThan(0);
  await page.waitForLoadState('networkidle');
  const images = asked.filter((url) => url.includes('pictures.invalid')).length;
  const picture = await pictureOfExplore(page);
  expectWords(picture, '--card');
  expect(picture.height).toBeGreaterThan(pixelsOfRows(250));
  expect(picture.height).toBeLessThan(pixelsOfRows(255));
  expect(await scroller.evaluate((element) => element.scrollTop)).toBe(3000);
  expect(
    asked.filter((url) => url.includes('pictures.invalid')),
    'no image is asked for again',
  ).toHaveLength(images);
  await page.getByRole('button', { name: 'Download' }).click();
  await expect(page.getByRole('menuitem', { name: 'Download as image' })).toBeEnabled();
  await expect(page.getByRole('menuitem', { name: 'Download as SVG' })).toHaveCount(0);
});

test('the picture of a wide table ends after some of its columns, where browsers can still draw it', async ({
  adminPage: page,
  api,
}) => {
  const columns = Array.from({ length: 300 }, (_, index) => `range + ${index} as figure_${index}`);
  await openChart(page, await makeTable(api, 'Wide', `select ${columns.join(', ')} from range(3)`, {}));
  const cell = page.getByTestId('chart').getByRole('columnheader').first();
  const cellWidth = (await cell.boundingBox())?.width ?? 0;
  const picture = await pictureOfExplore(page);
  expectWords(picture, '--card');
  expect(picture.width).toBeGreaterThan(16_000);
  expect(picture.width).toBeLessThanOrEqual(16_384 + 2 * cellWidth);
  expect(picture.height).toBeLessThan(pixelsOfRows(8));
});

test('charts of words have pictures on a dashboard, with the rows that their cards hide', async ({
  adminPage: page,
  api,
}) => {
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    const { id } = await findDashboard(api, 'Sales overview');
    await page.goto(`/superset/dashboard/${id}/`);
    for (const name of ['Top products', 'Revenue']) {
      const card = page.getByRole('article', { name, exact: true });
      await card.scrollIntoViewIfNeeded();
      await expect(card).toHaveAttribute('data-chart-state', 'ready');
      const picture = await savedPicture(page, async () => {
        await card.hover();
        await card.getByRole('button', { name: 'More actions' }).click();
        await page.getByRole('menuitem', { name: 'Download' }).click();
        await page.getByRole('menuitem', { name: 'Download as image' }).click();
      });
      expectWords(picture, '--card');
      const cardHeight = (await card.boundingBox())?.height ?? 0;
      if (name === 'Top products') expect(picture.height).toBeGreaterThan(2 * cardHeight);
    }
  }
});

test('a dashboard is saved as an image and as a PDF, with the charts below the fold and what its filters ask for', async ({
  adminPage: page,
  api,
}) => {
  const { id } = await findDashboard(api, 'Sales overview');
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme });
    await page.setViewportSize({ width: 1440, height: 480 });
    await page.goto(`/superset/dashboard/${id}/`);
    const last = page.getByRole('article', { name: 'Top products' });
    await expect(last).toHaveAttribute('data-chart-state', 'idle');
    const picture = await savedPicture(page, () => download(page, 'Download as Image'));
    await expect(last).toHaveAttribute('data-chart-state', 'ready');
    expect(picture.fileName).toBe('sales-overview.png');
    const grid = await page.locator('.grid-content').boundingBox();
    expect(picture.width).toBeGreaterThan(2 * (grid?.width ?? Number.POSITIVE_INFINITY));
    expect(picture.height).toBeGreaterThan(2 * (grid?.height ?? Number.POSITIVE_INFINITY));
    expect(picture.seeThrough).toBe(0);
    const all = picture.width * picture.height;
    expect(picture.pixels['--ground']).toBeGreaterThan(all / 50);
    expect(picture.pixels['--card']).toBeGreaterThan(all / 3);
    expect(picture.pixels['--text']).toBeGreaterThan(2000);
    expect(picture.pixels['--cell-bar'], 'the bars of the table at the end').toBeGreaterThan(2000);
    expect(picture.pixels['--data-1'], 'bars of the charts in between').toBeGreaterThan(20_000);
    await expect(page.getByRole('region', { name: 'Notifications' }).getByRole('status')).toHaveCount(0);
  }

  await test.step('the PDF has pages of one picture each', async () => {
    const saved = page.waitForEvent('download');
    await download(page, 'Export to PDF');
    const file = await saved;
    expect(file.suggestedFilename()).toBe('sales-overview.pdf');
    const bytes = await readFile(await file.path());
    await keep(file);
    const pages = readPdf(bytes);
    expect(pages.length).toBeGreaterThan(1);
    for (const { width, pixels } of pages) {
      expect(width).toBeGreaterThan(2000);
      expect(new Set(pixels).size, 'more than one brightness').toBeGreaterThan(20);
    }
  });
});

test('drawing a dashboard whose charts are slow says how far it is, and can be cancelled', async ({
  adminPage: page,
  api,
}) => {
  const { id } = await findDashboard(api, 'Sales overview');
  await page.setViewportSize({ width: 1440, height: 480 });
  await page.goto(`/superset/dashboard/${id}/`);
  await expect(page.getByRole('article', { name: 'Revenue', exact: true })).toHaveAttribute(
    'data-chart-state',
    'ready',
  );
  await page.route('**/api/v1/chart/data/batch*', () => undefined);
  await download(page, 'Download as Image');
  const message = page.getByRole('status').filter({ hasText: /Loading charts: \d+ of \d+/ });
  await expect(message).toBeVisible();
  await message.getByRole('button', { name: 'Cancel' }).click();
  await expect(page.getByText('Loading charts')).toHaveCount(0);
  await expect(page.getByRole('alert')).toHaveCount(0);
});
