import type { Locator, Page } from '@playwright/test';
import type { ApiClient } from '@powerset/testkit';
import { expect, optionsOf, pick, test } from './journey.ts';
import { findExampleDatabase } from './shared-world.ts';

const columnCount = 120;

/** A dataset with a time, a name, a figure and very many columns. */
async function makeDataset(api: ApiClient): Promise<number> {
  const databaseId = await findExampleDatabase(api);
  const more = Array.from({ length: columnCount }, (_, index) => `c${index}`);
  const rows = Array.from({ length: 90 }, (_, row) => {
    const day = new Date(Date.UTC(2026, 0, 1 + row)).toISOString().slice(0, 19);
    return [day, `name ${row % 5}`, row % 40, ...more.map((_name, index) => row * index)].join(',');
  });
  const form = new FormData();
  const csv = `at,name,amount,${more.join(',')}\n${rows.join('\n')}\n`;
  form.append('file', new Blob([csv]), 'annotated.csv');
  form.append('table_name', `annotated_${process.pid}`);
  form.append('already_exists', 'replace');
  const answer = await api.send('POST', `/api/v1/database/${databaseId}/upload/`, { form });
  return answer.json.result.dataset_id;
}

const layerName = `Campaigns ${process.pid}`;

let datasetId: number;
test.beforeEach(async ({ api: client }) => {
  api = client;
  datasetId = await makeDataset(api);
});

/** A layer with annotations is not deleted, so that they go first. */
test.afterEach(async () => {
  const { result } = (await api.get('/api/v1/annotation_layer/?q=(page_size:100)')).json;
  for (const { id } of result.filter((row: { name: string }) => row.name === layerName)) {
    const own = `/api/v1/annotation_layer/${id}/annotation/`;
    const { ids } = (await api.get(own)).json;
    if (ids.length > 0) await api.delete(`${own}?q=!(${ids.join()})`);
    await api.delete(`/api/v1/annotation_layer/${id}`);
  }
});

const dialog = (page: Page) => page.getByRole('dialog');
const well = (page: Page, name: string) => page.getByRole('group', { name, exact: true });
const sum = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'amount' }, label: 'total' };
const lineForm = { x_axis: 'at', time_grain_sqla: 'P1D', metrics: [sum] };

let api: ApiClient;

async function openExplore(page: Page, vizType: string, form: object): Promise<void> {
  const datasource = { datasource_id: datasetId, datasource_type: 'table' };
  const formData = { viz_type: vizType, datasource: `${datasetId}__table`, ...form };
  const kept = await api.post('/api/v1/explore/form_data', { ...datasource, form_data: JSON.stringify(formData) });
  await page.goto(
    `/explore/?form_data_key=${kept.json.key}&datasource_type=table&datasource_id=${datasetId}&viz_type=${vizType}`,
  );
  await expect(page.getByRole('region', { name: 'Dataset' })).toContainText('amount');
}

async function openSection(page: Page, name: string): Promise<Locator> {
  const head = page.getByRole('button', { name, exact: true });
  if ((await head.getAttribute('aria-expanded')) === 'false') await head.click();
  return head;
}

async function makeLayer(): Promise<{ readonly id: number; readonly own: string }> {
  const { id } = (await api.post('/api/v1/annotation_layer/', { name: layerName })).json;
  const own = `/api/v1/annotation_layer/${id}/annotation/`;
  const times = { start_dttm: '2026-01-20T00:00:00', end_dttm: '2026-02-10T12:00:00' };
  expect((await api.post(own, { short_descr: 'Winter sale', ...times })).status).toBe(201);
  return { id, own };
}

/** What of annotations the page asks for. */
function watchAnnotations(page: Page) {
  const asked: { force: boolean; name: string }[] = [];
  page.on('request', (request) => {
    if (!request.url().endsWith('/api/v1/chart/data')) return;
    const body = request.postDataJSON();
    if (body.result_type === 'annotations')
      asked.push({ force: body.force, name: body.queries[0].annotation_layers[0].name });
  });
  return asked;
}

/** A line chart with the events of the layer, as a saved form holds them. */
async function openAnnotated(page: Page, layerId: number): Promise<void> {
  const layer = {
    ...{ name: 'Sales', annotationType: 'EVENT', sourceType: 'NATIVE', value: layerId, show: true },
    ...{ style: 'solid', width: 1, opacity: '', color: null, overrides: { time_range: null } },
  };
  await openExplore(page, 'echarts_timeseries_line', { ...lineForm, annotation_layers: [layer] });
  await expect(page.getByTestId('chart').getByRole('img')).toBeVisible();
  await openSection(page, 'Annotations and layers');
}

const annotationErrors = (page: Page) => page.locator('[data-test=annotation-errors]');

test('annotation layers are made on their page, filled with annotations whose times are in order', async ({
  adminPage: page,
}) => {
  await test.step('a layer is made, and refuses a name that is taken', async () => {
    await page.goto('/annotationlayer/list/');
    for (const isSecond of [false, true]) {
      await page.getByRole('button', { name: 'Annotation layer', exact: true }).first().click();
      await dialog(page).getByLabel('Annotation layer name').fill(layerName);
      await dialog(page).getByRole('button', { name: 'Add' }).click();
      if (isSecond) await expect(dialog(page)).toContainText('Name must be unique');
    }
    await dialog(page).getByRole('button', { name: 'Cancel' }).click();
    await page.getByRole('link', { name: layerName }).click();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(`Annotations of ${layerName}`);
  });
  await test.step('annotations stand in it', async () => {
    await page.getByRole('button', { name: 'Annotation', exact: true }).first().click();
    await dialog(page).getByLabel('Name').fill('Winter sale');
    await dialog(page).getByLabel('Start (UTC)').fill('2026-01-20T00:00');
    await dialog(page).getByLabel('End (UTC)').fill('2026-01-10T00:00');
    await expect(dialog(page)).toContainText('End date must be after start date');
    await expect(dialog(page).getByRole('button', { name: 'Add' })).toBeDisabled();
    await dialog(page).getByLabel('End (UTC)').fill('2026-02-10T12:00');
    await dialog(page).getByRole('button', { name: 'Add' }).click();
    await expect(page.getByRole('table')).toContainText('Winter sale');
    await expect(page.getByRole('table')).toContainText('Jan 20, 2026');
    await expect(page.getByRole('table')).toContainText('Feb 10, 2026, 12:00');
  });
});

test('a layer is chosen in a card, and drawn by asking for it alone; choices that cannot be read are announced [ANN-002] [CTL-045]', async ({
  adminPage: page,
}) => {
  await makeLayer();
  const asked = watchAnnotations(page);
  await openExplore(page, 'echarts_timeseries_line', lineForm);
  await expect(page.getByTestId('chart').getByRole('img')).toBeVisible();
  await openSection(page, 'Annotations and layers');
  await page.route('**/api/v1/annotation_layer/**', (route) => route.fulfill({ status: 500, json: {} }));
  await well(page, 'Annotation layers').getByText('Add annotation layer').click();
  await pick(dialog(page).getByRole('combobox', { name: 'Annotation layer type' }), 'Interval');
  await expect(page.getByText('Error while fetching data:')).toBeVisible();
  await page.unroute('**/api/v1/annotation_layer/**');
  await pick(dialog(page).getByRole('combobox', { name: 'Annotation layer type' }), 'Time series');
  await pick(dialog(page).getByRole('combobox', { name: 'Annotation layer type' }), 'Event');
  await dialog(page).getByLabel('Name').fill('Sales');
  await expect(dialog(page).getByRole('button', { name: 'Save' })).toBeDisabled();
  await pick(dialog(page).getByRole('combobox', { name: 'Annotation layer', exact: true }), layerName);
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => asked).toEqual([{ force: false, name: 'Sales' }]);
  await expect(page.getByText('Up to date')).toBeVisible();
  await expect(annotationErrors(page)).toHaveCount(0);
});

test('a refresh asks for layers with force; one that is gone is named, with its reason [ANN-006] [ANN-007] [ANN-008]', async ({
  adminPage: page,
}) => {
  const { id, own } = await makeLayer();
  const asked = watchAnnotations(page);
  await openAnnotated(page, id);
  await expect.poll(() => asked.at(-1)).toEqual({ force: false, name: 'Sales' });
  await expect(annotationErrors(page)).toHaveCount(0);
  const { ids } = (await api.get(own)).json;
  await api.delete(`${own}?q=!(${ids.join()})`);
  await api.delete(`/api/v1/annotation_layer/${id}`);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await expect(annotationErrors(page)).toHaveText('Annotation layers failed: Sales');
  expect(asked.at(-1)).toEqual({ force: true, name: 'Sales' });
  await expect(page.getByTitle('The annotation layer does not exist')).toBeVisible();
});

test('a hidden layer is asked for no more and says that it is hidden; its failure is forgotten [ANN-007] [ANN-009]', async ({
  adminPage: page,
}) => {
  await openAnnotated(page, 987_654);
  await expect(annotationErrors(page)).toHaveText('Annotation layers failed: Sales');
  await well(page, 'Annotation layers').getByText('Sales').click();
  await dialog(page).getByLabel('Hide layer').check();
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(well(page, 'Annotation layers').getByTitle('Hidden')).toHaveText('Hidden');
  await expect(annotationErrors(page)).toHaveCount(0);
});

/** A table of sums by name, where its look is set up; and the first sum. */
async function openTable(page: Page): Promise<Locator> {
  await openExplore(page, 'table', { query_mode: 'aggregate', groupby: ['name'], metrics: [sum] });
  const cell = page.getByTestId('chart').locator('tbody td').nth(1);
  await expect(cell).toBeVisible();
  await page.getByRole('tab', { name: 'Customize' }).click();
  return cell;
}

test('columns of a table are set up in a card, and wrong values wait until they are right [ANN-002] [ANN-019] [ANN-022]', async ({
  adminPage: page,
}) => {
  const cell = await openTable(page);
  await page.locator('[data-test=column-config]').getByRole('button', { name: 'total' }).click();
  const digits = dialog(page).getByRole('slider');
  await expect(digits).toHaveValue('100');
  for (const [name, value] of [
    ['min', '0'],
    ['max', '100'],
    ['step', '1'],
  ] as const)
    await expect(digits).toHaveAttribute(name, value);
  await digits.fill('2');
  await expect(cell).toContainText(/\.\d\d$/);
  await dialog(page).getByLabel('Min width').fill('5');
  await expect(dialog(page)).toContainText('Minimum column width is 20');
  await expect(dialog(page).getByRole('button', { name: 'Save' })).toBeDisabled();
  await pick(dialog(page).getByRole('combobox', { name: 'Text align' }), 'center');
  await expect(cell).not.toHaveCSS('text-align', 'center');
  await dialog(page).getByLabel('Min width').fill('240');
  await expect(cell).toHaveCSS('text-align', 'center');
});

test('rules color the cells, and need a target [ANN-002] [ANN-012] [CTL-041]', async ({ adminPage: page }) => {
  const cell = await openTable(page);
  const rules = well(page, 'Conditional formatting');
  await rules.getByText('Add new color formatter').click();
  await pick(dialog(page).getByRole('combobox', { name: 'Column', exact: true }), 'total', 'total');
  const color = dialog(page).getByRole('combobox', { name: 'Color', exact: true });
  await color.click();
  const offered = await optionsOf(color);
  await expect(offered.first()).toBeVisible();
  await expect(offered).toContainText(['success', 'success light', 'success dark', 'primary']);
  await page.keyboard.press('Escape');
  await expect(dialog(page)).toContainText('Required');
  await expect(dialog(page).getByRole('button', { name: 'Save' })).toBeDisabled();
  await dialog(page).getByLabel('Target value').fill('1');
  await dialog(page).getByRole('button', { name: 'Save' }).click();
  await expect(rules).toContainText('total > 1');
  await expect(cell).toHaveCSS('background-color', /rgba\(22, 114, 68/);
});

test('a typed bound and a typed number are one change each [CTL-014] [CTL-017]', async ({ adminPage: page }) => {
  await openExplore(page, 'echarts_timeseries_line', { ...lineForm, truncateYAxis: true, rolling_type: 'mean' });
  await openSection(page, 'Advanced analytics');
  const undo = page.getByRole('button', { name: 'Undo' });
  const periods = page.getByRole('textbox', { name: 'Periods', exact: true });
  await periods.pressSequentially('123');
  await expect(undo).toBeEnabled();
  await undo.click();
  await expect(periods).toHaveValue('');
  await page.getByRole('tab', { name: 'Customize' }).click();
  const low = page.getByRole('textbox', { name: 'Y Axis Bounds: Min' });
  await low.pressSequentially('456');
  await expect(undo).toBeEnabled();
  await undo.click();
  await expect(low).toHaveValue('');
});

test('a list of more than a hundred options draws those in view [CST-005]', async ({ adminPage: page }) => {
  await openExplore(page, 'table', { query_mode: 'raw', all_columns: ['at'] });
  await page.getByRole('combobox', { name: 'Ordering' }).click();
  const options = await optionsOf(page.getByRole('combobox', { name: 'Ordering' }));
  await expect(options.first()).toBeVisible();
  expect(await options.count()).toBeLessThan(40);
});

test('a single metric leaves no slot [CTL-046]', async ({ adminPage: page }) => {
  await openExplore(page, 'pie', { groupby: ['name'] });
  await expect(well(page, 'Metric').getByText('Drop a column or metric')).toBeVisible();
  await openExplore(page, 'pie', { groupby: ['name'], metric: sum });
  await expect(well(page, 'Metric')).toContainText('total');
  await expect(well(page, 'Metric').getByText('Drop a column or metric')).toHaveCount(0);
});

test('a color is any, or one of the first seven of the palette [CTL-029]', async ({ adminPage: page }) => {
  await openExplore(page, 'big_number', { x_axis: 'at', metric: sum });
  await page.getByRole('tab', { name: 'Customize' }).click();
  const colors = well(page, 'Fixed color');
  await expect(colors.getByRole('button')).toHaveCount(7);
  await colors.getByRole('button').nth(2).click();
  await expect(colors.getByRole('button').nth(2)).toHaveAttribute('aria-pressed', 'true');
});

test('a note and a line are put on a chart by pointing, moved by keys and taken away', async ({ adminPage: page }) => {
  await openExplore(page, 'echarts_timeseries_line', lineForm);
  const tool = page.getByRole('button', { name: 'Note', exact: true });
  await tool.click();
  const surface = page.locator('[data-test=note-surface]');
  const box = (await surface.boundingBox())!;
  await page.mouse.move(box.x + 200, box.y + 80);
  await page.mouse.down();
  await page.mouse.move(box.x + 320, box.y + 84, { steps: 3 });
  await page.mouse.up();
  await dialog(page).getByLabel('Words').fill('Strike');
  await page.keyboard.press('Enter');
  const note = page.getByRole('button', { name: 'Note: Strike' });
  const before = (await note.boundingBox())!;
  await note.focus();
  await page.keyboard.press('ArrowRight');
  await expect.poll(async () => (await note.boundingBox())!.x).toBeGreaterThan(before.x);
  await tool.click();
  await surface.press('ArrowDown');
  await surface.press('Enter');
  await dialog(page).getByLabel('Words').fill('Target');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: /^Line: Target/ })).toBeVisible();
  await note.press('Delete');
  await expect(note).toHaveCount(0);
});

test('a note that is put on one of several panels stands in it alone', async ({ adminPage: page }) => {
  await openExplore(page, 'echarts_timeseries_line', { ...lineForm, panel_by: 'name' });
  await page.getByRole('button', { name: 'Note', exact: true }).click();
  const surface = page.locator('[data-test=note-surface]');
  await surface.nth(1).press('Enter');
  await expect(dialog(page).getByRole('checkbox', { name: /^In the panel/ })).toBeChecked();
  await dialog(page).getByLabel('Words').fill('Opened');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Note: Opened' })).toHaveCount(1);
});
