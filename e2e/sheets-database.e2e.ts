import { addressOf, startSheetsService } from '../apps/server/src/engines/sheets/service-fixture.ts';
import { expect, test } from './journey.ts';

test('sheets of Google are tables by the names that a form gives them, and another one is added to them [DBC-001]', async ({
  adminPage: page,
  api,
}) => {
  const service = await startSheetsService();
  service.sheets.set('orders-1234567', { csv: 'name,price\napple,3\npear,4\n' });
  service.sheets.set('staff-12345678', { csv: 'who\nann\nbo\n' });
  try {
    const made = await api.post('/api/v1/database/', {
      ...{ engine: 'gsheets', configuration_method: 'dynamic_form', database_name: 'Paper', expose_in_sqllab: true },
      parameters: { catalog: { orders: addressOf('orders-1234567') }, query: { api_endpoint: service.url } },
    });
    expect(made.status).toBe(201);
    await page.goto('/databaseview/list/');
    const row = page.getByRole('row', { name: /Paper/ });
    await row.getByRole('button', { name: 'Actions for Paper' }).press('Enter');
    await page.getByRole('menuitem', { name: 'Edit' }).click();
    const dialog = page.getByRole('dialog');
    await expect(dialog.getByLabel('Sheets')).toHaveValue('orders');
    await expect(dialog.getByLabel('Address of the sheet')).toHaveValue(addressOf('orders-1234567'));
    await dialog.getByRole('button', { name: 'Add a sheet' }).click();
    await dialog.getByLabel('Table name').last().fill('staff');
    await dialog.getByLabel('Address of the sheet').last().fill(addressOf('nothing-1234567'));
    await dialog.getByRole('button', { name: 'Test connection' }).click();
    await expect(dialog.getByText('There is no sheet at the address of "staff".').first()).toBeVisible();
    await dialog.getByLabel('Address of the sheet').last().fill(addressOf('staff-12345678'));
    await dialog.getByRole('button', { name: 'Save', exact: true }).click();
    await expect(dialog).toBeHidden();
    const run = await api.post('/api/v1/sqllab/execute/', {
      database_id: made.json.id,
      sql: 'SELECT count(*) AS n, (SELECT sum(price) FROM orders) AS total FROM staff',
    });
    expect(run.json.data).toEqual([{ n: 2, total: 7 }]);
  } finally {
    await service.stop();
  }
});
