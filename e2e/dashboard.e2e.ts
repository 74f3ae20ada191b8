import type { Locator, Page } from '@playwright/test';
import type { ApiClient } from '@powerset/testkit';
import { findAccessibilityFaults } from '@powerset/testkit/browser';
import { expect, pick, test } from './journey.ts';
import { findChart } from './shared-world.ts';

const cardOf = (page: Page, name: string) => page.getByRole('article', { name, exact: true });

/** Every chart on the screen has its answer. */
async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.locator('article [role=status]')).toHaveCount(0);
  await expect(page.locator('[data-chart-state=loading]')).toHaveCount(0);
}

/** Counts the charts asked for in each streamed request. */
function watchBatches(page: Page): number[][] {
  const batches: number[][] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/v1/chart/data/batch')) return;
    const body: { requests: { key: string }[] } = request.postDataJSON();
    batches.push(body.requests.map((item) => Number(item.key)));
  });
  return batches;
}

async function drag(page: Page, from: Locator, to: { x: number; y: number }): Promise<void> {
  const box = await from.boundingBox();
  if (!box) throw new Error('Nothing to drag.');
  await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
  await page.mouse.down();
  await page.mouse.move(box.x + box.width / 2 + 10, box.y + box.height / 2 + 10, { steps: 3 });
  await page.mouse.move(to.x, to.y, { steps: 12 });
  await page.mouse.move(to.x + 1, to.y, { steps: 2 });
  await page.mouse.up();
}

test('a dashboard opens by its slug and by its id, and asks for the charts in view in one request [DSH-001] [LAY-029]', async ({
  adminPage: page,
  api,
}) => {
  const batches = watchBatches(page);
  // An address that nobody has opened: what was asked there before is asked ahead.
  await page.goto(`/superset/dashboard/sales/?visit=${Date.now()}`);
  await settled(page);
  await expect(page.getByRole('heading', { name: 'Sales overview' })).toBeVisible();
  expect(batches).toHaveLength(1);
  const { id } = (await api.get('/api/v1/dashboard/sales')).json.result;
  const all = (await api.get(`/api/v1/dashboard/${id}/charts`)).json.result.length;
  expect(batches[0]?.length).toBeLessThan(all);
  await expect(page.getByRole('complementary', { name: 'Builder' })).toHaveCount(0);
  await page.goto(`/superset/dashboard/${id}/`);
  await expect(page.getByRole('heading', { name: 'Sales overview' })).toBeVisible();
  await page.goto('/superset/dashboard/nowhere/');
  await expect(page.getByText('This dashboard does not exist')).toBeVisible();
});

test('a dashboard is said to load for as long as its datasets are on the way [DSH-037]', async ({
  adminPage: page,
}) => {
  await page.goto('/dashboard/list/');
  let release = () => {};
  const arrived = new Promise<void>((resolve) => {
    release = resolve;
  });
  const datasets = (address: URL) => /^\/api\/v1\/dashboard\/[^/]+\/datasets$/.test(address.pathname);
  await page.route(datasets, async (route) => {
    await arrived;
    await route.continue();
  });
  const others = page.waitForResponse((answer) => /\/dashboard\/[^/]+\/charts$/.test(new URL(answer.url()).pathname));
  await page.getByRole('link', { name: 'Sales overview' }).click();
  await others;
  const loading = page.getByRole('main').getByRole('status', { name: 'Loading...' }).first();
  await expect(loading).toBeVisible();
  await expect(page.getByRole('article')).toHaveCount(0);
  release();
  await expect(loading).toHaveCount(0);
  await settled(page);
});

test('charts of a hidden tab are asked for when the tab is opened', async ({ adminPage: page }) => {
  await page.goto('/superset/dashboard/sales/');
  await settled(page);
  const batches = watchBatches(page);
  await page.getByRole('tab', { name: 'Products' }).click();
  await settled(page);
  expect(batches.length).toBeGreaterThan(0);
});

test('a value filter narrows its charts on Apply, stays in the address, and Clear all takes it back [FLT-011] [FLT-017] [FLT-018] [FLT-019]', async ({
  adminPage: page,
}) => {
  await page.goto('/superset/dashboard/sales/');
  await settled(page);
  const bar = page.getByRole('complementary', { name: 'Filters' });
  const apply = bar.getByRole('button', { name: 'Apply filters' });
  await expect(apply).toBeDisabled();
  await pick(bar.getByRole('combobox', { name: 'Sales channel' }), 'Store');
  await page.keyboard.press('Escape');
  const batches = watchBatches(page);
  await apply.click();
  await settled(page);
  expect(batches.length).toBeGreaterThan(0);
  await expect(apply).toBeDisabled();
  await expect(bar.getByText('1 of 4')).toBeVisible();
  await expect(page).toHaveURL(/native_filters_key=/);
  await page.reload();
  await settled(page);
  await expect(bar.getByText('1 of 4')).toBeVisible();
  await bar.getByRole('button', { name: 'Clear all' }).click();
  await bar.getByRole('button', { name: 'Apply filters' }).click();
  await settled(page);
  await expect(bar.getByText('1 of 4')).toHaveCount(0);
});

test('clicking a mark filters the other charts by it, and its pill takes it back [XFL-005]', async ({
  adminPage: page,
}) => {
  await page.goto('/superset/dashboard/sales/');
  await settled(page);
  const card = cardOf(page, 'Revenue by country');
  const box = await card.boundingBox();
  if (!box) throw new Error('The chart is not on the screen.');
  const batches = watchBatches(page);
  // The uppermost bar is the longest.
  await page.mouse.click(box.x + 140, box.y + 54);
  const pill = page.getByRole('region', { name: 'Cross-filters' });
  await expect(pill.getByText('From “Revenue by country”')).toBeVisible();
  await settled(page);
  const { dataset } = await card.evaluate((element) => ({ dataset: { ...(element as HTMLElement).dataset } }));
  expect(batches.flat().length).toBeGreaterThan(0);
  expect(batches.flat()).not.toContain(Number(dataset.chartId));
  await pill.getByRole('button', { name: /^Remove/ }).click();
  await expect(pill).toHaveCount(0);
});

test('a chart fills the screen, shows its rows and its query, and leaves again [DSH-004] [DSH-007]', async ({
  adminPage: page,
}) => {
  await page.goto('/superset/dashboard/sales/');
  await settled(page);
  const card = cardOf(page, 'Revenue by country');
  const before = await card.boundingBox();
  await card.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Enter fullscreen' }).click();
  await expect(card.getByRole('button', { name: 'Exit fullscreen' })).toBeVisible();
  expect((await card.boundingBox())?.width).toBeGreaterThan((before?.width ?? 0) * 2);
  await expect(page).toHaveURL(/focused_chart=\d+/);
  await page.reload();
  await expect(card.getByRole('button', { name: 'Exit fullscreen' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(page).not.toHaveURL(/focused_chart/);
  await settled(page);
  await card.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Enter fullscreen' }).click();
  await page.goBack();
  await expect(card.getByRole('button', { name: 'Exit fullscreen' })).toHaveCount(0);
  await card.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'View as table' }).click();
  await expect(page.getByRole('dialog').getByText('Germany')).toBeVisible();
  await page.keyboard.press('Escape');
  await card.getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'View query' }).click();
  await expect(page.getByRole('dialog').getByText(/SELECT/)).toBeVisible();
});

test('on paper stands the whole dashboard, without bars and buttons, and no card is cut', async ({
  adminPage: page,
}) => {
  await page.goto('/superset/dashboard/sales/');
  await settled(page);
  await pick(
    page.getByRole('complementary', { name: 'Filters' }).getByRole('combobox', { name: 'Country' }),
    'Germany',
  );
  await page.getByRole('button', { name: 'Apply filters' }).click();
  await settled(page);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await expect(page.getByRole('banner').first()).toBeHidden();
  await expect(page.getByRole('complementary', { name: 'Filters' })).toBeHidden();
  await expect(page.locator('.dashboard button:visible:not([role="tab"], .slice_container *)')).toHaveCount(0);
  const paper = await page.evaluate(() => {
    const scroll = document.querySelector('.grid-container');
    const rows = [...document.querySelectorAll('.grid-row')].map((row) => getComputedStyle(row).breakInside);
    const width = document.querySelector('.grid-content')?.getBoundingClientRect().width ?? 0;
    return { isCut: (scroll?.scrollHeight ?? 0) > (scroll?.clientHeight ?? 0) + 1, rows: [...new Set(rows)], width };
  });
  expect([paper.isCut, paper.rows]).toEqual([false, ['avoid']]);
  expect(paper.width).toBeLessThan(1440);
  expect(await page.locator('.grid-content').evaluate((grid) => getComputedStyle(grid, '::before').content)).toContain(
    'Country: Germany',
  );
  await page.setViewportSize({ width: 700, height: 900 });
  const grid = await page.locator('.grid-content').boundingBox();
  expect(grid?.width, 'as wide as standing paper').toBeGreaterThan(600);
  expect(grid?.width).toBeLessThanOrEqual(700);
});

test('a table on paper ends with a whole row, and says how many rows it has', async ({ adminPage: page }) => {
  await page.goto('/superset/dashboard/sales/');
  await settled(page);
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  const card = page.getByRole('article', { name: 'Top products', exact: true });
  await expect(card.getByText(/^The first of \d+ rows$/)).toBeVisible();
  const rows = await card.locator('[data-test=table-chart] section').evaluate((scroller) => {
    const paper = scroller.getBoundingClientRect();
    const places = [...scroller.querySelectorAll('tr')].map((row) => row.getBoundingClientRect());
    const shown = places.filter(({ left, top }) => left < paper.right - 1 && top < paper.bottom);
    return { shown: shown.length, cut: shown.filter(({ bottom }) => bottom > paper.bottom + 1).length };
  });
  expect(rows.shown, 'head and rows').toBeGreaterThan(4);
  expect(rows.cut).toBe(0);
});

test('what is printed from a phone stays in one column on wide paper, and what is printed from a dark page is light', async ({
  adminPage: page,
}) => {
  await page.addInitScript(() => {
    window.print = () =>
      document.documentElement.setAttribute('data-printed-as', document.documentElement.dataset.theme ?? '');
  });
  await page.emulateMedia({ colorScheme: 'dark' });
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/superset/dashboard/sales/');
  await settled(page);
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'Download' }).click();
  await page.getByRole('menuitem', { name: 'Print' }).click();
  const root = page.locator('html');
  await expect(root).toHaveAttribute('data-printed-as', 'light');
  await expect(root).toHaveAttribute('data-theme', 'dark');
  await page.evaluate(() => dispatchEvent(new Event('beforeprint')));
  await page.emulateMedia({ media: 'print' });
  await page.setViewportSize({ width: 1047, height: 718 });
  const widths = await page.locator('.grid-row > *').evaluateAll((cells) => cells.map((cell) => cell.clientWidth));
  expect(Math.max(...widths)).toBeLessThan(390);
  expect(Math.min(...widths), 'one or two of them in a line').toBeGreaterThan(160);
});

test('CSS that was written for the reference’s names takes effect', async ({ adminPage: page, api }) => {
  const { id } = (await api.post('/api/v1/dashboard/', { dashboard_title: 'Styled' })).json;
  const { id: chartId } = await findChart(api, 'Payment methods');
  const part = (name: string, type: string, children: readonly string[], meta: object = {}) => [
    name,
    { id: name, type, children, meta },
  ];
  const positions = Object.fromEntries([
    part('ROOT_ID', 'ROOT', ['TABS-a']),
    part('GRID_ID', 'GRID', []),
    part('TABS-a', 'TABS', ['TAB-a', 'TAB-b']),
    part('TAB-a', 'TAB', ['ROW-a'], { text: 'First' }),
    part('TAB-b', 'TAB', [], { text: 'Second' }),
    part('ROW-a', 'ROW', ['CHART-a']),
    part('CHART-a', 'CHART', [], { chartId, width: 6, height: 40 }),
  ]);
  const selectors = [
    '.dashboard .dashboard-content .grid-container .dashboard-grid',
    '.dashboard-component-tabs .ant-tabs-nav-list .ant-tabs-tab-active',
    '.dashboard-component-chart-holder .chart-header .header-title',
    `.chart-slice.dashboard-chart-id-${chartId} .chart-container .slice_container`,
  ];
  const css = selectors.map((selector) => `${selector} { outline: 3px solid rgb(1, 2, 3) }`).join('\n');
  await api.put(`/api/v1/dashboard/${id}`, { css, json_metadata: JSON.stringify({ positions }) });
  await page.goto(`/superset/dashboard/${id}/`);
  for (const selector of selectors)
    await expect(page.locator(selector).first()).toHaveCSS('outline-color', 'rgb(1, 2, 3)');
});

test('a link to what is on the screen is copied and shows the same again [DSH-045] [DSH-046]', async ({
  adminPage: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/superset/dashboard/sales/');
  await settled(page);
  await page.getByRole('tab', { name: 'Regions' }).click();
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('menuitem', { name: 'Copy permalink to clipboard' }).click();
  await expect(page.getByText('Link Copied!')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto(link);
  await expect(page.getByRole('tab', { name: 'Regions' })).toHaveAttribute('aria-selected', 'true');
});

test('the link to a tab opens on it, and charts that failed without a network are asked again when it is back', async ({
  adminPage: page,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto('/superset/dashboard/sales/');
  await settled(page);
  await page.getByRole('tab', { name: 'Regions' }).click();
  await page.getByRole('button', { name: 'Share' }).first().click();
  await page.getByRole('menuitem', { name: 'Copy link to this tab' }).click();
  await expect(page.getByText('Link Copied!')).toBeVisible();
  const link = await page.evaluate(() => navigator.clipboard.readText());
  await page.goto('/superset/welcome/');
  await page.goto(link);
  await expect(page.getByRole('tab', { name: 'Regions' })).toHaveAttribute('aria-selected', 'true');
  await settled(page);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Refresh dashboard' }).click();
  await expect(page.locator('[data-chart-state=error]').first()).toBeVisible();
  await context.setOffline(false);
  await expect(page.locator('[data-chart-state=error]')).toHaveCount(0);
  await expect(page.locator('[data-chart-state=ready]').first()).toBeVisible();
});

test('charts that nobody answered are asked again by themselves as soon as the server is there', async ({
  adminPage: page,
}) => {
  await page.goto('/superset/dashboard/sales/');
  await settled(page);
  const away = ['**/api/v1/chart/data/batch', '**/health/ready'];
  for (const address of away) await page.route(address, (route) => route.abort('connectionrefused'));
  await page.getByRole('button', { name: 'Refresh dashboard' }).click();
  const failed = page.locator('[data-chart-state=error]');
  await expect(failed.first()).toContainText('The server does not answer');
  for (const address of away) await page.unroute(address);
  await expect(failed).toHaveCount(0);
  await expect(page.locator('[data-chart-state=ready]').first()).toBeVisible();
});

test('stars and publishing follow their buttons and say so [DSH-028] [DSH-029] [DSH-030] [DSH-033]', async ({
  adminPage: page,
  api,
}) => {
  const { id } = (await api.post('/api/v1/dashboard/', { dashboard_title: 'Starred' })).json;
  await page.goto(`/superset/dashboard/${id}/`);
  await page.getByRole('button', { name: 'Add to favorites' }).click();
  await expect(page.getByRole('button', { name: 'Remove from favorites' })).toBeVisible();
  await page.getByRole('button', { name: 'Draft' }).click();
  await expect(page.getByText('This dashboard is now published')).toBeVisible();
  await page.getByRole('button', { name: 'Published', exact: true }).click();
  await expect(page.getByText('This dashboard is now hidden')).toBeVisible();
  await page.reload();
  await expect(page.getByRole('button', { name: 'Remove from favorites' })).toBeVisible();
});

const builderOf = (page: Page) => page.getByRole('complementary', { name: 'Builder' });

async function dragPaymentMethods(page: Page): Promise<void> {
  await builderOf(page).getByPlaceholder('Search charts').fill('Payment methods');
  // Until the search is done the chart stands further down, where no pointer reaches it.
  await expect(builderOf(page).getByTestId('picked-chart')).toHaveCount(1);
  await drag(page, builderOf(page).getByRole('button', { name: /Payment methods/ }), { x: 400, y: 400 });
  await expect(cardOf(page, 'Payment methods')).toBeVisible();
}

/** A dashboard that is edited, with a chart that was dragged onto it. */
async function openWithChart(page: Page, api: ApiClient, title: string): Promise<Locator> {
  const { id } = (await api.post('/api/v1/dashboard/', { dashboard_title: title })).json;
  await page.goto(`/superset/dashboard/${id}/?edit=true`);
  await dragPaymentMethods(page);
  return cardOf(page, 'Payment methods');
}

test('a new dashboard is made, given a chart and a header, and saved [DSH-002] [DSH-016] [DSH-021] [LAY-011]', async ({
  adminPage: page,
  api,
}) => {
  const made = page.waitForRequest(
    (request) => request.method() === 'POST' && request.url().endsWith('/api/v1/dashboard/'),
  );
  await page.goto('/dashboard/new/');
  expect((await made).postDataJSON()).toHaveProperty('dashboard_title');
  await expect(page).toHaveURL(/edit=true/);
  await dragPaymentMethods(page);
  await builderOf(page).getByRole('button', { name: 'Header' }).click();
  await page.getByLabel('Header', { exact: true }).fill('By payment');
  await page.keyboard.press('Enter');
  await page.getByLabel('Dashboard title').fill('Journey dashboard');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('This dashboard was saved successfully.')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Journey dashboard' })).toBeVisible();
  await expect(page.getByRole('heading', { name: 'By payment' })).toBeVisible();
  await expect(builderOf(page)).toHaveCount(0);
  const { ids } = (
    await api.get('/api/v1/dashboard/?q=(filters:!((col:dashboard_title,opr:eq,value:%27Journey dashboard%27)))')
  ).json;
  const { result } = (await api.get(`/api/v1/dashboard/${ids[0]}`)).json;
  expect(result.charts).toEqual(['Payment methods']);
  const nodes: { type: string; parents?: string[] }[] = Object.values(JSON.parse(result.position_json));
  const chart = nodes.find(({ type }) => type === 'CHART');
  expect(chart?.parents?.map((id) => id.replace(/-.*/, ''))).toEqual(['ROOT_ID', 'GRID_ID', 'ROW']);
});

test('charts are picked by name, one’s own first [DSH-048]', async ({ adminPage: page, api }) => {
  const { id } = (await api.post('/api/v1/dashboard/', { dashboard_title: 'Picker' })).json;
  await page.goto(`/superset/dashboard/${id}/?edit=true`);
  const builder = builderOf(page);
  await expect(builder.getByRole('checkbox', { name: 'Only my charts' })).toBeChecked();
  await expect(builder.getByText('You have no charts yet. These are of others.')).toBeVisible();
  await builder.getByPlaceholder('Search charts').fill('Payment methods');
  await expect(builder.getByText('None of your charts match. These are of others.')).toBeVisible();
  await expect(builder.getByRole('button', { name: /Payment methods|Revenue/ })).toHaveCount(1);
  const item = builder.getByRole('button', { name: /Payment methods/ });
  await expect(item.getByText('On this dashboard')).toHaveCount(0);
  await item.click();
  await expect(cardOf(page, 'Payment methods')).toBeVisible();
  await expect(item.getByText('On this dashboard')).toBeVisible();
});

test('what is put on a dashboard is unsaved until it is undone, and comes back when it is done again [DSH-018] [LAY-014] [LAY-023]', async ({
  adminPage: page,
  api,
}) => {
  const card = await openWithChart(page, api, 'Undone');
  await expect(page.getByText('Unsaved changes')).toBeVisible();
  await page.keyboard.press('Control+z');
  await expect(card).toHaveCount(0);
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
  await page.keyboard.press('Control+Shift+z');
  await expect(card).toBeVisible();
  await expect(page.getByText('Unsaved changes')).toBeVisible();
});

test('a chart is made wider by keys, and undone to its old width [LAY-017]', async ({ adminPage: page, api }) => {
  const card = await openWithChart(page, api, 'Resized');
  await card.click({ position: { x: 60, y: 16 } });
  await page.getByRole('button', { name: 'Change the width; arrow keys work too' }).focus();
  const before = (await card.boundingBox())?.width ?? 0;
  await page.keyboard.press('ArrowRight');
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await card.boundingBox())?.width).toBeGreaterThan(before * 1.3);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect.poll(async () => (await card.boundingBox())?.width).toBe(before);
});

test('what somebody else saved meanwhile is not overwritten without a word [DSH-026]', async ({
  adminPage: page,
  api,
}) => {
  const { id } = (await api.post('/api/v1/dashboard/', { dashboard_title: 'Contested' })).json;
  await page.goto(`/superset/dashboard/${id}/?edit=true`);
  await page.getByLabel('Dashboard title').fill('Mine');
  await api.put(`/api/v1/dashboard/${id}`, { css: '.theirs {}', dashboard_title: 'Theirs' });
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  const dialog = page.getByRole('alertdialog');
  await expect(dialog.getByText('Please confirm the overwrite values.')).toBeVisible();
  await dialog.getByRole('radio', { name: 'Yours' }).check();
  await dialog.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('This dashboard was saved successfully.')).toBeVisible();
  expect((await api.get(`/api/v1/dashboard/${id}`)).json.result).toMatchObject({
    dashboard_title: 'Mine',
    css: '.theirs {}',
  });
});

test('a removed part comes back by the toast, and discarding asks first [LAY-016]', async ({
  adminPage: page,
  api,
}) => {
  const { id } = (await api.post('/api/v1/dashboard/', { dashboard_title: 'Removal' })).json;
  await page.goto(`/superset/dashboard/${id}/?edit=true`);
  await page.getByRole('button', { name: 'Header' }).click();
  const header = page.getByLabel('Header', { exact: true });
  await expect(header).toHaveValue('New header');
  await header.hover();
  await page.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(header).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(header).toHaveValue('New header');
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await expect(page.getByText('There is nothing here yet')).toBeVisible();
});

test('a damaged layout opens with its charts and says what is wrong', async ({ adminPage: page, api }) => {
  const chart = await findChart(api, 'Payment methods');
  const { id } = (await api.post('/api/v1/dashboard/', { dashboard_title: 'Damaged' })).json;
  const positions = {
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['GRID_ID', 'nothing'] },
    'CHART-1': { id: 'CHART-1', type: 'CHART', meta: { chartId: chart.id, sliceName: chart.slice_name } },
  };
  await api.put(`/api/v1/dashboard/${id}`, { json_metadata: JSON.stringify({ positions }) });
  await page.goto(`/superset/dashboard/${id}/`);
  await expect(page.getByText(/The layout of this dashboard is damaged/)).toBeVisible();
  await expect(cardOf(page, chart.slice_name)).toBeVisible();
});

test('a filter is added, scoped and saved, and narrows from then on [FLT-005] [FLT-006] [FLT-014]', async ({
  adminPage: page,
  api,
}) => {
  const chart = await findChart(api, 'Payment methods');
  const { id } = (await api.post('/api/v1/dashboard/', { dashboard_title: 'Filtered' })).json;
  await api.put(`/api/v1/chart/${chart.id}`, {
    dashboards: [...chart.dashboards.map((one: { id: number }) => one.id), id],
  });
  await page.goto(`/superset/dashboard/${id}/`);
  await settled(page);
  await page.getByRole('button', { name: 'Add filters' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: 'Add filter' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog.getByText('Name is required')).toBeVisible();
  await expect(dialog.getByRole('button', { name: '2 things are missing' })).toBeVisible();
  await dialog.getByLabel('Filter name').fill('Channel');
  // The dataset of the dashboard's chart stands there already.
  await pick(dialog.getByRole('combobox', { name: 'Column' }), /channel$/i, 'channel');
  await expect(dialog.getByRole('region', { name: 'Preview' }).getByText('4 values')).toBeVisible();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  const { json_metadata: metadata } = (await api.get(`/api/v1/dashboard/${id}`)).json.result;
  const [filter] = JSON.parse(metadata).native_filter_configuration;
  expect(filter).toMatchObject({ name: 'Channel', filterType: 'filter_select', chartsInScope: [chart.id] });
  expect(filter.id).toMatch(/^NATIVE_FILTER-/);
  await expect(page.getByRole('complementary', { name: 'Filters' }).getByText('Channel')).toBeVisible();
});

test('a dashboard is readable and filterable on a phone', async ({ adminPage: page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('/superset/dashboard/sales/');
  await settled(page);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(390);
  await page.getByRole('button', { name: /^Filters( \d+)?$/ }).click();
  const sheet = page.getByRole('dialog', { name: 'Filters' });
  await expect(sheet.getByRole('button', { name: 'Apply filters' })).toBeVisible();
  await page.keyboard.press('Escape');
  await expect(sheet).toHaveCount(0);
});

test('the dashboard has no serious fault of accessibility, read or edited', async ({ adminPage: page }) => {
  await page.goto('/superset/dashboard/sales/');
  await settled(page);
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await page.goto('/superset/dashboard/sales/?edit=true');
  await settled(page);
  expect(await findAccessibilityFaults(page)).toEqual([]);
});
