import type { Page } from '@playwright/test';
import type { ApiClient } from '@powerset/testkit';
import { barOf, filter, makeDashboard, metadataOf, onColumn, settled } from './dashboards.ts';
import { changeBootstrap, expect, forbid, optionsOf, pick, test } from './journey.ts';

/** The picker of a dashboard's time range: what opens it, what it opens, and what applies it. */
async function openTimes(page: Page, api: ApiClient, title: string) {
  const { id } = await makeDashboard(api, title, {
    native_filter_configuration: [filter('Order date', { filterType: 'filter_time' })],
  });
  await page.goto(`/superset/dashboard/${id}/`);
  await settled(page);
  const popover = page.getByRole('dialog', { name: 'Edit time range' });
  return {
    trigger: barOf(page).getByRole('button', { name: /^Order date:/ }),
    popover,
    apply: popover.getByRole('button', { name: 'APPLY' }),
    chooseType: (type: string) => pick(popover.getByRole('combobox', { name: 'Range type' }), type),
  };
}

test('cancelling and closing the picker of a time range leave the value as it was [TIM-003] [TIM-006] [TIM-008]', async ({
  adminPage: page,
  api,
}) => {
  const { trigger, popover, apply, chooseType } = await openTimes(page, api, 'Times that stay');
  await expect(trigger).toHaveText('No filter');
  await trigger.click();
  await expect(popover.getByRole('heading', { name: 'Edit time range' })).toBeVisible();
  expect((await popover.boundingBox())?.width).toBe(600);
  await expect(apply).toBeVisible();
  await chooseType('Last');
  await expect(popover.getByRole('button', { name: 'Last week' })).toHaveAttribute('aria-pressed', 'true');
  await popover.getByRole('button', { name: 'CANCEL' }).click();
  await expect(popover).toHaveCount(0);
  await expect(trigger).toHaveText('No filter');
  await trigger.click();
  await chooseType('Previous');
  await page.keyboard.press('Escape');
  await expect(popover).toHaveCount(0);
  await expect(trigger).toHaveText('No filter');
});

test('applying a time range commits it, and opening starts from it [TIM-007] [TIM-009]', async ({
  adminPage: page,
  api,
}) => {
  const { trigger, popover, apply, chooseType } = await openTimes(page, api, 'Times that count');
  await trigger.click();
  await chooseType('Previous');
  await expect(popover.getByTestId('actual-range')).toHaveText(/^\w+ \d+, \d{4} – \w+ \d+, \d{4} \(7 days\)$/);
  await apply.click();
  await expect(popover).toHaveCount(0);
  await expect(trigger).toHaveText('previous calendar week');
  await trigger.click();
  await expect(popover.getByRole('button', { name: 'previous calendar week' })).toHaveAttribute('aria-pressed', 'true');
});

test('a list of choices opens by the press alone, wherever the button is let go, and stays under its field', async ({
  adminPage: page,
  api,
}) => {
  const { id } = await makeDashboard(api, 'Choices by a press', {
    native_filter_configuration: [filter('Channel', onColumn('channel'))],
  });
  await page.goto(`/superset/dashboard/${id}/`);
  await settled(page);
  const field = barOf(page).getByRole('combobox', { name: 'Channel' });
  await field.hover();
  await page.mouse.down();
  // The page moves under the hand, as it does when a part of it arrives.
  await barOf(page).evaluate((bar) => bar.style.setProperty('padding-top', '120px'));
  await page.mouse.up();
  await expect(field).toHaveAttribute('aria-expanded', 'true');
  await expect((await optionsOf(field)).first()).toBeVisible();
  const gap = async () => {
    const [list, box] = [await page.getByRole('listbox').boundingBox(), await field.boundingBox()];
    return list && box ? Math.round(list.y - box.y - box.height) : Number.NaN;
  };
  const before = await gap();
  await barOf(page).evaluate((bar) => bar.style.setProperty('padding-top', '200px'));
  await expect.poll(gap).toBe(before);
});

test('a time range takes one press on a preset, or two on days of the calendar', async ({ adminPage: page, api }) => {
  const { trigger, popover, apply } = await openTimes(page, api, 'Times by one press');
  await trigger.click();
  await popover.getByRole('button', { name: 'Last quarter' }).click();
  await expect(popover).toHaveCount(0);
  await expect(trigger).toHaveText('Last quarter');
  await trigger.click();
  await popover.getByRole('button', { name: 'Previous month' }).click();
  await popover.getByRole('button', { name: /-18$/ }).click();
  await popover.getByRole('button', { name: /-05$/ }).click();
  await expect(popover.getByTestId('actual-range')).toHaveText(/ 5, \d{4} – \w+ 18, \d{4} \(14 days\)$/);
  await expect(popover.locator('[data-range="between"]')).toHaveCount(12);
  await apply.click();
  await expect(trigger).toHaveText(/ 5, \d{4} – \w+ 18, \d{4}$/);
});

test('a moment is typed or chosen of a calendar, and cannot be cleared [TIM-028]', async ({ adminPage: page, api }) => {
  const { trigger, popover, chooseType } = await openTimes(page, api, 'Moments');
  await trigger.click();
  await chooseType('Custom');
  await pick(popover.getByRole('combobox', { name: 'Start (inclusive)' }), 'Specific');
  const moment = popover.locator('input[type=datetime-local]').first();
  const before = await moment.inputValue();
  expect(before).toMatch(/^\d{4}-\d\d-\d\dT/);
  await moment.fill('');
  await expect(moment).toHaveValue(before);
  await popover.getByRole('button', { name: 'Choose a day' }).first().click();
  const calendar = page.getByRole('dialog', { name: 'Calendar' });
  await expect(calendar.getByRole('columnheader').first()).toHaveText('Sun');
  await calendar.getByRole('button', { name: 'Previous month' }).click();
  await calendar.getByRole('button', { name: /-15$/ }).click();
  await expect(moment).toHaveValue(/-15T/);
});

test('a time range that means nothing cannot be applied; one that does is still filtered after a reload [TIM-006] [TIM-010]', async ({
  adminPage: page,
  api,
}) => {
  const { trigger, popover, apply, chooseType } = await openTimes(page, api, 'Times that mean nothing');
  await trigger.click();
  await chooseType('Advanced');
  await popover.getByLabel('Start (inclusive)').fill('the day of the goat');
  await expect(popover.getByRole('alert')).toBeVisible();
  await expect(apply).toBeDisabled();
  await popover.getByLabel('Start (inclusive)').fill('2025-01-01');
  await popover.getByLabel('End (exclusive)').fill('2026-01-01');
  await expect(popover.getByTestId('actual-range')).toHaveText('Jan 1, 2025 – Dec 31, 2025 (365 days)');
  await apply.click();
  await expect(trigger).toHaveText('Jan 1, 2025 – Dec 31, 2025');
  await barOf(page).getByRole('button', { name: 'Apply filters' }).click();
  await page.reload();
  await expect(trigger).toHaveText('Jan 1, 2025 – Dec 31, 2025');
  await expect(page).toHaveURL(/native_filters_key=/);
  await trigger.click();
  await chooseType('No filter');
  await apply.click();
  await barOf(page).getByRole('button', { name: 'Apply filters' }).click();
  await page.reload();
  await expect(trigger).toHaveText('No filter');
});

test('a numerical range is drawn with its histogram, moved by keys, dragged and typed; other filters narrow what a filter offers [FLT-002] [FLT-009] [FLT-010] [FLT-011]', async ({
  adminPage: page,
  api,
}) => {
  const { id } = await makeDashboard(api, 'Ranges', {
    native_filter_configuration: [
      filter('Quantity', {
        ...onColumn('quantity'),
        filterType: 'filter_range',
        description:
          '<b>Pieces</b> in one line<script>document.title = "taken"</script><img src=x onerror="document.title=1">',
      }),
      { id: 'NATIVE_FILTER_DIVIDER-1', type: 'DIVIDER', title: 'Where', description: '' },
      filter('Channel', {
        ...onColumn('channel'),
        defaultDataMask: {
          extraFormData: { filters: [{ col: 'channel', op: 'IN', val: ['Store'] }] },
          filterState: { value: ['Store'] },
        },
      }),
      filter('Payment', { ...onColumn('payment_method'), cascadeParentIds: ['NATIVE_FILTER-Channel'] }),
    ],
  });
  const asked: Record<string, unknown>[] = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/chart/data')) asked.push(...request.postDataJSON().queries);
  });
  await page.goto(`/superset/dashboard/${id}/`);
  await settled(page);
  const bar = barOf(page);

  await test.step('the histogram counts every row of the engine', async () => {
    const bars = bar.getByTestId('range-histogram').locator('i');
    await expect(bars).toHaveCount(20);
    const counts = () => bars.evaluateAll((all) => all.reduce((sum, one) => sum + Number(one.dataset.count ?? 0), 0));
    await expect.poll(counts).toBeGreaterThan(1_000_000);
    await expect(bar.getByRole('heading', { name: 'Where' })).toBeVisible();
  });

  await test.step('thumbs move by key and by pointer; an end left alone stays open', async () => {
    const low = bar.getByRole('slider', { name: 'Quantity: Least value' });
    const least = bar.getByRole('spinbutton', { name: 'Least value' });
    await low.focus();
    await page.keyboard.press('ArrowRight');
    await expect(least).toHaveValue('2');
    await page.keyboard.press('Home');
    await expect(least).toHaveValue('');
    const box = await low.boundingBox();
    if (!box) throw new Error('The slider is not on the screen.');
    await page.mouse.move(box.x + 7, box.y + 7);
    await page.mouse.down();
    await page.mouse.move(box.x + 100, box.y + 7, { steps: 4 });
    await page.mouse.up();
    const dragged = Number(await least.inputValue());
    expect(dragged).toBeGreaterThan(2);
    await bar.getByRole('spinbutton', { name: 'Greatest value' }).fill('1');
    await expect(bar.getByText('The least value is above the greatest.')).toBeVisible();
    await bar.getByRole('spinbutton', { name: 'Greatest value' }).fill('');
    const sent = page.waitForRequest(/chart\/data\/batch$/);
    await bar.getByRole('button', { name: 'Apply filters' }).click();
    expect((await sent).postData()).toContain(`"col":"quantity","op":">=","val":${dragged}`);
  });

  await test.step('a description shows harmless HTML and nothing else', async () => {
    await bar.getByRole('button', { name: 'About Quantity' }).click();
    const about = page.getByRole('dialog', { name: 'About Quantity' });
    await expect(about.locator('strong, b')).toHaveText('Pieces');
    await expect(about.locator('script, [onerror]')).toHaveCount(0);
    await page.keyboard.press('Escape');
    expect(await page.title()).not.toContain('taken');
  });

  await test.step('values are asked for a thousand at most, narrowed by the filter they depend on', async () => {
    const values = asked.find((query) => JSON.stringify(query.columns) === '["payment_method"]');
    expect(values).toMatchObject({ row_limit: 1000, filters: [{ col: 'channel', op: 'IN', val: ['Store'] }] });
  });
});

test('filters are ordered by dragging, get conditions, and failing to save them says so and loses nothing [FLT-005] [FLT-015] [DSH-011]', async ({
  adminPage: page,
  api,
}) => {
  const { id } = await makeDashboard(api, 'Settings', {
    native_filter_configuration: [filter('First', onColumn('channel')), filter('Second', onColumn('payment_method'))],
  });
  await page.goto(`/superset/dashboard/${id}/`);
  await settled(page);
  await barOf(page).getByRole('button', { name: 'Filter settings' }).click();
  await page.getByRole('menuitem', { name: 'Add/Edit Filters' }).click();
  const dialog = page.getByRole('dialog');
  const entries = dialog.getByTitle('Drag it, or move it with Alt and an arrow key');
  const from = await entries.nth(1).boundingBox();
  const to = await entries.nth(0).boundingBox();
  if (!from || !to) throw new Error('The entries are not on the screen.');
  await page.mouse.move(from.x + 60, from.y + 16);
  await page.mouse.down();
  await page.mouse.move(to.x + 60, to.y + 12, { steps: 8 });
  await page.mouse.up();
  await expect(entries).toHaveText(['Second', 'First']);

  // For 50 ms after a drop the drag takes clicks for its own, which no hand is quick enough to notice.
  await page.waitForTimeout(250);
  await dialog.getByRole('checkbox', { name: 'Pre-filter available values' }).check();
  await pick(dialog.getByRole('combobox', { name: 'Column to compare' }), /^channel$/i);
  await dialog.getByLabel('Value to compare with').fill('Store');
  await page.route(`**/api/v1/dashboard/${id}`, (route) =>
    route.request().method() === 'PUT'
      ? route.fulfill({ status: 500, json: { message: 'The disk is full' } })
      : route.continue(),
  );
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByRole('alert')).toContainText('The disk is full');
  await expect(entries).toHaveText(['Second', 'First']);
  await page.unroute(`**/api/v1/dashboard/${id}`);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  const { native_filter_configuration: saved } = await metadataOf(api, id);
  expect(saved.map((one: { name: string }) => one.name)).toEqual(['Second', 'First']);
  expect(saved[0].adhoc_filters ?? saved[1].adhoc_filters).toEqual([
    { expressionType: 'SIMPLE', clause: 'WHERE', subject: 'channel', operator: '==', comparator: 'Store' },
  ]);
});

const storeDefault = filter('Channel', {
  ...onColumn('channel'),
  defaultDataMask: {
    extraFormData: { filters: [{ col: 'channel', op: 'IN', val: ['Store'] }] },
    filterState: { value: ['Store'] },
  },
});

const settingsOf = (page: Page) => barOf(page).getByRole('button', { name: 'Filter settings' });
const setFlags = (page: Page, flags: Readonly<Record<string, boolean>>) =>
  changeBootstrap(page, (body) => ({ ...body, featureFlags: { ...body.featureFlags, ...flags } }));

test('the filter bar lies across the top, which is offered where the feature is on [FLT-013] [CST-001]', async ({
  adminPage: page,
  api,
}) => {
  const { id } = await makeDashboard(api, 'Lying', {
    native_filter_configuration: [
      storeDefault,
      filter('Quantity', { ...onColumn('quantity'), filterType: 'filter_range' }),
    ],
  });
  const path = `/superset/dashboard/${id}/`;
  await setFlags(page, { HORIZONTAL_FILTER_BAR: true });
  await page.goto(path);
  await settled(page);
  await settingsOf(page).click();
  await page.getByRole('menuitemradio', { name: 'Horizontal (Top)' }).click();
  await expect.poll(async () => (await barOf(page).boundingBox())?.width).toBeGreaterThan(1000);
  expect((await metadataOf(api, id)).filter_bar_orientation).toBe('HORIZONTAL');
  const controls = page.locator('[data-filter-row] [data-filter-control]');
  const widths = () => controls.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().width));
  for (const width of await widths()) expect(width).toBeGreaterThanOrEqual(160);
  const size = page.viewportSize();
  await page.setViewportSize({ width: 800, height: 800 });
  await page.getByRole('button', { name: /^More filters/ }).click();
  await expect(page.getByRole('dialog').getByText('Quantity')).toBeVisible();
  await page.keyboard.press('Escape');
  if (size) await page.setViewportSize(size);
  await expect(page.getByRole('button', { name: /^More filters/ })).toHaveCount(0);
  await barOf(page).getByRole('button', { name: 'All values' }).click();
  await expect(page.getByRole('slider', { name: 'Quantity: Least value' })).toBeVisible();
  await page.keyboard.press('Escape');

  await setFlags(page, { HORIZONTAL_FILTER_BAR: false });
  await page.goto(path);
  await settled(page);
  expect((await barOf(page).boundingBox())?.width).toBe(256);
  await settingsOf(page).click();
  await expect(page.getByRole('menuitem', { name: 'Add/Edit Filters' })).toBeVisible();
  await expect(page.getByText('Horizontal (Top)')).toHaveCount(0);
});

test('cross-filtering is switched off for a dashboard, which is saved [XFL-002]', async ({ adminPage: page, api }) => {
  const { id } = await makeDashboard(api, 'Not crossing', { native_filter_configuration: [storeDefault] });
  await page.goto(`/superset/dashboard/${id}/`);
  await settled(page);
  await settingsOf(page).click();
  await expect(page.getByRole('menuitemradio', { name: 'Enable cross-filtering' })).toBeChecked();
  await page.getByRole('menuitemradio', { name: 'Enable cross-filtering' }).click();
  await expect.poll(async () => (await metadataOf(api, id)).cross_filters_enabled).toBe(false);
});

test('without the feature of filters there is no bar, and no filter is asked for [FLT-001]', async ({
  adminPage: page,
  api,
}) => {
  const { id } = await makeDashboard(api, 'Unfiltered', { native_filter_configuration: [storeDefault] });
  const asked = async () => {
    const sent = page.waitForRequest(/chart\/data\/batch$/);
    await page.goto(`/superset/dashboard/${id}/`);
    await settled(page);
    return (await sent).postData();
  };
  expect(await asked()).toContain('Store');
  await expect(barOf(page)).toBeVisible();
  await setFlags(page, { DASHBOARD_NATIVE_FILTERS: false });
  expect(await asked()).not.toContain('Store');
  await expect(barOf(page)).toHaveCount(0);
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await expect(page.getByRole('menuitem', { name: 'Edit properties' })).toBeVisible();
  await expect(page.getByRole('menuitem', { name: 'Add/Edit Filters' })).toHaveCount(0);
});

test('without the feature of cross-filters a mark filters nothing, and no scopes are offered [XFL-001]', async ({
  adminPage: page,
}) => {
  const pills = page.getByRole('region', { name: 'Cross-filters' });
  const scopes = page.getByRole('menuitem', { name: 'Cross-filtering scoping' });
  const clickLongestBar = async () => {
    await page.goto('/superset/dashboard/sales/');
    await settled(page);
    const box = await page.getByRole('article', { name: 'Revenue by country', exact: true }).boundingBox();
    await page.mouse.click((box?.x ?? 0) + 140, (box?.y ?? 0) + 54);
  };
  const openMore = async () => {
    await page.getByRole('button', { name: 'More actions' }).first().click();
    await expect(page.getByRole('menuitem', { name: 'Edit properties' })).toBeVisible();
  };
  await clickLongestBar();
  await expect(pills).toBeVisible();
  await openMore();
  await expect(scopes).toBeVisible();
  await setFlags(page, { DASHBOARD_CROSS_FILTERS: false });
  await clickLongestBar();
  await openMore();
  await expect(scopes).toHaveCount(0);
  await expect(pills).toHaveCount(0);
});

test('what a role may not do with charts and dashboards is not offered, each for itself [PRM-010]', async ({
  adminPage: page,
  api,
}) => {
  const { id } = await makeDashboard(api, 'For some');
  const card = page.getByRole('article', { name: 'Payment methods' });
  const offered = async () => {
    await page.goto(`/superset/dashboard/${id}/`);
    await settled(page);
    const shares = await page.getByRole('button', { name: 'Share' }).count();
    await card.getByRole('button', { name: 'More actions' }).click();
    const own = await page.getByRole('menu').last().getByRole('menuitem').allTextContents();
    await page.getByRole('menuitem', { name: 'Download' }).click();
    await expect(page.getByRole('menuitem', { name: 'Download as image' })).toBeVisible();
    const files = await page.getByRole('menu').last().getByRole('menuitem').allTextContents();
    const named = ['Share', 'Edit chart', 'Export to .CSV'].filter((name) => [...own, ...files].includes(name));
    return shares > 0 ? ['Share the dashboard', ...named] : named;
  };
  const all = ['Share the dashboard', 'Share', 'Edit chart', 'Export to .CSV'];
  expect(await offered()).toEqual(all);
  for (const [right, lost] of [
    ['can_share_dashboard', 'Share the dashboard'],
    ['can_share_chart', 'Share'],
    ['can_explore', 'Edit chart'],
    ['can_csv', 'Export to .CSV'],
  ] as const) {
    await forbid(page, right);
    expect(await offered(), right).toEqual(all.filter((name) => name !== lost));
    await page.unrouteAll();
  }
});
