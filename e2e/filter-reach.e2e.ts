import type { Locator } from '@playwright/test';
import { barOf, filter, makeDashboard, settled } from './dashboards.ts';
import { expect, test } from './journey.ts';

const withValue = (column: string, value: string) => ({
  targets: [{ datasetId: 'DATASET', column: { name: column } }],
  defaultDataMask: {
    extraFormData: { filters: [{ col: column, op: 'IN', val: [value] }] },
    filterState: { value: [value] },
  },
});

const badgeOf = (card: Locator) => card.getByRole('button', { name: /^Filters of this chart/ });

test('each chart says which filters narrow it, which do not and why, and leads to them; a filter shows the charts that it reaches [FLT-011] [DSH-011]', async ({
  adminPage: page,
  api,
}) => {
  const { id, chartIds, datasetId } = await makeDashboard(api, 'Filters that reach');
  const [payments, countries] = chartIds;
  const filters = [
    filter('Channel', { ...withValue('channel', 'Store'), scope: { rootPath: ['ROOT_ID'], excluded: [countries] } }),
    filter('Gone', withValue('no_such_column', 'x')),
    filter('Payment', { targets: [{ datasetId: 'DATASET', column: { name: 'payment_method' } }] }),
  ];
  const text = JSON.stringify({ native_filter_configuration: filters }).replaceAll('"DATASET"', String(datasetId));
  await api.put(`/api/v1/dashboard/${id}`, { json_metadata: text });
  await page.goto(`/superset/dashboard/${id}/`);
  await settled(page);
  const cardOf = (chartId: number | undefined) => page.locator(`article[data-chart-id="${chartId}"]`);
  const popover = page.getByRole('dialog', { name: 'Filters of this chart' });
  const group = (name: string) => popover.getByRole('region', { name });

  await test.step('by keyboard', async () => {
    const badge = badgeOf(cardOf(payments));
    await expect(badge).toHaveAccessibleName('Filters of this chart: 1 applied, 1 without effect');
    await badge.focus();
    await page.keyboard.press('Enter');
    await expect(group('Applied').getByRole('button')).toHaveText(['ChannelStore']);
    await expect(group('Without effect')).toContainText('orders has no column no_such_column');
    await expect(group('Without a value').getByRole('button')).toHaveText(['Payment']);
  });

  await test.step('from an entry to its filter, and from a filter to its charts', async () => {
    const field = page.locator('[data-filter-id="NATIVE_FILTER-Payment"]');
    await barOf(page).getByRole('button', { name: 'Collapse filter bar' }).click();
    await badgeOf(cardOf(payments)).click();
    await group('Without a value').getByRole('button').click();
    await expect(popover).toHaveCount(0);
    await expect(field.getByRole('combobox')).toBeFocused();
    await expect(cardOf(payments)).toHaveAttribute('data-highlighted', 'true');
    await page.locator('[data-filter-id="NATIVE_FILTER-Channel"]').hover();
    await expect(cardOf(payments)).toHaveAttribute('data-highlighted', 'true');
    await expect(cardOf(countries)).not.toHaveAttribute('data-highlighted', 'true');
  });

  await test.step('what is out of scope is said too', async () => {
    await badgeOf(cardOf(countries)).click();
    await expect(group('Not in scope')).toContainText('Channel');
  });

  await test.step('on a phone', async () => {
    await page.keyboard.press('Escape');
    await page.setViewportSize({ width: 390, height: 844 });
    await badgeOf(cardOf(payments)).click();
    await group('Applied').getByRole('button').click();
    await expect(page.getByRole('dialog', { name: 'Filters', exact: true })).toBeVisible();
    await expect(page.locator('[data-filter-id="NATIVE_FILTER-Channel"]').getByRole('combobox')).toBeFocused();
  });

  await test.step('nothing where nothing is filtered', async () => {
    const sheet = page.getByRole('dialog', { name: 'Filters', exact: true });
    await sheet.getByRole('button', { name: 'Clear all' }).click();
    await sheet.getByRole('button', { name: 'Apply filters' }).click();
    await settled(page);
    await expect(badgeOf(page.locator('body'))).toHaveCount(0);
  });
});
