import type { Locator, Page } from '@playwright/test';
import { settled } from './dashboards.ts';
import { expect, test } from './journey.ts';
import { findChart } from './shared-world.ts';

const cardOf = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const entry = (page: Page, name: string) => page.getByRole('menuitem', { name, exact: true });

/** The line over weeks of the sales dashboard, once all is drawn. */
async function openWeekly(page: Page): Promise<Locator> {
  await page.goto('/superset/dashboard/sales/');
  await settled(page);
  return cardOf(page, 'Weekly revenue by channel');
}

/** Brings the keys to the last mark of a chart. */
async function walkToEnd(card: Locator): Promise<void> {
  const page = card.page();
  await card.locator('[data-test=chart-keys]').first().focus();
  await expect(card.locator('[data-test=mark-said]')).toHaveText('');
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('End');
  await expect(card.locator('[data-test=mark-said]')).not.toHaveText('');
}

test('a mark of a line is explained by the values that made its change, a value by others, and a value is kept', async ({
  adminPage: page,
}) => {
  const card = await openWeekly(page);
  await walkToEnd(card);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+F10');
  await entry(page, 'Explain this change').click();
  const dialog = page.getByRole('dialog', { name: 'Explain this change: Weekly revenue by channel' });
  await expect(dialog.locator('[data-test=explain-statement]')).toBeVisible();
  await expect(dialog.getByRole('progressbar')).toHaveCount(0);
  const country = dialog.getByRole('region', { name: 'Country', exact: true });
  await expect(country.getByRole('listitem').first()).toContainText('→');
  const said = await dialog.locator('[data-test=explain-statement]').textContent();
  await country.getByRole('button', { name: 'Germany' }).click();
  await entry(page, 'Explain its own change').click();
  await expect(country).toHaveCount(0);
  await expect(dialog.locator('[data-test=explain-statement]')).not.toHaveText(said ?? '');
  await dialog.getByRole('button', { name: 'Remove Germany' }).click();
  await country.getByRole('button', { name: 'Germany' }).click();
  await entry(page, 'Keep only').click();
  await expect(dialog).toHaveCount(0);
  await settled(page);
  await expect(page.getByRole('region', { name: 'Cross-filters' })).toContainText('Germany');
});

test('a rate on a big number is explained by shares and by rates of their own', async ({ adminPage: page }) => {
  await page.goto('/superset/dashboard/sales/');
  await settled(page);
  await cardOf(page, 'Return rate').locator('[data-test=big-number]').focus();
  await page.keyboard.press('Shift+F10');
  await entry(page, 'Explain this change').click();
  const dialog = page.getByRole('dialog', { name: 'Explain this change: Return rate' });
  await expect(dialog.getByRole('progressbar')).toHaveCount(0);
  await expect(dialog.getByRole('listitem').first()).toContainText(/by its share .*, by itself /);
});

/** Drags along the middle of a chart, from one share of its width to another. */
async function drag(chart: Locator, [from, to]: readonly [number, number]): Promise<void> {
  const box = await chart.boundingBox();
  if (!box) throw new Error('The chart is not drawn');
  const { mouse } = chart.page();
  const y = box.y + box.height / 2;
  await mouse.move(box.x + box.width * from, y);
  await mouse.down();
  await mouse.move(box.x + box.width * (from + 0.05), y, { steps: 3 });
  await chart.page().waitForLoadState('networkidle');
  await mouse.move(box.x + box.width * to, y, { steps: 5 });
  await expect(chart.locator('[data-test=brush-band]')).toBeVisible();
  await mouse.up();
  await expect(chart.locator('[data-test=brush-band]')).toHaveCount(0);
}

test('a drag over a time axis filters the dashboard until Escape lets go, and the stretch is explained', async ({
  adminPage: page,
}) => {
  const card = await openWeekly(page);
  const pills = page.getByRole('region', { name: 'Cross-filters' });
  await drag(card.locator('[data-test=chart-keys]').first(), [0.4, 0.6]);
  await expect(pills).toContainText('–');
  await expect(entry(page, 'Remove cross-filter')).toBeVisible();
  await entry(page, 'Explain this change').click();
  const dialog = page.getByRole('dialog', { name: 'Explain this change: Weekly revenue by channel' });
  await expect(dialog.locator('[data-test=explain-statement]')).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).last().click();
  await card.locator('[data-test=chart-keys]').first().focus();
  await page.keyboard.press('Escape');
  await expect(pills).toHaveCount(0);
});

test('Shift leads from mark to mark over a stretch, which Enter takes and its last mark is explained against the first', async ({
  adminPage: page,
}) => {
  const card = await openWeekly(page);
  await walkToEnd(card);
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Shift+ArrowLeft');
  await page.keyboard.press('Shift+ArrowLeft');
  await expect(card.locator('[data-test=brush-band]')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('region', { name: 'Cross-filters' })).toContainText('–');
  await page.getByRole('menuitem', { name: /^Explain .* against / }).click();
  const dialog = page.getByRole('dialog', { name: /^Explain this change/ });
  await expect(dialog.getByText('The beginning of the range')).toBeVisible();
  await expect(dialog.locator('[data-test=explain-statement]')).toBeVisible();
});

test('a stretch is kept in Explore, and a finger drags as a pointer does', async ({ adminPage: page, api }) => {
  const chart = await findChart(api, 'Weekly revenue by channel');
  await page.goto(`/explore/?slice_id=${chart.id}`);
  const drawn = page.locator('[data-test=chart-keys]').first();
  await expect(drawn).toBeVisible();
  const table = page.locator('[data-test=echart] table').first();
  await expect(table.locator('tbody tr').nth(60)).toBeAttached();
  const box = await drawn.boundingBox();
  if (!box) throw new Error('The chart is not drawn');
  const touch = await page.context().newCDPSession(page);
  const at = (share: number) => [{ x: box.x + box.width * share, y: box.y + box.height / 2 }];
  await touch.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: at(0.4) });
  await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(0.45) });
  await page.waitForLoadState('networkidle');
  for (const share of [0.5, 0.55, 0.6])
    await touch.send('Input.dispatchTouchEvent', { type: 'touchMove', touchPoints: at(share) });
  await expect(drawn.locator('[data-test=brush-band]')).toBeVisible();
  await touch.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
  await page.getByRole('menuitem', { name: /^Keep only/ }).click();
  await expect(table.locator('tbody tr').nth(60)).toHaveCount(0);
});
