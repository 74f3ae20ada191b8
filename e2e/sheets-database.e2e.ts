import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, test } from './journey.ts';

const sheets: Readonly<Record<string, string>> = {
  'orders-1234567': 'name,price\napple,3\npear,4\n',
  'staff-12345678': 'who\nann\nbo\n',
};
const addressOf = (id: string) => `https://docs.google.com/spreadsheets/d/${id}/edit#gid=0`;

test('sheets of Google are tables by the names that a form gives them, and another one is added to them [DBC-001]', async ({
  adminPage: page,
  api,
}) => {
  const service = createServer(({ url = '' }, response) => {
    const csv = sheets[url.split('/')[3] ?? ''];
    response.writeHead(csv === undefined ? 404 : 200, { 'Content-Type': 'text/csv' }).end(csv ?? '');
  });
  await new Promise<void>((resolve) => service.listen(0, '127.0.0.1', resolve));
  const { port } = service.address() as AddressInfo;
  try {
    const made = await api.post('/api/v1/database/', {
      ...{ engine: 'gsheets', configuration_method: 'dynamic_form', database_name: 'Paper', expose_in_sqllab: true },
      parameters: {
        catalog: { orders: addressOf('orders-1234567') },
        query: { api_endpoint: `http://127.0.0.1:${port}` },
      },
    });
    expect(made.status).toBe(201);
    await page.goto('/databaseview/list/');
    const row = page.getByRole('row', { name: /Paper/ });
    await row.getByRole('button', { name: 'Actions for Paper' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Table name')).toHaveValue('orders');
    await expect(dialog.getByLabel('Address of the sheet')).toHaveValue(addressOf('orders-1234567'));
    await dialog.getByRole('button', { name: 'Add a sheet' }).click();
    await dialog.getByLabel('Table name').last().fill('staff');
    await dialog.getByLabel('Address of the sheet').last().fill(addressOf('nothing-1234567'));
    await dialog.getByRole('button', { name: 'Test connection' }).click();
    await expect(dialog.getByText('There is no sheet at the address of "staff".').first()).toBeVisible();
    const inputs = dialog.getByRole('textbox', { name: /^(Table name|Address of the sheet)$/ });
    const isWrong = (await inputs.all()).map((input) => input.getAttribute('aria-invalid'));
    expect(await Promise.all(isWrong)).toEqual([null, null, null, 'true']);
    await dialog.getByLabel('Address of the sheet').last().fill(addressOf('staff-12345678'));
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toBeHidden();
    const run = await api.post('/api/v1/sqllab/execute/', {
      database_id: made.json.id,
      sql: 'SELECT count(*) AS n, (SELECT sum(price) FROM orders) AS total FROM staff',
    });
    expect(run.json.data).toEqual([{ n: 2, total: 7 }]);
  } finally {
    service.closeAllConnections();
    service.close();
  }
});
