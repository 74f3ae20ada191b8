import { expect, test } from './journey.ts';
import { findChart } from './shared-world.ts';

test('on paper a chart stands alone under its name, as it was drawn', async ({ adminPage: page, api }) => {
  const { id } = await findChart(api, 'Weekly revenue by channel');
  await page.goto(`/explore/?slice_id=${id}`);
  const chart = page.getByTestId('chart');
  await expect(chart.locator('canvas').first()).toBeVisible();
  const drawn = await chart.boundingBox();
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 718, height: 1047 });
  await expect(chart.locator('canvas').first()).toBeVisible();
  const printed = await chart.boundingBox();
  expect(printed?.width).toBeGreaterThan(600);
  expect((printed?.x ?? 0) + (printed?.width ?? 0), 'nothing is cut').toBeLessThanOrEqual(718);
  const shapeOf = (box: typeof drawn) => (box?.width ?? 0) / (box?.height ?? 1);
  expect(shapeOf(printed)).toBeCloseTo(shapeOf(drawn), 1);
  await expect(page.getByLabel('Chart title')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeHidden();
  await expect(page.getByRole('region', { name: 'Data', exact: true })).toBeHidden();
  await expect(page.getByRole('searchbox', { name: 'Search metrics and columns' })).toBeHidden();
});

test('the name of a dark dashboard is dark on white paper', async ({ adminPage: page }) => {
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.goto('/superset/dashboard/sales/');
  const name = page.getByRole('heading', { level: 1 });
  await expect(name).toBeVisible();
  await page.emulateMedia({ colorScheme: 'dark', media: 'print' });
  await expect(name).toHaveCSS('color', 'rgb(0, 0, 0)');
  await expect(page.getByRole('tab', { name: 'Overview' })).toHaveCSS('color', 'rgb(0, 0, 0)');
});
