import type { Page } from '@playwright/test';
import { makePluginFolder, type PluginFolder } from '@powerset/testkit';
import { expect, test } from './journey.ts';
import { type OwnServer, openOwnServer } from './own-server.ts';

const thrower = `var powersetView = { draw() { throw new Error('the view is broken'); } };`;

/** Tries whatever a view has no business with, and writes what came of it. */
const curious = `var powersetView = { async draw(element) {
  const tried = async (name, act) => {
    try { return name + ': ' + String(await act()); } catch { return name + ': refused'; }
  };
  const found = [
    await tried('page', () => parent.document.title),
    await tried('cookies', () => document.cookie),
    await tried('storage', () => localStorage.length),
    await tried('calls', () => fetch('/api/v1/me/').then((answer) => answer.status)),
    await tried('code', () => new Function('return 1')()),
  ];
  element.textContent = found.join(', ');
} };`;

/** A plugin as it would be written without the kit: `body` are its methods, `before` runs when its code is loaded. */
const pluginCode = (key: string, body: string, before = '') => `${before}
  export default { api: 2, chart: { key: '${key}', sections: [],
    toQueries: ({ groupby, metric }) => [{ columns: groupby, metrics: [metric] }],
    toModel: (results) => results[0].rowCount,
    toOptions: () => ({ marks: 1, option: { series: [] } }),
    ${body} } };`;

const redBar = pluginCode(
  'red_bar',
  `toOptions: () => ({ marks: 1, option: { animation: false,
    grid: { left: 0, right: 0, top: 0, bottom: 0 },
    tooltip: { formatter: '<img src="/stolen.png" onerror="document.title = 1">' },
    xAxis: { type: 'category', data: ['Web'], show: false }, yAxis: { show: false },
    series: [{ type: 'bar', barWidth: '100%', itemStyle: { color: '#ff0000' }, data: [{ value: 1, selection: {
      filters: [{ column: 'channel', op: 'IN', values: ['Web'] }], selectedLabels: ['Web'] } }] }] } })`,
);

/** Tries from its definition whatever it has no business with, and hands what came of it to its view. */
const spy = pluginCode(
  'spy',
  'toModel: () => found',
  `globalThis.powersetWasHere = true;
  const tried = async (name, act) => {
    try { return name + ': ' + String(await act()); } catch { return name + ': refused'; }
  };
  const opened = () => new Promise((resolve, reject) => {
    const request = indexedDB.open('spied');
    request.onsuccess = () => resolve('open');
    request.onerror = () => reject(request.error);
  });
  const found = (await Promise.all([
    tried('page', () => parent.document.title),
    tried('top', () => top.location.href),
    tried('cookies', () => document.cookie),
    tried('storage', () => localStorage.length),
    tried('database', opened),
    tried('calls', () => fetch('/api/v1/me/').then((answer) => answer.status)),
    tried('elsewhere', () => fetch('https://example.org/').then((answer) => answer.status)),
    tried('sockets', () => new Promise((resolve, reject) => {
      const socket = new WebSocket('ws://127.0.0.1:9/');
      socket.onopen = resolve;
      socket.onerror = reject;
    })),
    tried('scripts', () => importScripts('/start.js')),
    tried('modules', () => import('/chart-plugins/spy/chart.js')),
    tried('messages', () => self.postMessage('hello')),
    tried('code', () => new Function('return 1')()),
  ])).join(', ');`,
);
const spyView = 'var powersetView = { draw: (element, { model }) => { element.textContent = model; } };';

const hanging = pluginCode('hanging', 'toModel: () => { while (true); }');
/** Takes hold of the port over which it is asked, and does not stop. */
const flooding = pluginCode(
  'flooding',
  '',
  `const { postMessage } = MessagePort.prototype;
  MessagePort.prototype.postMessage = function (message) {
    postMessage.call(this, message);
    while (true) postMessage.call(this, 'x'.repeat(1000));
  };`,
);
const lying = pluginCode('lying', "toQueries: () => 'DROP TABLE orders'");
const failing = pluginCode('failing', '', "throw new Error('no licence');");
const hangingView = 'var powersetView = { draw() { while (true); } };';
const floodingView = `var powersetView = { draw() { setInterval(() => {
  for (let at = 0; at < 500; at += 1) top.postMessage({ kind: 'selected', selection: null }, '*');
}); } };`;
/** Chooses a mark for its reader, who did nothing. */
const pushyView = `var powersetView = { draw(element, drawing, host) {
  element.textContent = 'pushy';
  host.select({ filters: [{ column: 'channel', op: 'IN', values: ['Phone'] }], selectedLabels: ['Phone'] });
} };`;

/** Its controls depend on each other and on the dataset. */
const ruled = pluginCode(
  'ruled',
  `sections: [{ label: 'Query', tab: 'data', rows: [
      [{ name: 'groupby', type: 'columns', label: 'Dimensions', changes: 'query',
        validators: [(value) => (value && value.length > 0 ? false : 'cannot be empty')] }],
      [{ name: 'metric', type: 'metric', label: 'Metric', changes: 'query' }],
      [{ name: 'is_fine', type: 'checkbox', label: 'In detail', default: false, changes: 'drawing' }],
      [{ name: 'detail', type: 'select', label: 'Fineness', default: 'columns', changes: 'drawing',
        isVisible: ({ form }) => form.is_fine === true,
        choices: ({ columns }) => [{ value: 'columns', label: columns.length + ' columns' }] }],
    ] }],
    toModel: (results, { form }) => form.is_fine + ' ' + form.detail`,
);

let folder: PluginFolder;
let house: OwnServer;
test.beforeAll(async () => {
  folder = await makePluginFolder();
  await folder.add('top-sellers');
  await folder.add('thrower', { key: 'thrower', view: thrower });
  await folder.add('curious', { key: 'curious', view: curious });
  await folder.define('Red bar', 'red_bar', redBar);
  await folder.define('Spy', 'spy', spy);
  await folder.write('Spy', { 'view.js': spyView });
  await folder.define('Hanging', 'hanging', hanging);
  await folder.define('Flooding', 'flooding', flooding);
  await folder.define('Lying', 'lying', lying);
  await folder.define('Failing', 'failing', failing);
  await folder.define('Ruled', 'ruled', ruled);
  await folder.write('Ruled', { 'view.js': spyView });
  await folder.add('hanging-view', { key: 'hanging_view', view: hangingView });
  await folder.add('flooding-view', { key: 'flooding_view', view: floodingView });
  await folder.add('pushy', { key: 'pushy', view: pushyView });
  await folder.write('older-plugin', { 'chart.js': 'export default {' });
  house = await openOwnServer({ POWERSET_PLUGINS: folder.path });
});
test.afterAll(async () => {
  await house.running.stop();
  await folder.remove();
});
test.beforeEach(({ context }) => house.enter(context));

const frameOf = (page: Page, name: string) => page.locator(`iframe[data-test="plugin-frame"][title="${name}"]`);

test('a plugin is chosen in the gallery and drawn, and its code is loaded only then [PLG-001]', async ({ page }) => {
  const loaded: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (pathname.startsWith('/chart-plugins/')) loaded.push(pathname);
  });
  const [chartId] = house.chartIds;
  await page.goto(`${house.url}/explore/?slice_id=${chartId}`);
  await expect(page.getByTestId('chart').locator('canvas').first()).toBeVisible();
  expect(loaded.filter((path) => !path.endsWith('.svg'))).toEqual([]);
  await page.getByRole('button', { name: /View all charts/ }).click();
  const gallery = page.getByRole('dialog');
  await gallery.getByRole('searchbox').fill('Top sellers');
  const card = gallery.getByRole('option', { name: 'Top sellers' }).first();
  await expect(card.locator('img')).toHaveAttribute('src', /top_sellers\/thumbnail/);
  await expect(gallery.getByRole('option', { name: 'older-plugin' })).toHaveCount(0);
  await gallery.getByText(/Plugins that are not offered: 1/).click();
  await expect(gallery.getByText(/It has no plugin.json, which the build writes/)).toBeVisible();
  await card.dblclick();
  const list = page.frameLocator('iframe[data-test="plugin-frame"]').getByRole('list');
  await expect(list.getByRole('listitem')).toHaveCount(3);
  await expect(list.getByRole('listitem').first()).toHaveText('Web42');
  expect(loaded).toContain('/chart-plugins/top_sellers/chart.js');
  await expect(page.getByText('Row limit').first()).toBeVisible();
});

test('plugins stand on a dashboard: one filters the others, one that throws is told in its place, and none sees the page [PLG-002]', async ({
  page,
}) => {
  await house.addChart('Ranked', 'channel', { viz_type: 'top_sellers' });
  await house.addChart('Broken', 'channel', { viz_type: 'thrower' });
  await house.addChart('Curious', 'channel', { viz_type: 'curious' });
  await house.addChart('Red', 'channel', { viz_type: 'red_bar' });
  const violations: string[] = [];
  page.on('pageerror', (error) => violations.push(error.message));
  await page.goto(house.address);
  const ranked = frameOf(page, 'Ranked').contentFrame().getByRole('listitem');
  await expect(ranked).toHaveCount(3);
  await expect(page.getByText('This chart could not be drawn')).toHaveCount(1);
  await expect(page.getByText('The plugin thrower says: the view is broken')).toBeVisible();
  await expect(frameOf(page, 'Curious').contentFrame().getByText('page:')).toHaveText(
    'page: refused, cookies: refused, storage: refused, calls: refused, code: refused',
  );
  const red = page.locator('[data-test="echart"]', { has: page.locator('canvas') }).last();
  await red.hover();
  await expect(page.locator('img[src*="stolen"]')).toHaveCount(0);
  await ranked.filter({ hasText: 'Store' }).click();
  await expect(page.getByText('Store').first()).toBeVisible();
  await expect(ranked.first()).toHaveCSS('opacity', '0.4');
  await expect(ranked.filter({ hasText: 'Store' })).toHaveCSS('opacity', '1');
  expect(violations).toEqual([]);
});

const cardOf = (page: Page, name: string) => page.getByRole('article', { name, exact: true });

test('the definition of a plugin runs apart from the page: it reaches neither page, cookies, storage nor any address [PLG-001]', async ({
  page,
}) => {
  const chart = await house.addChart('Spy', 'channel', { viz_type: 'spy' });
  const ways: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/spy/chart.js')) ways.push(request.resourceType());
    if (/example\.org|stolen/.test(request.url())) ways.push(request.url());
  });
  await page.goto(`${house.url}/explore/?slice_id=${chart}`);
  const told = frameOf(page, 'Spy').contentFrame().locator('body');
  const names = ['page', 'top', 'cookies', 'storage', 'database', 'calls', 'elsewhere', 'sockets', 'scripts'];
  await expect(told).toHaveText([...names, 'modules', 'messages', 'code'].map((name) => `${name}: refused`).join(', '));
  expect(ways).toEqual(['fetch']);
  expect(await page.evaluate(() => 'powersetWasHere' in globalThis)).toBe(false);
  await expect(page.locator('iframe')).not.toHaveCount(0);
  for (const frame of await page.locator('iframe').all())
    expect(await frame.getAttribute('sandbox')).toBe('allow-scripts');
});

test('a plugin that hangs, floods, lies or fails costs its own chart, which says why, and one that is refused is named [PLG-002]', async ({
  page,
}) => {
  test.setTimeout(120_000);
  const types = ['hanging', 'flooding', 'lying', 'failing', 'hanging_view', 'flooding_view', 'pushy', 'older_plugin'];
  for (const type of types) await house.addChart(type, 'channel', { viz_type: type });
  await house.addChart('Ranked beside', 'channel', { viz_type: 'top_sellers' });
  await page.goto(house.address);
  await expect(cardOf(page, 'Pieces by country').locator('canvas').first()).toBeVisible();
  await expect(cardOf(page, 'older_plugin')).toContainText('The plugin older-plugin is not offered');
  await expect(cardOf(page, 'older_plugin')).toContainText('build it again with this installation');
  const says = async (name: string, words: RegExp) => {
    const card = cardOf(page, name);
    await card.scrollIntoViewIfNeeded();
    await expect(card.getByText(words)).toBeVisible({ timeout: 40_000 });
  };
  await says('lying', /The plugin Lying gave an answer that cannot be used: Its queries must be a list/);
  await says('failing', /The plugin Failing says: no licence/);
  await says(
    'flooding',
    /The plugin Flooding (sent what nobody asked for|gave an answer that cannot be read|was stopped)/,
  );
  await says('flooding_view', /sent what nobody asked for, and was stopped/);
  await says('hanging', /The plugin Hanging took longer than 8 seconds/);
  await says('hanging_view', /took longer than 8 seconds|did not come up/);
  await cardOf(page, 'Ranked beside').scrollIntoViewIfNeeded();
  const ranked = frameOf(page, 'Ranked beside').contentFrame().getByRole('listitem');
  await expect(ranked).toHaveCount(3, { timeout: 40_000 });
  // Nobody pressed, so that nothing is filtered.
  await expect(frameOf(page, 'pushy').contentFrame().getByText('pushy')).toBeVisible();
  await ranked.filter({ hasText: 'Store' }).click();
  await expect(ranked.first()).toHaveCSS('opacity', '0.4');
});

test('rules of a plugin decide in Explore which controls are there, what they offer and what is missing [PLG-001]', async ({
  page,
}) => {
  const chart = await house.addChart('Ruled', 'channel', { viz_type: 'ruled' });
  await page.goto(`${house.url}/explore/?slice_id=${chart}`);
  const drawn = frameOf(page, 'Ruled').contentFrame().locator('body');
  await expect(drawn).toHaveText('false columns');
  await expect(page.getByText('Fineness')).toHaveCount(0);
  await page.getByRole('checkbox', { name: 'In detail' }).check();
  await expect(page.getByText('Fineness')).toBeVisible();
  await expect(page.getByText('5 columns')).toBeVisible();
  await expect(drawn).toHaveText('true columns');
  const controls = page.getByRole('region', { name: 'Controls' });
  await controls
    .getByRole('button', { name: /Remove.*channel/ })
    .first()
    .click();
  await expect(controls.getByText('Dimensions cannot be empty')).toBeVisible();
  await expect(controls.getByRole('button', { name: /Update chart/ })).toBeDisabled();
});
