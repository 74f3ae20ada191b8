import { expect, test } from './journey.ts';
import { findExampleDatabase } from './shared-world.ts';

test('a metric that goes names the chart that asks for it, and the dashboard says afterwards what is broken', async ({
  adminPage: page,
  api,
}) => {
  const made = async (path: string, body: object): Promise<number> => {
    const answer = await api.post(path, body);
    expect(answer.status, answer.text).toBe(201);
    return answer.json.id;
  };
  const name = `checked_${process.pid}`;
  const dataset = await made('/api/v1/dataset/', {
    ...{ database: await findExampleDatabase(api), schema: 'main', table_name: name },
    sql: "select 'Web' as channel, 12.5 as revenue",
  });
  const form = { viz_type: 'table', query_mode: 'aggregate', groupby: ['channel'], metrics: ['count'] };
  const chart = await made('/api/v1/chart/', {
    ...{ slice_name: `Counted ${name}`, viz_type: 'table', datasource_id: dataset, datasource_type: 'table' },
    params: JSON.stringify(form),
  });
  const node = {
    ...{ id: 'CHART-1', type: 'CHART', children: [], parents: ['ROOT_ID', 'GRID_ID'] },
    meta: { chartId: chart, width: 4, height: 50 },
  };
  const positions = {
    ROOT_ID: { id: 'ROOT_ID', type: 'ROOT', children: ['GRID_ID'] },
    GRID_ID: { id: 'GRID_ID', type: 'GRID', children: ['CHART-1'], parents: ['ROOT_ID'] },
    'CHART-1': node,
  };
  const dashboard = await made('/api/v1/dashboard/', {
    dashboard_title: `Board ${name}`,
    json_metadata: JSON.stringify({ positions }),
  });

  await page.goto(`/explore/?datasource_type=table&datasource_id=${dataset}&viz_type=table`);
  await page.getByRole('button', { name: 'Dataset options' }).click();
  await page.getByRole('menuitem', { name: 'Edit dataset' }).click();
  const editor = page.getByRole('dialog');
  const key = editor.getByLabel('Metric key');
  await expect(key).toHaveValue('count');
  await key.fill('rows');
  await editor.getByRole('button', { name: 'Save', exact: true }).click();
  const question = page.getByRole('alertdialog');
  await expect(question.getByText('What goes is asked for here, and would no longer work:')).toBeVisible();
  await expect(question.getByRole('link', { name: `Counted ${name}` })).toBeVisible();
  const lost = `The metric “count” is no longer in the dataset “${name}”.`;
  await expect(question.getByText(lost)).toBeVisible();
  await question.getByRole('button', { name: 'OK' }).click();
  await expect(page.getByText('The dataset has been saved')).toBeVisible();

  await page.goto(`/superset/dashboard/${dashboard}/`);
  await expect(page.getByRole('heading', { name: `Board ${name}` })).toBeVisible();
  await page.getByRole('button', { name: 'More actions' }).first().click();
  await page.getByRole('menuitem', { name: 'What is broken' }).click();
  await expect(page.getByRole('dialog').getByText(lost)).toBeVisible();
});
