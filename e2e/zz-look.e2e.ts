import type { Page } from '@playwright/test';
import { expect, test } from './journey.ts';

async function call(page: Page, method: 'POST' | 'PUT' | 'DELETE' | 'GET', path: string, data?: object) {
  const token = await page.request.get('/api/v1/security/csrf_token/');
  const headers = { 'X-CSRFToken': (await token.json()).result };
  const answer = await page.request.fetch(path, { method, headers, ...(data ? { data } : {}) });
  expect(answer.ok(), await answer.text()).toBe(true);
  return answer.json();
}

test('look', async ({ adminPage: page }) => {
  test.setTimeout(180_000);
  const { result: board } = await call(page, 'GET', '/api/v1/dashboard/sales');
  const metadata = { ...JSON.parse(board.json_metadata), positions: JSON.parse(board.position_json) };
  const { id } = await call(page, 'POST', '/api/v1/dashboard/', {
    dashboard_title: 'Look',
    json_metadata: JSON.stringify(metadata),
  });
  const charts = (await call(page, 'GET', `/api/v1/dashboard/${id}/charts`)).result;
  const datasetId = Number(String(charts[0].form_data.datasource).split('__')[0]);
  const filter = {
    ...{
      id: 'NATIVE_FILTER-zz',
      name: 'Channel',
      filterType: 'filter_select',
      type: 'NATIVE_FILTER',
      cascadeParentIds: [],
    },
    ...{
      targets: [{ datasetId, column: { name: 'channel' } }],
      scope: { rootPath: ['ROOT_ID'], excluded: [charts[0].id] },
    },
    ...{ controlValues: {}, description: '' },
    defaultDataMask: {
      extraFormData: { filters: [{ col: 'channel', op: 'NOT IN', val: ['Web'] }] },
      filterState: { value: ['Web'] },
    },
  };
  await call(page, 'PUT', `/api/v1/dashboard/${id}`, {
    json_metadata: JSON.stringify({
      ...metadata,
      native_filter_configuration: [...(metadata.native_filter_configuration ?? []), filter],
    }),
  });
  for (const theme of ['light', 'dark'] as const)
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: theme });
      await page.goto(`/superset/dashboard/${id}/`);
      await page.getByRole('button', { name: 'More actions' }).first().click();
      await page.getByRole('menuitem', { name: 'Versions' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: 'Figures' }).click();
      await expect(dialog.getByRole('button', { name: 'Stop' })).toHaveCount(0);
      await page.waitForTimeout(1500);
      await page.screenshot({ path: `/tmp/figures-board-${theme}-${width}.png` });
      const open = dialog.getByRole('listitem').getByRole('button', { name: 'Figures' });
      if ((await open.count()) > 0) await open.first().click();
      await page.waitForTimeout(500);
      await page.screenshot({ path: `/tmp/figures-open-${theme}-${width}.png` });
    }
  const found = (await call(page, 'GET', '/api/v1/chart/?q=(page_size:60)')).result;
  const chart = found.find((one: { viz_type: string }) => one.viz_type.includes('timeseries'));
  const params = JSON.parse(chart.params);
  const body = {
    slice_name: 'Look',
    viz_type: chart.viz_type,
    datasource_id: chart.datasource_id,
    datasource_type: 'table',
  };
  const { id: chartId } = await call(page, 'POST', '/api/v1/chart/', { ...body, params: JSON.stringify(params) });
  await call(page, 'PUT', `/api/v1/chart/${chartId}`, {
    params: JSON.stringify({ ...params, rolling_type: 'mean', rolling_periods: 2 }),
  });
  for (const theme of ['light', 'dark'] as const)
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height });
      await page.emulateMedia({ colorScheme: theme });
      await page.goto(`/explore/?slice_id=${chartId}`);
      await page.getByRole('button', { name: 'More', exact: true }).click();
      await page.getByRole('menuitem', { name: 'Versions' }).click();
      const dialog = page.getByRole('dialog');
      await dialog.getByRole('radio', { name: 'Figures' }).click();
      await page.waitForTimeout(1500);
      await page.screenshot({ path: `/tmp/figures-chart-${theme}-${width}.png` });
    }
});
