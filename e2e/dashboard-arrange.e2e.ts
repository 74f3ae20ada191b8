import type { Locator, Page } from '@playwright/test';
import type { ApiClient } from '@powerset/testkit';
import { expect, pick, test } from './journey.ts';

async function chartOf(api: ApiClient, name: string): Promise<{ id: number; slice_name: string }> {
  const q = `(filters:!((col:slice_name,opr:eq,value:'${name}')))`;
  return (await api.get(`/api/v1/chart/?q=${encodeURIComponent(q)}`)).json.result[0];
}

type Node = Readonly<Record<string, unknown>>;
const node = (id: string, type: string, children: readonly string[], meta: object = {}): Record<string, Node> => ({
  [id]: { id, type, children, meta },
});
const chartNode = (id: string, chartId: number, width: number, height: number) =>
  node(id, 'CHART', [], { chartId, width, height });
const grid = (...children: readonly string[]) => ({
  ...node('ROOT_ID', 'ROOT', ['GRID_ID']),
  ...node('GRID_ID', 'GRID', children),
});

async function makeDashboard(api: ApiClient, title: string, positions: object): Promise<number> {
  const { id } = (await api.post('/api/v1/dashboard/', { dashboard_title: title })).json;
  const answer = await api.put(`/api/v1/dashboard/${id}`, { json_metadata: JSON.stringify({ positions }) });
  expect(answer.status, answer.text).toBe(200);
  return id;
}

const positionsOf = async (api: ApiClient, id: number): Promise<Record<string, { children: string[]; type: string }>> =>
  JSON.parse((await api.get(`/api/v1/dashboard/${id}`)).json.result.position_json);
const cardOf = (page: Page, name: string) => page.getByRole('article', { name, exact: true });

async function dragTo(page: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = [await from.boundingBox(), await to.boundingBox()];
  if (!start || !end) throw new Error('Nothing to drag, or nowhere to drag it.');
  const target = { x: end.x + end.width / 2, y: end.y + end.height / 2 };
  await page.mouse.move(start.x + start.width / 2, start.y + start.height / 2);
  await page.mouse.down();
  await page.mouse.move(start.x + start.width / 2 - 12, start.y + start.height / 2 + 12, { steps: 3 });
  await page.mouse.move(target.x, target.y, { steps: 12 });
  await page.mouse.move(target.x + 1, target.y, { steps: 2 });
  await page.mouse.up();
}

test('cards are as high in edit mode as readers see them, big numbers too', async ({ adminPage: page, api }) => {
  const [number, pie] = [await chartOf(api, 'Revenue'), await chartOf(api, 'Payment methods')];
  const id = await makeDashboard(api, 'Heights', {
    ...grid('ROW-1', 'ROW-2'),
    ...node('ROW-1', 'ROW', ['CHART-a', 'COLUMN-1']),
    ...chartNode('CHART-a', number.id, 3, 11),
    ...node('COLUMN-1', 'COLUMN', ['CHART-b'], { width: 4 }),
    ...chartNode('CHART-b', pie.id, 4, 30),
    ...node('ROW-2', 'ROW', ['CHART-c']),
    ...chartNode('CHART-c', number.id, 3, 11),
  });
  const heights = () =>
    page
      .locator('article[data-chart-id]')
      .evaluateAll((cards) => cards.map((card) => Math.round(card.getBoundingClientRect().height)));
  await page.goto(`/superset/dashboard/${id}/`);
  await expect(page.locator('[data-chart-state=ready]')).toHaveCount(3);
  const read = await heights();
  expect(read[2]).toBe(88);
  await page.getByRole('button', { name: 'Edit dashboard' }).click();
  await expect(page.getByRole('complementary', { name: 'Builder' })).toBeVisible();
  await expect(page.locator('[data-chart-state=ready]')).toHaveCount(3);
  expect((await heights())[2]).toBe(88);
  expect((await heights())[1]).toBe(read[1]);
  await api.delete(`/api/v1/dashboard/${id}`);
});

test('charts are dragged into a column and into tabs inside of tabs, and every step is undone and done again [LAY-011] [LAY-014] [LAY-017]', async ({
  adminPage: page,
  api,
}) => {
  const id = await makeDashboard(api, 'Nested', {
    ...node('ROOT_ID', 'ROOT', ['TABS-1']),
    ...node('GRID_ID', 'GRID', []),
    ...node('ROW-1', 'ROW', ['COLUMN-1'], { background: 'BACKGROUND_TRANSPARENT' }),
    ...node('COLUMN-1', 'COLUMN', [], { width: 6 }),
    ...node('TABS-1', 'TABS', ['TAB-1', 'TAB-2']),
    ...node('TAB-1', 'TAB', ['ROW-1', 'TABS-2'], { text: 'Outer' }),
    ...node('TAB-2', 'TAB', [], { text: 'Second' }),
    ...node('TABS-2', 'TABS', ['TAB-3', 'TAB-4']),
    ...node('TAB-3', 'TAB', [], { text: 'Inner' }),
    ...node('TAB-4', 'TAB', [], { text: 'Other' }),
  });
  await page.goto(`/superset/dashboard/${id}/?edit=true`);
  const builder = page.getByRole('complementary', { name: 'Builder' });
  await builder.getByRole('checkbox', { name: 'Only my charts' }).uncheck();
  const drag = async (name: string, to: Locator) => {
    await builder.getByPlaceholder('Search charts').fill(name);
    // The list still holds what the text before let through.
    await expect(page.getByTestId('picked-chart')).toHaveCount(1);
    await expect(builder.getByRole('button', { name })).toBeVisible();
    await dragTo(page, builder.getByRole('button', { name }), to);
    await expect(cardOf(page, name)).toBeVisible();
  };
  await drag('Payment methods', page.getByText('Drag charts, rows and texts here'));
  await drag('Average order value', page.getByText('Drag charts and texts here'));
  await page.getByRole('tab', { name: 'Other' }).click();
  await drag('Orders by customer segment', page.getByText('Drag charts and texts here'));
  await builder.getByRole('button', { name: 'Divider' }).click();
  await expect(page.getByRole('group', { name: 'Divider' })).toBeVisible();

  const undo = page.getByRole('button', { name: 'Undo', exact: true });
  const redo = page.getByRole('button', { name: 'Redo', exact: true });
  for (let step = 0; step < 4; step += 1) await undo.click();
  await expect(undo).toBeDisabled();
  await expect(page.getByRole('article')).toHaveCount(0);
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
  for (let step = 0; step < 4; step += 1) await redo.click();
  await expect(redo).toBeDisabled();
  await expect(cardOf(page, 'Payment methods')).toBeVisible();
  await expect(cardOf(page, 'Orders by customer segment')).toBeVisible();

  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('This dashboard was saved successfully.')).toBeVisible();
  const stored = await positionsOf(api, id);
  expect(stored['COLUMN-1']?.children).toHaveLength(1);
  for (const tab of ['TAB-3', 'TAB-4']) {
    const [row = ''] = stored[tab]?.children ?? [];
    expect([stored[row]?.type, stored[row]?.children.length]).toEqual(['ROW', 1]);
  }
  await page.getByRole('tab', { name: 'Inner' }).click();
  await expect(cardOf(page, 'Average order value')).toBeVisible();
  await api.delete(`/api/v1/dashboard/${id}`);
});

test('a chart that was deleted leaves a card that says so, and that can be removed', async ({
  adminPage: page,
  api,
}) => {
  const pie = await chartOf(api, 'Payment methods');
  const { form_data: form } = (await api.get(`/api/v1/explore/?slice_id=${pie.id}`)).json.result;
  const made = await api.post('/api/v1/chart/', {
    slice_name: `Passing ${process.pid}`,
    viz_type: 'pie',
    datasource_id: Number.parseInt(form.datasource, 10),
    datasource_type: 'table',
    params: JSON.stringify(form),
  });
  const id = await makeDashboard(api, 'Deleted chart', {
    ...grid('ROW-1'),
    ...node('ROW-1', 'ROW', ['CHART-a', 'CHART-b']),
    ...chartNode('CHART-a', made.json.id, 4, 30),
    ...chartNode('CHART-b', pie.id, 4, 30),
  });
  await api.delete(`/api/v1/chart/${made.json.id}`);
  await page.goto(`/superset/dashboard/${id}/`);
  const hole = page.getByRole('article').filter({ hasText: 'This chart no longer exists' });
  await expect(hole).toBeVisible();
  await expect(cardOf(page, 'Payment methods')).toHaveAttribute('data-chart-state', 'ready');
  await page.getByRole('button', { name: 'Edit dashboard' }).click();
  await expect(page.getByRole('complementary', { name: 'Builder' })).toBeVisible();
  await hole.click();
  await page.keyboard.press('Delete');
  await expect(hole).toHaveCount(0);
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('This dashboard was saved successfully.')).toBeVisible();
  expect(Object.keys(await positionsOf(api, id)).filter((key) => key.startsWith('CHART'))).toEqual(['CHART-b']);
  await api.delete(`/api/v1/dashboard/${id}`);
});

test('sixty charts open, are asked for as they come into view, and can be arranged', async ({
  adminPage: page,
  api,
}) => {
  const pie = await chartOf(api, 'Payment methods');
  const rows = Array.from({ length: 20 }, (_, row) => `ROW-${row}`);
  const charts = rows.flatMap((row) => [0, 1, 2].map((at) => `CHART-${row}-${at}`));
  const id = await makeDashboard(api, 'Sixty', {
    ...grid(...rows),
    ...Object.assign(
      {},
      ...rows.map((row) =>
        node(
          row,
          'ROW',
          charts.filter((chart) => chart.startsWith(`CHART-${row}-`)),
        ),
      ),
      ...charts.map((chart) => chartNode(chart, pie.id, 4, 30)),
    ),
  });
  await page.goto(`/superset/dashboard/${id}/`);
  const cards = page.locator('article[data-chart-id]');
  await expect(cards).toHaveCount(60);
  await expect(cards.first()).toHaveAttribute('data-chart-state', 'ready');
  await page.getByRole('button', { name: 'Edit dashboard' }).click();
  await expect(page.getByRole('complementary', { name: 'Builder' })).toBeVisible();
  await expect(cards).toHaveCount(60);
  const last = cards.last();
  await last.scrollIntoViewIfNeeded();
  await expect(last).toHaveAttribute('data-chart-state', 'ready');
  await last.click({ position: { x: 60, y: 16 } });
  await page.keyboard.press('Delete');
  await expect(cards).toHaveCount(59);
  await page.keyboard.press('Control+z');
  await expect(cards).toHaveCount(60);
  await api.delete(`/api/v1/dashboard/${id}`);
});

test('tabs are named where they stand, dragged into another order and into another group, and undone', async ({
  adminPage: page,
  api,
}) => {
  const id = await makeDashboard(api, 'Tabs in hand', {
    ...grid('TABS-1', 'TABS-2'),
    ...node('TABS-1', 'TABS', ['TAB-1', 'TAB-2']),
    ...node('TABS-2', 'TABS', ['TAB-3', 'TAB-4']),
    ...node('TAB-1', 'TAB', [], { text: 'North' }),
    ...node('TAB-2', 'TAB', [], { text: 'South' }),
    ...node('TAB-3', 'TAB', [], { text: 'East' }),
    ...node('TAB-4', 'TAB', [], { text: 'West' }),
  });
  await page.goto(`/superset/dashboard/${id}/?edit=true`);
  const groups = page.getByRole('tablist', { name: 'Tabs' });
  const namesOf = (at: number) => groups.nth(at).getByRole('tab').allTextContents();
  const tab = (name: string) => page.getByRole('tab', { name, exact: true });
  const field = page.getByRole('textbox', { name: 'Tab title' });

  await tab('South').dblclick();
  await expect(field).toBeFocused();
  await page.keyboard.type('Far south');
  await page.keyboard.press('Enter');
  await expect(tab('Far south')).toBeFocused();
  await page.getByRole('button', { name: 'Add tab' }).first().click();
  await expect(field).toBeFocused();
  await page.keyboard.type('New one');
  await page.keyboard.press('Enter');
  await expect.poll(() => namesOf(0)).toEqual(['North', 'Far south', 'New one']);
  await page.keyboard.press('F2');
  await page.keyboard.type('Not this');
  await page.keyboard.press('Escape');
  await expect(tab('New one')).toBeFocused();

  const dragBefore = async (name: string, other: string) => {
    const [from, to] = [await tab(name).boundingBox(), await tab(other).boundingBox()];
    if (!from || !to) throw new Error('No tab to drag.');
    await page.mouse.move(from.x + from.width / 2, from.y + 16);
    await page.mouse.down();
    await page.mouse.move(from.x + from.width / 2 - 12, from.y + 18, { steps: 3 });
    await page.mouse.move(to.x + 6, to.y + 16, { steps: 8 });
    await page.mouse.up();
  };
  await dragBefore('New one', 'North');
  await expect.poll(() => namesOf(0)).toEqual(['New one', 'North', 'Far south']);
  await dragBefore('North', 'West');
  await expect.poll(() => namesOf(1)).toEqual(['East', 'North', 'West']);
  expect(await namesOf(0)).toEqual(['New one', 'Far south']);

  await tab('Far south').click();
  await page.keyboard.press('Space');
  await page.keyboard.press('ArrowLeft');
  await page.keyboard.press('Space');
  await expect.poll(() => namesOf(0)).toEqual(['Far south', 'New one']);
  for (let step = 0; step < 3; step += 1) await page.keyboard.press('Control+z');
  await expect.poll(() => namesOf(0)).toEqual(['North', 'Far south', 'New one']);
  expect(await namesOf(1)).toEqual(['East', 'West']);
  await api.delete(`/api/v1/dashboard/${id}`);
});

test('a text opens for writing when it is put on the canvas, and parts have the size of their kind', async ({
  adminPage: page,
  api,
}) => {
  const id = await makeDashboard(api, 'Sizes', grid());
  await page.goto(`/superset/dashboard/${id}/?edit=true`);
  const builder = page.getByRole('complementary', { name: 'Builder' });
  await builder.getByRole('button', { name: 'Text', exact: true }).click();
  const text = page.getByRole('textbox', { name: 'Markdown text' });
  await expect(text).toBeFocused();
  await page.keyboard.type('# Read me');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('heading', { name: 'Read me' })).toBeVisible();
  await builder.getByRole('checkbox', { name: 'Only my charts' }).uncheck();
  for (const name of ['Average order value', 'Top products']) {
    await builder.getByPlaceholder('Search charts').fill(name);
    await expect(page.getByTestId('picked-chart')).toHaveCount(1);
    await builder.getByRole('button', { name }).click();
  }
  const heightOf = async (name: string) => (await cardOf(page, name).boundingBox())?.height;
  await expect.poll(() => heightOf('Average order value')).toBe(96);
  await expect.poll(() => heightOf('Top products')).toBe(320);
  await api.delete(`/api/v1/dashboard/${id}`);
});

test('a drag shows its place and its columns, a full row gives way, and an edge that is pulled moves at once', async ({
  adminPage: page,
  api,
}) => {
  const names = ['Payment methods', 'Revenue by country', 'Top products'];
  const [a, b, c] = await Promise.all(names.map((name) => chartOf(api, name)));
  const id = await makeDashboard(api, 'Full row', {
    ...grid('ROW-1', 'ROW-2'),
    ...node('ROW-1', 'ROW', ['CHART-a', 'CHART-b']),
    ...chartNode('CHART-a', a?.id ?? 0, 6, 30),
    ...chartNode('CHART-b', b?.id ?? 0, 6, 20),
    ...node('ROW-2', 'ROW', ['CHART-c']),
    ...chartNode('CHART-c', c?.id ?? 0, 12, 20),
  });
  await page.goto(`/superset/dashboard/${id}/?edit=true`);
  await expect(page.locator('[data-chart-state=ready]')).toHaveCount(3);
  const boxOf = async (name: string) => (await cardOf(page, name).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
  const part = page.getByRole('group', { name: 'Top products', exact: true });
  await part.hover({ position: { x: 40, y: 16 } });
  const handle = await part.getByRole('button', { name: /^Drag to move/ }).boundingBox();
  const target = await boxOf('Payment methods');
  await page.mouse.move((handle?.x ?? 0) + 8, (handle?.y ?? 0) + 8);
  await page.mouse.down();
  await page.mouse.move(target.x + target.width - 40, target.y + target.height / 2, { steps: 10 });
  await page.mouse.move(target.x + target.width - 41, target.y + target.height / 2);
  await expect(page.getByText('4 of 12 columns, the others shrink')).toBeVisible();
  await expect(page.getByTestId('drag-ghost')).toContainText('Top products');
  // The library's own words are in English, and of ids.
  await expect(page.getByText(/draggable item/)).toHaveCount(0);
  expect(await boxOf('Payment methods')).toEqual(target);
  await page.mouse.up();
  await expect.poll(async () => Math.round((await boxOf('Top products')).width)).toBeLessThan(target.width * 0.7);
  await expect.poll(async () => Math.round((await boxOf('Top products')).y)).toBe(Math.round(target.y));

  const before = await boxOf('Payment methods');
  await page.mouse.move(before.x + 40, before.y + before.height - 40);
  await page.mouse.move(before.x + 40, before.y + before.height + 2, { steps: 4 });
  await page.mouse.down();
  await page.mouse.move(before.x + 40, before.y + before.height - 78, { steps: 5 });
  await expect.poll(async () => (await boxOf('Revenue by country')).height).toBe(160);
  await page.keyboard.press('Escape');
  await expect.poll(async () => (await boxOf('Revenue by country')).height).toBe(240);
  await page.mouse.up();
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
  await api.delete(`/api/v1/dashboard/${id}`);
});

test('a first dashboard is made from a dataset: its charts are proposed, put in place, and saved with it and not before', async ({
  adminPage: page,
  api,
}) => {
  await page.goto('/dashboard/new/');
  const offers = page.getByRole('region', { name: 'How the dashboard begins' });
  await offers.getByRole('button', { name: 'From charts' }).click();
  await expect(page.getByPlaceholder('Search charts')).toBeFocused();
  await offers.getByRole('button', { name: 'From a dataset' }).click();
  const dialog = page.getByRole('dialog', { name: 'A first dashboard from a dataset' });
  await pick(dialog.getByRole('combobox', { name: 'Dataset' }), 'orders');
  await dialog.getByRole('checkbox', { name: /in detail/ }).uncheck();
  const create = dialog.getByRole('button', { name: /^Create \d+ charts$/ });
  const savedCharts = async (): Promise<number> => (await api.get('/api/v1/chart/?q=(page_size:1)')).json.count;
  const savedBefore = await savedCharts();
  const count = Number((await create.textContent())?.match(/\d+/)?.[0]);
  expect(count).toBeGreaterThan(4);
  await create.click();
  await expect(dialog).toHaveCount(0);
  await expect(page.getByRole('article')).toHaveCount(count);
  await expect(page.locator('[data-chart-state=ready]')).toHaveCount(count);
  await expect(page.getByLabel('Dashboard title')).toHaveValue('orders');
  expect(await savedCharts()).toBe(savedBefore);
  await page.getByRole('article', { name: 'Revenue over time' }).hover();
  await page.getByRole('button', { name: 'Chart settings' }).filter({ visible: true }).click();
  const settings = page.getByRole('region', { name: 'Chart settings' });
  await settings.getByLabel('Chart name').fill('Course of revenue');
  await settings.getByRole('button', { name: 'Done' }).click();
  await page.getByRole('button', { name: 'Expand filter bar' }).click();
  await expect(page.getByRole('complementary', { name: 'Filters' }).getByText('Time range')).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('This dashboard was saved successfully.')).toBeVisible();
  const { ids } = (await api.get('/api/v1/dashboard/?q=(filters:!((col:dashboard_title,opr:eq,value:orders)))')).json;
  const { result } = (await api.get(`/api/v1/dashboard/${ids[0]}`)).json;
  expect(result.charts).toHaveLength(count);
  expect(result.charts).toContain('Course of revenue');
  const filters: { filterType: string }[] = JSON.parse(result.json_metadata).native_filter_configuration;
  expect(filters.map(({ filterType }) => filterType)).toContain('filter_time');
});

test('several parts are picked by keys held, by a frame and by the keyboard, and done to together', async ({
  adminPage: page,
  api,
}) => {
  const pie = await chartOf(api, 'Payment methods');
  const charts = ['a', 'b', 'c', 'd'].map((name) => `CHART-${name}`);
  const named = (id: string, width: number) =>
    node(id, 'CHART', [], { chartId: pie.id, width, height: 20, sliceNameOverride: id });
  const id = await makeDashboard(api, 'Many at once', {
    ...grid('ROW-1', 'ROW-2'),
    ...node('ROW-1', 'ROW', charts.slice(0, 3)),
    ...node('ROW-2', 'ROW', charts.slice(3)),
    ...Object.assign({}, ...charts.map((chart, at) => named(chart, at === 0 ? 2 : 3))),
  });
  await page.goto(`/superset/dashboard/${id}/?edit=true`);
  await expect(page.locator('[data-chart-state=ready]')).toHaveCount(4);
  const cards = page.locator('article[data-chart-id]');
  const bar = page.getByRole('toolbar', { name: 'Picked parts' });
  const widthOf = async (name: string) => Math.round((await cardOf(page, name).boundingBox())?.width ?? 0);
  const press = (name: string, modifiers: readonly ('Shift' | 'Control')[] = []) =>
    cardOf(page, name).click({ position: { x: 8, y: 140 }, modifiers: [...modifiers] });

  await press('CHART-a');
  await press('CHART-b', ['Shift']);
  await press('CHART-c', ['Control']);
  await expect(bar).toContainText('3 parts');
  await bar.getByRole('button', { name: 'Equal widths' }).click();
  await expect.poll(async () => (await widthOf('CHART-a')) === (await widthOf('CHART-c'))).toBe(true);
  await page.keyboard.press('Control+d');
  await expect(cards).toHaveCount(7);
  await expect(bar).toContainText('3 parts');
  await page.keyboard.press('Control+z');
  await expect(cards).toHaveCount(4);

  await page.keyboard.press('Control+a');
  await expect(bar).toContainText('4 parts');
  await page.keyboard.press('Control+c');
  await page.keyboard.press('Control+v');
  await expect(cards).toHaveCount(8);
  await cards.first().click({ position: { x: 60, y: 16 } });
  await page.keyboard.press('Escape');
  await expect(bar).toHaveCount(0);
  await page.keyboard.press('Control+z');

  const first = await cardOf(page, 'CHART-a').boundingBox();
  const last = await cardOf(page, 'CHART-b').boundingBox();
  if (!first || !last) throw new Error('No charts.');
  await page.mouse.move(first.x - 12, first.y + 4);
  await page.mouse.down();
  await page.mouse.move(last.x + 30, last.y + 40, { steps: 6 });
  await page.mouse.up();
  await expect(bar).toContainText('2 parts');
  await bar.getByRole('button', { name: 'Remove' }).click();
  await expect(cards).toHaveCount(2);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(cards).toHaveCount(4);

  await page.getByRole('group', { name: 'CHART-c', exact: true }).focus();
  await page.keyboard.press('x');
  await page.getByRole('group', { name: 'CHART-d', exact: true }).focus();
  await page.keyboard.press('x');
  await expect(bar).toContainText('2 parts');
  await page.keyboard.press('Delete');
  await expect(cards).toHaveCount(2);
  await page.keyboard.press('Control+z');
  await page.keyboard.press('Control+z');
  await expect(page.getByText('Unsaved changes')).toHaveCount(0);
  await api.delete(`/api/v1/dashboard/${id}`);
});

test('a chart is made and changed on the canvas: it shows at once, is saved with the dashboard, and else is taken back', async ({
  adminPage: page,
  api,
}) => {
  const id = await makeDashboard(api, 'Charts on the canvas', grid());
  await page.goto(`/superset/dashboard/${id}/?edit=true`);
  const panel = page.getByRole('region', { name: 'Chart settings' });
  const cards = page.locator('article[data-chart-id]');
  const begin = async () => {
    await page.getByRole('button', { name: 'New chart' }).click();
    await pick(page.getByRole('combobox', { name: 'Dataset of the new chart' }), 'orders');
    await expect(cards).toHaveCount(1);
    await expect(panel.getByRole('textbox', { name: 'Chart name' })).toBeVisible();
  };
  const countOf = async () => (await api.get('/api/v1/chart/')).json.count;
  const before = await countOf();
  await begin();
  await panel.getByRole('button', { name: 'Close without saving' }).click();
  await expect(cards).toHaveCount(0);

  await begin();
  await panel.getByRole('button', { name: 'Done' }).click();
  expect(await countOf()).toBe(before);
  await cards.hover();
  await page.getByRole('button', { name: 'Remove' }).click();
  await expect(cards).toHaveCount(0);
  await page.getByRole('button', { name: 'Deleted (2)' }).click();
  await page
    .getByRole('menuitem', { name: /^Bring back: / })
    .first()
    .click();
  await expect(cards).toHaveCount(1);
  await page.getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Discard' }).click();
  await page.getByRole('button', { name: 'Edit dashboard' }).click();
  await expect(cards).toHaveCount(0);
  expect(await countOf()).toBe(before);

  await begin();
  await panel.getByRole('textbox', { name: 'Chart name' }).fill('Made on the canvas');
  await panel.getByRole('button', { name: 'Done' }).click();
  await expect(panel).toHaveCount(0);
  const card = cardOf(page, 'Made on the canvas');
  await expect(card).toHaveAttribute('data-chart-state', 'ready');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('This dashboard was saved successfully.')).toBeVisible();
  expect(await countOf()).toBe(before + 1);
  await page.getByRole('button', { name: 'Edit dashboard' }).click();

  await card.hover();
  await page.getByRole('button', { name: 'Chart settings' }).click();
  await panel.getByRole('button', { name: 'Bar Chart' }).first().click();
  await expect(panel.getByText('Up to date')).toBeVisible();
  await panel.getByRole('button', { name: 'Close without saving' }).click();
  await expect(card).toHaveAttribute('data-chart-state', 'ready');
  const chart = await chartOf(api, 'Made on the canvas');
  const saved = (await api.get(`/api/v1/chart/${chart.id}`)).json.result;
  expect(saved.viz_type).toBe('echarts_timeseries_line');
});
