import type { Locator, Page, Route } from '@playwright/test';
import type { ApiClient } from '@powerset/testkit';
import { changeBootstrap, expect, optionsOf, pick, test } from './journey.ts';
import { findChart } from './shared-world.ts';

const shown = ['Payment methods', 'Revenue by country', 'Revenue'];

/** A dashboard with a chart of each name. */
async function makeDashboard(api: ApiClient, title: string, names: readonly string[] = shown) {
  const { id } = (await api.post('/api/v1/dashboard/', { dashboard_title: title })).json;
  for (const name of names) {
    const chart = await findChart(api, name);
    const dashboards = [...chart.dashboards.map((one: { id: number }) => one.id), id];
    await api.put(`/api/v1/chart/${chart.id}`, { dashboards });
  }
  return { id, path: `/superset/dashboard/${id}/`, call: `**/api/v1/dashboard/${id}` };
}

const detailOf = async (api: ApiClient, id: number) => (await api.get(`/api/v1/dashboard/${id}`)).json.result;
const answerPut = (status: number, json: object) => (route: Route) =>
  route.request().method() === 'PUT' ? route.fulfill({ status, json }) : route.fallback();

const choose = (page: Page, name: string, text: string | RegExp): Promise<void> =>
  pick(page.getByRole('dialog').getByRole('combobox', { name }), text);

async function openMenu(page: Page, item: string): Promise<void> {
  await page.locator('.dashboard-header').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: item, exact: true }).click();
}

test('the star of a dashboard is asked for when it opens, and failures with it are said [DSH-032] [DSH-034] [DSH-035]', async ({
  adminPage: page,
  api,
}) => {
  const { id, path } = await makeDashboard(api, 'Starred', []);
  await api.post(`/api/v1/dashboard/${id}/favorites/`, {});
  await page.goto(path);
  await expect(page.getByRole('button', { name: 'Remove from favorites' })).toBeVisible();
  await page.route('**/favorite_status/**', (route) => route.fulfill({ status: 500, json: { message: 'no' } }));
  await page.route('**/favorites/', (route) => route.fulfill({ status: 500, json: { message: 'no' } }));
  await page.goto(path);
  await expect(page.getByText('There was an issue fetching the favorite status of this dashboard.')).toBeVisible();
  await page.getByRole('button', { name: 'Add to favorites' }).click();
  await expect(page.getByText('There was an issue favoriting this dashboard.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add to favorites' })).toBeVisible();
});

test('a dashboard without a title has one that says so [DSH-025]', async ({ adminPage: page, api }) => {
  await page.goto((await makeDashboard(api, '', [])).path);
  await expect(page.getByRole('heading', { name: '[ untitled dashboard ]' })).toBeVisible();
});

test('publishing that is refused is said, and leaves a draft [DSH-031]', async ({ adminPage: page, api }) => {
  const { path, call } = await makeDashboard(api, 'Refused', []);
  await page.goto(path);
  await page.route(call, answerPut(403, { message: 'Forbidden' }));
  await page.getByRole('button', { name: 'Draft' }).click();
  await expect(page.getByText('You do not have permissions to edit this dashboard.')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Draft' })).toBeVisible();
});

test('copying a link where the browser cannot is said [DSH-047]', async ({ adminPage: page, api }) => {
  await page.goto((await makeDashboard(api, 'Copied', [])).path);
  await page.evaluate(() => {
    Object.defineProperty(navigator, 'clipboard', { value: { writeText: () => Promise.reject(new Error('no')) } });
    document.execCommand = () => false;
  });
  await page.getByRole('button', { name: 'Share' }).click();
  await page.getByRole('menuitem', { name: 'Copy permalink to clipboard' }).click();
  await expect(page.getByText('Sorry, your browser does not support copying.')).toBeVisible();
});

test('a save that fails says why, and nothing is lost [DSH-022] [DSH-023] [DSH-024]', async ({
  adminPage: page,
  api,
}) => {
  const { id, path, call } = await makeDashboard(api, 'Saved', []);
  await page.goto(path);
  await page.getByRole('button', { name: 'Edit dashboard' }).click();
  await page.getByLabel('Dashboard title').fill('Saved at last');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  for (const [status, json, message] of [
    [403, { message: 'Forbidden' }, 'You do not have permission to edit this dashboard'],
    [500, { message: 'The disk is full' }, 'Sorry, there was an error saving this dashboard: The disk is full'],
    [500, {}, 'Sorry, an unknown error occurred'],
  ] as const) {
    await page.route(call, answerPut(status, json));
    await save.click();
    await expect(page.getByText(message, { exact: true })).toBeVisible();
    await page.unroute(call);
  }
  await save.click();
  await expect(page.getByRole('heading', { name: 'Saved at last' })).toBeVisible();
  expect((await detailOf(api, id)).dashboard_title).toBe('Saved at last');
});

test('a save is recorded when it starts and when it is finished [DSH-017]', async ({ adminPage: page, api }) => {
  const events: string[] = [];
  page.on('request', (request) => {
    if (!request.url().includes('/log/')) return;
    const list: { event_name: string }[] = JSON.parse(
      new URLSearchParams(request.postData() ?? '').get('events') ?? '[]',
    );
    events.push(...list.map((event) => event.event_name));
  });
  await page.goto((await makeDashboard(api, 'Recorded', [])).path);
  await page.getByRole('button', { name: 'Edit dashboard' }).click();
  await page.getByLabel('Dashboard title').fill('Recorded twice');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect
    .poll(() => events.filter((name) => name.startsWith('save_dashboard')))
    .toEqual(['save_dashboard_started', 'save_dashboard_finished']);
});

test('properties and saving as: every field is kept, roles where they count, a copy and a new dashboard [DSH-012] [DSH-013] [PRM-009]', async ({
  adminPage: page,
  api,
}) => {
  const { id, path } = await makeDashboard(api, 'Propertied', ['Payment methods']);
  let hasRoles = false;
  await changeBootstrap(page, (body) => ({
    ...body,
    featureFlags: { ...body.featureFlags, DASHBOARD_RBAC: hasRoles },
  }));
  await page.goto(path);
  const dialog = page.getByRole('dialog');

  await test.step('properties', async () => {
    await openMenu(page, 'Edit properties');
    await expect(dialog.getByRole('combobox', { name: 'Roles' })).toHaveCount(0);
    await expect(dialog.getByRole('combobox', { name: 'Owners' })).toBeVisible();
    await dialog.getByLabel('Name').fill('Proper');
    await dialog.getByLabel('URL slug').fill('sales');
    await dialog.getByLabel('Certified by').fill('Finance');
    await dialog.getByLabel('Certification details').fill('Checked monthly');
    await choose(page, 'Color scheme', /./);
    await choose(page, 'Refresh frequency', '30 minutes');
    await dialog.getByLabel('CSS').fill('.dashboard {}');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(dialog.getByText('Must be unique').first()).toBeVisible();
    await dialog.getByLabel('URL slug').fill('proper-journey');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(dialog).toHaveCount(0);
    await expect(page.getByRole('heading', { name: 'Proper' })).toBeVisible();
    const saved = await detailOf(api, id);
    expect(saved).toMatchObject({
      dashboard_title: 'Proper',
      slug: 'proper-journey',
      certified_by: 'Finance',
      certification_details: 'Checked monthly',
      css: '.dashboard {}',
    });
    expect(JSON.parse(saved.json_metadata)).toMatchObject({
      refresh_frequency: 1800,
      color_scheme: expect.any(String),
    });
  });
  await test.step('what somebody else saved in between stays', async () => {
    await api.put(`/api/v1/dashboard/${id}`, { css: '.theirs {}' });
    await openMenu(page, 'Edit properties');
    await dialog.getByLabel('Name').fill('Proper again');
    await dialog.getByRole('button', { name: 'Apply' }).click();
    await expect(dialog).toHaveCount(0);
    expect(await detailOf(api, id)).toMatchObject({ dashboard_title: 'Proper again', css: '.theirs {}' });
  });
  await test.step('roles only where access goes by roles', async () => {
    hasRoles = true;
    await page.goto(path);
    await openMenu(page, 'Edit properties');
    await expect(dialog.getByRole('combobox', { name: 'Roles' })).toBeVisible();
    await page.keyboard.press('Escape');
  });
  await test.step('saving as a copy', async () => {
    await openMenu(page, 'Save as');
    await expect(dialog.getByRole('radio', { name: 'Overwrite Dashboard [Proper again]' })).toBeEnabled();
    await expect(dialog.getByRole('radio', { name: 'New dashboard' })).toBeVisible();
    await expect(dialog.getByLabel('Dashboard name')).toHaveValue('Proper again [copy]');
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByRole('heading', { name: 'Proper again [copy]' })).toBeVisible();
    await expect(page).not.toHaveURL(new RegExp(`dashboard/${id}/`));
    await expect(page.getByRole('article', { name: 'Payment methods' })).toBeVisible();
  });
  await test.step('overwriting', async () => {
    await openMenu(page, 'Save as');
    await dialog.getByRole('radio', { name: /^Overwrite Dashboard/ }).check();
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(page.getByText('This dashboard was saved successfully.').first()).toBeVisible();
  });
});

/** The dialog of scopes, with the chart whose scope is to be set. */
async function openScopes(page: Page, path: string): Promise<Locator> {
  await page.goto(path);
  await expect(page.getByRole('article', { name: 'Payment methods' })).toBeVisible();
  await openMenu(page, 'Cross-filtering scoping');
  return page.getByRole('dialog');
}

async function narrowScope(dialog: Locator): Promise<void> {
  const box = dialog.getByRole('combobox', { name: 'Chart' });
  await box.click();
  await (await optionsOf(box)).filter({ hasText: 'Payment methods' }).click();
  await dialog.getByRole('checkbox', { name: 'Custom scoping for this chart' }).check();
  await dialog.getByRole('checkbox', { name: 'Revenue', exact: true }).uncheck();
}

test('scopes are offered for the charts that filter others [XFL-008]', async ({ adminPage: page, api }) => {
  const dialog = await openScopes(page, (await makeDashboard(api, 'Offering')).path);
  const box = dialog.getByRole('combobox', { name: 'Chart' });
  await box.click();
  const offered = await optionsOf(box);
  await expect(offered).toHaveCount(3);
  expect((await offered.allTextContents()).sort()).toEqual([
    'All charts/global scoping',
    'Payment methods',
    'Revenue by country',
  ]);
});

test('the scope of one chart is saved beside the one for all [XFL-002] [XFL-003] [XFL-004] [XFL-006]', async ({
  adminPage: page,
  api,
}) => {
  const { id, path } = await makeDashboard(api, 'Scoped');
  const [pie, bars, number] = await Promise.all(shown.map((name) => findChart(api, name)));
  const dialog = await openScopes(page, path);
  await narrowScope(dialog);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(dialog).toHaveCount(0);
  const metadata = JSON.parse((await detailOf(api, id)).json_metadata);
  expect(metadata.cross_filters_enabled).toBe(true);
  expect(metadata.global_chart_configuration.scope).toEqual({ rootPath: ['ROOT_ID'], excluded: [] });
  expect(metadata.chart_configuration[pie.id]).toMatchObject({
    id: pie.id,
    crossFilters: { scope: { rootPath: ['ROOT_ID'], excluded: expect.arrayContaining([number.id]) } },
  });
  expect(metadata.chart_configuration[bars.id].crossFilters.scope).toBe('global');
  await page.reload();
  await openMenu(page, 'Cross-filtering scoping');
  await pick(dialog.getByRole('combobox', { name: 'Chart' }), 'Payment methods');
  await expect(dialog.getByRole('checkbox', { name: 'Revenue', exact: true })).not.toBeChecked();
});

test('a scope that cannot be saved is said, and stays in its dialog [XFL-007]', async ({ adminPage: page, api }) => {
  const { path, call } = await makeDashboard(api, 'Unsaved');
  const dialog = await openScopes(page, path);
  await narrowScope(dialog);
  await page.route(call, answerPut(500, { message: 'The disk is full' }));
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect(page.getByText('Failed to save cross-filter scoping').first()).toBeVisible();
  await expect(dialog.getByRole('checkbox', { name: 'Revenue', exact: true })).not.toBeChecked();
});

test('charts are picked in the order asked for; one that cannot be drawn, and a list that cannot be read, are said [DSH-049] [DSH-051] [DSH-052] [LAY-022]', async ({
  adminPage: page,
  api,
}) => {
  const { id } = await makeDashboard(api, 'Picking', []);
  const names = { edited: 'Edited a moment ago', strange: 'Drawn by nobody' };
  const { datasource_id: datasetId } = await findChart(api, 'Payment methods');
  const body = { datasource_id: datasetId, datasource_type: 'table', params: '{}' };
  await api.post('/api/v1/chart/', { ...body, slice_name: names.strange, viz_type: 'kepler' });
  await api.post('/api/v1/chart/', { ...body, slice_name: names.edited, viz_type: 'table' });
  await page.goto(`/superset/dashboard/${id}/?edit=true`);
  const builder = page.getByRole('complementary', { name: 'Builder' });
  const items = builder.getByTestId('picked-chart-name');
  await expect(items.first()).toHaveText(names.edited);

  await test.step('an unknown type is refused', async () => {
    await builder.getByRole('button', { name: new RegExp(names.strange) }).click();
    await expect(
      page.getByText('Sorry, there is no chart definition associated with the chart trying to be added.'),
    ).toBeVisible();
    await expect(page.getByRole('article')).toHaveCount(0);
    await expect(page.getByText('Unsaved changes')).toHaveCount(0);
  });
  await test.step('another order', async () => {
    await builder.getByRole('checkbox', { name: 'Only my charts' }).uncheck();
    await builder.getByRole('button', { name: 'Recently edited' }).click();
    await page.getByRole('menuitemradio', { name: 'Name' }).click();
    await expect(items.first()).not.toHaveText(names.edited);
    const all = await items.allTextContents();
    expect(all).toEqual([...all].sort((left, right) => left.localeCompare(right, 'en', { sensitivity: 'base' })));
  });
  await test.step('a chart that was just added speaks with the names of its dataset', async () => {
    await builder.getByPlaceholder('Search charts').fill('Top products');
    await builder.getByRole('button', { name: /Top products/ }).click();
    const table = page.getByRole('article', { name: 'Top products' });
    await expect(table).toContainText('Return rate');
    await expect(table).not.toContainText('return_rate');
  });
  await test.step('a list that cannot be read', async () => {
    await page.route('**/api/v1/chart/?q=*', (route) => route.fulfill({ status: 500, json: { message: 'It rains' } }));
    await builder.getByPlaceholder('Search charts').fill('anything');
    await expect(page.getByText('Could not fetch all saved charts')).toBeVisible();
    await expect(page.getByText('Sorry there was an error fetching saved charts: It rains')).toBeVisible();
    await page.unroute('**/api/v1/chart/?q=*');
  });
  await test.step('a list that never came says so in its place, and is asked for again', async () => {
    await page.route('**/api/v1/chart/?q=*', (route) => route.fulfill({ status: 500, json: { message: 'It rains' } }));
    await page.reload();
    await expect(builder.getByText('The list could not be loaded')).toBeVisible();
    await page.unroute('**/api/v1/chart/?q=*');
    await builder.getByRole('button', { name: 'Try again' }).click();
    await expect(items.first()).toBeVisible();
  });
});

test('a chart that is moved out of a filter’s reach is announced as such [LAY-022]', async ({
  adminPage: page,
  api,
}) => {
  const chart = await findChart(api, 'Payment methods');
  const { id } = (await api.post('/api/v1/dashboard/', { dashboard_title: 'Reach' })).json;
  const node = (key: string, type: string, children: string[], meta = {}) => [key, { id: key, type, children, meta }];
  const positions = Object.fromEntries([
    node('ROOT_ID', 'ROOT', ['GRID_ID']),
    node('GRID_ID', 'GRID', ['ROW-1', 'TABS-1']),
    node('ROW-1', 'ROW', ['CHART-1']),
    node('CHART-1', 'CHART', [], { chartId: chart.id, sliceName: chart.slice_name, width: 4, height: 20 }),
    node('TABS-1', 'TABS', ['TAB-1']),
    node('TAB-1', 'TAB', ['ROW-2'], { text: 'Inside' }),
    node('ROW-2', 'ROW', ['MARKDOWN-1']),
    node('MARKDOWN-1', 'MARKDOWN', [], { code: 'Text', width: 4, height: 20 }),
  ]);
  const filter = {
    id: 'NATIVE_FILTER-1',
    type: 'NATIVE_FILTER',
    name: 'Inside only',
    description: '',
    filterType: 'filter_time',
    targets: [{}],
    controlValues: {},
    defaultDataMask: {},
    cascadeParentIds: [],
    scope: { rootPath: ['TAB-1'], excluded: [] },
  };
  const metadata = { positions: { DASHBOARD_VERSION_KEY: 'v2', ...positions }, native_filter_configuration: [filter] };
  await api.put(`/api/v1/dashboard/${id}`, { json_metadata: JSON.stringify(metadata) });
  await page.goto(`/superset/dashboard/${id}/?edit=true`);
  const card = page.getByRole('article', { name: 'Payment methods' });
  await expect(card).toBeVisible();
  await card.hover();
  const handle = page.getByRole('group', { name: 'Payment methods' }).getByRole('button', { name: /^Drag to move/ });
  const from = await handle.boundingBox();
  const text = await page.getByRole('group', { name: 'Text' }).boundingBox();
  if (!from || !text) throw new Error('Nothing to drag.');
  await page.mouse.move(from.x + 8, from.y + 8);
  await page.mouse.down();
  await page.mouse.move(from.x + 20, from.y + 20, { steps: 3 });
  await page.mouse.move(text.x + text.width - 6, text.y + text.height / 2, { steps: 12 });
  await page.mouse.move(text.x + text.width - 5, text.y + text.height / 2, { steps: 2 });
  await page.mouse.up();
  await expect(page.getByText('This chart has been moved to a different filter scope.')).toBeVisible();
});

test('settings without a field are written as JSON, which says where it is wrong', async ({ adminPage: page, api }) => {
  const { id } = (await api.post('/api/v1/dashboard/', { dashboard_title: 'By JSON' })).json;
  const stored = { label_colors: { Web: '#123456' }, timed_refresh_immune_slices: [7], refresh_frequency: 30 };
  await api.put(`/api/v1/dashboard/${id}`, { json_metadata: JSON.stringify(stored) });
  await page.goto(`/superset/dashboard/${id}/`);
  await page.locator('.dashboard-header').getByRole('button', { name: 'More actions' }).click();
  await page.getByRole('menuitem', { name: 'Edit properties' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByText('Advanced').click();
  const text = dialog.getByLabel('JSON metadata');
  await expect(text).toHaveValue(/"Web": "#123456"/);
  const apply = dialog.getByRole('button', { name: 'Apply' });
  await text.fill('{\n  "refresh_frequency": 60,\n  stagger_time: 3\n}');
  await expect(dialog.getByText('This is no JSON from line 3, column 3 on.')).toBeVisible();
  await expect(apply).toBeDisabled();
  await text.fill('{\n  "refresh_frequency": 60,\n  "stagger_time": "soon"\n}');
  await apply.click();
  await expect(dialog.getByText(/Line 3: stagger_time/)).toBeVisible();
  await text.fill('{\n  "refresh_frequency": 60,\n  "stagger_time": 5\n}');
  await apply.click();
  await expect(dialog).toHaveCount(0);
  const saved = JSON.parse((await api.get(`/api/v1/dashboard/${id}`)).json.result.json_metadata);
  expect(saved).toMatchObject({ refresh_frequency: 60, stagger_time: 5 });
  expect([saved.label_colors, saved.timed_refresh_immune_slices]).toEqual([undefined, undefined]);
});
