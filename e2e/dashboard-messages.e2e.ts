import type { Locator, Page } from '@playwright/test';
import { viewports } from '@powerset/testkit/browser';
import { settled } from './dashboards.ts';
import { expect, test } from './journey.ts';

test.use({ viewport: viewports.phone });

const cardOf = (page: Page, name: string) => page.getByRole('article', { name, exact: true });

/** Every line of a message can be read: nothing of it lies beyond its card. */
async function standsWithin(card: Locator, message: Locator): Promise<void> {
  await expect(message).toBeInViewport({ ratio: 1 });
  const [outer, inner] = [await card.boundingBox(), await message.boundingBox()];
  if (!outer || !inner) throw new Error('Nothing is drawn.');
  expect(inner.y).toBeGreaterThanOrEqual(outer.y);
  expect(inner.y + inner.height).toBeLessThanOrEqual(outer.y + outer.height);
  expect(inner.x + inner.width).toBeLessThanOrEqual(outer.x + outer.width);
}

test('where no row passes the filters every chart says so, small cards in few words, and the filters are taken back from there', async ({
  adminPage: page,
  api,
}) => {
  const { json_metadata: metadata } = (await api.get('/api/v1/dashboard/sales')).json.result;
  const filters: readonly { readonly id: string; readonly filterType: string }[] =
    JSON.parse(metadata).native_filter_configuration;
  const time = filters.find(({ filterType }) => filterType === 'filter_time');
  const range = '1990-01-01 : 1990-01-08';
  const mask = `(extraFormData:(time_range:'${range}'),filterState:(value:'${range}'))`;
  await page.goto(`/superset/dashboard/sales/?native_filters=(${time?.id}:${mask})`);
  await settled(page);
  const small = cardOf(page, 'Revenue');
  const message = small.getByRole('button', { name: /No results were returned for this query/ });
  await standsWithin(small, message);
  await expect(cardOf(page, 'Weekly revenue by channel')).toContainText('No row passes the filters that are set.');
  await expect(page.locator('[data-chart-state=error]')).toHaveCount(0);
  await message.click();
  const whole = page.getByRole('dialog', { name: 'No results were returned for this query' });
  await expect(whole).toContainText('No row passes the filters that are set.');
  await whole.getByRole('button', { name: 'Clear filters' }).click();
  await expect(small).toContainText('€');
});

test('a small card that failed says what failed, and all of it when pressed', async ({ adminPage: page }) => {
  const error = { message: 'The warehouse is closed for the night', error_type: 'GENERIC_DB_ENGINE_ERROR', extra: {} };
  await page.route('**/chart/data**', (route) =>
    route.fulfill({ status: 500, json: { errors: [error], message: error.message } }),
  );
  await page.goto('/superset/dashboard/sales/');
  const small = cardOf(page, 'Return rate');
  const message = small.getByRole('alert').getByRole('button', { name: /The warehouse is closed for the night/ });
  await standsWithin(small, message);
  await message.click();
  const whole = page.getByRole('dialog', { name: error.message });
  await expect(whole.getByRole('link', { name: 'Edit chart' })).toBeVisible();
  await page.unroute('**/chart/data**');
  await whole.getByRole('button', { name: 'Try again' }).click();
  await expect(small).toContainText('%');
});
