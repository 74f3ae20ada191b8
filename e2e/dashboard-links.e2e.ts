import { barOf, filter, makeDashboard, onColumn, settled } from './dashboards.ts';
import { expect, test } from './journey.ts';

const tabs = {
  ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['TABS-1'] },
  'TABS-1': { id: 'TABS-1', type: 'TABS', children: ['TAB-a', 'TAB-b'], parents: ['ROOT_ID'], meta: {} },
};
const tab = (id: string, text: string, children: readonly string[]) => ({
  [id]: { id, type: 'TAB', children, parents: ['ROOT_ID', 'TABS-1'], meta: { text } },
});
const row = (tabId: string, chartId: number) => ({
  [`ROW-${chartId}`]: { id: `ROW-${chartId}`, type: 'ROW', children: [`CHART-${chartId}`], meta: {} },
  [`CHART-${chartId}`]: {
    id: `CHART-${chartId}`,
    type: 'CHART',
    children: [],
    meta: { chartId, width: 4, height: 40 },
  },
  parent: tabId,
});

test('a link made before the dashboard was changed opens what is left of it, and says what is not [DSH-045]', async ({
  adminPage: page,
  api,
}) => {
  const channel = filter('Channel', onColumn('channel'));
  const country = filter('Country', onColumn('country'));
  const { id, datasetId, chartIds } = await makeDashboard(api, 'Linked', {
    native_filter_configuration: [channel, country],
  });
  const [first = 0, second = 0] = chartIds;
  const { parent: _a, ...rowA } = row('TAB-a', first);
  const { parent: _b, ...rowB } = row('TAB-b', second);
  const positions = {
    ...tabs,
    ...tab('TAB-a', 'First', [`ROW-${first}`]),
    ...tab('TAB-b', 'Second', [`ROW-${second}`]),
    ...rowA,
    ...rowB,
  };
  const store = async (native: readonly object[], layout: object) => {
    const text = JSON.stringify({ native_filter_configuration: native, positions: layout });
    const answer = await api.put(`/api/v1/dashboard/${id}`, {
      json_metadata: text.replaceAll('"DATASET"', String(datasetId)),
    });
    expect(answer.status).toBe(200);
  };
  await store([channel, country], positions);
  const mask = (name: string, column: string, value: string) => ({
    id: `NATIVE_FILTER-${name}`,
    extraFormData: { filters: [{ col: column, op: 'IN', val: [value] }] },
    filterState: { value: [value], label: value },
    ownState: {},
  });
  const state = {
    dataMask: {
      'NATIVE_FILTER-Channel': mask('Channel', 'channel', 'Store'),
      'NATIVE_FILTER-Country': mask('Country', 'country', 'Germany'),
      [second]: { ...mask('x', 'country', 'France'), id: String(second) },
    },
    activeTabs: ['TAB-b'],
    urlParams: [],
    anchor: null,
  };
  const { url } = (await api.post(`/api/v1/dashboard/${id}/permalink`, state)).json;

  await test.step('as it was, it brings everything back without a word', async () => {
    await page.goto(url);
    await settled(page);
    await expect(page.getByRole('tab', { name: 'Second' })).toHaveAttribute('aria-selected', 'true');
    await expect(barOf(page)).toContainText('Germany');
    await expect(page.getByText('Not brought back')).toHaveCount(0);
  });

  await test.step('a filter and a tab are gone, and a filter asks another question', async () => {
    const moved = filter('Channel', onColumn('payment_method'));
    const left = { ...tabs, 'TABS-1': { ...tabs['TABS-1'], children: ['TAB-a'] } };
    await store([moved], { ...left, ...tab('TAB-a', 'First', [`ROW-${first}`]), ...rowA });
    const asked = page.waitForRequest(/chart\/data\/batch$/);
    await page.goto(url);
    await expect(
      page.getByText(
        'This dashboard was changed after the link was made. Not brought back: filters: 2, cross-filters: 1, tabs: 1.',
      ),
    ).toBeVisible();
    await expect(page.getByRole('tab', { name: 'First' })).toHaveAttribute('aria-selected', 'true');
    await settled(page);
    await expect(page.getByRole('article').first()).toHaveAttribute('data-chart-state', 'ready');
    expect((await asked).postData()).not.toMatch(/Store|Germany|France/);
    await expect(page.getByRole('region', { name: 'Cross-filters' })).toHaveCount(0);
  });
});

test('parameters of the page’s address go with its charts and filters, so that templates of datasets read them', async ({
  adminPage: page,
  api,
}) => {
  const { id } = await makeDashboard(api, 'Parametrised', {
    native_filter_configuration: [filter('Channel', onColumn('channel'))],
  });
  const asked = page.waitForRequest(/chart\/data\/batch$/);
  const offered = page.waitForRequest(/chart\/data$/);
  await page.goto(`/superset/dashboard/${id}/?country=FR&standalone=0&show_filters=1`);
  const { requests } = (await asked).postDataJSON();
  for (const { payload } of requests) {
    expect(payload.form_data.url_params).toEqual({ country: 'FR' });
    expect(payload.queries[0].url_params).toEqual({ country: 'FR' });
  }
  expect((await offered).postDataJSON().queries[0].url_params).toEqual({ country: 'FR' });
});

test('a card names the annotation layers that could not be drawn, and draws its chart all the same', async ({
  adminPage: page,
  api,
}) => {
  const { id, datasetId } = await makeDashboard(api, 'Annotated', {});
  const sum = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'quantity' }, label: 'Pieces' };
  const layer = { name: 'Sales', annotationType: 'EVENT', sourceType: 'NATIVE', value: 99_999, show: true };
  const params = {
    viz_type: 'echarts_timeseries_line',
    datasource: `${datasetId}__table`,
    x_axis: 'ordered_at',
    time_grain_sqla: 'P1M',
    metrics: [sum],
    annotation_layers: [layer],
  };
  const made = await api.post('/api/v1/chart/', {
    slice_name: `Annotated ${process.pid}`,
    viz_type: params.viz_type,
    datasource_id: datasetId,
    datasource_type: 'table',
    params: JSON.stringify(params),
    dashboards: [id],
  });
  expect(made.status).toBe(201);
  await page.goto(`/superset/dashboard/${id}/`);
  const card = page.getByRole('article', { name: `Annotated ${process.pid}` });
  await expect(card.getByRole('alert')).toHaveText('Annotation layers failed: Sales');
  await expect(card.getByRole('alert')).toHaveAttribute('title', 'Sales: The annotation layer does not exist');
  await expect(card.locator('canvas, svg').last()).toBeVisible();
  await api.delete(`/api/v1/chart/${made.json.id}`);
});
