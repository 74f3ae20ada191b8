import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './journey.ts';

const lines = (...rows: readonly unknown[]) => `${rows.map((row) => JSON.stringify(row)).join('\n')}\n\n`;

test('a server of Druid that asks nobody for a name is connected by its host and port alone, and edited [DBC-001]', async ({
  adminPage: page,
  api,
}) => {
  const broker = createServer((request, response) => {
    request.resume().on('end', () => response.end(lines(['answer'], ['LONG'], ['BIGINT'], [42])));
  });
  await new Promise<void>((resolve) => broker.listen(0, '127.0.0.1', resolve));
  const { port } = broker.address() as AddressInfo;
  try {
    await page.goto('/database/add/');
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /Apache Druid/ }).click();
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(dialog.getByText('This is a required field')).toHaveCount(2);
    await expect(dialog.getByLabel('Port')).toHaveValue('8082');
    await dialog.getByLabel('Display name').fill('Events');
    await dialog.getByLabel('Host').fill('127.0.0.1');
    await dialog.getByLabel('Port').fill(String(port));
    await dialog.getByRole('button', { name: 'Test connection' }).click();
    await expect(page.getByText('Connection looks good!')).toBeVisible();
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    const row = page.getByRole('row', { name: /Events/ });
    await expect(row).toBeVisible();
    const { json } = await api.get("/api/v1/database/?q=(filters:!((col:database_name,opr:eq,value:'Events')))");
    const run = await api.post('/api/v1/sqllab/execute/', { database_id: json.ids[0], sql: 'SELECT 6 * 7 AS answer' });
    expect(run.json.data).toEqual([{ answer: 42 }]);
    await row.getByRole('button', { name: 'Actions for Events' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    await expect(dialog.getByLabel('Host')).toHaveValue('127.0.0.1');
    await dialog.getByRole('tab', { name: 'URI' }).click();
    await expect(dialog.getByLabel('SQLAlchemy URI')).toHaveValue(`druid://127.0.0.1:${port}/druid/v2/sql/`);
  } finally {
    broker.closeAllConnections();
    broker.close();
  }
});
