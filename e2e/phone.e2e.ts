import type { Page } from '@playwright/test';
import { viewports } from '@powerset/testkit/browser';
import { expect, test } from './journey.ts';
import { findChart } from './shared-world.ts';
import { findTooSmallTargets } from './touch-targets.ts';

test.use({ viewport: viewports.phone, hasTouch: true });

const pages: readonly (readonly [string, string])[] = [
  ['the home page', '/superset/welcome/'],
  ['the list of charts', '/chart/list/'],
  ['charts as cards', '/chart/list/?viewMode=card'],
  ['the list of datasets', '/tablemodelview/list/'],
  ['the list of databases', '/databaseview/list/'],
  ['the list of users', '/users/list/'],
  ['the list of roles', '/roles/list/'],
  ['the list of annotation layers', '/annotationlayer/list/'],
  ['the list of CSS templates', '/csstemplatemodelview/list/'],
  ['the trash', '/trash/list/'],
  ['the action log', '/actionlog/list/'],
  ['the list of themes', '/theme/list/'],
  ['the list of tags', '/superset/tags/'],
  ['the query history', '/superset/sqllab/history/'],
  ['a dashboard', '/superset/dashboard/sales/'],
  ['a dashboard that is edited', '/superset/dashboard/sales/?edit=true'],
  ['a new chart', '/chart/add'],
  ['an upload', '/csvtodatabaseview/form'],
  ['a new connection', '/database/add/'],
  ['the SQL editor', '/superset/sqllab/'],
];

async function settle(page: Page): Promise<void> {
  await expect(page.locator('[role=progressbar][aria-label="Loading..."], [role=status][aria-label]')).toHaveCount(0);
  await page.waitForLoadState('networkidle');
}

for (const [name, address] of pages) {
  test(`on a phone ${name} fits the screen, and a finger meets what it aims at`, async ({ adminPage: page }) => {
    await page.goto(address);
    await settle(page);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    expect(await findTooSmallTargets(page)).toEqual([]);
  });
}

test('the rows of a chart scroll under their names, within their dialog', async ({ adminPage: page }) => {
  await page.goto('/superset/dashboard/sales/');
  await settle(page);
  await page
    .getByRole('article', { name: 'Weekly revenue by channel' })
    .getByRole('button', { name: 'More actions' })
    .click();
  await page.getByRole('menuitem', { name: 'View as table' }).click();
  const dialog = page.getByRole('dialog');
  await expect(dialog.getByRole('columnheader', { name: /ordered_at/ })).toBeVisible();
  const overflow = await dialog
    .locator('[data-modal-part=body]')
    .evaluate((body) => body.scrollHeight - body.clientHeight);
  expect(overflow).toBeLessThanOrEqual(1);
  const firstRow = dialog.locator('[role=row][aria-rowindex="2"]');
  await firstRow.hover();
  await page.mouse.wheel(0, 4000);
  await expect(firstRow).toHaveCount(0);
  await expect(dialog.getByRole('columnheader', { name: /ordered_at/ })).toBeInViewport({ ratio: 1 });
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('the heads of lists are read whole on a phone', async ({ adminPage: page }) => {
    for (const address of ['/users/list/', '/roles/list/', '/databaseview/list/', '/chart/list/']) {
      await page.goto(address);
      await expect(page.getByRole('columnheader').first()).toBeVisible();
      const cut = await page.getByRole('columnheader').evaluateAll((heads) =>
        heads
          .filter((head) => {
            const words = document.createRange();
            words.selectNodeContents(head);
            const [text, cell] = [words.getBoundingClientRect(), head.getBoundingClientRect()];
            return cell.width > 0 && (text.left < cell.left || text.right > cell.right);
          })
          .map((head) => head.textContent),
      );
      expect(cut.filter((text) => text !== 'Aktionen')).toEqual([]);
    }
  });

  test('the buttons of a dialog stand on a phone’s screen, however long their words are', async ({
    adminPage: page,
    api,
  }) => {
    const { id } = await findChart(api, 'Revenue');
    await page.goto(`/explore/?slice_id=${id}`);
    await page.getByRole('button', { name: 'Speichern', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: 'Diagramm speichern' });
    for (const name of ['Abbrechen', 'Speichern und zum Dashboard', 'Speichern'])
      await expect(dialog.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
  });
});

test('the buttons under a time range stay on the screen while its calendar is scrolled', async ({
  adminPage: page,
  api,
}) => {
  const { id } = await findChart(api, 'Revenue');
  await page.goto(`/explore/?slice_id=${id}`);
  await settle(page);
  await page.getByRole('tab', { name: 'Controls' }).click();
  await page.getByRole('group', { name: 'Filters', exact: true }).getByRole('button').first().click();
  const card = page.getByRole('dialog', { name: 'Edit time range' });
  for (const name of ['CANCEL', 'APPLY'])
    await expect(card.getByRole('button', { name, exact: true })).toBeInViewport({ ratio: 1 });
});

test('the tools above the rows behind a chart stand on the screen', async ({ adminPage: page, api }) => {
  const { id } = await findChart(api, 'Revenue');
  await page.goto(`/explore/?slice_id=${id}`);
  await settle(page);
  await page.getByRole('tab', { name: 'Data', exact: true }).click();
  const pane = page.getByRole('region', { name: 'Data', exact: true });
  for (const tool of [pane.getByLabel('Search rows'), pane.getByRole('button', { name: 'Copy rows' })])
    await expect(tool).toBeInViewport({ ratio: 1 });
});

test('on a phone every part of a dataset is edited without scrolling sideways, and a finger meets what it aims at', async ({
  adminPage: page,
  api,
}) => {
  const { result } = (await api.get('/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:orders)))')).json;
  await page.goto(`/tablemodelview/edit/${result[0].id}`);
  const dialog = page.getByRole('dialog');
  for (const part of [/^Source/, /^Metrics/, /^Columns/, /^Calculated columns/, /^Settings/]) {
    await dialog.getByRole('tab', { name: part }).click();
    const unfold = dialog.getByRole('button', { name: /^Details of/ }).first();
    if (await unfold.isVisible()) await unfold.click();
    await settle(page);
    const wider = await dialog.locator('*').evaluateAll((elements) =>
      elements
        .filter((element) => /auto|scroll/.test(getComputedStyle(element).overflowX))
        .filter((element) => element.closest('.cm-editor, [role=tablist]') === null)
        .filter((element) => element.scrollWidth > element.clientWidth)
        .map((element) => element.className),
    );
    expect(wider).toEqual([]);
    expect(await findTooSmallTargets(page)).toEqual([]);
  }
});

test('on a phone the name of a dataset and the address of a sheet have a line for themselves', async ({
  adminPage: page,
  api,
}) => {
  const dialog = page.getByRole('dialog');
  const isWide = async (label: string) => ((await dialog.getByLabel(label).boundingBox())?.width ?? 0) > 250;
  const { result } = (await api.get('/api/v1/dataset/?q=(filters:!((col:table_name,opr:eq,value:orders)))')).json;
  await page.goto(`/tablemodelview/edit/${result[0].id}`);
  await dialog.getByRole('tab', { name: /^Source/ }).click();
  await settle(page);
  expect(await isWide('Table')).toBe(true);
  await page.goto('/database/add/');
  await dialog.getByRole('button', { name: /Google Sheets/ }).click();
  await settle(page);
  expect(await isWide('Address of the sheet')).toBe(true);
});

test('a long name that was chosen is read whole on a phone', async ({ adminPage: page, api, examples }) => {
  const name = `Orders of ${'one more shop and '.repeat(4)}all others`;
  const made = await api.post('/api/v1/dataset/', {
    ...{ database: examples.databaseId, schema: 'main', table_name: name, sql: 'SELECT 1 AS one' },
  });
  expect(made.status, made.text).toBe(201);
  await page.goto('/chart/add');
  const field = page.getByRole('combobox', { name: 'Choose a dataset' });
  await field.click();
  await page.getByRole('option').filter({ hasText: name }).first().click();
  const chosen = page.locator('[data-select]').getByText(name, { exact: true });
  await expect(chosen).toBeVisible();
  const cut = await chosen.evaluate((text) => [
    text.scrollWidth - text.clientWidth,
    text.scrollHeight - text.clientHeight,
  ]);
  expect(Math.max(...cut)).toBeLessThanOrEqual(0);
  // All of the field takes a finger, also below the first line.
  const box = await page.locator('[data-select]', { has: field }).boundingBox();
  expect(box?.height).toBeGreaterThan(56);
  await page.touchscreen.tap((box?.x ?? 0) + 60, (box?.y ?? 0) + (box?.height ?? 0) - 6);
  await expect(page.getByRole('listbox', { name: 'Choose a dataset' })).toBeVisible();
});

test('messages on a phone leave what a run came to free, and the way to run it again', async ({
  adminPage: page,
  context,
}) => {
  await page.goto('/superset/sqllab/?new=true');
  await settle(page);
  await page.locator('.cm-content').first().click();
  await page.keyboard.insertText('SELECT 1 AS one');
  await settle(page);
  await context.setOffline(true);
  await page.keyboard.press('Control+Enter');
  await expect(page.getByText(/An error occurred while storing the latest query id/)).toBeVisible();
  const result = page.getByRole('alert').filter({ hasText: 'The query failed' });
  await expect(result).toBeVisible();
  const covers = await page.getByRole('region', { name: 'Notifications' }).boundingBox();
  const told = await result.boundingBox();
  expect((covers?.y ?? 0) + (covers?.height ?? 0)).toBeLessThanOrEqual(told?.y ?? 0);
  await context.setOffline(false);
  await result.getByRole('button', { name: 'Run again' }).click();
  await expect(page.getByRole('grid', { name: 'Results' }).or(page.getByRole('gridcell')).first()).toBeVisible();
});

test.describe('where nothing hovers', () => {
  test.use({ isMobile: true });

  test('a column of a result is filtered by a finger', async ({ adminPage: page }) => {
    await page.goto('/superset/sqllab/?new=true');
    await settle(page);
    await page.locator('.cm-content').first().click();
    await page.keyboard.insertText("SELECT 'Web' AS channel, 3 AS orders");
    await page.keyboard.press('Control+Enter');
    const filter = page.getByRole('button', { name: 'Filter channel' });
    await expect(filter).toBeVisible();
    expect(await filter.evaluate((mark) => getComputedStyle(mark).opacity)).toBe('1');
    const box = await filter.boundingBox();
    // Beside the mark, which is narrower than a finger.
    await page.touchscreen.tap((box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) - 5);
    await expect(page.getByRole('dialog', { name: 'Filter channel' })).toBeVisible();
  });
});

test('a dialog that waits on a phone has the focus itself, not what scrolls in it', async ({ adminPage: page }) => {
  await page.route('**/api/v1/database/available/**', () => undefined);
  await page.goto('/database/add/');
  const dialog = page.getByRole('dialog', { name: 'Connect a database' });
  await expect(dialog).toBeFocused();
  expect(await dialog.evaluate((panel) => getComputedStyle(panel).outlineStyle)).toBe('none');
});

test('a finger scrolls what is arranged, drags what it has rested on, removes the chart that it picked, and adds a text', async ({
  adminPage: page,
  api,
}) => {
  const charts = await Promise.all(['Payment methods', 'Revenue by country'].map((name) => findChart(api, name)));
  const tabs = ['Overview', 'Marketing', 'Operations', 'Finance', 'People', 'Support'];
  const node = (id: string, type: string, children: readonly string[], meta: object = {}) => ({
    [id]: { id, type, children, meta },
  });
  const positions = {
    ...node('ROOT_ID', 'ROOT', ['TABS-1']),
    ...node('GRID_ID', 'GRID', []),
    ...node('TABS-1', 'TABS', tabs),
    ...Object.assign({}, ...tabs.map((tab, at) => node(tab, 'TAB', at === 0 ? ['ROW-1'] : [], { text: tab }))),
    ...node('ROW-1', 'ROW', ['CHART-0', 'CHART-1']),
    ...Object.assign(
      {},
      ...charts.map((chart, at) => node(`CHART-${at}`, 'CHART', [], { chartId: chart.id, width: 4, height: 30 })),
    ),
  };
  const { id } = (await api.post('/api/v1/dashboard/', { dashboard_title: 'By finger' })).json;
  await api.put(`/api/v1/dashboard/${id}`, { json_metadata: JSON.stringify({ positions }) });
  await page.goto(`/superset/dashboard/${id}/?edit=true`);
  await expect(page.locator('[data-chart-state=ready]')).toHaveCount(2);

  const client = await page.context().newCDPSession(page);
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', x?: number, y = 0) =>
    client.send('Input.dispatchTouchEvent', { type, touchPoints: x === undefined ? [] : [{ x, y }] });
  const tab = (name: string) => page.getByRole('tab', { name });
  const order = () => page.getByRole('tab').allTextContents();
  /** Moves a finger from the middle of a tab, after it has rested there. */
  const pull = async (
    name: string,
    byPx: number,
    see?: { resting: () => Promise<void>; there: () => Promise<void> },
  ) => {
    const box = await tab(name).boundingBox();
    const [x, y] = [(box?.x ?? 0) + 20, (box?.y ?? 0) + 20];
    await touch('touchStart', x, y);
    await see?.resting();
    for (const part of [0.2, 0.4, 0.6, 0.8, 1]) await touch('touchMove', x + byPx * part, y);
    await see?.there();
    await touch('touchEnd');
  };
  await pull('Operations', -150);
  await expect.poll(() => page.getByRole('tablist').evaluate((list) => list.scrollLeft)).toBeGreaterThan(50);
  expect(await order()).toEqual(tabs);
  await page.getByRole('tablist').evaluate((list) => list.scrollTo(0, 0));
  await pull('Marketing', -85, {
    resting: () => expect(page.locator('[class*=DragGhost]').first()).toBeVisible(),
    there: () => expect(page.locator('[class*=DropMark]').first()).toBeVisible(),
  });
  await expect.poll(order).toEqual(['Marketing', 'Overview', ...tabs.slice(2)]);

  await tab('Overview').tap();
  const card = page.getByRole('article', { name: 'Payment methods' });
  await card.tap({ position: { x: 40, y: 14 } });
  await page.getByRole('group', { name: 'Payment methods' }).getByRole('button', { name: 'More tools' }).tap();
  await page.getByRole('menuitem', { name: 'Remove' }).tap();
  await expect(card).toHaveCount(0);
  await expect(page.getByRole('article', { name: 'Revenue by country' })).toBeVisible();
  await page.getByRole('button', { name: 'Add', exact: true }).tap();
  await page.getByRole('dialog', { name: 'Add to dashboard' }).getByRole('button', { name: 'Text', exact: true }).tap();
  await expect(page.getByRole('dialog')).toHaveCount(0);
  await expect(page.getByRole('textbox', { name: 'Markdown text' })).toBeFocused();
});

test('a chart that is made on a phone stands above its settings, which are as wide as the screen', async ({
  adminPage: page,
  api,
}) => {
  const { id } = (await api.post('/api/v1/dashboard/', { dashboard_title: 'Made on a phone' })).json;
  await page.goto(`/superset/dashboard/${id}/?edit=true`);
  await page.getByRole('button', { name: 'Add', exact: true }).tap();
  const dialog = page.getByRole('dialog', { name: 'Add to dashboard' });
  await dialog.getByRole('button', { name: 'New chart' }).tap();
  await dialog.getByRole('combobox', { name: 'Dataset of the new chart' }).fill('orders');
  await page.getByRole('option', { name: 'orders' }).first().tap();
  await expect(page.locator('[data-chart-state=ready]')).toHaveCount(1);
  const settings = await page.getByRole('region', { name: 'Chart settings' }).boundingBox();
  const chart = await page.getByRole('article').first().boundingBox();
  expect(settings?.width).toBe(390);
  expect(chart?.y).toBeLessThan((settings?.y ?? 0) - 100);
});

test('the tables of the SQL editor lie under each other, and close with a press beside them', async ({
  adminPage: page,
}) => {
  await page.goto('/superset/sqllab/?new=true');
  await page.getByRole('toolbar', { name: 'Query', exact: true }).getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Tables' }).click();
  const rows = page.getByRole('tree', { name: 'Tables' }).getByRole('treeitem');
  await expect(rows.nth(3)).toBeVisible();
  const boxes = await rows.evaluateAll((all) => all.map((row) => row.getBoundingClientRect()));
  const edges = boxes.sort((one, other) => one.top - other.top).map(({ top, bottom }) => [top, bottom] as const);
  for (const [at, [top]] of edges.entries()) expect(top).toBeGreaterThanOrEqual(edges[at - 1]?.[1] ?? 0);
  await page.mouse.click(375, 500);
  await expect(page.getByRole('tree', { name: 'Tables' })).toHaveCount(0);
});

test.describe('where there are only fingers', () => {
  test.use({ viewport: { width: 1024, height: 768 }, isMobile: true });

  test('no key is named, but in the list of them', async ({ adminPage: page }) => {
    for (const address of ['/superset/welcome/', '/chart/list/', '/superset/sqllab/?new=true']) {
      await page.goto(address);
      await settle(page);
      await expect(page.locator('kbd:visible')).toHaveCount(0);
      await expect(page.getByText('Ctrl Enter')).toHaveCount(0);
    }
    await page.getByRole('button', { name: 'Keyboard shortcuts and help' }).click();
    await expect(page.getByRole('dialog').locator('kbd:visible').first()).toBeVisible();
  });
});
