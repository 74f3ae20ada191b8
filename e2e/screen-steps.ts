import { expect, type Locator, type Page } from '@playwright/test';
import { signInWithCookie, testAdmin } from '@powerset/testkit';
import { signInContext } from '@powerset/testkit/browser';
import type { ScreenFacts } from './screen-facts.ts';

/** Steps from an opened page to its picture. */

export async function endSession(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.context().clearCookies();
  await page.getByRole('radio', { name: 'Edited' }).click();
  await page.getByRole('dialog').waitFor();
}

export async function selectRows(page: Page): Promise<void> {
  for (const row of [2, 5, 7]) await page.getByRole('row').nth(row).getByRole('checkbox').check();
}

/** The message is taken back at the end, so that the next picture has the row. */
export async function deleteAndUndo(page: Page): Promise<void> {
  await page.route('**/api/v1/chart/*', (route) =>
    route.request().method() === 'DELETE' ? route.fulfill({ json: { message: 'OK' } }) : route.continue(),
  );
  await page
    .getByRole('button', { name: /^Actions for/ })
    .nth(1)
    .press('Enter');
  await page.getByRole('menuitem', { name: 'Delete' }).click();
  await page.getByRole('button', { name: 'Undo' }).waitFor();
}

export async function choosePostgres(page: Page): Promise<void> {
  await page.getByRole('button', { name: /PostgreSQL/ }).click();
}

export function raggedSales(): string {
  const rows = Array.from(
    { length: 40 },
    (_, row) => `2026-01-${String((row % 28) + 1).padStart(2, '0')},Shop ${row % 3},${row * 7}.5`,
  );
  return [
    'day,shop,amount',
    ...rows.slice(0, 20),
    'broken,line,with,too,many,cells',
    'short',
    ...rows.slice(20),
    '',
  ].join('\n');
}

export function upload(name: string, text: string): (page: Page) => Promise<void> {
  return async (page) => {
    await page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) });
    await page.getByLabel('Table name').or(page.getByRole('alert')).first().waitFor();
  };
}

export async function openFilterSettings(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Filter settings' }).click();
  await page.getByRole('menuitem', { name: 'Add/Edit Filters' }).click();
  await page.getByRole('dialog').waitFor();
}

export async function openFilterSets(page: Page): Promise<void> {
  if (isPhone(page)) await openFilterSheet(page);
  await page.getByRole('button', { name: 'Filter sets' }).click();
  await page.getByText('No filter sets yet').waitFor();
}

export async function openFilterSheet(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^Filters( \d+)?$/ }).click();
  await page.getByRole('dialog', { name: 'Filters' }).waitFor();
}

export async function searchInPalette(page: Page): Promise<void> {
  await openPalette(page);
  await page.keyboard.type('ord');
  await page
    .getByRole('option', { name: /^orders/ })
    .first()
    .waitFor();
}

export async function openPalette(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('Control+k');
  await page.getByRole('dialog').waitFor();
}

const isPhone = (page: Page) => (page.viewportSize()?.width ?? 0) < 600;
const menuOfChart = (page: Page) => page.getByRole('article').nth(4).getByRole('button', { name: 'More actions' });

export async function openChartMenu(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await menuOfChart(page).click();
}

export async function openChartRows(page: Page): Promise<void> {
  await openChartMenu(page);
  await page.getByRole('menuitem', { name: 'View as table' }).click();
  await page.getByRole('dialog').getByRole('grid').or(page.getByRole('dialog').getByRole('table')).first().waitFor();
}

/** A card, scrolled into view, and where it stands then. */
async function placeOf(page: Page, title: string) {
  await page.waitForLoadState('networkidle');
  const card = page.getByRole('article', { name: title, exact: true });
  await card.scrollIntoViewIfNeeded();
  await expect(card.locator('canvas').first()).toBeVisible();
  const box = await card.boundingBox();
  if (!box) throw new Error(`${title} is not on the screen.`);
  return box;
}

export async function showTooltip(page: Page): Promise<void> {
  const { x, y, width, height } = await placeOf(page, 'Weekly revenue by channel');
  await page.mouse.move(x + width * 0.4, y + height * 0.6);
  await page.mouse.move(x + width * 0.45, y + height * 0.6);
}

/** A bar is chosen: the other charts show its rows. */
export async function crossFilter(page: Page): Promise<void> {
  const { x, y, height } = await placeOf(page, 'Revenue by country');
  await page.mouse.click(x + 140, y + height - 44);
}

/** Somebody whose role does not open the page. */
export async function enterAsReader(page: Page, { url }: ScreenFacts): Promise<void> {
  const api = await signInWithCookie(url, testAdmin);
  const reader = { username: 'reader', password: 'a password for pictures' };
  const path = '/api/v1/security/roles/?q=(filters:!((col:name,opr:eq,value:Gamma)))';
  const roles: readonly number[] = (await api.get(path)).json.ids;
  await api.post('/api/v1/security/users/', { ...reader, roles });
  await page.context().clearCookies();
  await signInContext(page.context(), url, reader);
  await page.reload();
  await page.getByRole('heading', { name: 'You have no access to this page' }).waitFor();
}

const asker = { username: 'asker', password: 'a password for pictures' };

/** Somebody who may see no data; nothing happens where he is there. */
async function makeAsker(url: string): Promise<void> {
  const api = await signInWithCookie(url, testAdmin);
  const path = '/api/v1/security/roles/?q=(filters:!((col:name,opr:eq,value:Gamma)))';
  const roles: readonly number[] = (await api.get(path)).json.ids;
  await api.post('/api/v1/security/users/', { ...asker, first_name: 'Ada', last_name: 'Asker', roles });
}

/** He asks to be let see the dashboard. */
export async function askForAccess(page: Page, { url }: ScreenFacts): Promise<void> {
  await makeAsker(url);
  await page.context().clearCookies();
  await signInContext(page.context(), url, asker);
  await page.reload();
  await page.getByRole('button', { name: 'Ask for access' }).click();
  await page.getByLabel('What do you need it for?').fill('For the plan of next year');
}

/** What the same person asked, as administrators and owners read it. */
export async function openAccessRequests(page: Page, { url, dashboardId }: ScreenFacts): Promise<void> {
  await makeAsker(url);
  const api = await signInWithCookie(url, asker);
  const message = 'For the plan of next year';
  await api.post('/api/v1/access_request/', { object_type: 'dashboard', object: String(dashboardId), message });
  await page.reload();
  await page.waitForLoadState('networkidle');
  if (isPhone(page)) {
    await page.locator('.dashboard-header').getByRole('button', { name: 'More actions' }).click();
    await page.getByRole('menuitem', { name: /^Requests for access/ }).click();
  } else await page.getByRole('button', { name: /asks? for access$/ }).click();
  await page.getByRole('button', { name: 'Let in' }).click();
  await page.getByRole('radio').first().waitFor();
}

/** A line over time that nobody has saved. */
export function pathToSeries({ datasetId }: ScreenFacts, change: object): string {
  const form = {
    viz_type: 'echarts_timeseries_line',
    datasource: `${datasetId}__table`,
    x_axis: 'ordered_at',
    time_grain_sqla: 'P1M',
    metrics: ['revenue'],
    groupby: ['channel'],
    row_limit: 10_000,
    ...change,
  };
  const text = encodeURIComponent(JSON.stringify(form));
  return `/explore/?datasource_type=table&datasource_id=${datasetId}&form_data=${text}`;
}

const dayMs = 86_400_000;
const daysAgo = (days: number) => Date.now() - days * dayMs;

/** Words at a moment, along a span and at a series, and a line at a value. */
export const notes = {
  chart_notes: [
    { text: 'New price list', at: daysAgo(520) },
    { text: 'Strike of the carriers', at: daysAgo(380), end: daysAgo(310) },
    { text: 'Best month', at: daysAgo(330), series: 'Web' },
  ],
  annotation_layers: [
    { name: 'Target', annotationType: 'FORMULA', value: '1000000', show: true, showLabel: true, style: 'dashed' },
  ],
};

async function chooseOrders(page: Page, field: Locator): Promise<void> {
  await field.click();
  await page.getByRole('option').filter({ hasText: 'orders' }).first().click();
}

export async function beginChartOnCanvas(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New chart' }).first().click();
  await chooseOrders(page, page.getByRole('combobox', { name: 'Dataset of the new chart' }));
  await page.getByRole('region', { name: 'Chart settings' }).getByRole('textbox', { name: 'Chart name' }).waitFor();
}

export async function proposeDashboard(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'From a dataset' }).click();
  const dialog = page.getByRole('dialog', { name: 'A first dashboard from a dataset' });
  await chooseOrders(page, dialog.getByRole('combobox', { name: 'Dataset' }));
  await dialog.getByRole('checkbox').first().waitFor();
}

export async function openProperties(page: Page): Promise<void> {
  await page.locator('.dashboard-header').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit properties' }).click();
  await page.getByRole('dialog').waitFor();
}

/** The dashboard over a time in which there was nothing. */
export function pathToNothing({ dashboardPath, timeFilterId }: ScreenFacts): string {
  const mask = "(extraFormData:(time_range:'1990-01-01 : 1990-01-08'),filterState:(value:'1990-01-01 : 1990-01-08'))";
  return `${dashboardPath}?native_filters=(${timeFilterId}:${mask})`;
}

/** What somebody else saves while the dashboard is open here. */
async function saveElsewhere({ url, dashboardId }: ScreenFacts, title: string): Promise<void> {
  const api = await signInWithCookie(url, testAdmin);
  const answer = await api.put(`/api/v1/dashboard/${dashboardId}`, { dashboard_title: title });
  expect(answer.status).toBe(200);
}

async function openUnchanged(page: Page, facts: ScreenFacts): Promise<void> {
  await saveElsewhere(facts, 'Sales overview');
  await page.reload();
  await page.waitForLoadState('networkidle');
}

export async function saveAfterSomebody(page: Page, facts: ScreenFacts): Promise<void> {
  await openUnchanged(page, facts);
  await openProperties(page);
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Sales 2026');
  await saveElsewhere(facts, 'Sales in Europe');
  await dialog.getByRole('button', { name: 'Apply' }).click();
  await dialog.getByRole('button', { name: 'Save with these' }).waitFor();
  await dialog.getByText(/saved this dashboard/).scrollIntoViewIfNeeded();
}

export async function saveLayoutAfterSomebody(page: Page, facts: ScreenFacts): Promise<void> {
  await openUnchanged(page, facts);
  await page.getByLabel('Dashboard title').fill('Sales 2026');
  await saveElsewhere(facts, 'Sales in Europe');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page
    .getByRole('alertdialog')
    .getByText(/saved this dashboard/)
    .waitFor();
}

export async function showAllCharts(page: Page): Promise<void> {
  await page.getByText('On this dashboard').first().waitFor();
}

/** Held over the gap between two cards: where it would land is shown. */
export async function dragChart(page: Page): Promise<void> {
  await showAllCharts(page);
  await page.waitForLoadState('networkidle');
  const from = await page.getByTestId('picked-chart').nth(1).boundingBox();
  const over = await page.getByRole('article').nth(5).boundingBox();
  if (!from || !over) throw new Error('There is nothing to drag.');
  await page.mouse.move(from.x + 40, from.y + 20);
  await page.mouse.down();
  await page.mouse.move(from.x - 60, from.y + 40, { steps: 6 });
  await page.mouse.move(over.x + 6, over.y + over.height / 2, { steps: 12 });
}

async function showControls(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  if (isPhone(page)) await page.getByRole('tab', { name: 'Controls' }).click();
}

export async function openGallery(page: Page): Promise<void> {
  await showControls(page);
  await page.getByRole('button', { name: 'View all charts' }).click();
  await page.getByRole('dialog').waitFor();
}

export async function openSaveDialog(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await page.getByRole('dialog').waitFor();
}

export async function openMetricEditor(page: Page): Promise<void> {
  await showControls(page);
  await page.getByRole('group', { name: 'Metric', exact: true }).getByRole('button').first().click();
  await page.getByRole('dialog').getByRole('tab', { name: 'Simple' }).click();
}

export async function openTimeRange(page: Page): Promise<void> {
  await showControls(page);
  await page.getByRole('group', { name: 'Filters', exact: true }).getByRole('button').first().click();
  await page.getByRole('dialog').waitFor();
}

export async function openColumns(page: Page): Promise<void> {
  await page.getByRole('tab', { name: /^Columns/ }).click();
  await page
    .getByRole('button', { name: /^Details of/ })
    .first()
    .click();
}

export async function openNewLayer(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Annotation layer' }).first().click();
  await page.getByRole('dialog').waitFor();
}

export async function openNewTheme(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Theme', exact: true }).first().click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Product name').fill('Acme Insights');
  await dialog.getByLabel('Accent', { exact: true }).fill('#0a8f6a');
}

export async function openNewApiKey(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'New API key' }).click();
  await page.getByRole('dialog').waitFor();
}

export async function openNewGroup(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Group', exact: true }).first().click();
  await page.getByRole('combobox', { name: 'Members' }).waitFor();
}

export async function openNewRole(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Role', exact: true }).first().click();
  await page.getByRole('combobox', { name: 'Datasets' }).waitFor();
}

export async function openDrawer(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: 'Menu' }).click();
}

export async function openAccountMenu(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.getByRole('button', { name: /^Your account/ }).click();
}

export async function openShortcuts(page: Page): Promise<void> {
  await page.waitForLoadState('networkidle');
  await page.keyboard.press('?');
  await page.getByRole('dialog').waitFor();
}
