import type { Locator, Page } from '@playwright/test';
import type { ApiClient } from '@powerset/testkit';
import { settled } from './dashboards.ts';
import { expect, test } from './journey.ts';
import type { Examples } from './shared-world.ts';

const cardOf = (page: Page, name: string) => page.getByRole('article', { name, exact: true });
const pillsOf = (page: Page) => page.getByRole('region', { name: 'Cross-filters' });

const base = { adhoc_filters: [], row_limit: 1000, time_range: 'No filter', granularity_sqla: 'ordered_at' };
const forms = {
  Quantities: { ...base, viz_type: 'histogram_v2', column: 'quantity', groupby: [], bins: 5 },
  Weeks: {
    ...base,
    viz_type: 'echarts_timeseries_line',
    x_axis: 'ordered_at',
    time_grain_sqla: 'P1W',
    groupby: [],
    metrics: ['orders'],
  },
  Countries: {
    ...base,
    viz_type: 'table',
    query_mode: 'aggregate',
    groupby: ['country'],
    metrics: ['orders', 'revenue'],
  },
  Customers: { ...base, viz_type: 'big_number_total', metric: 'customers' },
  Bubbles: { ...base, viz_type: 'bubble_v2', entity: 'country', x: 'orders', y: 'revenue', size: 'items' },
};

async function openBrushed(page: Page, api: ApiClient, { ordersId }: Examples): Promise<void> {
  const dashboard = await api.post('/api/v1/dashboard/', { dashboard_title: 'Brushed' });
  for (const [name, form] of Object.entries(forms)) {
    const params = JSON.stringify({ ...form, datasource: `${ordersId}__table` });
    const chart = {
      slice_name: name,
      viz_type: form.viz_type,
      datasource_id: ordersId,
      datasource_type: 'table',
      params,
    };
    const made = await api.post('/api/v1/chart/', { ...chart, dashboards: [dashboard.json.id] });
    expect(made.status, made.text).toBe(201);
  }
  await page.goto(`/superset/dashboard/${dashboard.json.id}/`);
  await settled(page);
}

interface Stretch {
  readonly x: readonly [number, number];
  readonly y?: readonly [number, number];
}

/** Presses on a chart and drags, from one share of it to another; the pointer stays down. */
async function dragOver(card: Locator, { x: [from, to], y: [top, bottom] = [0.5, 0.5] }: Stretch): Promise<void> {
  const chart = card.locator('[data-test=chart-keys]').first();
  await chart.scrollIntoViewIfNeeded();
  const box = await chart.boundingBox();
  if (!box) throw new Error('The chart is not drawn');
  const { mouse } = card.page();
  const at = (x: number, y: number) => [box.x + box.width * x, box.y + box.height * y] as const;
  await mouse.move(...at(from, top));
  await mouse.down();
  await mouse.move(...at((from + to) / 2, (top + bottom) / 2), { steps: 3 });
  await card.page().waitForLoadState('networkidle');
  await mouse.move(...at(to, bottom), { steps: 5 });
  await expect(chart.locator('[data-test=brush-band]')).toBeVisible();
}

/** What the table of countries shows, whichever of equal figures stands first: no order of those is asked for. */
async function countriesOf(page: Page): Promise<string> {
  const rows = await cardOf(page, 'Countries').getByRole('row').allTextContents();
  return rows.toSorted().join('\n');
}

/** The same, once it is other than before and follows no further. */
async function changedFrom(page: Page, before: string): Promise<string> {
  await expect.poll(() => countriesOf(page)).not.toBe(before);
  // A busy machine draws what the middle of the drag asked for well after its end.
  let last = '';
  await expect(async () => {
    const now = await countriesOf(page);
    const isAtRest = now === last;
    last = now;
    expect(isAtRest).toBe(true);
  }).toPass({ intervals: [600] });
  return last;
}

for (const [name, stretch] of [
  ['Quantities', { x: [0.2, 0.5] }],
  ['Weeks', { x: [0.4, 0.6] }],
  ['Bubbles', { x: [0.25, 0.6], y: [0.5, 0.8] }],
] as const)
  test(`other charts follow a drag over ${name} before it is let go, and show the same afterwards`, async ({
    adminPage: page,
    api,
    examples,
  }) => {
    await openBrushed(page, api, examples);
    const before = await countriesOf(page);
    await dragOver(cardOf(page, name), stretch);
    const followed = await changedFrom(page, before);
    await expect(pillsOf(page)).toHaveCount(0);
    await expect(cardOf(page, 'Customers').getByText('Follows when you let go')).toBeVisible();
    await page.mouse.up();
    await expect(pillsOf(page)).toBeVisible();
    await settled(page);
    await expect(cardOf(page, 'Customers').getByText('Follows when you let go')).toHaveCount(0);
    await page.reload();
    await settled(page);
    expect(await countriesOf(page)).toBe(followed);
  });

test('what is under the pointer is told until it drags', async ({ adminPage: page, api, examples }) => {
  await openBrushed(page, api, examples);
  const weeks = cardOf(page, 'Weeks');
  const told = weeks.locator('[data-test=chart-keys] div[style*="z-index: 20"]');
  await weeks.locator('[data-test=chart-keys]').first().hover();
  await expect(told).toBeVisible();
  await dragOver(weeks, { x: [0.4, 0.6] });
  await expect(told).toBeHidden();
});

test('a stretch of a histogram is said in words, broken off and let go by Escape or a press, and taken by keys', async ({
  adminPage: page,
  api,
  examples,
}) => {
  await openBrushed(page, api, examples);
  const card = cardOf(page, 'Quantities');
  const before = await countriesOf(page);
  await dragOver(card, { x: [0.2, 0.5] });
  await changedFrom(page, before);
  await page.keyboard.press('Escape');
  await expect.poll(() => countriesOf(page)).toBe(before);
  await page.mouse.up();
  await expect(pillsOf(page)).toHaveCount(0);

  await dragOver(card, { x: [0.2, 0.5] });
  await page.mouse.up();
  await expect(pillsOf(page)).toContainText(/1 to under \d/);
  const chart = card.locator('[data-test=chart-keys]').first();
  const box = (await chart.boundingBox())!;
  await page.mouse.click(box.x + box.width - 30, box.y + 40);
  await expect(pillsOf(page)).toHaveCount(0);

  await chart.focus();
  await page.keyboard.press('Home');
  await page.keyboard.press('Shift+ArrowRight');
  await expect(card.locator('[data-test=brush-band]')).toBeVisible();
  await page.keyboard.press('Enter');
  await expect(pillsOf(page)).toContainText('1 to under 3');
  await page.keyboard.press('Escape');
  await page.keyboard.press('Escape');
  await expect(pillsOf(page)).toHaveCount(0);
});
