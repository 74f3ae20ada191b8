import { findAccessibilityFaults } from '@powerset/testkit/browser';
import { numberBytes, startTtcService, ttcTypes } from '@powerset/testkit/ttc-server';
import { expect, test } from './journey.ts';

test('an Oracle database is connected by its service or its SID, and a wrong password is said at its field', async ({
  adminPage: page,
  api,
}) => {
  const service = await startTtcService({
    password: 'a long password',
    answer: () => ({
      columns: [ttcTypes.number('N')],
      rows: (from, count) => [[numberBytes(7)]].slice(from, from + count),
    }),
  });
  try {
    await page.goto('/databaseview/list/');
    await page.getByRole('link', { name: 'Database', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: /Oracle/ }).click();
    await dialog.getByLabel('Display name').fill('Shop');
    await dialog.getByLabel('Host', { exact: true }).fill('127.0.0.1');
    await dialog.getByLabel('Port', { exact: true }).fill(String(service.port));
    await dialog.getByLabel('Service name').fill('sid:XE');
    await dialog.getByLabel('Username', { exact: true }).fill('ada');
    await dialog.getByLabel('Password', { exact: true }).fill('wrong');
    expect(await findAccessibilityFaults(page)).toEqual([]);
    await dialog.getByRole('button', { name: 'Test connection' }).click();
    await expect(page.getByText('Either the username "ada" or the password is incorrect.').first()).toBeVisible();
    await dialog.getByLabel('Password', { exact: true }).fill('a long password');
    await dialog.getByRole('button', { name: 'Connect', exact: true }).click();
    await expect(page.getByRole('row', { name: /Shop/ })).toBeVisible();
    const { result } = (await api.get('/api/v1/database/?q=(page_size:100)')).json;
    const { id } = result.find((one: { readonly database_name: string }) => one.database_name === 'Shop');
    const run = await api.post('/api/v1/sqllab/execute/', { database_id: id, sql: 'SELECT n FROM orders' });
    expect(run.json.data, run.text).toEqual([{ N: 7 }]);
  } finally {
    await service.stop();
  }
});
