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

const redBar = `export default { api: 1, chart: { key: 'red_bar', name: 'Red bar', description: '', category: 'Ranking',
  tags: [], behaviors: ['INTERACTIVE_CHART'], sections: [], readForm: (form) => form,
  toQueries: ({ groupby, metric }) => [{ columns: groupby, metrics: [metric] }],
  toModel: (results) => results, toOptions: () => ({ marks: 1, option: { animation: false,
    grid: { left: 0, right: 0, top: 0, bottom: 0 },
    xAxis: { type: 'category', data: ['Web'], show: false }, yAxis: { show: false },
    series: [{ type: 'bar', barWidth: '100%', itemStyle: { color: '#ff0000' }, data: [{ value: 1, selection: {
      filters: [{ column: 'channel', op: 'IN', values: ['Web'] }], selectedLabels: ['Web'] } }] }] } }) } };`;

let folder: PluginFolder;
let house: OwnServer;
test.beforeAll(async () => {
  folder = await makePluginFolder();
  await folder.add('top-sellers');
  await folder.add('thrower', { key: 'thrower', view: thrower });
  await folder.add('curious', { key: 'curious', view: curious });
  await folder.write('red', { 'chart.js': redBar });
  await folder.write('broken', { 'chart.js': 'export default {' });
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
  await expect(gallery.getByRole('option', { name: 'Broken' })).toHaveCount(0);
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
  await page.getByText('Details', { exact: true }).click();
  await expect(page.getByText('the view is broken')).toBeVisible();
  await expect(frameOf(page, 'Curious').contentFrame().getByText('page:')).toHaveText(
    'page: refused, cookies: refused, storage: refused, calls: refused, code: refused',
  );
  const red = page.locator('[data-test="echart"]', { has: page.locator('canvas') }).last();
  await expect(red).toBeVisible();
  await ranked.filter({ hasText: 'Store' }).click();
  await expect(page.getByText('Store').first()).toBeVisible();
  await expect(ranked.first()).toHaveCSS('opacity', '0.4');
  await expect(ranked.filter({ hasText: 'Store' })).toHaveCSS('opacity', '1');
  expect(violations).toEqual([]);
});
