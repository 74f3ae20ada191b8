import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { makeTempFolder } from '@powerset/testkit';
import { findAccessibilityFaults } from '@powerset/testkit/browser';
import { expect, test } from './journey.ts';
import { type OwnServer, openOwnServer } from './own-server.ts';
import { resultGrid, runSql } from './sql-editor.ts';

let server: OwnServer;
let folder: Awaited<ReturnType<typeof makeTempFolder>>;

test.beforeAll(async () => {
  folder = await makeTempFolder('lake-journey');
  await mkdir(path.join(folder.path, 'fruit'));
  await writeFile(path.join(folder.path, 'fruit', 'harvest.csv'), 'name,kilos\napple,30\npear,12\n');
  server = await openOwnServer({ POWERSET_LAKE_FOLDERS: `market=${folder.path}` });
});

test.afterAll(async () => {
  await server.running.stop();
  await folder.remove();
});

test('a folder is connected by its fields, asked in the SQL editor, and drawn on a dashboard', async ({
  page,
  context,
}) => {
  await server.enter(context);
  await page.goto(`${server.url}/database/add/`);
  const dialog = page.getByRole('dialog');
  await dialog.getByRole('button', { name: /Files in a folder/ }).click();
  await dialog.getByLabel('Display name').fill('Market');
  await dialog.getByLabel('Folder').fill('nowhere');
  await dialog.getByRole('button', { name: 'Test connection' }).click();
  await expect(page.getByText(/No folder "nowhere" is open for files/).first()).toBeVisible();
  await dialog.getByLabel('Folder').fill('market/fruit');
  expect(await findAccessibilityFaults(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
  await expect(page.getByRole('row', { name: /Market/ })).toBeVisible();

  const { result } = (await server.admin.get('/api/v1/database/')).json;
  const { id } = result.find((one: { database_name: string }) => one.database_name === 'Market');
  await page.goto(`${server.url}/superset/sqllab/?new=true&dbid=${id}&schema=main`);
  await expect(page.getByRole('treeitem', { name: 'harvest' })).toBeVisible();
  await runSql(page, 'SELECT name, kilos * 2 AS twice FROM harvest ORDER BY kilos');
  await expect(resultGrid(page).getByText('24')).toBeVisible();

  const dataset = await server.admin.post('/api/v1/dataset/', { database: id, schema: 'main', table_name: 'harvest' });
  const kilos = { expressionType: 'SIMPLE', aggregate: 'SUM', column: { column_name: 'kilos' }, label: 'Kilos' };
  const form = { viz_type: 'table', query_mode: 'aggregate', groupby: ['name'], metrics: [kilos] };
  const chart = await server.admin.post('/api/v1/chart/', {
    ...{ slice_name: 'Harvest', viz_type: 'table', datasource_id: dataset.json.id, datasource_type: 'table' },
    ...{ params: JSON.stringify(form), dashboards: [server.dashboardId] },
  });
  expect(chart.status, chart.text).toBe(201);
  await page.goto(server.address);
  const card = page.getByRole('article', { name: 'Harvest', exact: true });
  await expect(card.getByText('apple')).toBeVisible();
  await expect(card.getByText('30')).toBeVisible();
});
