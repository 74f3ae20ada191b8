import type { Browser, Page } from '@playwright/test';
import type { ApiClient } from '@powerset/testkit';
import { barOf, filter, settled } from './dashboards.ts';
import { expect, pick, test } from './journey.ts';
import type { Examples } from './shared-world.ts';

const inTime = {
  ...{ clause: 'WHERE', expressionType: 'SIMPLE', subject: 'ordered_at', operator: 'TEMPORAL_RANGE' },
  comparator: 'No filter',
};
const base = { adhoc_filters: [inTime], row_limit: 1000 };
const forms = {
  Countries: {
    ...{ ...base, viz_type: 'table', query_mode: 'aggregate', groupby: ['country'] },
    metrics: ['orders', 'revenue'],
  },
  Total: { ...base, viz_type: 'big_number_total', metric: 'orders' },
  Categories: { ...base, viz_type: 'pie', groupby: ['category'], metric: 'revenue' },
};
type Name = keyof typeof forms;

/** A dashboard of two tabs whose charts all say their figures in words. */
async function makeTabs(api: ApiClient, { ordersId }: Examples): Promise<number> {
  const { id } = (await api.post('/api/v1/dashboard/', { dashboard_title: 'Taken along' })).json;
  const ids: Record<string, number> = {};
  for (const [name, form] of Object.entries(forms)) {
    const params = JSON.stringify({ ...form, datasource: `${ordersId}__table` });
    const source = { datasource_id: ordersId, datasource_type: 'table' };
    const chart = { slice_name: name, viz_type: form.viz_type, ...source, params, dashboards: [id] };
    ids[name] = (await api.post('/api/v1/chart/', chart)).json.id;
  }
  const tab = (name: string, charts: readonly Name[]) => ({
    [`TAB-${name}`]: { type: 'TAB', id: `TAB-${name}`, children: [`ROW-${name}`], meta: { text: name } },
    [`ROW-${name}`]: {
      ...{ type: 'ROW', id: `ROW-${name}`, meta: { background: 'BACKGROUND_TRANSPARENT' } },
      children: charts.map((chart) => `CHART-${chart}`),
    },
    ...Object.fromEntries(
      charts.map((chart) => [
        `CHART-${chart}`,
        {
          ...{ type: 'CHART', id: `CHART-${chart}`, children: [] },
          meta: { chartId: ids[chart], width: 6, height: 60, sliceName: chart },
        },
      ]),
    ),
  });
  const position = {
    DASHBOARD_VERSION_KEY: 'v2',
    ROOT_ID: { type: 'ROOT', id: 'ROOT_ID', children: ['TABS-1'] },
    'TABS-1': { type: 'TABS', id: 'TABS-1', children: ['TAB-Figures', 'TAB-Shares'], meta: {} },
    ...tab('Figures', ['Countries', 'Total']),
    ...tab('Shares', ['Categories']),
  };
  const target = (name: string) => ({ targets: [{ datasetId: ordersId, column: { name } }] });
  const metadata = {
    native_filter_configuration: [
      filter('Order date', { filterType: 'filter_time' }),
      filter('Channel', target('channel')),
      filter('Unit price', { ...target('unit_price'), filterType: 'filter_range' }),
    ],
  };
  const body = { position_json: JSON.stringify(position), json_metadata: JSON.stringify(metadata) };
  expect((await api.put(`/api/v1/dashboard/${id}`, body)).status).toBe(200);
  return id;
}

/** The file that the dashboard's menu saves. */
async function saveFile(page: Page, path: string): Promise<string> {
  const saved = page.waitForEvent('download');
  await page.locator('.dashboard-header').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Download' }).click();
  await page.getByRole('menuitem', { name: 'File with filters (HTML)' }).click();
  const file = await saved;
  expect(file.suggestedFilename()).toBe('taken-along.html');
  await file.saveAs(path);
  return path;
}

/** A browser without a network, and whatever went wrong in it. */
async function openFile(browser: Browser, path: string) {
  const context = await browser.newContext({
    offline: true,
    reducedMotion: 'reduce',
    locale: 'en-US',
    timezoneId: 'UTC',
  });
  const page = await context.newPage();
  const wrong: string[] = [];
  page.on('pageerror', (error) => wrong.push(String(error)));
  page.on('request', (request) => {
    if (/^(https?|wss?):/.test(request.url())) wrong.push(request.url());
  });
  await page.goto(`file://${path}`);
  await settled(page);
  return { page, wrong, close: () => context.close() };
}

const figuresOf = async (page: Page, names: readonly Name[]) => {
  await settled(page);
  const texts = names.map((name) =>
    page.getByRole('article', { name, exact: true }).locator('[data-card-body]').textContent(),
  );
  return (await Promise.all(texts)).map((text) => (text ?? '').replace(/\s+/g, ' '));
};

test('a dashboard taken along as a file filters as the dashboard does, without a network', async ({
  adminPage: live,
  api,
  examples,
  browser,
}, testInfo) => {
  const id = await makeTabs(api, examples);
  await live.goto(`/superset/dashboard/${id}/`);
  await settled(live);
  const path = await saveFile(live, testInfo.outputPath('taken-along.html'));
  const { page, wrong, close } = await openFile(browser, path);
  const names = ['Countries', 'Total'] as const;
  const both = async (step: (page: Page) => Promise<void>, seen: readonly Name[] = names) => {
    for (const one of [live, page]) await step(one);
    await expect.poll(() => figuresOf(page, seen)).toEqual(await figuresOf(live, seen));
    return figuresOf(page, seen);
  };

  const opened = await both(async () => undefined);
  await test.step('by a value', async () => {
    const chosen = await both(async (one) => {
      await pick(barOf(one).getByRole('combobox', { name: 'Channel' }), 'Store');
      await one.keyboard.press('Escape');
      await barOf(one).getByRole('button', { name: 'Apply filters' }).click();
      await expect(one.getByText('Channel: Store').or(barOf(one).getByText('Store').first()).first()).toBeVisible();
    });
    expect(chosen).not.toEqual(opened);
  });
  await test.step('by a mark of another chart', async () => {
    const [, before] = await figuresOf(page, names);
    const [, total] = await both(async (one) => {
      await one.getByRole('article', { name: 'Countries' }).getByText('France', { exact: true }).click();
      await expect(one.getByRole('region', { name: 'Cross-filters' })).toBeVisible();
    });
    expect(total).not.toBe(before);
  });
  await test.step('by a range of time', async () => {
    const country = (one: Page) =>
      one.getByRole('article', { name: 'Countries' }).getByRole('button', { name: 'France' });
    for (const one of [live, page]) await country(one).click();
    const [before] = await figuresOf(page, ['Total']);
    const [chosen] = await both(
      async (one) => {
        await barOf(one)
          .getByRole('button', { name: /^Order date:/ })
          .click();
        const popover = one.getByRole('dialog', { name: 'Edit time range' });
        await pick(popover.getByRole('combobox', { name: 'Range type' }), 'Last');
        await popover.getByRole('button', { name: 'Last month' }).click();
        await expect(popover).toHaveCount(0);
        await barOf(one).getByRole('button', { name: 'Apply filters' }).click();
      },
      ['Total'],
    );
    expect(chosen).not.toEqual(before);
    // Each country's days in each channel are more rows than a file holds.
    await expect(page.getByRole('article', { name: 'Countries' })).toContainText('This file does not hold what');
  });
  await test.step('in its other tab and the other theme', async () => {
    await page.getByRole('tab', { name: 'Shares' }).click();
    await settled(page);
    await expect(page.getByRole('article', { name: 'Categories' }).locator('canvas, svg').first()).toBeVisible();
    await page.getByRole('button', { name: 'Dark' }).click();
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  });
  expect(wrong).toEqual([]);
  await close();
});
