import { readFile } from 'node:fs/promises';
import type { Page } from '@playwright/test';
import type { ApiClient } from '@powerset/testkit';
import { findAccessibilityFaults, viewports } from '@powerset/testkit/browser';
import { expect, optionsOf, test } from './journey.ts';
import { findExampleDatabase } from './shared-world.ts';
import { openNewTab, resultGrid, runSql } from './sql-editor.ts';

/** A chart of the journey's own over two thousand days, and its id. */
async function makeChart(api: ApiClient, name: string, form: Readonly<Record<string, unknown>>): Promise<number> {
  const dataset = await api.post('/api/v1/dataset/', {
    database: await findExampleDatabase(api),
    schema: 'main',
    table_name: `${name.replaceAll(' ', '_')}_${process.pid}`,
    sql: "select timestamp '2020-01-01' + to_days(range::int) as day, case range % 2 when 0 then 'Web' else 'Store' end as channel from range(2000)",
  });
  expect(dataset.status, dataset.text).toBe(201);
  const chart = await api.post('/api/v1/chart/', {
    slice_name: name,
    viz_type: form.viz_type,
    datasource_id: dataset.json.id,
    datasource_type: 'table',
    params: JSON.stringify(form),
  });
  expect(chart.status, chart.text).toBe(201);
  return chart.json.id;
}

/** The colour of what is wrong, `--danger` of the light theme. */
const red = 'rgb(197, 40, 61)';

const well = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const dialog = (page: Page) => page.getByRole('dialog');
const data = (page: Page) => page.getByRole('region', { name: 'Data', exact: true });

/** A line chart of the journey's own, drawn. */
async function openLine(page: Page, api: ApiClient): Promise<void> {
  const id = await makeChart(api, 'Journey line', {
    viz_type: 'echarts_timeseries_line',
    x_axis: 'day',
    time_grain_sqla: 'P1M',
    groupby: ['channel'],
    metrics: ['count'],
    row_limit: 10_000,
  });
  await page.goto(`/explore/?slice_id=${id}`);
  await expect(page.locator('[data-chart-status="rendered"]')).toBeVisible();
}

test('time may be cut to seven days or to no grain; properties are edited from the menu, and the SQL goes on in SQL Lab [CTL-025]', async ({
  adminPage: page,
  api,
}) => {
  await openLine(page, api);
  const grain = page.getByRole('combobox', { name: 'Time grain' });
  await grain.click();
  const grains = await optionsOf(grain);
  await expect(grains.first()).toHaveText('all');
  await grains.filter({ hasText: '7 days' }).click();
  await page.keyboard.press('Control+Enter');
  await expect(data(page)).toContainText('572 rows');
  const more = page.getByRole('button', { name: 'More', exact: true });
  await more.click();
  await page.getByRole('menuitem', { name: 'Edit chart properties' }).click();
  await dialog(page).getByLabel('Name').fill('Journey line, certified');
  await dialog(page).getByLabel('Certified by').fill('Finance');
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(page.getByLabel('Chart title')).toHaveValue('Journey line, certified');
  await more.click();
  await page.getByRole('menuitem', { name: 'Run in SQL Lab' }).click();
  await expect(page).toHaveURL(/sqllab/);
  await expect(page.locator('.cm-content').first()).toContainText('channel');
});

test('rows are those of the groups, in full length, with times as they were chosen to look [EXP-048]', async ({
  adminPage: page,
  api,
}) => {
  await openLine(page, api);
  const table = page.getByRole('grid', { name: 'Results' });
  await expect(table.getByRole('columnheader', { name: /^channel/ })).toBeVisible();
  await expect(data(page)).toContainText('132 rows');
  await table.getByRole('button', { name: /^Time format of/ }).click();
  await page.getByRole('menuitemradio', { name: 'Original value' }).click();
  await expect(table.getByRole('gridcell').first()).toHaveText(/^\d{1,3}(\s\d{3}){4}$/);
  await page.reload();
  await expect(table.getByRole('gridcell').first()).toHaveText(/^\d{1,3}(\s\d{3}){4}$/);
  const kept = await page.evaluate(() => localStorage.getItem('explore__data_table_original_formatted_time_columns'));
  expect(Object.values(JSON.parse(kept ?? '{}')).flat()).toHaveLength(1);
  expect(await findAccessibilityFaults(page)).toEqual([]);
});

test('the count of rows says that the limit was reached, samples of how many they are the first, and nothing found is red [EXP-042] [EXP-046] [EXP-047]', async ({
  adminPage: page,
  api,
}) => {
  const form = { viz_type: 'table', query_mode: 'raw', all_columns: ['day'], row_limit: 100 };
  await page.goto(`/explore/?slice_id=${await makeChart(api, 'Journey rows', form)}`);
  await expect(data(page).getByText('100 rows · Limit reached')).toHaveCSS('color', red);
  await page.getByRole('tab', { name: 'Samples' }).click();
  await expect(data(page).getByText('First 1000 of 2000 rows')).toBeVisible();
  await expect(data(page).getByText('Limit reached')).toHaveCount(0);
  await page.getByRole('searchbox', { name: 'Search rows' }).fill('no such thing anywhere');
  await expect(data(page).getByText('0 rows')).toHaveCSS('color', red);
  await expect(data(page).getByText('No results')).toBeVisible();
});

test('columns are pictured from all rows of their dataset, which the database counts', async ({
  adminPage: page,
  api,
}) => {
  await openLine(page, api);
  const channel = page.getByRole('region', { name: 'Dataset', exact: true }).getByRole('button', { name: 'channel' });
  // Two thousand rows: of the first thousand the pane would say so.
  await expect(channel).toContainText('2');
  await expect(channel.locator('[title]:not([title="channel"])')).toHaveCount(0);
  const heights = await channel.locator('rect').evaluateAll((bars) => bars.map((bar) => bar.getAttribute('height')));
  expect(heights).toEqual(['16', '16']);
});

test('SQL is copied, and the picture is taken away as an SVG document [EXP-044]', async ({
  adminPage: page,
  api,
  context,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openLine(page, api);
  await page.getByRole('tab', { name: 'Query' }).click();
  await page.getByLabel('Generated SQL').hover();
  await page.getByLabel('Generated SQL').getByRole('button').click();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('GROUP BY');
  await page.getByRole('button', { name: 'Download' }).click();
  const saved = page.waitForEvent('download');
  await page.getByRole('menuitem', { name: 'Download as SVG' }).click();
  const download = await saved;
  expect(download.suggestedFilename()).toMatch(/\.svg$/);
  const text = await readFile(await download.path(), 'utf8');
  expect(text).toMatch(/^<svg /);
  expect(text.match(/<path/g)?.length ?? 0).toBeGreaterThan(3);
});

test('panes keep their sizes [EXP-045]', async ({ adminPage: page, api }) => {
  await openLine(page, api);
  const handle = page.getByRole('separator', { name: 'Width of the control panel' });
  await handle.focus();
  for (let press = 0; press < 3; press += 1) await page.keyboard.press('ArrowRight');
  await page.getByRole('separator', { name: 'Height of the data panel' }).focus();
  await page.keyboard.press('ArrowUp');
  const width = (await page.getByRole('region', { name: 'Controls' }).boundingBox())?.width;
  const stored = await page.evaluate(() => [localStorage.controls_width, localStorage.chart_split_sizes]);
  expect(Number(stored[0])).toBeCloseTo(width ?? 0, 0);
  expect(Number(stored[1])).toBeGreaterThan(96);
  await page.reload();
  await expect(page.locator('[data-chart-status="rendered"]')).toBeVisible();
  expect((await page.getByRole('region', { name: 'Controls' }).boundingBox())?.width).toBe(width);
});

test('in a low window, as when the page is magnified, the gallery shows its charts', async ({
  adminPage: page,
  api,
}) => {
  await openLine(page, api);
  await page.setViewportSize({ width: 720, height: 450 });
  await page.getByRole('tab', { name: 'Controls' }).click();
  await page.getByText('View all charts').click();
  const card = dialog(page)
    .getByRole('option', { name: /^Line Chart/ })
    .first();
  await expect(card).toBeInViewport({ ratio: 0.6 });
});

/** Drags or shrinks the open editor, and looks at its width. */
async function resizeEditor(page: Page): Promise<void> {
  const before = await dialog(page).boundingBox();
  expect(before?.width).toBe(320);
  expect(before?.height).toBeGreaterThanOrEqual(240);
  const corner = await dialog(page).getByRole('button', { name: 'Resize' }).boundingBox();
  const at = { x: (corner?.x ?? 0) + 8, y: (corner?.y ?? 0) + 8 };
  await page.mouse.move(at.x, at.y);
  await page.mouse.down();
  await page.mouse.move(at.x + 60, at.y + 30);
  await page.mouse.move(at.x + 120, at.y + 60);
  await page.mouse.up();
  await expect.poll(async () => (await dialog(page).boundingBox())?.width).toBe(440);
  await dialog(page).getByRole('button', { name: 'Resize' }).focus();
  for (let press = 0; press < 20; press += 1) await page.keyboard.press('ArrowLeft');
  expect((await dialog(page).boundingBox())?.width).toBe(320);
}

test('the editor of a column has three tabs, starts at 320 by 240 or more, and grows by its corner [MET-004] [MET-005]', async ({
  adminPage: page,
  api,
}) => {
  await openLine(page, api);
  await well(page, 'Dimensions').getByText('Drop a column').click();
  await expect(dialog(page).getByRole('tab')).toHaveText(['Saved', 'Simple', 'Custom SQL']);
  await resizeEditor(page);
});

test('the editor of a filter starts at 320 by 240 or more, grows by its corner, and never shrinks below [AHF-003]', async ({
  adminPage: page,
  api,
}) => {
  await openLine(page, api);
  await well(page, 'Filters').getByText('Drop a column or metric').click();
  await resizeEditor(page);
});

test('an editor takes its new size once the pointer has rested for 50 ms [AHF-004]', async ({
  adminPage: page,
  api,
}) => {
  await openLine(page, api);
  await well(page, 'Filters').getByText('Drop a column or metric').click();
  const corner = await dialog(page).getByRole('button', { name: 'Resize' }).boundingBox();
  const widthOf = async () => (await dialog(page).boundingBox())?.width;
  await page.clock.install();
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.mouse.move((corner?.x ?? 0) + 8, (corner?.y ?? 0) + 8);
  await page.mouse.down();
  await page.mouse.move((corner?.x ?? 0) + 68, (corner?.y ?? 0) + 8);
  await page.clock.runFor(40);
  await page.mouse.move((corner?.x ?? 0) + 128, (corner?.y ?? 0) + 8);
  await page.clock.runFor(40);
  expect(await widthOf()).toBe(320);
  await page.clock.runFor(20);
  await expect.poll(widthOf).toBe(440);
  await page.mouse.up();
});

test('an editor opens beside its pill, as high up as it stands, and within the window [MET-014]', async ({
  adminPage: page,
  api,
}) => {
  await openLine(page, api);
  const pill = page.locator('[data-control="metrics"] [data-pill]').first();
  const anchor = await pill.boundingBox();
  await pill.click();
  const box = await dialog(page).boundingBox();
  expect(Math.abs((box?.y ?? 0) - (anchor?.y ?? 0))).toBeLessThan(8);
  await page.keyboard.press('Escape');
  await page.setViewportSize({ width: 1440, height: 520 });
  await pill.click();
  const low = await dialog(page).boundingBox();
  expect((low?.y ?? 0) + (low?.height ?? 0)).toBeLessThanOrEqual(520);
});

const makePie = (api: ApiClient) =>
  makeChart(api, 'Journey pie', { viz_type: 'pie', metric: 'count', groupby: ['channel'], row_limit: 100 });

async function openPie(page: Page, api: ApiClient): Promise<number> {
  const id = await makePie(api);
  await page.goto(`/explore/?slice_id=${id}`);
  await expect(page.locator('[data-chart-status="rendered"]')).toBeVisible();
  return id;
}

test('a chart stands alone, with its title or without [EXP-002]', async ({ adminPage: page, api }) => {
  const id = await makePie(api);
  await page.goto(`/explore/?slice_id=${id}&standalone=1`);
  await expect(page.locator('[data-chart-status="rendered"]')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Journey pie' })).toBeVisible();
  await expect(page.getByRole('navigation')).toHaveCount(0);
  await expect(page.getByRole('region', { name: 'Controls' })).toHaveCount(0);
  await page.goto(`/explore/?slice_id=${id}&standalone=2`);
  await expect(page.locator('[data-chart-status="rendered"]')).toBeVisible();
  await expect(page.getByRole('heading', { name: 'Journey pie' })).toHaveCount(0);
});

test('a chart is asked for as soon as it is opened, and stopped while it loads [EXP-016] [EXP-021]', async ({
  adminPage: page,
  api,
}) => {
  const id = await makePie(api);
  let release = () => {};
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route('**/api/v1/chart/data/batch', async (route) => {
    await held;
    await route.continue().catch(() => undefined);
  });
  await page.goto(`/explore/?slice_id=${id}`);
  await expect(page.locator('[data-chart-status="loading"]')).toBeVisible();
  await page.getByRole('button', { name: 'Stop' }).click();
  await expect(page.getByText('Updating chart was stopped')).toBeVisible();
  release();
  await page.unrouteAll();
});

test('an answer that a stopped or failed run leaves behind says that it is older than the settings, in the rows too [EXP-016]', async ({
  adminPage: page,
  api,
}) => {
  await page.goto(`/explore/?slice_id=${await makePie(api)}`);
  const chart = page.getByRole('region', { name: 'Chart', exact: true });
  await expect(page.locator('[data-chart-status="rendered"]')).toBeVisible();
  await expect(chart.getByText('Not up to date')).toHaveCount(0);
  await page.route('**/api/v1/chart/data/batch', () => undefined);
  await page
    .getByRole('button', { name: /^Remove / })
    .first()
    .click();
  await page.locator('[data-field="day"]').click();
  await expect(chart.getByText('Not up to date')).toBeVisible();
  await page.keyboard.press('Control+Enter');
  await page.getByRole('button', { name: 'Stop' }).click();
  for (const pane of [chart, data(page)]) {
    await expect(pane.getByText('Updating chart was stopped')).toBeVisible();
    await expect(pane.getByText('What is shown is older than the settings')).toBeVisible();
  }
  await page.unrouteAll();
  await page.route('**/api/v1/chart/data/batch', (route) =>
    route.fulfill({ status: 500, json: { message: 'The disk is full' } }),
  );
  await chart.getByRole('button', { name: 'Run again' }).click();
  await expect(chart.getByRole('alert')).toContainText('The disk is full');
  await expect(data(page).getByRole('status')).toContainText('The chart could not be computed');
  await page.unrouteAll();
  await data(page).getByRole('button', { name: 'Run again' }).click();
  await expect(page.locator('[data-chart-status="rendered"]')).toBeVisible();
  await expect(page.getByText('Not up to date')).toHaveCount(0);
});

test('the star of a chart is asked for when it opens; one that the server refuses falls back with a word [EXP-029] [EXP-031]', async ({
  adminPage: page,
  api,
}) => {
  const id = await makePie(api);
  await api.post(`/api/v1/chart/${id}/favorites/`, {});
  await page.goto(`/explore/?slice_id=${id}`);
  await expect(page.getByRole('button', { name: 'Remove from favorites' })).toBeVisible();
  await api.delete(`/api/v1/chart/${id}/favorites/`);
  await page.reload();
  await page.route('**/favorites/', (route) => route.fulfill({ status: 500, json: { message: 'no' } }));
  await page.getByRole('button', { name: 'Add to favorites' }).click();
  await expect(page.getByText('An error occurred while starring this chart')).toBeVisible();
  await expect(page.getByRole('button', { name: 'Add to favorites' })).toBeVisible();
});

test('a save that fails says so, and so do dashboards that cannot be read [EXP-040] [EXP-041]', async ({
  adminPage: page,
  api,
}) => {
  const id = await openPie(page, api);
  await page.route('**/api/v1/dashboard/?*', (route) => route.fulfill({ status: 500, json: { message: 'no' } }));
  await page.route(`**/api/v1/chart/${id}`, (route) => route.fulfill({ status: 422, json: { message: 'Refused' } }));
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog(page)).toContainText('An error occurred while loading dashboard information.');
  await dialog(page).getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog(page).getByRole('alert').first()).toContainText('Failed to save slice');
  await expect(dialog(page).getByRole('alert').first()).toContainText('Refused');
});

test('datasets to swap for are looked for once the typing pauses, and a swap that fails says why [DST-016] [DST-017] [DST-018]', async ({
  adminPage: page,
  api,
}) => {
  await openPie(page, api);
  await page.route('**/api/v1/explore/form_data', (route) =>
    route.fulfill({ status: 403, json: { message: 'You may not read this dataset' } }),
  );
  await page.getByRole('button', { name: 'Dataset options' }).click();
  await page.getByRole('menuitem', { name: 'Swap dataset' }).click();
  await expect(dialog(page).getByRole('searchbox')).toBeFocused();
  const searches: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('/api/v1/dataset/?')) searches.push(request.url());
  });
  await page.keyboard.type('Journey_pie');
  await expect(dialog(page).getByRole('row')).toHaveCount(2);
  await expect.poll(() => searches.length).toBe(1);
  await dialog(page).getByRole('row').nth(1).getByRole('button').click();
  await dialog(page).getByRole('button', { name: 'Proceed' }).click();
  await expect(dialog(page).getByText('The dataset was not changed')).toBeVisible();
  await expect(dialog(page).getByText('You may not read this dataset')).toBeVisible();
  await page.unroute('**/api/v1/explore/form_data');
  await dialog(page).getByRole('button', { name: 'Proceed' }).click();
  await expect(dialog(page)).toHaveCount(0);
  await expect(page.getByText('Successfully changed dataset!')).toBeVisible();
});

test('a chart is deleted with a word, and the list is shown instead [EXP-049]', async ({ adminPage: page, api }) => {
  const id = await openPie(page, api);
  await page.getByRole('button', { name: 'More' }).click();
  await page.getByRole('menuitem', { name: 'Delete chart' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('Deleted: Journey pie')).toBeVisible();
  await expect(page).toHaveURL(/chart\/list/);
  expect((await api.get(`/api/v1/chart/${id}`)).status).toBe(404);
});

test('a query that is no dataset yet is charted, looked at, and saved as one [DST-009] [DST-010] [DST-036] [EXP-032]', async ({
  adminPage: page,
  api,
  examples,
}) => {
  const run = await api.post('/api/v1/sqllab/execute/', {
    database_id: examples.databaseId,
    client_id: `q${process.pid}${Date.now() % 100_000}`.slice(0, 11),
    sql: "select 'Web' as channel, 3 as n union all select 'Store', 4",
    tab: 'Channels',
    runAsync: false,
  });
  const id: number = run.json.query.queryId;
  await page.goto(`/explore/?datasource_type=query&datasource_id=${id}&viz_type=table`);
  await page.locator('[data-field="count"]').click();
  await page.locator('[data-field="channel"]').click();
  await page.getByRole('button', { name: 'Update chart' }).click();
  await expect(page.getByTestId('chart')).toContainText('Store');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await expect(dialog(page).getByLabel('Dataset name'), 'a bare query is saved as a dataset first').toBeVisible();
  await page.keyboard.press('Escape');
  await page.getByRole('button', { name: 'Dataset options' }).click();
  await expect(page.getByRole('menuitem')).toHaveText(['Query preview', 'View in SQL Lab', 'Save as dataset']);
  await page.getByRole('menuitem', { name: 'Query preview' }).click();
  await expect(dialog(page).getByLabel('Query preview')).toContainText("select 'Web' as channel");
  await page.keyboard.press('Escape');

  await page.getByRole('button', { name: 'Dataset options' }).click();
  await page.getByRole('menuitem', { name: 'Save as dataset' }).click();
  const name = `channels_${process.pid}`;
  await dialog(page).getByLabel('Dataset name').fill(name);
  await dialog(page).getByRole('button', { name: 'Save & Explore' }).click();
  await expect(page.getByRole('region', { name: 'Dataset' })).toContainText(name);
  await expect(well(page, 'Dimensions')).toContainText('channel');
  await expect(page.getByTestId('chart')).toContainText('Store');
  await expect(page.getByRole('button', { name: 'Save', exact: true })).toBeEnabled();

  const posted = page.waitForRequest((request) => request.method() === 'POST' && request.url().includes('/sqllab'));
  await page.getByRole('button', { name: 'Dataset options' }).click();
  await page.getByRole('menuitem', { name: 'View in SQL Lab' }).click();
  const body = new URLSearchParams((await posted).postData() ?? '');
  expect(body.get('datasourceKey')).toMatch(/^\d+__table$/);
  expect(body.get('sql')).toContain('channel');
});

test('years look like years in the SQL editor, in rows and in tables, and numbers are found by their digits', async ({
  adminPage: page,
  api,
  examples,
}) => {
  const sql = 'select 2015 as birth_year, 2015 as amount';
  await openNewTab(page, 'Years');
  await runSql(page, sql);
  await expect(resultGrid(page).getByRole('gridcell')).toHaveText(['2015', '2\u202f015']);

  const body = { database: examples.databaseId, schema: 'main', table_name: `years_${process.pid}`, sql };
  const { id } = (await api.post('/api/v1/dataset/', body)).json;
  const form = { viz_type: 'table', query_mode: 'raw', all_columns: ['birth_year', 'amount'], row_limit: 10 };
  const form_data = encodeURIComponent(JSON.stringify({ ...form, datasource: `${id}__table` }));
  await page.goto(`/explore/?datasource_type=table&datasource_id=${id}&form_data=${form_data}`);
  await expect(page.getByTestId('chart').getByRole('cell')).toHaveText(['2015', '2\u202f015']);
  await page.getByRole('tab', { name: 'Samples' }).click();
  await expect(data(page).getByRole('gridcell')).toHaveText(['2015', '2\u202f015']);
  await page.getByRole('searchbox', { name: 'Search rows' }).fill('2015');
  await expect(data(page).getByRole('gridcell')).toHaveCount(2);
});

test('the keyboard stays in a well whose pills are renamed and removed, and a dialog asks before typed words are gone', async ({
  adminPage: page,
  api,
}) => {
  await openLine(page, api);
  const metrics = well(page, 'Metrics');
  await metrics.locator('[data-pill] > button').first().focus();
  await page.keyboard.press('Enter');
  await dialog(page).getByRole('tab', { name: 'Custom SQL' }).click();
  await dialog(page).getByRole('textbox', { name: 'SQL expression' }).click();
  await page.keyboard.type('COUNT(*) + 1');
  await page.keyboard.press('Control+Enter');
  await expect(dialog(page)).toHaveCount(0);
  await expect(metrics.getByRole('button', { name: 'COUNT(*) + 1', exact: true })).toBeFocused();
  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  await expect(metrics.getByRole('button', { name: 'Drop a column or metric' })).toBeFocused();

  await page.keyboard.press('Control+z');
  await page.getByRole('button', { name: 'Save', exact: true }).click();
  await dialog(page).getByText('Save as...').click();
  await dialog(page).getByRole('textbox', { name: 'Chart name' }).fill('Words of mine');
  await page.keyboard.press('Escape');
  await expect(dialog(page).getByRole('alert')).toHaveText('Discard changes?');
  await page.keyboard.press('Escape');
  await expect(dialog(page).getByRole('textbox', { name: 'Chart name' })).toBeFocused();
  await expect(dialog(page).getByRole('textbox', { name: 'Chart name' })).toHaveValue('Words of mine');
  await page.keyboard.press('Escape');
  await dialog(page).getByRole('button', { name: 'Discard' }).click();
  await expect(dialog(page)).toHaveCount(0);
});

test.describe('in German', () => {
  test.use({ locale: 'de-DE' });

  test('what can be done with a chart stands within its bar, and what is told of it gives way', async ({
    adminPage: page,
    api,
  }) => {
    await openLine(page, api);
    await page.reload();
    await expect(page.getByText(/^Zwischengespeichert/).first()).toBeVisible();
    for (const size of [viewports.desktop, { width: 1100, height: 800 }, viewports.phone]) {
      await page.setViewportSize(size);
      const [tool, pane] = await Promise.all([
        page.getByRole('button', { name: 'Herunterladen' }).boundingBox(),
        page.getByRole('region', { name: 'Diagramm', exact: true }).boundingBox(),
      ]);
      expect((tool?.x ?? 0) + (tool?.width ?? 999)).toBeLessThanOrEqual((pane?.x ?? 0) + (pane?.width ?? 0));
    }
  });

  test('a bound is typed with a decimal comma, slowly too, and what is no number stays and is said', async ({
    adminPage: page,
    api,
  }) => {
    await openLine(page, api);
    await page.getByRole('tab', { name: 'Anpassen' }).click();
    await page.getByRole('checkbox', { name: 'Y-Achse abschneiden' }).check();
    const low = page.getByRole('textbox', { name: /^Grenzen der Y-Achse: Min/ });
    await low.pressSequentially('-1,05', { delay: 350 });
    await low.press('Tab');
    await expect(low).toHaveValue('-1,05');
    await low.fill('zehn');
    await low.press('Tab');
    await expect(low).toHaveValue('zehn');
    await expect(page.getByText('muss eine Zahl sein')).toBeVisible();
  });
});

for (const size of ['desktop', 'phone'] as const)
  test(`the panes stand where they will be while a chart is fetched, ${size}`, async ({ adminPage: page, api }) => {
    await page.setViewportSize(viewports[size]);
    const id = await makeChart(api, `Awaited ${size}`, { viz_type: 'big_number_total', metric: 'count' });
    let answer = () => {};
    const held = new Promise<void>((resolve) => {
      answer = resolve;
    });
    await page.route('**/api/v1/explore/?**', async (route) => {
      await held;
      await route.continue();
    });
    await page.goto(`/explore/?slice_id=${id}`);
    const waiting = page.getByRole('main').getByRole('status', { name: 'Loading...' });
    await expect(waiting).toBeVisible();
    expect(await findAccessibilityFaults(page)).toEqual([]);
    const seams = () =>
      page
        .locator('main [role=separator], main [role=tab]')
        .filter({ hasText: size === 'phone' ? /Chart|Controls|Dataset|Data/ : /^$/ })
        .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()));
    const before = await seams();
    expect(before.length).toBeGreaterThan(2);
    // Nothing of it can be pressed yet.
    await expect(page.getByRole('main').getByRole('tab')).toHaveCount(0);
    answer();
    await expect(waiting).toHaveCount(0);
    await expect(page.getByRole('main').getByRole('button', { name: 'Save', exact: true })).toBeVisible();
    expect((await seams()).slice(0, before.length)).toEqual(before);
  });

test('without a network a chart says what stays, and is asked for again by itself when it is back', async ({
  adminPage: page,
  api,
  context,
}) => {
  await openLine(page, api);
  await context.setOffline(true);
  await page.getByRole('button', { name: 'Refresh', exact: true }).click();
  const told = page.getByRole('alert').filter({ hasText: 'Network error.' });
  await expect(told).toContainText('Your settings stay on this page.');
  await told.getByRole('button', { name: 'Try again' }).click();
  await expect(told).toBeVisible();
  await context.setOffline(false);
  await expect(told).toHaveCount(0);
  await expect(page.locator('canvas').first()).toBeVisible();
});
