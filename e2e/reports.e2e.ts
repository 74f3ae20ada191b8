import type { Page } from '@playwright/test';
import { findAccessibilityFaults } from '@powerset/testkit/browser';
import { type MailServer, startMailServer } from '@powerset/testkit/mail-server';
import { expect, pick, test } from './journey.ts';
import { type OwnServer, openOwnServer } from './own-server.ts';

let mail: MailServer;
let world: OwnServer;

test.beforeAll(async () => {
  mail = await startMailServer();
  world = await openOwnServer({ POWERSET_SMTP_URL: mail.url, POWERSET_MAIL_FROM: 'reports@example.com' });
  const { id } = (await world.admin.get('/api/v1/me/')).json.result;
  await world.admin.put(`/api/v1/security/users/${id}`, { email: 'ann@example.com' });
});
test.afterAll(async () => {
  await world.running.stop();
  await mail.stop();
});
test.beforeEach(async ({ context }) => {
  await world.running.app.services.store.deleteFrom('reports').execute();
  mail.clear();
  await world.enter(context);
});

const path = '/api/v1/report/';
const menuOf = (page: Page) => page.locator('header').getByRole('button', { name: 'More actions' }).first();
const saved = async () => (await world.admin.get(path)).json.result;

async function choose(page: Page, ...names: readonly string[]): Promise<void> {
  await menuOf(page).click();
  for (const name of names) await page.locator('[role^="menuitem"]').filter({ hasText: name }).click();
}

async function act(page: Page, name: string, action: string): Promise<void> {
  await page.getByRole('button', { name: `Actions for ${name}` }).press('Enter');
  await page.getByRole('menuitem', { name: action, exact: true }).click();
}

test('an alert is written, checked, saved, run and looked at, a report of a dashboard changed and deleted [RPT-001] [RPT-011]', async ({
  page,
}) => {
  await page.goto(`${world.url}/alert/list/`);
  await page.getByRole('button', { name: 'Alert', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add alert' });
  await dialog.getByLabel('Name').fill('Too many pieces');
  await pick(dialog.getByRole('combobox', { name: 'Database' }), 'Powerset');
  await dialog.getByRole('textbox', { name: 'SQL query' }).click();
  await page.keyboard.type('select 42');
  await dialog.getByLabel('Value').fill('40');
  await dialog.getByRole('button', { name: 'Check now' }).click();
  await expect(dialog.getByText('The value is 42: the alert would be sent.')).toBeVisible();
  await dialog.getByRole('radio', { name: 'Chart' }).click();
  await pick(dialog.getByRole('combobox', { name: 'Chart' }), 'Pieces by channel', 'channel');
  await pick(dialog.getByRole('combobox', { name: 'Format' }), 'Rows as text in the message');
  await pick(dialog.getByRole('combobox', { name: 'Repeat' }), 'From Monday to Friday');
  await expect(dialog.getByText('From Monday to Friday at 06:00')).toBeVisible();
  await expect(dialog.getByLabel('Send to')).toHaveValue('ann@example.com');
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('The report has been created', { exact: true })).toBeVisible();
  expect(await saved()).toMatchObject([{ name: 'Too many pieces', type: 'Alert', creation_method: 'alerts_reports' }]);

  await act(page, 'Too many pieces', 'Run now');
  const row = page.getByRole('row', { name: /Too many pieces/ });
  await expect(row).toContainText('Success');
  expect(mail.mails).toMatchObject([{ to: ['ann@example.com'], mail: { subject: '[Alert] Too many pieces' } }]);
  await row.getByRole('link', { name: 'Too many pieces' }).click();
  await expect(page).toHaveURL(/\/alert\/\d+\/log\//);
  await expect(page.getByRole('row', { name: /Success/ })).toContainText('42');
  expect(await findAccessibilityFaults(page)).toEqual([]);

  await page.getByRole('link', { name: 'All alerts' }).click();
  await act(page, 'Too many pieces', 'Edit');
  const again = page.getByRole('dialog', { name: 'Edit alert' });
  await again.getByLabel('Name').fill('Far too many');
  await again.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('Report updated', { exact: true })).toBeVisible();
  await page.route(`**${path}*`, (route) =>
    route.request().method() === 'PUT' ? route.fulfill({ status: 500, json: { message: 'No.' } }) : route.fallback(),
  );
  await page.getByRole('switch', { name: 'Far too many is active' }).click();
  await expect(page.getByText('We were unable to active or deactivate this report.', { exact: true })).toBeVisible();
  await act(page, 'Far too many', 'Delete');
  await page.getByRole('link', { name: 'Reports' }).click();
  await expect(page.getByText('No reports yet')).toBeVisible();
  await expect.poll(saved).toEqual([]);
});

test('the menu of a dashboard makes, changes, pauses and deletes its report [RPT-002] [RPT-003] [RPT-004] [RPT-005]', async ({
  page,
}) => {
  await page.goto(world.address);
  await choose(page, 'Set up an email report');
  const dialog = page.getByRole('dialog', { name: 'Add report' });
  await expect(dialog.getByLabel('Name')).toHaveValue('House');
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('The report has been created', { exact: true })).toBeVisible();
  expect(await saved()).toMatchObject([
    { creation_method: 'dashboards', dashboard_id: world.dashboardId, active: true, name: 'House' },
  ]);
  await choose(page, 'Manage email report', 'Email reports active');
  await expect(page.getByText('Report updated', { exact: true })).toBeVisible();
  expect(await saved()).toMatchObject([{ active: false }]);
  await choose(page, 'Manage email report', 'Edit email report');
  const again = page.getByRole('dialog', { name: 'Edit report' });
  await again.getByLabel('Name').fill('House, daily');
  await again.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(again).toHaveCount(0);
  await expect(page.getByText('Report updated', { exact: true })).toBeVisible();
  expect(await saved()).toMatchObject([{ name: 'House, daily', active: false }]);
});

test('a dashboard is subscribed to in two presses, and messages say what came of it [RPT-006] [RPT-007] [RPT-008] [RPT-009]', async ({
  page,
}) => {
  await page.goto(world.address);
  await page.route(`**${path}?*`, (route) => route.fulfill({ status: 500, json: { message: 'No.' } }));
  await menuOf(page).click();
  await expect(
    page.getByText('There was an issue fetching reports attached to this dashboard.', { exact: true }),
  ).toBeVisible();
  await page.unrouteAll();
  await page.goto(world.address);
  await choose(page, 'Send it to me every morning');
  await expect(page.getByText('The report has been created', { exact: true })).toBeVisible();
  const [report] = await saved();
  expect((await world.admin.get(`${path}${report.id}`)).json.result.recipients).toMatchObject([
    { recipient_config_json: '{"target":"ann@example.com"}' },
  ]);
  await page.route(`**${path}${report.id}`, (route) => route.fulfill({ status: 500, json: { message: 'No.' } }));
  await choose(page, 'Manage email report', 'Email reports active');
  await expect(page.getByText('We were unable to active or deactivate this report.', { exact: true })).toBeVisible();
  await choose(page, 'Manage email report', 'Delete email report');
  await expect(page.getByText('Your report could not be deleted', { exact: true })).toBeVisible();
  await page.unrouteAll();
  await choose(page, 'Manage email report', 'Delete email report');
  await expect(page.getByText('Deleted: House', { exact: true })).toBeVisible();
  expect(await saved()).toEqual([]);
});

test('whoever subscribes to a dashboard after another has a report of the own name', async ({ page, context }) => {
  await world.person('bea', 'Alpha');
  const { id } = (await world.admin.get('/api/v1/security/users/?q=(filters:!((col:username,opr:eq,value:bea)))')).json
    .result[0];
  await world.admin.put(`/api/v1/security/users/${id}`, { email: 'bea@example.com' });
  await page.goto(world.address);
  await choose(page, 'Send it to me every morning');
  await expect(page.getByText('The report has been created', { exact: true })).toBeVisible();
  await context.clearCookies();
  await world.enter(context, 'bea');
  await page.goto(world.address);
  await choose(page, 'Send it to me every morning');
  await expect(page.getByText('The report has been created', { exact: true })).toBeVisible();
  const reports: readonly { readonly id: number; readonly name: string }[] = await saved();
  expect(reports.map(({ name }) => name).sort()).toEqual(['House', 'House (bea)']);
  const own = reports.find(({ name }) => name === 'House (bea)');
  expect((await world.admin.get(`${path}${own?.id}`)).json.result.recipients).toMatchObject([
    { recipient_config_json: '{"target":"bea@example.com"}' },
  ]);
  // A refusal for another reason is not tried again.
  await world.running.app.services.store.deleteFrom('reports').execute();
  const tried: string[] = [];
  await page.route(`**${path}`, async (route) => {
    if (route.request().method() !== 'POST') return route.fallback();
    tried.push(route.request().postDataJSON().name);
    return route.fulfill({ status: 422, json: { message: { crontab: ['Not now.'] } } });
  });
  await page.goto(world.address);
  await choose(page, 'Send it to me every morning');
  await expect(page.getByText('Not now.')).toBeVisible();
  expect(tried).toEqual(['House']);
});

test('the menu of a chart has its own report [RPT-011]', async ({ page }) => {
  const [chart] = world.chartIds;
  await page.goto(`${world.url}/explore/?slice_id=${chart}`);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await page.getByRole('menuitem', { name: 'Send it to me every morning' }).click();
  await expect(page.getByText('The report has been created', { exact: true })).toBeVisible();
  expect(await saved()).toMatchObject([{ creation_method: 'charts', chart_id: chart, dashboard_id: null }]);
  await page.getByRole('button', { name: 'More', exact: true }).click();
  await expect(page.getByRole('menuitem', { name: 'Manage email report' })).toBeVisible();
});

test('an alert asks a metric of a dataset, and sends a dashboard with the filters of a link', async ({ page }) => {
  const state = { dataMask: {}, activeTabs: ['TAB-x'], urlParams: [['region', 'EU']] };
  const link = await world.admin.post(`/api/v1/dashboard/${world.dashboardId}/permalink`, state);
  await page.goto(`${world.url}/alert/list/`);
  await page.getByRole('button', { name: 'Alert', exact: true }).first().click();
  const dialog = page.getByRole('dialog', { name: 'Add alert' });
  await dialog.getByLabel('Name').fill('Many rows');
  await dialog.getByRole('radio', { name: 'Metric of a dataset' }).click();
  const [dataset] = (await world.admin.get('/api/v1/dataset/')).json.result;
  await pick(dialog.getByRole('combobox', { name: 'Dataset' }), dataset.table_name);
  await pick(dialog.getByRole('combobox', { name: 'Metric' }), 'Custom SQL');
  await dialog.getByRole('textbox', { name: 'SQL expression' }).click();
  await page.keyboard.type('COUNT(*)');
  await dialog.getByRole('textbox', { name: 'Condition on rows' }).click();
  await page.keyboard.type('1 = 1');
  await dialog.getByLabel('Value').fill('0');
  await dialog.getByRole('button', { name: 'Check now' }).click();
  await expect(dialog.getByText(/: the alert would be sent\./)).toBeVisible();
  const field = dialog.getByLabel('Link with filters and tabs');
  await field.fill('https://bi.example.com/superset/dashboard/1/');
  await expect(dialog.getByText('This is no link to a dashboard in a state.')).toBeVisible();
  await field.fill(link.json.url);
  await expect(dialog.getByRole('checkbox', { name: /filters and tabs that were chosen/ })).toBeChecked();
  await expect(dialog.getByText('House', { exact: true })).toBeVisible();
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Add', exact: true }).click();
  await expect(page.getByText('The report has been created', { exact: true })).toBeVisible();
  const [report] = await saved();
  const { result } = (await world.admin.get(`${path}${report.id}`)).json;
  expect(result).toMatchObject({
    metric: { dataset: dataset.id, metric: { sqlExpression: 'COUNT(*)' }, where: '1 = 1' },
    dashboard: { id: world.dashboardId },
    extra: { dashboard: { activeTabs: ['TAB-x'], urlParams: [['region', 'EU']] } },
  });
  await act(page, 'Many rows', 'Edit');
  const again = page.getByRole('dialog', { name: 'Edit alert' });
  await expect(again.getByRole('radio', { name: 'Metric of a dataset' })).toBeChecked();
  await expect(again.getByText('Custom SQL', { exact: true })).toBeVisible();
});

test('a report is named before the chart is deleted that it is made of, and the chart stays', async ({ page }) => {
  const [chart] = world.chartIds;
  const report = { type: 'Report', name: 'Every morning', crontab: '0 9 * * *', chart, recipients: [] };
  const made = await world.admin.post(path, report);
  expect(made.status, made.text).toBe(201);
  await page.goto(`${world.url}/chart/list/`);
  const { slice_name: name } = (await world.admin.get(`/api/v1/chart/${chart}`)).json.result;
  await act(page, name, 'Delete');
  await expect(page.getByText('There are associated alerts or reports: Every morning')).toBeVisible();
  await expect(page.getByRole('row', { name: new RegExp(name) })).toBeVisible();
  await expect(page.getByText(`Deleted: ${name}`)).toHaveCount(0);
});
