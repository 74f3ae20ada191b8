import { expect, test } from './journey.ts';
import { findExamples } from './shared-world.ts';

test('lists show the tags that charts carry', async ({ adminPage: page, api }) => {
  const { ordersId: datasetId } = await findExamples(api);
  const body = { slice_name: 'Carries a tag', viz_type: 'table', datasource_id: datasetId, datasource_type: 'table' };
  const { id } = (await api.post('/api/v1/chart/', { ...body, params: '{}' })).json;
  await api.post(`/api/v1/tag/chart/${id}/`, { tags: ['Quarterly figures'] });
  await page.goto("/chart/list/?filters=(search:'Carries a tag')");
  const row = page.getByRole('row', { name: /Carries a tag/ });
  await expect(row.getByText('Quarterly figures')).toBeVisible();
  await expect(page.getByText('Tags').first()).toBeVisible();
});
