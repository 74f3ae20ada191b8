import type { Page } from '@playwright/test';
import { grantDataset } from '@powerset/testkit/factories';
import { barOf, metadataOf, settled } from './dashboards.ts';
import { expect, optionsOf, test } from './journey.ts';
import { type OwnServer, openOwnServer } from './own-server.ts';

let ownServer: OwnServer;
let boxId: number;
let namesId: number;
test.beforeAll(async () => {
  ownServer = await openOwnServer();
  const { admin } = ownServer;
  const many = await admin.post('/api/v1/dataset/', {
    database: (await admin.get('/api/v1/database/')).json.ids[0],
    schema: 'main',
    table_name: 'many_names',
    sql: "select 'name ' || lpad(i::varchar, 4, '0') as name, 'code ' || lpad(i::varchar, 4, '0') as code, i::bigint as number, i % 2 = 0 as even from range(1500) t(i)",
  });
  expect(many.status, many.text).toBe(201);
  namesId = many.json.id;
  const line = (column: string, more: object = {}) => ({ column, label: `The ${column}`, ...more });
  const form = {
    viz_type: 'filter_box',
    date_filter: true,
    time_range: 'No filter',
    filter_configs: [
      line('name', { asc: false }),
      line('code', { searchAllOptions: true }),
      line('number', { multiple: false, defaultValue: '1234.0' }),
      line('even', { multiple: false, clearable: false, defaultValue: 'true' }),
    ],
  };
  const chart = async (name: string, params: { viz_type: string }) => {
    const answer = await admin.post('/api/v1/chart/', {
      slice_name: name,
      viz_type: params.viz_type,
      datasource_id: many.json.id,
      datasource_type: 'table',
      params: JSON.stringify(params),
      dashboards: [ownServer.dashboardId],
    });
    expect(answer.status, answer.text).toBe(201);
    return answer.json.id;
  };
  boxId = await chart('Old filters', form);
  const rows = { expressionType: 'SQL', sqlExpression: 'COUNT(*)', label: 'Rows' };
  const countId = await chart('Rows', { viz_type: 'big_number_total', metric: rows } as { viz_type: string });
  const [channels, countries] = ownServer.chartIds;
  const node = (chartId: number | undefined, name: string) => ({
    [`CHART-${chartId}`]: {
      id: `CHART-${chartId}`,
      type: 'CHART',
      children: [],
      meta: { chartId, sliceName: name, width: 4, height: 30 },
    },
  });
  const positions = {
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['ROW-1', 'ROW-2'], parents: ['ROOT_ID'] },
    'ROW-1': { id: 'ROW-1', type: 'ROW', children: [`CHART-${boxId}`], meta: {} },
    'ROW-2': {
      id: 'ROW-2',
      type: 'ROW',
      children: [`CHART-${countId}`, `CHART-${channels}`, `CHART-${countries}`],
      meta: {},
    },
    ...node(boxId, 'Old filters'),
    ...node(countId, 'Rows'),
    ...node(channels, 'Pieces by channel'),
    ...node(countries, 'Pieces by country'),
  };
  const everywhere = { scope: ['ROOT_ID'], immune: [channels, countries] };
  const json_metadata = JSON.stringify({
    positions,
    default_filters: JSON.stringify({ [boxId]: { name: ['name 1234', 'name 1235'] } }),
    filter_scopes: { [boxId]: { name: everywhere, code: everywhere, number: everywhere, even: everywhere } },
  });
  const saved = await admin.put(`/api/v1/dashboard/${ownServer.dashboardId}`, { json_metadata });
  expect(saved.status, saved.text).toBe(200);
});
test.afterAll(() => ownServer.running.stop());

const field = (page: Page, name: string) => barOf(page).getByRole('combobox', { name });
const labels = (page: Page) => barOf(page).locator('[id^=label-]').allTextContents();
const stored = () => metadataOf(ownServer.admin, ownServer.dashboardId);

/** The queries that filters ask for their choices. */
function watchChoices(page: Page): { columns: string[]; filters: { op: string; val: string }[]; row_limit: number }[] {
  const asked: ReturnType<typeof watchChoices> = [];
  page.on('request', (request) => {
    if (request.url().endsWith('/api/v1/chart/data')) asked.push(...request.postDataJSON().queries);
  });
  return asked;
}

test('an old filter box is shown as native filters, with its labels, defaults and order [FBX-002]', async ({
  page,
}) => {
  await ownServer.person('reader', 'Gamma');
  await grantDataset(ownServer.running, 'Gamma', { databaseId: 0, datasetId: namesId });
  await ownServer.enter(page.context(), 'reader');
  await page.goto(ownServer.address);
  await settled(page);
  await expect(page.getByRole('article', { name: 'Old filters' })).toHaveCount(0);
  await expect(page.getByText(/filter boxes of this dashboard/)).toHaveCount(0);
  await expect
    .poll(async () => (await labels(page)).map((text) => text.replace(/\d+ (of|selected).*/, '')))
    .toEqual(['Time range', 'The name', 'The code', 'The number', 'The even*']);
  await expect(barOf(page).locator('[data-filter-id$="-name"]')).toContainText('name 1234');
  await expect(barOf(page).locator('[data-filter-id$="-number"]')).toContainText('1234');
  await field(page, 'The name').click();
  await expect((await optionsOf(field(page, 'The name'))).filter({ hasText: 'name 1499' })).toBeVisible();
});

test('an old filter box filters the charts of its scopes by its defaults, as their columns mean them [FBX-001] [FBX-003] [FBX-004] [FBX-006]', async ({
  page,
}) => {
  await ownServer.enter(page.context());
  const asked = page.waitForRequest(/chart\/data\/batch$/);
  await page.goto(ownServer.address);
  await settled(page);
  const { requests } = (await asked).postDataJSON();
  const filtersOf = (key: number | undefined) =>
    requests.find((one: { key: string }) => one.key === String(key)).payload.queries[0].filters;
  const rowsKey = requests
    .map((one: { key: string }) => Number(one.key))
    .find((key: number) => !ownServer.chartIds.includes(key));
  expect(filtersOf(rowsKey)).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ col: 'name', op: 'IN', val: ['name 1234', 'name 1235'] }),
      expect.objectContaining({ col: 'number', op: 'IN', val: [1234] }),
      expect.objectContaining({ col: 'even', op: 'IN', val: [true] }),
    ]),
  );
  expect(filtersOf(ownServer.chartIds[0])).toEqual([]);
  await expect(page.getByRole('article', { name: 'Rows' })).toContainText('1');
});

test('a line offers a thousand choices, or looks for what is typed among all, once the typing pauses [FBX-007] [FBX-008]', async ({
  page,
}) => {
  await ownServer.enter(page.context());
  const asked = watchChoices(page);
  await page.goto(ownServer.address);
  await settled(page);
  const of = (column: string) => asked.filter((query) => query.columns[0] === column);
  await expect.poll(() => of('name').length + of('code').length).toBe(2);
  expect([...of('name'), ...of('code')].map((query) => query.row_limit)).toEqual([1000, 1000]);

  await test.step('without the switch: only among the thousand', async () => {
    await field(page, 'The name').click();
    await field(page, 'The name').pressSequentially('name 0400', { delay: 20 });
    await expect(await optionsOf(field(page, 'The name'))).toHaveCount(0);
    await expect(page.getByText(/^Not among the first 1000 values\. The settings of the filter/)).toBeVisible();
    expect(of('name')).toHaveLength(1);
    await page.keyboard.press('Escape');
  });

  await test.step('with it: one question for the typed text, beyond the thousand', async () => {
    await field(page, 'The code').click();
    await field(page, 'The code').pressSequentially('code 1400', { delay: 20 });
    const option = (await optionsOf(field(page, 'The code'))).filter({ hasText: 'code 1400' });
    await expect(option).toBeVisible();
    expect(
      of('code')
        .slice(1)
        .map((query) => query.filters),
    ).toEqual([[{ col: 'code', op: 'CONTAINS', val: 'code 1400' }]]);
    await option.click();
    await expect(barOf(page).locator('[data-filter-id$="-code"]')).toContainText('code 1400');
  });
});

test('whoever may edit is told, keeps them by saving, and what is deleted then does not come back', async ({
  page,
}) => {
  await ownServer.enter(page.context());
  await page.goto(ownServer.address);
  await settled(page);
  const notice = page.getByText(/The filter boxes of this dashboard are shown as filters of the filter bar/);
  await expect(notice).toBeVisible();
  expect((await stored()).native_filter_configuration).toBeUndefined();
  await page.getByRole('button', { name: 'Edit dashboard' }).click();
  await expect(notice).toBeVisible();
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByText('This dashboard was saved successfully.')).toBeVisible();
  await expect(notice).toHaveCount(0);
  const saved = await stored();
  expect(saved.native_filter_configuration).toHaveLength(5);
  expect(saved.native_filter_migration).toEqual({ filter_boxes: [boxId] });

  saved.native_filter_configuration = saved.native_filter_configuration.slice(0, 2);
  await ownServer.admin.put(`/api/v1/dashboard/${ownServer.dashboardId}`, { json_metadata: JSON.stringify(saved) });
  await page.reload();
  await settled(page);
  await expect(barOf(page).locator('[id^=label-]')).toHaveCount(2);
  await expect(notice).toHaveCount(0);
});
