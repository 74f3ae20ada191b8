import type { Page } from '@playwright/test';
import type { ApiClient } from '@powerset/testkit';
import { expect } from './journey.ts';
import { findChart } from './shared-world.ts';

const chartNames = ['Payment methods', 'Revenue by country'];

export interface Made {
  readonly id: number;
  readonly datasetId: number;
  readonly chartIds: readonly number[];
}

/** A dashboard of two charts of the shop's orders, with the filters given. */
export async function makeDashboard(
  api: ApiClient,
  title: string,
  metadata: Record<string, unknown> = {},
): Promise<Made> {
  const { id } = (await api.post('/api/v1/dashboard/', { dashboard_title: title })).json;
  const charts = await Promise.all(
    chartNames.map(async (name) => {
      const chart = await findChart(api, name);
      const dashboards = [...chart.dashboards.map((one: { id: number }) => one.id), id];
      await api.put(`/api/v1/chart/${chart.id}`, { dashboards });
      return chart;
    }),
  );
  const datasetId = charts[0].datasource_id;
  const text = JSON.stringify(metadata).replaceAll('"DATASET"', String(datasetId));
  await api.put(`/api/v1/dashboard/${id}`, { json_metadata: text });
  return { id, datasetId, chartIds: charts.map((chart) => chart.id) };
}

/** A native filter as a dashboard stores it. */
export const filter = (name: string, more: Record<string, unknown>) => ({
  id: `NATIVE_FILTER-${name.replaceAll(' ', '')}`,
  type: 'NATIVE_FILTER',
  name,
  description: '',
  filterType: 'filter_select',
  targets: [{}],
  controlValues: {},
  defaultDataMask: {},
  cascadeParentIds: [],
  scope: { rootPath: ['ROOT_ID'], excluded: [] },
  ...more,
});
export const onColumn = (name: string) => ({ targets: [{ datasetId: 'DATASET', column: { name } }] });

/** Every chart on the screen has its answer. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('article').first()).toBeVisible();
  await expect(page.locator('article [role=status]')).toHaveCount(0);
  await expect(page.locator('.slice_container[aria-busy=true]')).toHaveCount(0);
}

export const barOf = (page: Page) => page.getByRole('complementary', { name: 'Filters' });
export const metadataOf = async (api: ApiClient, id: number) =>
  JSON.parse((await api.get(`/api/v1/dashboard/${id}`)).json.result.json_metadata);
